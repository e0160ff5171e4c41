// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc
import Testing

/// A browser's part of a conversation with a port of this machine.
enum LoopbackVisit {
    /// What is answered to a plain request for `target`.
    static func get(_ target: String, _ port: UInt16) async throws -> String {
        try await send("GET \(target) HTTP/1.1\r\nHost: localhost:\(port)\r\n\r\n", port)
    }

    /// What is answered to `text`, up to the end.
    static func send(_ text: String, _ port: UInt16, isSixth: Bool = false) async throws -> String {
        let socket = try connect(port, isSixth: isSixth)
        return await withCheckedContinuation { continuation in
            DispatchQueue(label: "visit").async {
                let bytes = Array(text.utf8)
                _ = Glibc.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL))
                var answer: [UInt8] = []
                var buffer = [UInt8](repeating: 0, count: 4_096)
                while true {
                    let count = recv(socket, &buffer, buffer.count, 0)
                    if count <= 0 { break }
                    answer += buffer[..<count]
                }
                close(socket)
                continuation.resume(returning: String(decoding: answer, as: UTF8.self))
            }
        }
    }

    /// A connection to `port`.
    static func connect(_ port: UInt16, isSixth: Bool = false) throws -> Int32 {
        let family = isSixth ? AF_INET6 : AF_INET
        let descriptor = socket(family, Int32(SOCK_STREAM.rawValue), 0)
        try #require(descriptor >= 0)
        // A test must end, whatever breaks.
        var limit = timeval(tv_sec: 100, tv_usec: 0)
        setsockopt(
            descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var result: Int32
        if isSixth {
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = port.bigEndian
            address.sin6_addr = in6addr_loopback
            result = connect(descriptor, &address)
        } else {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
            result = connect(descriptor, &address)
        }
        try #require(result == 0)
        return descriptor
    }

    private static func connect<Address>(_ descriptor: Int32, _ address: inout Address) -> Int32 {
        let size = socklen_t(MemoryLayout<Address>.size)
        return withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, size)
            }
        }
    }
}
