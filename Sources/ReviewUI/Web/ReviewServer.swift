// SPDX-License-Identifier: Apache-2.0

internal import FlyingSocks
internal import Glibc
internal import Wording

/// Serves the review page to browsers of this machine, and to nobody else.
package actor ReviewServer {
    /// Why a server stopped.
    package enum Ending: String, Sendable, Hashable {
        /// Its task was cancelled.
        case stopped
        /// No browser wanted anything for a long time.
        case idle
    }

    private let session: ReviewSession
    private let stateArguments: String
    private let services: PageServices
    private let wantedPort: UInt16
    private let timing: ServerTiming
    private let keys: KeyRing
    private var port: UInt16?

    /// A server for `session` at `port` of 127.0.0.1; 0 takes a free one.
    package init(
        session: ReviewSession, services: PageServices, port: UInt16 = 0,
        idleSeconds: Double = 1800, stateArguments: String = ""
    ) {
        var timing = ServerTiming()
        timing.idle = idleSeconds
        self.init(
            session: session, services: services, port: port, timing: timing,
            stateArguments: stateArguments)
    }

    init(
        session: ReviewSession, services: PageServices, port: UInt16, timing: ServerTiming,
        stateArguments: String = ""
    ) {
        self.stateArguments = stateArguments
        self.session = session
        self.services = services
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
        let service = RunningServer(
            door: door, room: room, timing: timing, table: ConnectionTable(), hub: EventHub(),
            session: session)
        let router = PageRouter(
            guardian: RequestGuard(port: port, keys: keys),
            api: PageAPI(
                session: session, services: services, hub: service.hub,
                words: Words(.english, stateArguments: stateArguments)))
        // The task does not inherit the cancellation: what is being done is finished first.
        let serving = Task { await service.run { await router.answer($0) } }
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
