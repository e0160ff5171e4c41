// SPDX-License-Identifier: Apache-2.0

import DriveAdapters
import Foundation
import GraphSimulator
import GraphSimulatorServer
import Glibc
import Testing

/// The simulator behind a socket.
@Suite("The server", .serialized)
struct ServerTests {
    /// Runs `body` with the address of a server for `graph`.
    private func serve(
        _ graph: SimulatedGraph, _ body: @escaping @Sendable (String) async throws -> Void
    ) async throws {
        let (addresses, ready) = AsyncStream.makeStream(of: String.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await SimulatorServer(graph).run { _ = ready.yield($0) } }
            group.addTask {
                for await address in addresses { return try await body(address) }
            }
            try await group.next()
            group.cancelAll()
        }
    }

    @Test("answers over the wire as in memory")
    func answers() async throws {
        let graph = SimulatedGraph()
        let drive = graph.addAccount(.personal)
        let id = try drive.addFile("/a b.txt", "hello world")
        let token = drive.token
        try await serve(graph) { address in
            let me = try await Wire(address).get("/v1.0/me", token: token)
            #expect(me.status == 200)
            #expect(me.body.contains("\"userPrincipalName\""))
            #expect(try await Wire(address).get("/v1.0/me", token: nil).status == 401)
            let item = try await Wire(address).get("/v1.0/me/drive/root:/a%20b.txt", token: token)
            #expect(item.body.contains(id))
            #expect(item.body.contains("\(address)/"))
            let content = try await Wire(address).get(
                "/v1.0/me/drive/items/\(id)/content", token: token)
            #expect(content.status == 302)
            let location = try #require(content.header("Location"))
            #expect(!location.hasPrefix(address))
            let other = try Wire(location)
            let path = String(location.dropFirst(other.origin.count))
            #expect(try await other.get(path, token: nil).body == "hello world")
            #expect(try await other.get(path, token: token).status == 401)
            let part = try await other.get(path, token: nil, headers: ["Range: bytes=6-8"])
            #expect(part.status == 206 && part.body == "wor")
        }
    }

    @Test("hangs up and cuts off where the script says so")
    func cuts() async throws {
        let graph = SimulatedGraph()
        let drive = graph.addAccount(.personal)
        let token = drive.token
        graph.play(
            FaultRule([.me], .dropped), FaultRule([.me], .truncated(byteCount: 10), first: 1),
            FaultRule([.me], .truncated(byteCount: 0), first: 1))
        try await serve(graph) { address in
            let dropped = try await Wire(address).get("/v1.0/me", token: token)
            #expect(dropped.text.isEmpty)
            let cut = try await Wire(address).get("/v1.0/me", token: token)
            #expect(cut.status == 200 && cut.body.utf8.count == 10)
            #expect((cut.header("Content-Length").flatMap { Int($0) } ?? 0) > 100)
            let empty = try await Wire(address).get("/v1.0/me", token: token)
            #expect(empty.status == 200 && empty.body.isEmpty)
            #expect(try await Wire(address).get("/v1.0/me", token: token).body.hasSuffix("}"))
        }
    }

    @Test("serves nobody who means another host")
    func otherHosts() async throws {
        let graph = SimulatedGraph()
        let token = graph.addAccount(.personal).token
        try await serve(graph) { address in
            let answer = try await Wire(address).get(
                "/v1.0/me", token: token, host: "graph.elsewhere.example")
            #expect(answer.status == 421)
        }
        #expect(graph.log.isEmpty)
    }
}

/// A plain socket to a server of this machine.
private struct Wire: Sendable {
    let origin: String
    private let port: UInt16

    /// To the server in `url`.
    init(_ url: String) throws {
        let match = try #require(url.prefixMatch(of: /http:\/\/127\.0\.0\.1:([0-9]+)/))
        port = try #require(UInt16(match.1))
        origin = String(match.0)
    }

    /// What came back, up to the end of the connection.
    struct Answer {
        let text: String

        var status: Int? { text.split(separator: " ").dropFirst().first.flatMap { Int($0) } }

        var body: String {
            text.firstRange(of: "\r\n\r\n").map { String(text[$0.upperBound...]) } ?? ""
        }

        func header(_ name: String) -> String? {
            for line in text.split(separator: "\r\n") {
                let sides = line.split(separator: ":", maxSplits: 1)
                if sides.count == 2, sides[0].lowercased() == name.lowercased() {
                    return sides[1].trimmingCharacters(in: .whitespaces)
                }
            }
            return nil
        }
    }

    /// The answer to a GET.
    func get(
        _ path: String, token: String?, headers: [String] = [], host: String? = nil
    ) async throws -> Answer {
        var lines = ["GET \(path) HTTP/1.1", "Host: \(host ?? "127.0.0.1:\(port)")"] + headers
        if let token { lines.append("Authorization: Bearer \(token)") }
        let request = (lines + ["Connection: close", "", ""]).joined(separator: "\r\n")
        // Off the threads of tasks, which the server needs.
        let bytes = await withCheckedContinuation { continuation in
            DispatchQueue(label: "wire").async {
                continuation.resume(returning: exchange(request))
            }
        }
        return Answer(text: String(decoding: try #require(bytes), as: UTF8.self))
    }

    private func exchange(_ request: String) -> [UInt8]? {
        let handle = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard handle >= 0 else { return nil }
        defer { close(handle) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let isConnected = withUnsafeBytes(of: &address) { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) { rebound in
                connect(handle, rebound.baseAddress, socklen_t(bytes.count)) == 0
            }
        }
        guard isConnected else { return nil }
        let bytes = Array(request.utf8)
        guard send(handle, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
            return nil
        }
        var answer: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(handle, &buffer, buffer.count, 0)
            if count <= 0 { return answer }
            answer += buffer[..<count]
        }
    }
}
