// SPDX-License-Identifier: Apache-2.0

internal import FlyingSocks

/// A server while it runs: its tasks, and how they come to an end.
struct RunningServer: Sendable {
    let door: PageSocket
    let room: WaitingRoom
    let timing: ServerTiming
    let table: ConnectionTable
    let hub: EventHub
    let revision: @Sendable () async throws -> Int64
    private let ends: AsyncStream<ReviewServer.Ending>
    private let end: AsyncStream<ReviewServer.Ending>.Continuation

    init(
        door: PageSocket, room: WaitingRoom, timing: ServerTiming, table: ConnectionTable,
        hub: EventHub, revision: @escaping @Sendable () async throws -> Int64
    ) {
        self.door = door
        self.room = room
        self.timing = timing
        self.table = table
        self.hub = hub
        self.revision = revision
        (ends, end) = AsyncStream.makeStream(of: ReviewServer.Ending.self)
    }

    // MARK: The end

    /// Returns when the server is to stop, and why.
    func waitForEnd() async -> ReviewServer.Ending {
        for await ending in ends { return ending }
        // The waiting task was cancelled.
        return .stopped
    }

    /// Asks the server to stop.
    func stop() { end.yield(.stopped) }

    /// Tells the pages that it is over, and lets what is being done come to its end.
    func part(_ ending: ReviewServer.Ending) async {
        door.hangUp()
        await hub.end(ending.rawValue)
        let deadline = ContinuousClock.now + .seconds(timing.parting)
        while await table.isBusy, ContinuousClock.now < deadline {
            await Self.pause(0.01)
        }
        await table.shedAll()
    }

    /// Waits that long, whether the task is cancelled or not.
    private static func pause(_ seconds: Double) async {
        await Task { try? await Task.sleep(for: .seconds(seconds)) }.value
    }

    // MARK: Tasks

    /// Takes connections and serves them, until the task is cancelled.
    func run(_ router: PageRouter) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                try? await room.run()
                // Without the waiting room nothing is served any more.
                stop()
            }
            group.addTask { await takeConnections(router) }
            group.addTask { await repeating(timing.poll) { await poll() } }
            group.addTask { await repeating(timing.heartbeat) { await hub.beat() } }
            group.addTask { await repeating(min(0.5, timing.moving / 4)) { await tidy() } }
            await group.waitForAll()
        }
        await door.close()
    }

    private func repeating(_ seconds: Double, _ body: () async -> Void) async {
        while (try? await Task.sleep(for: .seconds(seconds))) != nil { await body() }
    }

    /// Asks whether anybody changed what is shown, and tells the pages.
    private func poll() async {
        guard await hub.hasListeners, let revision = try? await revision() else { return }
        await hub.announce(revision)
    }

    private func tidy() async {
        await table.sweep()
        if await table.idle() > .seconds(timing.idle) { end.yield(.idle) }
    }

    private func takeConnections(_ router: PageRouter) async {
        await withDiscardingTaskGroup { group in
            while !Task.isCancelled {
                while await table.count >= timing.connections, !Task.isCancelled {
                    await table.shed()
                    try? await Task.sleep(for: .milliseconds(10))
                }
                guard let taken = try? await door.accept() else {
                    // Too many files are open, or the server stops.
                    await table.shed()
                    try? await Task.sleep(for: .milliseconds(20))
                    continue
                }
                // Counted here, so that many that come at once cannot be more than there may be.
                let number = await table.add(taken, seconds: timing.moving)
                group.addTask { await serve(taken, number, router) }
            }
        }
    }

    private func serve(
        _ socket: PageSocket, _ number: Int, _ router: PageRouter
    ) async {
        var connection = PageConnection(
            socket, number: number, table: table, timing: timing, hub: hub, router: router)
        await connection.serve()
        await table.remove(number)
        await socket.close()
    }
}
