// SPDX-License-Identifier: Apache-2.0

internal import FlyingFox
internal import FlyingSocks
internal import Glibc

/// Waits for sockets, and makes them send at once.
///
/// The server writes the head of an answer and its body apart; without TCP_NODELAY (tcp(7)) the
/// body waits 40 ms for the client to confirm the head.
struct PromptPool: AsyncSocketPool {
    private let base: any AsyncSocketPool = HTTPServer.defaultPool()

    func prepare() async throws { try await base.prepare() }

    func run() async throws { try await base.run() }

    func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
        // The sockets of connections take the option over from the one that listens.
        let noDelay = BoolSocketOption(level: Int32(IPPROTO_TCP), name: TCP_NODELAY)
        try? socket.setValue(true, for: noDelay)
        try await base.suspendSocket(socket, untilReadyFor: events)
    }
}
