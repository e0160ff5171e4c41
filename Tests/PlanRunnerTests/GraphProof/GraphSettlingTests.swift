// SPDX-License-Identifier: Apache-2.0

import DriveAdapters
import GraphSimulator
import HTTPTransport
import PlanRunner
import RuleEngine
import StateLedger
import Testing

/// For a minute after a request, that an item is seen does not say that it stays: the request may be
/// under way, and a replica may not have heard of it.
@Suite("A OneDrive within a minute of a request", .tags(.undoWins, .anyAnswer, .crashSafety))
struct GraphSettlingTests {
    private static let path = "/a.tmp"

    /// A drive on which one file is due, and which shows for `lag` seconds what has left.
    private func world(
        _ kind: SimulatedDriveKind, lag: Double = 0, method: DeletionMethod = .recycle,
        in tree: LocalTree
    ) async throws -> GraphWorld {
        let world = try GraphWorld(
            RuleFile([.delete("junk", .name("*.tmp"), method: method)]),
            over: GraphWorld.graph(kind), statePath: tree.base + "/state")
        world.account.settings.deletionLagSeconds = lag
        try world.account.addFile(Self.path, .text("a"))
        try world.account.addFile("/keep.txt", .text("k"))
        world.pass(day)
        try await world.stageAll()
        world.pass(day + hour)
        return world
    }

    /// Lets the next deletion be sent, and cuts the line before it arrives or before it is answered.
    private func cut(_ place: GraphWire.Place, _ world: GraphWorld) throws {
        let id = try #require(world.live[Self.path])
        let isCut = Lock(false)
        world.wire.watch { now, _, request in
            guard now == place, request.asks(.delete, id) else { return nil }
            let isFirst = isCut.withLock { isCut in
                defer { isCut = true }
                return !isCut
            }
            return isFirst ? HTTPError(.broken, "the connection broke") : nil
        }
    }

    /// Has a process begin the deletion that does not live to send anything.
    private func begin(_ world: GraphWorld) async throws {
        let item = try await world.world.item(Self.path)
        _ = try await world.world.ledger.begin(
            [item.number], terms: nil, day: world.world.today, actor: "test",
            at: world.world.instant)
    }

