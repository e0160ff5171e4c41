// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// A browser that was let in by the address that the program printed, spoken for as the page's own
/// script does.
struct ServedPage {
    let port: Int
    private var cookie = ""
    private var token = ""

    private init(_ server: StartedProgram) throws {
        let url = try #require(URL(string: try server.firstLine()))
        port = try #require(url.port)
        let answer = try send("GET \(url.path)")
        cookie = try #require(
            answer.firstMatch(of: #/Set-Cookie: ([^;]+);/#).map { String($0.1) })
        token = try #require(try get("/api/state")["token"] as? String)
    }

    /// Calls `body` with the page that `command` serves.
    static func serving(
        _ home: ScratchHome, _ command: [String], _ body: (ServedPage) throws -> Void
    ) throws {
        let server = try home.start(command + ["--web", "--no-open"])
        defer {
            server.process.terminate()
            _ = try? server.finish()
        }
        try body(try ServedPage(server))
    }

    /// What comes back for `line`, with `body`.
    private func send(_ line: String, _ body: String = "") throws -> String {
        let request = [
            "\(line) HTTP/1.1", "Host: 127.0.0.1:\(port)", "Connection: close",
            "Cookie: \(cookie)", "Origin: http://127.0.0.1:\(port)",
            "X-Cleanrules-Token: \(token)", "Content-Type: application/json",
            "Content-Length: \(body.utf8.count)", "", body,
        ].joined(separator: "\r\n")
        let line = "exec 3<>/dev/tcp/127.0.0.1/\(port); printf %s \"$0\" >&3; cat <&3"
        return try ChildProgram.run("/bin/bash", ["-c", line, request]).output
    }

    private func json(_ answer: String) throws -> [String: Any] {
        let body = try #require(answer.range(of: "\r\n\r\n")).upperBound
        return try #require(
            try JSONSerialization.jsonObject(with: Data(answer[body...].utf8))
                as? [String: Any])
    }

    /// The answer to a look.
    func get(_ path: String) throws -> [String: Any] { try json(try send("GET \(path)")) }

    /// The answer to a change.
    func post(_ path: String, _ body: [String: Any]) throws -> [String: Any] {
        let body = try JSONSerialization.data(withJSONObject: body)
        return try json(try send("POST \(path)", String(decoding: body, as: UTF8.self)))
    }
}
