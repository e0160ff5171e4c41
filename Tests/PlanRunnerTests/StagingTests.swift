// SPDX-License-Identifier: Apache-2.0

import DriveAdapters
import PlanRunner
import Plans
import RuleEngine
import StateLedger
import Testing

@Suite("What may be staged", .tags(.onlyWhatWasPlanned))
struct StagingTests {
    /// A reason to refuse a plan as a whole.
    struct Obstacle: Sendable, CustomTestStringConvertible {
        let name: String
        /// What the error says.
        let words: String
        /// What is done between plan and staging; the consent may be changed.
        let change: @Sendable (RunnerWorld, LedgerPlan, inout StagingConsent) async throws -> Void

        init(
            _ name: String, _ words: String,
            _ change:
                @escaping @Sendable (RunnerWorld, LedgerPlan, inout StagingConsent) async throws
                -> Void
        ) {
            self.name = name
            self.words = words
            self.change = change
        }

        var testDescription: String { name }

        static let all: [Obstacle] = [
            Obstacle("the plan was used", "staged at") { world, plan, _ in
                try await world.stage(plan)
                try await world.undo(.all)
            },
            Obstacle("the plan has expired", "expired at") { world, _, _ in world.now += day },
            Obstacle("the plan is of the future", "still to come") { world, _, _ in
                world.now -= 301
            },
            Obstacle("the rules were edited", "rules have changed") { world, _, _ in
                world.file.edit("junk") { $0.match = .everything }
            },
            Obstacle("a protection was added", "rules have changed") { world, _, _ in
                world.file.protections.append(.protect("p", .name("z")))
            },
            Obstacle("the drive was replaced", "another one") { world, _, _ in
                world.drives = [MemoryDrive(["/a.tmp": "abc"], identity: "stranger")]
            },
            Obstacle("the drive is away", "cannot be asked") { world, _, _ in
                world.away = ["main"]
            },
            Obstacle("the drive does not say who it is", "cannot be asked") { world, _, _ in
                let faults = Faults()
                faults.always(.open, .throwsError)
                world.drives = [FaultyDrive(MemoryDrive(name: "main"), faults: faults)]
            },
            Obstacle("an item has no window", "no undo window") { _, _, consent in
                consent.allowsNoWindow = false
            },
            Obstacle("an item goes for good", "for good") { _, _, consent in
                consent.allowsPermanent = false
            },
        ]
    }

    private func world() throws -> (world: RunnerWorld, main: MemoryDrive) {
        let main = MemoryDrive(["/a.tmp": "abc", "/b.now": "b", "/c.ever": "c"])
        let rules = RuleFile([
            .delete(), .delete("now", .name("*.now"), window: UndoWindow.none),
            .delete("ever", .name("*.ever"), method: .permanent),
        ])
        return (try RunnerWorld(rules, drives: [main]), main)
    }

    private func refusal(
        _ body: () async throws -> Void
    ) async -> RunnerError? {
        do {
            try await body()
            return nil
        } catch {
            return error as? RunnerError
        }
    }

    @Test("a plan that does not hold is refused as a whole", arguments: Obstacle.all)
    func refusals(obstacle: Obstacle) async throws {
        let (world, main) = try world()
        let plan = try await world.plan()
        var consent = RunnerWorld.everything
        try await obstacle.change(world, plan, &consent)
        let record = try #require(try await world.ledger.plan(plan.id))
        let before = try await world.ledger.stagedItems(states: nil)
        let error = await refusal { try await world.stage(record, consent: consent) }
        // What passes by itself is told apart, so that the same plan is tried again.
        let passes = obstacle.words.contains("cannot be asked")
        #expect(error?.kind == (passes ? .offline : .refused))
        #expect(error?.message.contains(obstacle.words) == true, "\(error?.message ?? "-")")
        #expect(error?.message.contains(plan.id) == true)
        #expect(try await world.ledger.stagedItems(states: nil) == before)
        #expect(try await world.ledger.plan(plan.id)?.usedAt == record.usedAt)
        world.now += 10 * day
        try await world.executeForGood()
        #expect(main.files.count == 3)
    }

