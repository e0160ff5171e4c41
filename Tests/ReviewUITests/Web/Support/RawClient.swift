// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Testing

/// A connection that says exactly what it is told to, byte by byte.
///
/// Its calls block, on threads of their own, so that the server has all of the tasks' threads.
final class RawClient: Sendable {
    private let file: Int32
    /// What has not come by then never will, however busy the machine is.
    private static let secondsMax = 600

    init(port: UInt16) throws {
        file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var patience = timeval(tv_sec: Self.secondsMax, tv_usec: 0)
        setsockopt(
            file, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        let result = withUnsafeBytes(of: &address) {
            $0.withMemoryRebound(to: sockaddr.self) {
                connect(file, $0.baseAddress, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        if result != 0 { throw Unreachable() }
    }

    deinit { close(file) }

    struct Unreachable: Error {}

    /// Sends `text`; false when the other side is gone.
    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        var left = bytes[...]
        while !left.isEmpty {
            let count = left.withUnsafeBytes {
                Glibc.send(file, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count <= 0 { return false }
            left = left.dropFirst(count)
        }
        return true
    }

    /// Ends what it sends.
    func endWriting() { shutdown(file, Int32(SHUT_WR)) }

    /// Leaves without a word of goodbye to the other side's answer.
    func hangUp() { shutdown(file, Int32(SHUT_RDWR)) }

    /// What comes next, at most 64 KiB; nothing at the end.
    func read() async -> [UInt8] {
        await Self.apart {
            var buffer = [UInt8](repeating: 0, count: 64 << 10)
            let count = recv(self.file, &buffer, buffer.count, 0)
            return Array(buffer[..<max(0, count)])
        }
    }

    /// Everything to the end.
    func rest() async -> [UInt8] { await Self.apart { self.restNow() } }

    private func restNow() -> [UInt8] {
        let end = ContinuousClock.now + .seconds(Self.secondsMax)
        var all: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = recv(file, &buffer, buffer.count, 0)
            if count <= 0 || .now > end { return all }
            all += buffer[..<count]
        }
    }

    /// Everything to the end of each of these.
    static func rests(_ clients: [RawClient]) async -> [[UInt8]] {
        await apart { clients.map { $0.restNow() } }
    }

    /// Reads until `text` came, `secondsMax` at most; everything until then.
    func read(until text: String) async -> String {
        let end = ContinuousClock.now + .seconds(Self.secondsMax)
        var all: [UInt8] = []
        while true {
            let part = await read()
            all += part
            let read = String(decoding: all, as: UTF8.self)
            if part.isEmpty || read.contains(text) || .now > end { return read }
        }
    }

    static func apart<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            // Not on a queue: its threads are those of the tasks, which must not run out.
            Thread.detachNewThread { continuation.resume(returning: body()) }
        }
    }
}

/// What came back.
struct RawAnswer: Sendable {
    let status: Int
    let fields: [(name: String, value: String)]
    let body: [UInt8]

    init(_ bytes: [UInt8]) throws {
        let text = String(decoding: bytes, as: UTF8.self)
        let head = try #require(text.range(of: "\r\n\r\n"), "no answer: \(text.prefix(200))")
        let lines = text[..<head.lowerBound].split(separator: "\r\n")
        status = try #require(Int(lines[0].split(separator: " ")[1]))
        fields = lines.dropFirst().map { line in
            let parts = line.split(separator: ":", maxSplits: 1)
            return (parts[0].lowercased(), parts[1].drop { $0 == " " }.description)
        }
        let body = Array(bytes.dropFirst(text[..<head.upperBound].utf8.count))
        let isChunked = fields.contains { $0 == ("transfer-encoding", "chunked") }
        self.body = isChunked ? try Self.unchunked(body) : body
    }

    func field(_ name: String) -> String? { fields.first { $0.name == name }?.value }
    var text: String { String(decoding: body, as: UTF8.self) }
    var json: JSONShown { get throws { try JSONShown(body) } }

    private static func unchunked(_ bytes: [UInt8]) throws -> [UInt8] {
        var (rest, all) = (bytes[...], [UInt8]())
        while true {
            let end = try #require(rest.firstIndex(of: 0x0d), "the chunks have no end")
            let count = try #require(
                Int(String(decoding: rest[..<end], as: UTF8.self), radix: 16))
            rest = rest[(end + 2)...]
            if count == 0 { return all }
            all += rest.prefix(count)
            rest = rest.dropFirst(count + 2)
        }
    }
}

extension String {
    /// How often `text` stands in it.
    func count(of text: String) -> Int {
        let (whole, part) = (Array(utf8), Array(text.utf8))
        guard whole.count >= part.count else { return 0 }
        return (0...(whole.count - part.count)).count { whole[$0...].starts(with: part) }
    }
}
