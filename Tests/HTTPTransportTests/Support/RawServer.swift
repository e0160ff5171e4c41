// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc

@testable import HTTPTransport

/// A server on loopback that says exactly what a test wants it to, byte for byte, right or wrong.
final class RawServer: Sendable {
    /// The port it listens on.
    let port: Int
    private let listener: Int32
    private let state = Lock(State())

    private struct State {
        var requests: [RawRequest] = []
        var connections: [Int32] = []
        var connectionCount = 0
        var busyCount = 0
        var busyCountMax = 0
        var isStopped = false
    }

    /// A server that treats each connection, on a thread of its own, as `script` says, and closes
    /// it after that. The number counts the connections from 0.
    init(_ script: @escaping @Sendable (RawConnection, Int) -> Void) {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = RawServer.address(port: 0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        port = withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                precondition(bind(listener, address, length) == 0, "no port to listen on")
                precondition(listen(listener, 512) == 0, "no connections to wait for")
                getsockname(listener, address, &length)
            }
            return Int(UInt16(bigEndian: address.pointee.sin_port))
        }
        DispatchQueue(label: "raw-server").async { [self] in serve(script) }
    }

    /// A server that answers every request on every connection with `response`.
    convenience init(always response: @escaping @Sendable (RawRequest) -> String) {
        self.init { connection, _ in
            while let request = connection.readRequest() { connection.send(response(request)) }
        }
    }

    /// The address of `path`.
    func url(_ path: String = "/") -> String { "http://127.0.0.1:\(port)\(path)" }

    /// All requests so far, in the order in which they came.
    var requests: [RawRequest] { state.withLock { $0.requests } }

    /// How many connections there were.
    var connectionCount: Int { state.withLock { $0.connectionCount } }

    /// How many connections there were at the same time at most.
    var connectionCountMax: Int { state.withLock { $0.busyCountMax } }

    /// How many connections there are.
    var openConnectionCount: Int { state.withLock { $0.busyCount } }

    /// Closes everything.
    func stop() {
        let open = state.withLock { state in
            state.isStopped = true
            return state.connections
        }
        shutdown(listener, Int32(SHUT_RDWR))
        for descriptor in open { shutdown(descriptor, Int32(SHUT_RDWR)) }
    }

    deinit { close(listener) }

    private func serve(_ script: @escaping @Sendable (RawConnection, Int) -> Void) {
        while true {
            let descriptor = accept(listener, nil, nil)
            if descriptor < 0 { return }
            let number: Int? = state.withLock { state in
                if state.isStopped { return nil }
                state.connections.append(descriptor)
                state.connectionCount += 1
                state.busyCount += 1
                state.busyCountMax = max(state.busyCountMax, state.busyCount)
                return state.connectionCount - 1
            }
            guard let number else {
                close(descriptor)
                return
            }
            DispatchQueue(label: "raw-connection").async { [self] in
                script(RawConnection(descriptor, server: self), number)
                state.withLock { state in
                    state.connections.removeAll { $0 == descriptor }
                    state.busyCount -= 1
                }
                close(descriptor)
            }
        }
    }

    /// `port` on loopback.
    static func address(port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
        address.sin_port = in_port_t(truncatingIfNeeded: port).bigEndian
        return address
    }

    fileprivate func note(_ request: RawRequest) {
        state.withLock { $0.requests.append(request) }
    }
}

/// A request as it came.
struct RawRequest: Sendable, Hashable {
    /// The request line.
    var line: String
    /// The lines of the headers.
    var headers: [String]
    /// The body, by its Content-Length.
    var body: [UInt8]
    /// On which connection, from 0.
    var connection: Int32

    /// The value of the header `name`.
    func header(_ name: String) -> String? {
        let prefix = name.lowercased() + ":"
        return headers.first { $0.lowercased().hasPrefix(prefix) }
            .map { String($0.dropFirst(prefix.count).drop { $0 == " " }) }
    }
}

/// One connection of a raw server.
struct RawConnection: Sendable {
    fileprivate let descriptor: Int32
    fileprivate let server: RawServer

    fileprivate init(_ descriptor: Int32, server: RawServer) {
        self.descriptor = descriptor
        self.server = server
    }

    /// The next request; nil at the end of the connection.
    func readRequest() -> RawRequest? {
        var head: [UInt8] = []
        while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) {
            guard let byte = read(1).first else { return nil }
            head.append(byte)
        }
        var lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n").map(String.init)
        let line = lines.isEmpty ? "" : lines.removeFirst()
        var request = RawRequest(
            line: line, headers: lines, body: [], connection: descriptor)
        let length = request.header("Content-Length").flatMap { Int($0) } ?? 0
        while request.body.count < length {
            let more = read(length - request.body.count)
            if more.isEmpty { return nil }
            request.body += more
        }
        server.note(request)
        return request
    }

    /// Some bytes; none at the end.
    func read(_ countMax: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: countMax) { buffer, count in
            count = max(0, recv(descriptor, buffer.baseAddress, countMax, 0))
        }
    }

    /// Waits until the other side closes the connection.
    func waitForClose() {
        while !read(4_096).isEmpty {}
    }

    /// Sends `text`; false once the other side has gone.
    @discardableResult func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// Sends `bytes`; false once the other side has gone.
    @discardableResult func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count <= 0 { return false }
            rest.removeFirst(count)
        }
        return true
    }

    /// Passes everything on to `port` and back, until one of both sides has enough.
    func relay(to port: Int) {
        let other = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = RawServer.address(port: port)
        let length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                connect(other, address, length)
            }
        }
        precondition(code == 0, "nobody to pass anything on to")
        let far = RawConnection(other, server: server)
        let group = DispatchGroup()
        for (from, to) in [(self, far), (far, self)] {
            DispatchQueue(label: "relay").async(group: group) {
                while case let bytes = from.read(4_096), !bytes.isEmpty, to.send(bytes) {}
                shutdown(from.descriptor, Int32(SHUT_RDWR))
                shutdown(to.descriptor, Int32(SHUT_RDWR))
            }
        }
        group.wait()
        close(other)
    }

    /// Makes the close that follows a reset.
    func reset() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(
            descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }
}
