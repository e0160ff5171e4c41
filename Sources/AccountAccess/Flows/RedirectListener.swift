// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import HTTPTransport
internal import Messages
internal import POSIX
internal import Synchronization
internal import Threads

/// A port of this machine that waits for the browser to come back from the sign-in service.
///
/// It is open on the loopback addresses only, answers few and small requests, and closes after the
/// one that it waits for.
final class RedirectListener: Sendable {
    /// The port, the same on both addresses.
    let port: UInt16
    private let words: @Sendable (String) -> String
    private let sockets: [Int32]
    private let isCancelled = Atomic(false)

    /// Opens a port that is free; says what it says in `words`.
    init(words: @escaping @Sendable (String) -> String = { $0 }) throws(AccessError) {
        self.words = words
        // Somebody else may have that port on the other address, and a browser would go there.
        for _ in 0..<20 {
            guard let (first, port) = Self.socket(Self.fourth(port: 0)) else { break }
            switch Self.socket(Self.sixth(port: port)) {
            case .some((let second, _)): sockets = [first, second]
            case nil where errno == EADDRINUSE:
                close(first)
                continue
            case nil: sockets = [first]
            }
            self.port = port
            return
        }
        throw AccessError(
            .misconfigured,
            String(
                clause: "no port of this machine can be opened for the browser:"
                    + " \(AccountFolder.reason()); '--device-code' needs none"))
    }

    deinit { for socket in sockets { close(socket) } }

    /// Where the browser is sent. The registration names it without the port.
    var address: String { "http://localhost:\(port)" }

    /// What the browser brings back. Throws when it does not come in time.
    func redirect(
        state: String, withinSeconds seconds: Double
    ) async throws(AccessError) -> Redirect {
        let end = MonotonicTime.seconds + seconds
        let result = await withTaskCancellationHandler {
            await BlockingCall.value {
                Result { () throws(AccessError) in try self.wait(state: state, end: end) }
            }
        } onCancel: {
            self.isCancelled.store(true, ordering: .relaxed)
        }
        return try result.get()
    }

    // MARK: Waiting

    /// Somebody who has connected, and what has come from there.
    private struct Visitor {
        let socket: Int32
        let end: Double
        var bytes: [UInt8] = []
    }

    /// Browsers open connections in advance that they never use.
    private static let visitorCountMax = 16
    private static let visitorSeconds = 20.0

    private func wait(state: String, end: Double) throws(AccessError) -> Redirect {
        var visitors: [Visitor] = []
        defer { for visitor in visitors { close(visitor.socket) } }
        while true {
            let now = MonotonicTime.seconds
            if isCancelled.load(ordering: .relaxed) {
                throw AccessError(.offline, String(clause: "the sign-in was cancelled"))
            }
            guard now < end else {
                throw AccessError(
                    .signInNeeded,
                    String(clause: "nobody has signed in at the browser in time; start again"))
            }
            visitors.removeAll { visitor in
                let isLate = visitor.end < now
                if isLate { close(visitor.socket) }
                return isLate
            }
            poll(visitors)
            accept(&visitors)
            if let found = read(&visitors, state) { return found }
        }
    }

    /// Waits for anything to happen, at most a moment.
    private func poll(_ visitors: [Visitor]) {
        // Who is not taken in yet must not wake this up all the time.
        let open = visitors.count < Self.visitorCountMax ? sockets : []
        var watched = (open + visitors.map(\.socket)).map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        _ = Glibc.poll(&watched, nfds_t(watched.count), 200)
    }

    private func accept(_ visitors: inout [Visitor]) {
        for socket in sockets where visitors.count < Self.visitorCountMax {
            let visitor = Glibc.accept(socket, nil, nil)
            guard visitor >= 0 else { continue }
            let flags = fcntl(visitor, F_GETFL)
            guard fcntl(visitor, F_SETFL, flags | O_NONBLOCK) == 0,
                fcntl(visitor, F_SETFD, FD_CLOEXEC) == 0
            else {
                close(visitor)
                continue
            }
            let end = MonotonicTime.seconds + Self.visitorSeconds
            visitors.append(Visitor(socket: visitor, end: end))
        }
    }

    /// Takes what has come from all visitors, and answers those who are done.
    private func read(_ visitors: inout [Visitor], _ state: String) -> Redirect? {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        for index in visitors.indices.reversed() {
            let socket = visitors[index].socket
            // Who hangs up has said all that there was.
            let got: Int?
            do throws(SystemError) {
                got = try SystemCall.unlessBlocking { recv(socket, &buffer, buffer.count, 0) }
            } catch {
                got = 0
            }
            guard let count = got else { continue }
            visitors[index].bytes += buffer[..<count]
            let outcome = RedirectRequest.outcome(
                of: visitors[index].bytes, port: port, state: state)
            if case .incomplete = outcome, count > 0 { continue }
            visitors.remove(at: index)
            answer(socket, outcome)
            if case .redirect(let found) = outcome { return found }
        }
        return nil
    }

    /// Answers and closes. The page is far smaller than the buffer of a socket.
    private func answer(_ socket: Int32, _ outcome: RedirectRequest.Outcome) {
        let page = RedirectRequest.response(to: outcome, words)
        _ = send(socket, page, page.count, Int32(MSG_NOSIGNAL))
        shutdown(socket, Int32(SHUT_WR))
        close(socket)
    }

    // MARK: Sockets

    /// A socket that listens on the address that `fill` makes, and its port.
    private static func socket(
        _ make: (inout sockaddr_storage) -> (family: Int32, size: Int)
    ) -> (descriptor: Int32, port: UInt16)? {
        var storage = sockaddr_storage()
        let (family, size) = make(&storage)
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        let descriptor = Glibc.socket(family, kind | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        var yes: Int32 = 1
        if family == AF_INET6 {
            setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &yes, 4)
        }
        var length = socklen_t(size)
        let isBound = withUnsafeMutablePointer(to: &storage) { storage in
            storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, length) == 0 && listen(descriptor, 16) == 0
                    && getsockname(descriptor, address, &length) == 0
            }
        }
        guard isBound else {
            let reason = errno
            close(descriptor)
            errno = reason
            return nil
        }
        // The port stands at the same place in both kinds of address.
        let port = withUnsafeBytes(of: storage) { bytes in
            UInt16(bytes[2]) << 8 | UInt16(bytes[3])
        }
        return (descriptor, port)
    }

    private static func fourth(
        port: UInt16
    ) -> (inout sockaddr_storage) -> (family: Int32, size: Int) {
        { storage in
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
            withUnsafeMutableBytes(of: &storage) { bytes in
                withUnsafeBytes(of: address) { bytes.copyMemory(from: $0) }
            }
            return (AF_INET, MemoryLayout<sockaddr_in>.size)
        }
    }

    private static func sixth(
        port: UInt16
    ) -> (inout sockaddr_storage) -> (family: Int32, size: Int) {
        { storage in
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = port.bigEndian
            address.sin6_addr = in6addr_loopback
            withUnsafeMutableBytes(of: &storage) { bytes in
                withUnsafeBytes(of: address) { bytes.copyMemory(from: $0) }
            }
            return (AF_INET6, MemoryLayout<sockaddr_in6>.size)
        }
    }
}
