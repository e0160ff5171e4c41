// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport

@testable import HTTPTransport

/// Certificates that nobody else trusts, in a folder of their own.
final class TestAuthority: Sendable {
    /// The folder.
    let folder: URL

    /// Whether there is the program that makes certificates; the Debian package is `openssl`.
    static var isAvailable: Bool {
        ((try? Program.output("openssl", ["version"])) ?? nil) != nil
    }

    /// An authority, and a certificate of it for `localhost`.
    init() throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("authority-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
        try run(
            ["req", "-x509"] + key
                + ["-keyout", path("ca.key"), "-out", path("ca.pem"), "-subj", "/CN=Test CA"])
        try run(
            ["req"] + key
                + ["-keyout", path("host.key"), "-out", path("host.csr"), "-subj", "/CN=host"])
        try Data("subjectAltName=DNS:localhost".utf8).write(to: folder.appending(path: "names"))
        try run([
            "x509", "-req", "-in", path("host.csr"), "-CA", path("ca.pem"), "-CAkey",
            path("ca.key"), "-out", path("host.pem"), "-days", "2", "-extfile", path("names"),
        ])
        let hashed = folder.appending(path: "hashed")
        try FileManager.default.createDirectory(at: hashed, withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            atPath: path("ca.pem"), toPath: hashed.appending(path: "ca.pem").path)
        try run(["rehash", hashed.path])
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// The path of a file of the folder.
    func path(_ name: String) -> String { folder.appending(path: name).path }

    private func run(_ arguments: [String]) throws {
        if try Program.output("openssl", arguments) == nil {
            throw MissingProgram(name: "openssl \(arguments[0])")
        }
    }
}

/// A server that speaks TLS and answers every GET with a page.
final class TLSServer: Sendable {
    /// The port it listens on.
    let port: Int
    private let process: ChildProgram
    private let authority: TestAuthority

    /// A server with the certificate of `authority`.
    init(_ authority: TestAuthority, options: [String] = []) throws {
        let (process, stdout) = try ChildProgram.start(
            "openssl",
            [
                "s_server", "-www", "-accept", "127.0.0.1:0", "-cert", authority.path("host.pem"),
                "-key", authority.path("host.key"),
            ] + options)
        var text = ""
        var port: Int?
        while port == nil {
            let data = stdout.availableData
            if data.isEmpty { throw MissingProgram(name: "openssl s_server") }
            text += String(decoding: data, as: UTF8.self)
            port = text.firstMatch(of: #/ACCEPT 127\.0\.0\.1:(\d+)\n/#).flatMap { Int($0.1) }
        }
        self.port = port ?? 0
        // What it writes later must go somewhere, or it stops.
        stdout.readabilityHandler = { _ = $0.availableData }
        self.process = process
        self.authority = authority
    }

    /// Ends the server.
    func kill() {
        Glibc.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}