    @Test(
        "what is seen after a lost answer is not said to stay",
        arguments: [SimulatedDriveKind.personal, .business], [GraphWire.Place.before, .after])
    func lostAnswer(kind: SimulatedDriveKind, place: GraphWire.Place) async throws {
        let tree = try LocalTree()
        let world = try await world(kind, lag: 45, in: tree)
        try cut(place, world)
        try await world.execute()
        world.wire.watch(nil)
        #expect(try await world.world.state(Self.path) == .executing)
        for _ in 0..<3 {
            world.pass(15)
            try world.restart()
            // As `undo` does: it settles first what can be.
            _ = try await world.world.runner().recover()
            let undo = try await world.world.undo(.all)
            #expect(undo.undone.isEmpty)
            let isOpen = try await world.world.state(Self.path) == .executing
            #expect(isOpen == !undo.executing.isEmpty)
            if !isOpen { #expect(world.live[Self.path] == nil) }
        }
        world.pass(60)
        _ = try await world.world.runner().recover()
        let undo = try await world.world.undo(.all)
        // What never arrived is there to be taken back; what did is known by now.
        #expect(undo.undone.count == (place == .before ? 1 : 0))
        #expect((world.live[Self.path] != nil) == (place == .before))
        #expect(try await world.world.state(Self.path) == (place == .before ? .undone : .deleted))
        try await world.checkTruth(nil)
    }

    @Test(
        "the next execution goes on with what is open, and ends as if nothing had been",
        arguments: [SimulatedDriveKind.personal, .business], [0.0, 45])
    func resumed(kind: SimulatedDriveKind, lag: Double) async throws {
        for method in [DeletionMethod.recycle, .quarantine] {
            let tree = try LocalTree()
            let world = try await world(kind, lag: lag, method: method, in: tree)
            try await begin(world)
            let report = try await world.execute()
            #expect(report.items.map(\.state) == [.deleted], "\(method)")
            #expect(report.count(.deleted) == 1 && report.deletedBytes == 1)
            #expect(report.recovered.isEmpty)
            #expect(world.live[Self.path] == nil)
            #expect(try await world.world.chargedDeletes() == 1)
            #expect(try await world.world.item(Self.path).attempt == 1)
            try await world.checkTruth(nil)
        }
    }

    @Test("what a protection covers by then is not sent once more, and waits until it is settled")
    func resumedProtected() async throws {
        let tree = try LocalTree()
        let world = try await world(.personal, in: tree)
        try await begin(world)
        world.world.file.protections = [.protect("safe", .name("a.*"))]
        world.graph.clearLog()
        let report = try await world.execute()
        #expect(report.unsettled.count == 1)
        #expect(report.objections.values.first?.contains("protection") == true)
        #expect(try await world.world.state(Self.path) == .executing)
        #expect(world.graph.log(.delete).isEmpty)
        world.pass(61)
        try await world.execute()
        #expect(try await world.world.state(Self.path) == .cancelled)
        #expect(world.live[Self.path] != nil)
    }

    @Test("what a canary holds is not sent once more, and goes once the canary is seen again")
    func resumedAlarmed() async throws {
        let tree = try LocalTree()
        let world = try await world(.personal, in: tree)
        try await begin(world)
        world.world.alarmed = Set(world.world.drives.map(\.name))
        world.graph.clearLog()
        try await world.execute()
        world.pass(61)
        try await world.execute()
        #expect(world.graph.log(.delete).isEmpty)
        #expect(world.live[Self.path] != nil)
        #expect(try await world.world.state(Self.path) == .held)
        world.world.alarmed = []
        try await world.execute()
        #expect(try await world.world.state(Self.path) == .deleted)
        #expect(world.live[Self.path] == nil)
    }

    @Test(
        "a deletion that is never answered counts as an attempt, and is given up in the end",
        arguments: [Int64(18), 59, 1_200], [true, false])
    func neverAnswered(seconds: Int64, isKilledFirst: Bool) async throws {
        let tree = try LocalTree()
        let world = try await world(.personal, in: tree)
        if isKilledFirst { try await begin(world) }
        let id = try #require(world.live[Self.path])
        world.wire.watch { place, _, request in
            place == .before && request.asks(.delete, id)
                ? HTTPError(.broken, "the connection broke") : nil
        }
        world.graph.clearLog()
        var sent: [Int64] = []
        var said: [ItemState] = []
        for _ in 0..<(7_200 / Int(seconds) + 12) {
            try world.restart()
            let attempt = try await world.world.item(Self.path).attempt
            let report = try await world.execute()
            said += report.outcomes.map(\.state)
            let item = try await world.world.item(Self.path)
            if item.attempt > attempt { sent.append(world.world.now) }
            world.pass(seconds)
        }
        #expect(said.contains(.gaveUp))
        // A minute until it counts, and then 1, 2, 4 and 8 minutes.
        let pauses = zip(sent.dropFirst(), sent).map { $0 - $1 }
        #expect(zip(pauses.suffix(3), [180, 300, 540]).allSatisfy { $0 >= $1 }, "\(pauses)")
        #expect(try await world.world.state(Self.path) == .gaveUp)
        #expect(try await world.world.item(Self.path).attempt == ItemState.attemptsMax)
        #expect(world.live[Self.path] != nil)
    }

    @Test("what has just gone and is still shown is not said to be back", arguments: [0, 10, 70])
    func restoredAtOnce(seconds: Int64) async throws {
        for kind in [SimulatedDriveKind.personal, .business] {
            let tree = try LocalTree()
            let world = try await world(kind, lag: 45, in: tree)
            let id = try #require(world.live[Self.path])
            try await world.execute()
            #expect(try await world.world.state(Self.path) == .deleted)
            world.pass(seconds)
            let restored = try await world.restore(Self.path)
            let isBack = world.account.item(id)?.path == Self.path
            #expect((restored.item.state == .restored) == isBack)
            #expect(isBack == (kind == .personal))
            #expect(restored.mayBeTriedAgain == (kind == .business && seconds < 45))
        }
    }

    @Test("a copy that has just gone and is still shown is no copy that stays")
    func copyStillShown() async throws {
        let tree = try LocalTree()
        let world = try GraphWorld(
            RuleFile([.duplicates()]), over: GraphWorld.graph(.personal),
            statePath: tree.base + "/state")
        world.account.settings.deletionLagSeconds = Double(2 * hour)
        try world.account.addFile("/keep/a.txt", .text("same"))
        try world.account.addFile("/b.txt", .text("same"))
        world.pass(day)
        try await world.stageAll()
        #expect(try await world.world.states() == ["/b.txt": .staged])
        // Other rules delete the copy that was to stay, a moment before the first one is due.
        world.pass(day - 600)
        world.world.file.rules.append(
            .delete("old", .name("a.txt"), window: UndoWindow.none))
        try await world.stageAll()
        try await world.execute()
        #expect(try await world.world.state("/keep/a.txt") == .deleted)
        world.pass(700)
        try await world.execute()
        #expect(try await world.world.state("/b.txt") == .changed)
        #expect(world.live["/b.txt"] != nil)
    }

    @Test("a copy that was found to be gone and is still shown is none either")
    func goneCopyStillShown() async throws {
        let tree = try LocalTree()
        let world = try GraphWorld(
            RuleFile([.duplicates()]), over: GraphWorld.graph(.business),
            statePath: tree.base + "/state")
        try world.account.addFile("/keep/a.txt", .text("same"))
        try world.account.addFile("/b.txt", .text("same"))
        world.pass(day)
        try await world.stageAll()
        #expect(try await world.world.states() == ["/b.txt": .staged])
        world.pass(day - 600)
        world.world.file.rules.append(
            .delete("old", .name("a.txt"), window: UndoWindow.none))
        try await world.stageAll()
        // Nobody tells whether it was this request that took it away.
        world.graph.play(
            FaultRule([.delete], .failedAfterEffect(SimulatedFailure(404, "itemNotFound"))))
        try await world.execute()
        #expect(try await world.world.state("/keep/a.txt") == .gone)
        // From now on a replica shows it again.
        world.account.settings.deletionLagSeconds = Double(2 * hour)
        world.pass(700)
        #expect(world.live["/keep/a.txt"] == nil)
        try await world.execute()
        #expect(try await world.world.state("/b.txt") == .changed)
        #expect(world.live["/b.txt"] != nil)
    }

    @Test(
        "what was brought back after an answer was lost is not deleted again, whatever its tag",
        arguments: [SimulatedDriveKind.personal, .business], [Int64(5), 90])
    func broughtBack(kind: SimulatedDriveKind, seconds: Int64) async throws {
        for isKilled in [true, false] {
            let tree = try LocalTree()
            let world = try await world(kind, in: tree)
            let id = try #require(world.live[Self.path])
            if isKilled {
                try await begin(world)
                try world.account.delete(id)
            } else {
                // Nobody can be asked what became of it, either.
                let isCut = Lock(false)
                world.wire.watch { place, _, request in
                    let broken = HTTPError(.broken, "the connection broke")
                    if isCut.withLock({ $0 }) { return place == .before ? broken : nil }
                    guard place == .after, request.asks(.delete, id) else { return nil }
                    isCut.withLock { $0 = true }
                    return broken
                }
                try await world.execute()
                world.wire.watch(nil)
            }
            #expect(try await world.world.state(Self.path) == .executing)
            #expect(world.live[Self.path] == nil)
            world.pass(seconds)
            try world.account.restore(id: id)
            #expect(world.live[Self.path] == id)
            for _ in 0..<6 {
                try world.restart()
                try await world.execute()
                world.pass(40)
            }
            #expect(world.live[Self.path] == id, "\(isKilled)")
            #expect(try await world.world.state(Self.path) == .changed)
            #expect(try await world.world.chargedDeletes() == 0)
        }
    }

    @Test(
        "as long as the feed cannot be read, what is there may have been brought back",
        arguments: [SimulatedDriveKind.personal, .business])
    func broughtBackUnread(kind: SimulatedDriveKind) async throws {
        let tree = try LocalTree()
        let world = try await world(kind, in: tree)
        let id = try #require(world.live[Self.path])
        try await begin(world)
        try world.account.delete(id)
        try world.account.restore(id: id)
        world.graph.play(
            FaultRule([.delta], .refused(SimulatedFailure(500, nil)), count: nil))
        for _ in 0..<4 {
            try world.restart()
            try await world.execute()
            #expect(try await world.world.state(Self.path) == .executing)
            world.pass(40)
        }
        world.graph.play(FaultScript())
        for _ in 0..<3 {
            try await world.execute()
            world.pass(40)
        }
        #expect(try await world.world.state(Self.path) == .changed)
        #expect(world.live[Self.path] == id)
    }

    @Test(
        "what has changed is not said to stay as long as the request may be under way",
        arguments: [SimulatedDriveKind.personal, .business])
    func changedMeanwhile(kind: SimulatedDriveKind) async throws {
        let tree = try LocalTree()
        let world = try await world(kind, in: tree)
        try await begin(world)
        try world.account.edit(Self.path, .text("another"))
        for _ in 0..<2 {
            _ = try await world.world.runner().recover()
            #expect(try await world.world.state(Self.path) == .executing)
            world.pass(30)
        }
        _ = try await world.world.runner().recover()
        #expect(try await world.world.state(Self.path) == .changed)
        #expect(world.live[Self.path] != nil)
    }

    @Test("what somebody brought back by hand is found to be back, and asked for but once")
    func backByHand() async throws {
        let tree = try LocalTree()
        let world = try await world(.personal, in: tree)
        let id = try #require(world.live[Self.path])
        try await world.execute()
        try world.account.restore(id: id)
        #expect(try await world.restore(Self.path).item.state == .restored)
        #expect(world.live[Self.path] == id)
    }
}
