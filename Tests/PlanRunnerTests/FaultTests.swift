// SPDX-License-Identifier: Apache-2.0

import DriveAdapters
import PlanRunner
import RuleEngine
import StateLedger
import Testing

@Suite("Whatever goes wrong, once or often", .tags(.anyAnswer, .fullDisk))
struct FaultTests {
    /// Executes until nothing is left that could still be done, some days later at most.
    private func finish(_ world: RunnerWorld) async throws {
        for _ in 0..<12 {
            try await world.executeForGood()
            world.now += 20 * 60
        }
        for _ in 0..<3 {
            world.now += day
            try await world.executeForGood()
        }
    }

    /// What an undisturbed world comes to, apart from days: retries take time.
    private func end(of world: RunnerWorld) async throws -> [String] {
        let items = try await world.ledger.stagedItems(states: nil).map { item in
            "\(item.order.item.drive) \(item.order.item.path) \(item.state.rawValue)"
                + " \(item.isPurged) \(item.isRestoring)"
                + " \(DeletionReceipt(text: item.receipt)?.place ?? "-")"
        }
        return items + world.everything + ["\(try await world.chargedDeletes())"]
    }

    @Test(
        "a call of a drive that goes wrong once changes nothing in the end",
        arguments: Faults.Kind.honest)
    func everyCall(kind: Faults.Kind) async throws {
        let tree = try LocalTree()
        let prepared = try await Aftermath.prepare(in: tree)
        let calm = try prepared.world(at: tree.base + "/calm")
        try await finish(calm)
        let wanted = try await end(of: calm)
        var step = 0
        while true {
            let what: Comment = "call \(step)"
            let faults = Faults()
            let world = try prepared.world(at: tree.base + "/world", faults: faults)
            let before = Set(world.everything)
            faults.strike(step, kind)
            try await world.executeForGood()
            guard faults.hit != nil else { break }
            try await world.checkSoundness(what)
            // Nothing went that was not going to go anyway.
            let gone = before.subtracting(world.everything)
            #expect(gone.isSubset(of: before.subtracting(calm.everything)), what)
            // What is told to be deleted is.
            for item in try await world.ledger.stagedItems(states: [.deleted]) {
                let drive = world.memoryDrives.first { $0.name == item.order.item.drive }
                #expect(drive?.has(item.order.item.path) == false, what)
            }
            try await finish(world)
            let found = try await end(of: world)
            #expect(found.filter { !wanted.contains($0) } == [], what)
            #expect(wanted.filter { !found.contains($0) } == [], what)
            try await world.checkSoundness(what)
            step += 1
        }
        #expect(step >= 8)
    }

    @Test("a drive that does the work and never says so is found out", arguments: [1, 3])
    func lostAnswers(times: Int) async throws {
        let scene = try await Happening.scene()
        let world = scene.world
        world.now += day
        scene.faults.always(.delete, .losesAnswer)
        for _ in 0..<times {
            try await world.execute()
            world.now += 60 * 16
        }
        scene.faults.always(.delete, nil)
        try await world.execute()
        #expect(!scene.main.has("/a.tmp"))
        #expect(try await world.state("/a.tmp") == .deleted)
        #expect(try await world.chargedDeletes() == 1)
        try await world.checkSoundness()
        let items = try await world.ledger.stagedItems(states: [.deleted])
        _ = try await world.runner().restore(items, shouldStop: { false })
        #expect(scene.main.has("/a.tmp"))
    }

    @Test("a lost answer that cannot be cleared up yet is cleared up later")
    func lostAnswerUnanswered() async throws {
        for kind in [Faults.Kind.throwsError, .fails] {
            let scene = try await Happening.scene()
            let world = scene.world
            world.now += day
            scene.faults.always(.delete, .losesAnswer)
            try await world.execute()
            scene.faults.always(.delete, nil)
            scene.faults.always(.reconcile, kind)
            world.now += 60
            try await world.execute()
            #expect(try await world.state("/a.tmp").isActive, "\(kind)")
            scene.faults.always(.reconcile, nil)
            try await world.execute()
            #expect(try await world.state("/a.tmp") == .deleted, "\(kind)")
            #expect(try await world.chargedDeletes() == 1, "\(kind)")
        }
    }