    @Test("a plan that holds is staged in whole, once")
    func staged() async throws {
        let (world, main) = try world()
        let plan = try await world.plan()
        let outcome = try await world.stage(plan)
        #expect(outcome.staged == 3 && outcome.skipped == 0)
        #expect(main.files.count == 3)
        let items = try await world.ledger.stagedItems(states: nil)
        #expect(items.allSatisfy { $0.plan == plan.id && $0.stagedAt == world.instant })
        #expect(items.map(\.order.method) == ["recycle", "recycle", "permanent"])
        #expect(items.map(\.order.undoWindow) == ["24h", "none", "24h"])
        #expect(items.map(\.order.rule) == ["junk", "now", "ever"])
        #expect(try await world.ledger.plan(plan.id)?.usedAt == world.instant)
        // A proposal that was made before is no way around that.
        let again = await refusal { try await world.stage(plan) }
        #expect(again != nil)
        #expect(try await world.ledger.stagedItems(states: nil).count == 3)
        try await world.checkSoundness()
    }

    @Test("a plan is good for one second less than a day, and a clock may be five minutes late")
    func edges() async throws {
        let (world, _) = try world()
        let first = try await world.plan()
        world.now += day - 1
        try await world.stage(first)
        try await world.undo(.all)
        let second = try await world.plan()
        world.now -= 300
        try await world.stage(second)
    }

    @Test("a plan over a limit is refused, and says over which")
    func limits() async throws {
        let (world, _) = try world()
        let plan = try await world.plan(exceeding: ["3 items are more than 2", "too many bytes"])
        let error = await refusal { try await world.stage(plan) }
        #expect(error?.kind == .refused)
        #expect(error?.message.contains("3 items are more than 2; too many bytes") == true)
        #expect(try await world.ledger.stagedItems(states: nil).isEmpty)
    }

    @Test("all reasons are said at once")
    func allReasons() async throws {
        let (world, _) = try world()
        let plan = try await world.plan(exceeding: ["3 items are more than 2"])
        world.now += day
        world.file.rules.removeLast()
        world.away = ["main"]
        let error = await refusal { try await world.stage(plan) }
        for words in ["expired", "rules have changed", "cannot be asked", "more than 2"] {
            #expect(error?.message.contains(words) == true)
        }
    }

    @Test("what waits already is not staged twice")
    func skipped() async throws {
        let (world, main) = try world()
        try await world.stageAll()
        main.write("/d.tmp", "d")
        let outcome = try await world.stage(try await world.plan())
        #expect(outcome.staged == 1 && outcome.skipped == 3)
        world.now += day
        try await world.executeForGood()
        #expect(main.files == [])
        #expect(try await world.chargedDeletes() == 4)
    }

    @Test("only deletions are staged, no reviews")
    func reviews() async throws {
        let main = MemoryDrive(["/a.tmp": "a", "/b.tmp": "b"])
        let review = Rule(id: "look", match: .name("b*"), action: .review)
        let world = try RunnerWorld(RuleFile([.delete(), review]), drives: [main])
        try await world.stageAll()
        #expect(try await world.states() == ["/a.tmp": .staged])
    }

    @Test("what a person keeps after the plan was made is not staged by it")
    func keptAfterPlan() async throws {
        for verdict in [Decision.keep, .pin, .snooze] {
            let (world, main) = try world()
            let plan = try await world.plan()
            try await world.decide(verdict, "/a.tmp", until: world.now + 100 * day)
            _ = try? await world.stage(plan)
            #expect(try await world.states()["/a.tmp"] == nil, "\(verdict)")
            world.now += day
            try await world.executeForGood()
            #expect(main.has("/a.tmp"), "\(verdict)")
            try await world.checkSoundness()
        }
    }

