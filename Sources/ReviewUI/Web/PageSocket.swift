// SPDX-License-Identifier: Apache-2.0

internal import FlyingSocks
internal import Glibc
internal import POSIX

/// What the sockets of a server wait in.
typealias WaitingRoom = SocketPool<ePoll>

/// Why a connection ends.
struct ConnectionLost: Error {}

/// A connection, or the port that connections come in at; reads and writes suspend.
///
/// Sockets are made here rather than by the library: child processes do not inherit them, and a
/// client that is gone sends no SIGPIPE.
struct PageSocket: Sendable {
    private let socket: Socket
    private let room: WaitingRoom

    /// The number of the file.
    var file: Int32 { socket.file.rawValue }

    private init(_ file: Int32, _ room: WaitingRoom) {
        socket = Socket(file: Socket.FileDescriptor(rawValue: file))
        self.room = room
    }

    /// Listens at `port` of 127.0.0.1, and at no other address; 0 takes a free one.
    static func listening(
        port: UInt16, _ room: WaitingRoom
    ) throws(ReviewServerError) -> PageSocket {
        let file = Glibc.socket(
            AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC | O_NONBLOCK, 0)
        guard file >= 0 else { throw ReviewServerError.system("no socket can be made") }
        // A port of which old connections linger can be taken at once.
        var yes: Int32 = 1
        setsockopt(file, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        let bound = withUnsafeBytes(of: &address) {
            $0.withMemoryRebound(to: sockaddr.self) { address in
                bind(file, address.baseAddress, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard bound == 0, listen(file, SOMAXCONN) == 0 else {
            let reason = errno
            Glibc.close(file)
            throw reason == EADDRINUSE
                ? ReviewServerError(
                    "port \(port) is in use by another program; choose another one, or leave"
                        + " the port out")
                : ReviewServerError.system("port \(port) of 127.0.0.1 cannot be used", reason)
        }
        return PageSocket(file, room)
    }

    /// The port that it listens at.
    var port: UInt16 {
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutableBytes(of: &address) {
            $0.withMemoryRebound(to: sockaddr.self) { address in
                _ = getsockname(file, address.baseAddress, &size)
            }
        }
        return UInt16(bigEndian: address.sin_port)
    }

    /// The next connection; nil when none could be taken now, as when too many files are open.
    func accept() async throws -> PageSocket? {
        while true {
            let taken: Int32?
            do throws(SystemError) {
                taken = try SystemCall.unlessBlocking { Glibc.accept(file, nil, nil) }
            } catch {
                if error.code == ECONNABORTED { continue }
                return nil
            }
            guard let taken else {
                try await room.suspendSocket(socket, untilReadyFor: .read)
                continue
            }
            _ = fcntl(taken, F_SETFD, FD_CLOEXEC)
            _ = fcntl(taken, F_SETFL, O_NONBLOCK)
            var yes: Int32 = 1
            setsockopt(
                taken, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
            return PageSocket(taken, room)
        }
    }

    /// The next bytes, at most `most`; none at the end.
    func read(_ most: Int) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        _ = try await whenReady(.read) {
            var count = 0
            bytes = [UInt8](unsafeUninitializedCapacity: most) { buffer, filled in
                count = recv(file, buffer.baseAddress, most, 0)
                filled = Swift.max(0, count)
            }
            return count
        }
        return bytes
    }

    /// Sends what fits now of `bytes`, waiting until something does; how many that were.
    func write(_ bytes: ArraySlice<UInt8>) async throws -> Int {
        try await whenReady(.write) {
            bytes.withUnsafeBytes { send(file, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        }
    }

    /// What `call` answers, as soon as it need not wait.
    private func whenReady(_ events: Socket.Events, _ call: () -> Int) async throws -> Int {
        while true {
            try Task.checkCancellation()
            do throws(SystemError) {
                if let count = try SystemCall.unlessBlocking(call) { return count }
            } catch {
                throw ConnectionLost()
            }
            try await room.suspendSocket(socket, untilReadyFor: events)
        }
    }

    /// Ends the connection in both ways: whoever waits for it stops waiting.
    func hangUp() { shutdown(file, Int32(SHUT_RDWR)) }

    /// Says that no more will be sent.
    func endWriting() { shutdown(file, Int32(SHUT_WR)) }

    /// Closes the file, once the waiting room is done with it.
    ///
    /// The room wakes a waiting task first and forgets the file then. A file that is closed in
    /// between would be remembered, and the next connection of the same number would never wake.
    func close() async {
        await Self.isIdle(room)
        Glibc.close(file)
    }

    /// Returns when the room is between two pieces of work.
    private static func isIdle(_ room: isolated WaitingRoom) {}
}

/// Why a server cannot start.
package struct ReviewServerError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong and what to do, for people.
    package let message: String

    init(_ message: String) { self.message = message }

    /// What is wrong and what to do, for people.
    package var description: String { message }

    static func system(_ what: String, _ reason: Int32 = errno) -> ReviewServerError {
        ReviewServerError("\(what): \(SystemError(code: reason).text)")
    }
}
