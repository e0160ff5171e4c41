// SPDX-License-Identifier: Apache-2.0

import DriveAdapters
import PlanRunner
import RuleEngine
import StateLedger
import Testing

extension RunnerWorld {
    /// Executes by the rules of this world as they are in another file, while that of the plans
    /// holds `own`, or nothing that can be read.
    func executeByOtherRules(own: RuleFile?) async throws -> ExecutionReport {
        var other = rules
        other.path = "/other.yaml"
        elsewhere = ["/other.yaml": file, rules.path: own]
        return try await runner().execute(rules: other, options: ExecutionOptions())
    }
}

@Suite("The rules by which an item was planned", .tags(.protections))
struct PlannedRulesTests {
    private func world() async throws -> (world: RunnerWorld, main: MemoryDrive) {
        let main = MemoryDrive(["/a.tmp": "a", "/b.tmp": "b"])
        let world = try RunnerWorld(RuleFile([.delete()]), drives: [main])
        try await world.stageAll()
        world.now += day
        return (world, main)
    }

    @Test("protect, even if another file is in force")
    func protectElsewhere() async throws {
        let (world, main) = try await world()
        let report = try await world.executeByOtherRules(
            own: RuleFile([], protections: [.protect("other", .name("a*"))]))
        #expect(main.files == ["/a.tmp"])
        #expect(report.count(.cancelled) == 1)
        #expect(try await world.item("/a.tmp").problem?.contains("(rule 'other')") == true)
        try await world.checkSoundness()
    }

    @Test("take no part in what is not theirs")
    func onlyTheirOwn() async throws {
        let (world, main) = try await world()
        world.elsewhere = ["/stranger.yaml": RuleFile([], protections: [.protect("x", .name("*"))])]
        _ = try await world.executeByOtherRules(own: RuleFile([]))
        #expect(main.files == [])
    }

    @Test("hold what cannot be judged for want of them, until they are back")
    func unreadable() async throws {
        let (world, main) = try await world()
        let due = try await world.item("/a.tmp").order.due
        for _ in 0..<2 {
            let report = try await world.executeByOtherRules(own: nil)
            #expect(main.files == ["/a.tmp", "/b.tmp"])
            #expect(report.count(.held) == 2 && report.isPartial)
            let held = try await world.item("/a.tmp")
            #expect(held.order.due == due)
            #expect(held.problem?.contains("'/rules.yaml'") == true)
            #expect(held.problem?.contains("cleanrules undo") == true)
        }
        let report = try await world.executeByOtherRules(
            own: RuleFile([], protections: [.protect("other", .name("a*"))]))
        #expect(report.count(.deleted) == 1)
        #expect(main.files == ["/a.tmp"])
        try await world.checkSoundness()
    }

    @Test("can be taken back while they cannot be read")
    func undo() async throws {
        let (world, main) = try await world()
        _ = try await world.executeByOtherRules(own: nil)
        #expect(try await world.undo(.all).undone.count == 2)
        _ = try await world.executeByOtherRules(own: RuleFile([]))
        #expect(main.files == ["/a.tmp", "/b.tmp"])
    }

    @Test("hold only what was planned by them")
    func onlyTheirItems() async throws {
        let (world, main) = try await world()
        main.write("/c.tmp", "c")
        var plan = try await world.plan()
        let document = try await world.ledger.document(ofPlan: plan.id)
        (plan.id, plan.rulesPath) = ("p-0123456789ab", "/other.yaml")
        try await world.ledger.savePlan(
            plan, document: try #require(document), at: world.instant)
        try await world.stage(plan)
        world.now += day
        _ = try await world.executeByOtherRules(own: nil)
        #expect(main.files == ["/a.tmp", "/b.tmp"])
    }

    @Test("hold everything while those in force turn unreadable on the way")
    func inForceUnreadable() async throws {
        let (world, main) = try await world()
        world.elsewhere = [world.rules.path: nil]
        let report = try await world.execute()
        #expect(report.count(.held) == 2)
        #expect(main.files == ["/a.tmp", "/b.tmp"])
    }

    @Test("a protection that is written into those in force on the way holds at once")
    func writtenMeanwhile() async throws {
        let (world, main) = try await world()
        var edited = world.file
        edited.protections = [.protect("late", .name("a*"))]
        world.elsewhere = [world.rules.path: edited]
        let report = try await world.execute()
        #expect(main.files == ["/a.tmp"])
        #expect(report.count(.cancelled) == 1)
    }

    @Test("what a review asks of them is refused while they cannot be read")
    func review() async throws {
        let (world, main) = try await world()
        let plan = try #require(try await world.ledger.newestPlan())
        let items = main.files.compactMap { main.values($0) }
        var other = world.rules
        other.path = "/other.yaml"
        world.elsewhere = ["/other.yaml": world.file, world.rules.path: nil]
        let runner = world.runner()
        let error = await #expect(throws: RunnerError.self) {
            _ = try await runner.protected(items, of: plan, rules: other)
        }
        #expect(error?.kind == .refused)
        world.elsewhere = [
            "/other.yaml": world.file,
            world.rules.path: RuleFile([], protections: [.protect("p", .name("b*"))]),
        ]
        #expect(try await runner.protected(items, of: plan, rules: other) == [1])
    }
}
