// SPDX-License-Identifier: Apache-2.0

import DriveAdapters
import PlanRunner
import RuleEngine
import StateLedger
import Testing

@Suite(
    "What becomes of an item when its window is over",
    .tags(.onlyWhatWasPlanned, .protections, .undoWins))
struct ExecutionTests {
    private static let protection = [Rule.protect("safe", .path("/protected/**"))]

    private func check(_ scene: Happening.Scene, _ happening: Happening) async throws {
        let world = scene.world
        let isDeleted = happening.way.last == .deleted
        let wasThere = scene.main.has("/a.tmp")
        let report = try await world.execute()
        #expect(try await world.way("/a.tmp") == [.staged] + happening.way)
        #expect(scene.main.has("/a.tmp") == (wasThere && !isDeleted))
        #expect(scene.main.has("/sub/b.txt"))
        #expect(try await world.chargedDeletes() == (isDeleted ? 1 : 0))
        // What had come to its end before was not due any more.
        let wasHandled = happening.way != [.undone]
        #expect(report.items.map(\.state) == (wasHandled ? happening.way.suffix(1) : []))
        // A drive is told nothing of what a look has ruled out.
        let isOrdered = [.deleted, .failed, .held].contains(happening.way.last)
        if !isOrdered { #expect(scene.faults.ordered == []) }
        let isPartial = [.held, .changed, .failed].contains(happening.way.last)
        #expect(report.isPartial == isPartial)
        #expect(report.deletedBytes == (isDeleted ? 3 : 0))
        try await world.checkSoundness()
        // Whatever has come to its end stays there.
        if !(try await world.state("/a.tmp").isActive) {
            world.now += 100 * day
            #expect(try await world.execute().items.isEmpty)
            #expect(try await world.way("/a.tmp") == [.staged] + happening.way)
            #expect(scene.main.has("/a.tmp") == (wasThere && !isDeleted))
        }
    }

    @Test("only what is as the plan saw it goes", arguments: Happening.toItem)
    func items(happening: Happening) async throws {
        let scene = try await Happening.scene(
            RuleFile([.delete()], protections: Self.protection))
        try await happening.change(scene)
        scene.world.now += day
        try await check(scene, happening)
    }

    @Test("only what the rules in force still delete goes", arguments: Happening.toRules)
    func rules(happening: Happening) async throws {
        let scene = try await Happening.scene()
        try await happening.change(scene)
        scene.world.now += day
        try await check(scene, happening)
    }

    @Test("what a drive does not answer for is never taken as done", arguments: Happening.toDrive)
    func drives(happening: Happening) async throws {
        let scene = try await Happening.scene()
        let due = try await scene.world.item("/a.tmp").order.due
        try await happening.change(scene)
        scene.world.now += day
        try await check(scene, happening)
        // Once the drive is itself again, the item goes; its window has not begun anew.
        let ended = [ItemState.deleted].contains(try await scene.world.state("/a.tmp"))
        if ended { return }
        #expect(try await scene.world.item("/a.tmp").order.due == due)
        scene.world.away = []
        scene.world.drives = [FaultyDrive(scene.main), scene.other]
        scene.world.now += 60
        try await scene.world.execute()
        #expect(try await scene.world.state("/a.tmp") == .deleted)
        #expect(!scene.main.has("/a.tmp"))
        #expect(try await scene.world.chargedDeletes() == 1)
        try await scene.world.checkSoundness()
    }

    @Test("what stands against a deletion is said, with the rule")
    func problems() async throws {
        let edits: [(words: String, edit: @Sendable (inout RuleFile) -> Void)] = [
            (
                "a protection applies to it now (rule 'p')",
                { $0.protections = [.protect("p", .everything)] }
            ),
            ("the rules say keep now (rule 'junk')", { $0.edit("junk") { $0.action = .keep } }),
            ("the rules say review now (rule 'junk')", { $0.edit("junk") { $0.action = .review } }),
            ("the rules say keep now", { $0.rules = [] }),
        ]
        for (words, edit) in edits {
            let scene = try await Happening.scene()
            edit(&scene.world.file)
            scene.world.now += day
            try await scene.world.execute()
            #expect(try await scene.world.item("/a.tmp").problem == words)
        }
        let scene = try await Happening.scene()
        scene.main.change("/a.tmp") { item in
            item.values.size = 9
            item.values.eTag = "another"
        }
        scene.world.now += day
        try await scene.world.execute()
        #expect(
            try await scene.world.item("/a.tmp").problem
                == "differs from what the plan saw: size, tag")
    }

    @Test("the clock alone can bring a protection, and then the item has changed")
    func protectionByClock() async throws {
        let file = RuleFile(
            [.delete()], protections: [.protect("unread", .older(.accessedAge, days: 100))])
        let scene = try await Happening.scene(file)
        scene.world.now += day
        try await scene.world.execute()
        #expect(try await scene.world.way("/a.tmp") == [.staged, .executing, .changed])
        #expect(try await scene.world.item("/a.tmp").problem?.contains("'unread'") == true)
        #expect(scene.main.has("/a.tmp"))
    }

