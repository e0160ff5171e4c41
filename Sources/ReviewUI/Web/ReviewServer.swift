// SPDX-License-Identifier: Apache-2.0

internal import FlyingSocks
internal import Glibc
package import Wording

/// Serves a page to browsers of this machine, and to nobody else: that of a review, or that of rules.
package actor ReviewServer {
    /// Why a server stopped.
    package enum Ending: String, Sendable, Hashable {
        /// Its task was cancelled.
        case stopped
        /// No browser wanted anything for a long time.
        case idle
    }

    private let backend: @Sendable (EventHub) -> any PageBackend
    private let wantedPort: UInt16
    private let timing: ServerTiming
    private let keys: KeyRing
    private var port: UInt16?

    /// A server for `session` at `port` of 127.0.0.1; 0 takes a free one.
    ///
    /// Commands that its pages tell lead where those of `words` lead; the language is that of the
    /// browser.
    package init(
        session: ReviewSession, services: PageServices, port: UInt16 = 0,
        idleSeconds: Double = 1800, words: Words = .english
    ) {
        var timing = ServerTiming()
        timing.idle = idleSeconds
        self.init(
            session: session, services: services, port: port, timing: timing, words: words)
    }

    init(
        session: ReviewSession, services: PageServices, port: UInt16, timing: ServerTiming,
        words: Words = .english
    ) {
        self.init(port: port, timing: timing) { hub in
            PageAPI(session: session, services: services, hub: hub, words: words)
        }
    }

    /// A server for the page of `rules` at `port` of 127.0.0.1; 0 takes a free one.
    package init(
        rules: any RulesPage, port: UInt16 = 0, idleSeconds: Double = 1800,
        words: Words = .english
    ) {
        var timing = ServerTiming()
        timing.idle = idleSeconds
        self.init(rules: rules, port: port, timing: timing, words: words)
    }

    init(rules: any RulesPage, port: UInt16, timing: ServerTiming, words: Words = .english) {
        self.init(port: port, timing: timing) { hub in
            RulesPageAPI(rules: rules, hub: hub, words: words)
        }
    }

    private init(
        port: UInt16, timing: ServerTiming,
        backend: @escaping @Sendable (EventHub) -> any PageBackend
    ) {
        self.backend = backend
        wantedPort = port
        self.timing = timing
        keys = KeyRing(linkSeconds: timing.link)
    }

    /// A new address that lets one browser in, once, within two minutes; nil before the server
    /// listens.
    package func newLink() async -> String? {
        guard let port else { return nil }
        return "http://127.0.0.1:\(port)/open/\(await keys.newKey())"
    }

    /// Serves until the task is cancelled, or nobody came for a long time.
    ///
    /// Once the port answers, `ready` is called with a first link. Throws `ReviewServerError` if
    /// the port cannot be had.
    @discardableResult
    package func run(
        ready: @escaping @Sendable (String) -> Void
    ) async throws(ReviewServerError) -> Ending {
        let room = WaitingRoom.ePoll(maxEvents: 128)
        do {
            try await room.prepare()
        } catch {
            throw ReviewServerError.system("connections cannot be waited for")
        }
        let door = try PageSocket.listening(port: wantedPort, room)
        let port = door.port
        self.port = port
        var timing = timing
        timing.connections = min(timing.connections, OpenFiles.room())
        let hub = EventHub()
        let backend = backend(hub)
        let service = RunningServer(
            door: door, room: room, timing: timing, table: ConnectionTable(), hub: hub,
            revision: backend.revision)
        let router = PageRouter(
            guardian: RequestGuard(port: port, keys: keys), api: backend)
        // The task does not inherit the cancellation: what is being done is finished first.
        let serving = Task { await service.run(router) }
        if let link = await newLink() { ready(link) }
        let ending = await withTaskCancellationHandler {
            await service.waitForEnd()
        } onCancel: {
            service.stop()
        }
        self.port = nil
        await service.part(ending)
        serving.cancel()
        await serving.value
        return ending
    }
}
