// SPDX-License-Identifier: Apache-2.0

import DriveAdapters
import PlanRunner
import RuleEngine
import StateLedger
import Testing

/// What is on the disk at each step of a run is taken aside, and a new process goes on from there.
@Suite("A process that dies at any step", .tags(.crashSafety, .undoWins, .history))
struct CrashTests {
    /// Does `work` from `remains` on, once without a mishap and once for each step that it has,
    /// dying there; `again` is what the next process does. All have to come to the same end.
    private func survive(
        _ remains: Remains, in tree: LocalTree,
        _ work: (RunnerWorld) async throws -> Void, again: (RunnerWorld) async throws -> Void
    ) async throws {
        let calm = try remains.world(at: tree.base + "/calm")
        calm.witness.watch(nil)
        try await work(calm)
        let count = calm.witness.count
        #expect(count > 5)
        try await again(calm)
        let wanted = try await Aftermath(of: calm)
        try await calm.checkSoundness()
        for step in 0..<count {
            let world = try remains.world(at: tree.base + "/dying")
            let left = Lock<Remains?>(nil)
            world.witness.watch(step) {
                left.withLock { $0 = Remains(of: world, to: tree.base + "/left") }
            }
            try await work(world)
            let what: Comment = "step \(step) of \(count): \(world.witness.name)"
            let risen = try #require(left.withLock { $0 }, what).world(at: tree.base + "/risen")
            try await risen.checkSoundness(what)
            try await again(risen)
            let found = try await Aftermath(of: risen)
            #expect(found.differences(from: wanted) == [], what)
            try await risen.checkSoundness(what)
        }
    }

    @Test("an execution comes to the same end, whenever it is killed")
    func execution() async throws {
        let tree = try LocalTree()
        let prepared = try await Aftermath.prepare(in: tree)
        let calm = try prepared.world(at: tree.base + "/first")
        try await calm.executeForGood()
        let states = try await calm.states()
        #expect(
            states == [
                "/a.tmp": .deleted, "/b.tmp": .deleted, "/changed.tmp": .changed, "/f": .deferred,
                "/f/in.tmp": .deleted, "/gone.tmp": .gone, "/old.q": .deleted, "/p.p": .deleted,
                "/q.q": .deferred, "/safe.tmp": .cancelled, "/undone.tmp": .undone, "/x2": .deleted,
                "/x3": .deleted, "/y": .deleted, "/z.tmp": .deleted,
            ])
        try await survive(prepared, in: tree) { world in
            try await world.executeForGood()
        } again: { world in
            try await world.executeForGood()
        }
    }

    @Test("so does one that is killed on the next day")
    func nextDay() async throws {
        let tree = try LocalTree()
        let prepared = try await Aftermath.prepare(in: tree).world(at: tree.base + "/first")
        try await prepared.executeForGood()
        prepared.now += day
        let remains = Remains(of: prepared, to: tree.base + "/second")
        try await survive(remains, in: tree) { world in
            try await world.executeForGood()
        } again: { world in
            try await world.executeForGood()
        }
    }

    @Test("staging happens as a whole or not at all, and the plan is used once")
    func staging() async throws {
        let tree = try LocalTree()
        let world = try RunnerWorld(
            RuleFile([.delete()]), drives: [MemoryDrive(["/a.tmp": "a", "/b.tmp": "b"])],
            statePath: tree.statePath)
        let plan = try await world.plan()
        let remains = Remains(of: world, to: tree.base + "/planned")
        try await survive(remains, in: tree) { world in
            try await world.stage(plan)
        } again: { world in
            let known = try #require(try await world.ledger.plan(plan.id))
            if known.usedAt == nil {
                #expect(try await world.ledger.stagedItems(states: nil).isEmpty)
                try await world.stage(known)
            }
            #expect(try await world.ledger.stagedItems(states: nil).count == 2)
        }
    }

    @Test("an undo that was acknowledged holds, and one that was not can be repeated")
    func undo() async throws {
        let tree = try LocalTree()
        let prepared = try await Aftermath.prepare(in: tree)
        try await survive(prepared, in: tree) { world in
            try await world.undo(.all)
            world.witness.step("acknowledged")
            try await world.decide(.keep, "/x2")
            world.witness.step("acknowledged")
            try await world.executeForGood()
        } again: { world in
            try await world.undo(.all)
            try await world.decide(.keep, "/x2")
            try await world.executeForGood()
        }
    }

    @Test("a restore comes to the same end, whenever it is killed")
    func restore() async throws {
        let tree = try LocalTree()
        let prepared = try await Aftermath.prepare(in: tree).world(at: tree.base + "/first")
        try await prepared.executeForGood()
        let main = try #require(prepared.memoryDrives.first)
        main.write("/a.tmp", "a new one in its place")
        let remains = Remains(of: prepared, to: tree.base + "/second")
        @Sendable func restoreAll(_ world: RunnerWorld) async throws {
            _ = try await world.runner().recover()
            let items = try await world.ledger.stagedItems(states: [.deleted])
            _ = try await world.runner().restore(
                items.filter { !$0.isPurged }, shouldStop: { false })
        }
        try await survive(remains, in: tree, restoreAll, again: restoreAll)
    }

    @Test("an acknowledged undo is never followed by the deletion, whenever the process dies")
    func undoWins() async throws {
        let tree = try LocalTree()
        let prepared = try await Aftermath.prepare(in: tree)
        let world = try prepared.world(at: tree.base + "/world")
        world.witness.watch(nil)
        try await world.executeForGood()
        for step in 0..<world.witness.count {
            let world = try prepared.world(at: tree.base + "/world")
            let left = Lock<Remains?>(nil)
            world.witness.watch(step) {
                left.withLock { $0 = Remains(of: world, to: tree.base + "/left") }
            }
            try await world.executeForGood()
            let risen = try #require(left.withLock { $0 }).world(at: tree.base + "/risen")
            // Before anything else is done, the person takes all back.
            let undone = try await risen.undo(.all).undone.map(\.order.item)
            try await risen.executeForGood()
            risen.now += 10 * day
            try await risen.executeForGood()
            let lost = undone.filter { item in
                item.path != "/gone.tmp"
                    && risen.memoryDrives.first { $0.name == item.drive }?.has(item.path) != true
            }
            #expect(lost.map(\.path) == [], "step \(step): \(world.witness.name)")
            try await risen.checkSoundness()
        }
    }
}