    @Test("what a protection sees counts as it is now, not as the plan saw it")
    func protectionByState() async throws {
        let file = RuleFile(
            [.delete()],
            protections: [.protect("shared", .test(FieldTest(.shared, [.flag(true)])))])
        let main = MemoryDrive(["/a.tmp": "abc"])
        main.change("/a.tmp") { $0.values.shared = false }
        let world = try RunnerWorld(file, drives: [main])
        try await world.stageAll()
        world.now += day
        main.change("/a.tmp") { $0.values.shared = true }
        try await world.execute()
        #expect(try await world.state("/a.tmp") == .changed)
        #expect(main.has("/a.tmp"))
    }

    @Test("a person's deletion needs no rule, and no rule saves it but a protection")
    func personDeleted() async throws {
        let main = MemoryDrive(["/a.txt": "a", "/b.txt": "b"])
        let world = try RunnerWorld(RuleFile([]), drives: [main])
        try await world.decide(.delete, "/a.txt")
        try await world.decide(.delete, "/b.txt")
        try await world.stageAll()
        #expect(try await world.states() == ["/a.txt": .staged, "/b.txt": .staged])
        world.file.rules = [Rule(id: "k", match: .everything, action: .keep)]
        world.file.protections = [.protect("p", .name("b*"))]
        world.now += day
        try await world.execute()
        #expect(try await world.states() == ["/a.txt": .deleted, "/b.txt": .cancelled])
        #expect(main.files == ["/b.txt"])
        try await world.checkSoundness()
    }