    @Test("a drive that breaks its word and throws after the deletion loses no other item")
    func brokenPromise() async throws {
        let scene = try await Happening.scene()
        let world = scene.world
        world.now += day
        scene.faults.always(.delete, .throwsAfterwards)
        try await world.execute()
        #expect(try await world.state("/a.tmp") == .held)
        scene.faults.always(.delete, nil)
        try await world.execute()
        // It went, but nobody can tell by whose hand.
        #expect([.gone, .deleted].contains(try await world.state("/a.tmp")))
        #expect(scene.main.files == ["/sub/b.txt"])
        try await world.checkSoundness()
    }

    @Test("after a failure somebody else's removal is still not ours")
    func goneAfterFailure() async throws {
        let scene = try await Happening.scene()
        let world = scene.world
        world.now += day
        scene.faults.always(.delete, .fails)
        try await world.execute()
        scene.main.remove(id: "/a.tmp")
        world.now += 60
        try await world.execute()
        #expect(try await world.state("/a.tmp") == .gone)
        #expect(try await world.chargedDeletes() == 0)
    }

    @Test("a state file that another process holds on to stops the run, and nothing is lost")
    func lockedLedger() async throws {
        let tree = try LocalTree()
        let prepared = try await Aftermath.prepare(in: tree)
        let calm = try prepared.world(at: tree.base + "/calm")
        try await calm.executeForGood()
        let count = calm.witness.count
        let wanted = try await Aftermath(of: calm)
        var failures = 0
        for step in stride(from: 0, to: count, by: 3) {
            let path = tree.base + "/world"
            let world = try prepared.world(at: path)
            let holder = try Holder(path: path, now: world.instant)
            world.witness.watch(step) {
                // Within a transaction of ours nobody else can begin one.
                if world.witness.name != "commit" { holder.take() }
            }
            let what: Comment = "step \(step)"
            do {
                try await world.executeForGood()
            } catch let error as RunnerError {
                #expect(error.kind == .locked, what)
                failures += 1
            }
            holder.release()
            world.witness.watch(nil)
            try await world.checkSoundness(what)
            try await world.executeForGood()
            #expect(try await Aftermath(of: world).differences(from: wanted) == [], what)
            try await world.checkSoundness(what)
        }
        #expect(failures > 5)
    }
}

/// Another process that holds the lock of a state file for as long as it likes.
private final class Holder: Sendable {
    private let ledger: Ledger
    private let isHeld = Gate()
    private let isOver = Gate()
    private let isDone = Gate()
    private let hasTaken = Lock(false)

    init(path: String, now: Timestamp) throws {
        var options = LedgerOptions()
        options.beforeCommit = { [isHeld, isOver] in
            isHeld.open()
            isOver.wait()
        }
        ledger = try Ledger.openExisting(path: path, now: now, options: options)
    }

    /// Takes the lock, and comes back when it has it.
    func take() {
        if hasTaken.withLock({ $0 }) { return }
        hasTaken.withLock { $0 = true }
        background { [ledger, isHeld, isDone] in
            try? await ledger.record(
                event: "noted", plan: nil, actor: "other", cause: nil, detail: nil,
                at: Timestamp(secondsSinceEpoch: 0))
            // Whatever has come of it, nobody waits for ever.
            isHeld.open()
            isDone.open()
        }
        isHeld.wait()
    }

    /// Lets go of it, and comes back when it is free.
    func release() {
        isOver.open()
        if hasTaken.withLock({ $0 }) { isDone.wait() }
    }
}