    @Test("a person's deletion that was taken back after the plan deletes nothing")
    func deleteTakenBack() async throws {
        let main = MemoryDrive(["/a.txt": "a"])
        let world = try RunnerWorld(RuleFile([]), drives: [main])
        try await world.decide(.delete, "/a.txt")
        let plan = try await world.plan()
        #expect(
            try await world.ledger.undoDecisions(paths: ["/a.txt"], at: world.instant).count == 1)
        _ = try? await world.stage(plan)
        world.now += day
        try await world.execute()
        #expect(main.has("/a.txt"))
        try await world.checkSoundness()
    }

    @Test("a person's deletion that was taken back after staging deletes nothing")
    func deleteTakenBackLater() async throws {
        let main = MemoryDrive(["/a.txt": "a"])
        let world = try RunnerWorld(RuleFile([]), drives: [main])
        try await world.decide(.delete, "/a.txt")
        try await world.stageAll()
        _ = try await world.ledger.undoDecisions(paths: ["/a.txt"], at: world.instant)
        world.now += day
        try await world.execute()
        #expect(main.has("/a.txt"))
        try await world.checkSoundness()
    }

    /// Ways in which the entry of a plan may be spoiled.
    struct Spoilt: Sendable, CustomTestStringConvertible {
        let name: String
        let change: @Sendable (inout SpoiltEntry) -> Void

        var testDescription: String { name }

        static let all = [
            Spoilt(name: "no method") { $0["method"] = nil },
            Spoilt(name: "an unknown method") { $0["method"] = "shred" },
            Spoilt(name: "no window") { $0["undo_window"] = nil },
            Spoilt(name: "an unknown window") { $0["undo_window"] = "soon" },
            Spoilt(name: "an unknown drive") { $0["drive"] = "another" },
            Spoilt(name: "no count of needed copies") { $0["needed"] = nil },
            Spoilt(name: "no kind of group") { $0["kind"] = nil },
            Spoilt(name: "an unknown kind of group") { $0["kind"] = "triplets" },
            Spoilt(name: "no group") { $0["group"] = nil },
            Spoilt(name: "no survivors") { $0["survivors"] = nil },
            Spoilt(name: "no copy needed") { $0["needed"] = 0 },
            Spoilt(name: "less than no copy needed") { $0["needed"] = -1 },
        ]
    }

    @Test("a plan with an entry that says too little is not staged", arguments: Spoilt.all)
    func spoilt(spoilt: Spoilt) async throws {
        let main = MemoryDrive(["/keep/a": "same", "/b": "same", "/c.tmp": "c"])
        let world = try RunnerWorld(RuleFile([.delete(), .duplicates()]), drives: [main])
        let plan = try await world.plan { if $0.path == "/b" { spoilt.change(&$0) } }
        let error = await refusal { try await world.stage(plan) }
        #expect(error != nil)
        #expect(try await world.ledger.stagedItems(states: nil).isEmpty)
        #expect(try await world.ledger.plan(plan.id)?.usedAt == nil)
    }

    @Test("the entries are read line by line, and a document cut short is none")
    func documents() throws {
        func lines(_ text: String) throws -> [String] {
            try PlanDocumentLines(Array(text.utf8)).lines.map {
                String(decoding: $0, as: UTF8.self)
            }
        }
        #expect(
            try lines("{\n\"entries\": [\n{1},\n{2}\n],\n\"x\": [\n3\n]\n}\n") == ["{1}", "{2}"])
        #expect(try lines("{\n\"entries\": [\n],\n\"x\": []}\n") == [])
        for text in ["", "{}", "{\n\"entries\": [\n{1},\n{2}", "{\n\"entries\": [\n{1}\n"] {
            #expect(throws: PlanDocumentReader.Unreadable.self) { try lines(text) }
        }
        // Nothing came after the line that opens the list: it may have been cut there.
        #expect(throws: PlanDocumentReader.Unreadable.self) { try lines("{\n\"entries\": [\n") }
    }
}