    @Test("what failed is tried again 1, 2, 4 and 8 minutes later, and given up the fifth time")
    func retries() async throws {
        let scene = try await Happening.scene()
        let world = scene.world
        scene.faults.always(.delete, .fails)
        world.now += day
        for minutes: Int64 in [1, 2, 4, 8] {
            try await world.execute()
            #expect(try await world.state("/a.tmp") == .failed)
            #expect(
                try await world.item("/a.tmp").retryAt?.secondsSinceEpoch
                    == world.now + 60 * minutes)
            world.now += 60 * minutes - 1
            #expect(try await world.execute().items.isEmpty)
            world.now += 1
        }
        try await world.execute()
        #expect(try await world.state("/a.tmp") == .gaveUp)
        #expect(try await world.item("/a.tmp").attempt == 5)
        scene.faults.always(.delete, nil)
        world.now += 100 * day
        #expect(try await world.execute().items.isEmpty)
        #expect(scene.main.has("/a.tmp"))
        #expect(try await world.chargedDeletes() == 0)
        let once: [ItemState] = [.executing, .failed]
        #expect(
            try await world.way("/a.tmp")
                == [.staged] + once + once + once + once + [.executing, .gaveUp])
        try await world.checkSoundness()
    }

    @Test("what failed can be undone, and then it is not tried again")
    func undoOfFailed() async throws {
        let scene = try await Happening.scene()
        scene.faults.always(.delete, .fails)
        scene.world.now += day
        try await scene.world.execute()
        scene.faults.always(.delete, nil)
        #expect(try await scene.world.undo(.all).undone.count == 1)
        scene.world.now += day
        try await scene.world.execute()
        #expect(try await scene.world.state("/a.tmp") == .undone)
        #expect(scene.main.has("/a.tmp"))
    }

    @Test("a drive that breaks off again and again uses up none of the attempts")
    func interruptions() async throws {
        let scene = try await Happening.scene()
        scene.faults.always(.delete, .throwsError)
        scene.world.now += day
        for _ in 0..<7 {
            try await scene.world.execute()
            #expect(try await scene.world.state("/a.tmp") == .held)
        }
        scene.faults.always(.delete, .fails)
        try await scene.world.execute()
        #expect(try await scene.world.state("/a.tmp") == .failed)
    }

    @Test("an undo between the look and the intent wins")
    func undoBeforeIntent() async throws {
        let scene = try await Happening.scene()
        let world = scene.world
        world.now += day
        let undone = Lock(0)
        // The last step before the intent is recorded, on another thread.
        let runner = world.runner { point in
            if point != .beforeIntent { return }
            undone.withLock { $0 = blocking { try await world.undo(.all).undone.count } ?? -1 }
        }
        let report = try await runner.execute(rules: world.rules, options: ExecutionOptions())
        #expect(undone.withLock { $0 } == 1)
        #expect(report.items.map(\.state) == [.undone])
        #expect(scene.main.has("/a.tmp"))
        #expect(try await world.chargedDeletes() == 0)
    }

    @Test("an undo after the intent does not claim to have won")
    func undoAfterIntent() async throws {
        let scene = try await Happening.scene()
        let world = scene.world
        world.now += day
        let outcome = Lock(UndoOutcome())
        let runner = world.runner { point in
            if point != .afterIntent { return }
            outcome.withLock { $0 = blocking { try await world.undo(.all) } ?? UndoOutcome() }
        }
        _ = try await runner.execute(rules: world.rules, options: ExecutionOptions())
        #expect(outcome.withLock { $0.undone.isEmpty })
        #expect(outcome.withLock { $0.executing.count } == 1)
        #expect(try await world.state("/a.tmp") == .deleted)
    }

    @Test("what changes between the look and the deletion stays")
    func changeAfterLook() async throws {
        let scene = try await Happening.scene()
        scene.world.now += day
        scene.faults.beforeDeleting { scene.main.write("/a.tmp", "xyz") }
        try await scene.world.execute()
        #expect(try await scene.world.state("/a.tmp") == .changed)
        #expect(scene.main.has("/a.tmp"))
        #expect(try await scene.world.chargedDeletes() == 0)
    }

    @Test("a caller that stops leaves the rest as it was")
    func stopping() async throws {
        let main = MemoryDrive(["/a.tmp": "a", "/b.tmp": "b", "/c.tmp": "c"])
        let world = try RunnerWorld(RuleFile([.delete()]), drives: [main])
        try await world.stageAll()
        world.now += day
        // Asked once for the batch, then before each item.
        for stopAt in [0, 1, 2, 3] {
            let asked = Lock(0)
            var options = ExecutionOptions()
            options.shouldStop = {
                asked.withLock { count in
                    defer { count += 1 }
                    return count >= stopAt
                }
            }
            let before = main.files.count
            let report = try await world.execute(options)
            #expect(report.wasStopped == (main.files.count > 0))
            #expect(before - main.files.count == min(before, max(0, stopAt - 1)))
            // Where it stops between batches, the next one is not even begun.
            if stopAt == 0 { #expect(try await world.way("/a.tmp") == [.staged]) }
            try await world.checkSoundness()
        }
        #expect(main.files == [])
        #expect(try await world.chargedDeletes() == 3)
    }

    @Test("of deletions for good, only those are made that were agreed to")
    func permanent() async throws {
        let main = MemoryDrive(["/a.tmp": "a", "/b.tmp": "b"])
        let world = try RunnerWorld(RuleFile([.delete(method: .permanent)]), drives: [main])
        try await world.stageAll()
        world.now += day
        #expect(try await world.execute().waiting.count == 2)
        #expect(try await world.states() == ["/a.tmp": .staged, "/b.tmp": .staged])
        var options = ExecutionOptions()
        options.allowsPermanent = true
        options.scope = ExecutionScope(deleting: [try await world.item("/b.tmp")])
        let report = try await world.execute(options)
        #expect(report.waiting.map(\.order.item.path) == ["/a.tmp"])
        #expect(main.files == ["/a.tmp"])
        options.scope = nil
        try await world.execute(options)
        #expect(main.files == [])
        let items = try await world.ledger.stagedItems(states: [.deleted])
        let restored = try await world.runner().restore(items, shouldStop: { false })
        #expect(restored.items.allSatisfy { $0.problem != nil && !$0.mayBeTriedAgain })
    }

    @Test("what falls due or is staged after the question waits for the next execution")
    func scope() async throws {
        let main = MemoryDrive(["/a.tmp": "a", "/b.tmp": "b", "/c.now": "c"])
        let world = try RunnerWorld(
            RuleFile([
                .delete(), .delete("now", .name("*.now"), window: UndoWindow.none),
            ]), drives: [main])
        try await world.stageAll()
        let asked = try await world.ledger.dueItems(at: world.instant)
        #expect(asked.map(\.order.item.path) == ["/c.now"])
        world.now += day
        var options = ExecutionOptions()
        options.scope = ExecutionScope(deleting: asked)
        let report = try await world.execute(options)
        #expect(report.items.map(\.order.item.path) == ["/c.now"])
        #expect(main.files.count == 2)
        // What was staged anew by other rules since is another thing.
        let again = try await world.ledger.dueItems(at: world.instant)
        world.file.edit("junk") { $0.match = .everything }
        try await world.stageAll()
        world.now += 2 * day
        options.scope = ExecutionScope(deleting: again)
        #expect(try await world.execute(options).items.isEmpty)
        try await world.execute()
        #expect(main.files == [])
    }

    @Test("every outcome is told while it happens, in order")
    func progress() async throws {
        let main = MemoryDrive(["/a.tmp": "aa", "/b.tmp": "b", "/c.tmp": "ccc"])
        let world = try RunnerWorld(RuleFile([.delete()]), drives: [main])
        try await world.stageAll()
        world.now += day
        let told = Lock<[String]>([])
        var options = ExecutionOptions()
        options.progress = { item in told.withLock { $0.append(item.order.item.path) } }
        let report = try await world.execute(options)
        #expect(told.withLock { $0 } == ["/c.tmp", "/a.tmp", "/b.tmp"])
        #expect(report.items.map(\.order.item.path) == ["/c.tmp", "/a.tmp", "/b.tmp"])
        #expect(report.count(.deleted) == 3)
    }
}
