// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import HTTPTransport
import Testing

/// A service on this machine that is told what rounds come to, and sometimes does not want to know.
final class NoticeReceiver: Sendable {
    /// What becomes of what it is told.
    enum Mood: String, Sendable, CaseIterable {
        /// It takes everything.
        case well
        /// It answers with 500.
        case refuses
        /// It reads messages, and never answers them; heartbeats it takes.
        case hangs
        /// It closes every connection at once.
        case down
    }

    /// A request that came.
    struct Call: Sendable {
        let path: String
        let body: Data
        /// Whether it was answered with 200.
        let isTaken: Bool
    }

    /// The port of 127.0.0.1 that it listens on.
    let port: Int
    private let listener: Int32
    private let state = Lock(State())

    private struct State {
        var mood = Mood.well
        var calls: [Call] = []
    }

    init() throws {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        let isOpen = withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, length) == 0 && listen(listener, 64) == 0
                    && getsockname(listener, address, &length) == 0
            }
        }
        port = Int(UInt16(bigEndian: address.sin_port))
        try #require(isOpen, "a port to listen on")
        DispatchQueue(label: "notices").async { [state] in
            while case let connection = accept(listener, nil, nil), connection >= 0 {
                DispatchQueue(label: "notice").async {
                    Self.serve(connection, state)
                    close(connection)
                }
            }
            close(listener)
        }
    }

    deinit { shutdown(listener, Int32(SHUT_RDWR)) }

    /// How it takes what comes from now on.
    var mood: Mood {
        get { state.withLock { $0.mood } }
        set { state.withLock { $0.mood = newValue } }
    }

    /// Everything that came so far.
    var calls: [Call] { state.withLock { $0.calls } }

    // MARK: One connection

    private static func serve(_ connection: Int32, _ state: Lock<State>) {
        let mood = state.withLock { $0.mood }
        if mood == .down { return }
        while let (path, body) = request(connection) {
            let hangs = mood == .hangs && !path.contains("beat")
            let isTaken = mood == .well || mood == .hangs && !hangs
            state.withLock { $0.calls.append(Call(path: path, body: body, isTaken: isTaken)) }
            if hangs {
                // Until the other side has had enough.
                while !read(connection, 4_096).isEmpty {}
                return
            }
            let status = isTaken ? "200 OK" : "500 Internal Server Error"
            let answer = Array("HTTP/1.1 \(status)\r\nContent-Length: 0\r\n\r\n".utf8)
            if send(connection, answer, answer.count, Int32(MSG_NOSIGNAL)) < answer.count { return }
        }
    }

    /// The path and the body of the next request; nil at the end of the connection.
    private static func request(_ connection: Int32) -> (path: String, body: Data)? {
        var head = Data()
        while head.suffix(4) != Data("\r\n\r\n".utf8) {
            let byte = read(connection, 1)
            if byte.isEmpty || head.count > 1 << 16 { return nil }
            head += byte
        }
        let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")
        let words = lines.first?.split(separator: " ") ?? []
        let length =
            lines.first { $0.lowercased().hasPrefix("content-length:") }
            .flatMap { Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces)) } ?? 0
        var body = Data()
        while body.count < min(length, 1 << 20) {
            let more = read(connection, length - body.count)
            if more.isEmpty { return nil }
            body += more
        }
        return words.count > 1 ? (String(words[1]), body) : nil
    }

    private static func read(_ connection: Int32, _ countMax: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: countMax) { buffer, count in
            count = max(0, recv(connection, buffer.baseAddress, countMax, 0))
        }
    }
}
