// SPDX-License-Identifier: Apache-2.0

import DriveAdapters
import PlanRunner
import RuleEngine
import StateLedger
import Testing

@Suite("What a person marked in a review", .tags(.onlyWhatWasPlanned))
struct ReviewedStagingTests {
    private let main = MemoryDrive([
        "/a.tmp": "abc", "/b.doubt": "b", "/c.doubt": "c", "/safe/d.doubt": "d", "/e.txt": "e",
    ])

    private func world(_ limits: Limits = Limits()) throws -> RunnerWorld {
        var file = RuleFile([
            .delete(), Rule(id: "doubt", itemType: .file, match: .name("*.doubt"), action: .review),
        ])
        file.limits = limits
        return try RunnerWorld(file, drives: [main])
    }

    @Test("goes with the plan that had put it up, as a new plan would have it go")
    func goes() async throws {
        let world = try world()
        let plan = try await world.plan()
        try await world.decide(.delete, "/b.doubt")
        #expect(try await world.stage(plan).staged == 2)
        let marked = try await world.item("/b.doubt")
        #expect(marked.order.reason == Reason.personDeleted.rawValue)
        #expect(marked.order.rule == nil)
        #expect(marked.order.due.secondsSinceEpoch == world.now + day)
        try await world.undo(.all)

        let again = try await world.plan()
        try await world.stage(again)
        let planned = try #require(
            try await world.ledger.stagedItems(states: [.staged]).first {
                $0.order.item.path == "/b.doubt"
            })
        #expect(planned.order == marked.order)
        world.now += day
        try await world.execute()
        #expect(!main.has("/b.doubt"))
        #expect(main.has("/c.doubt"))
        try await world.checkSoundness()
    }

    @Test("stays where it was not put up, was changed since, or was kept in the end")
    func stays() async throws {
        let world = try world()
        let plan = try await world.plan()
        try await world.decide(.delete, "/e.txt")
        try await world.decide(.delete, "/b.doubt")
        try await world.decide(.keep, "/b.doubt")
        main.write("/c.doubt", "changed after the plan", ageDays: 1)
        try await world.decide(.delete, "/c.doubt")
        #expect(try await world.stage(plan).staged == 1)
        world.now += day
        try await world.execute()
        for path in ["/b.doubt", "/c.doubt", "/e.txt"] { #expect(main.has(path), "\(path)") }
        try await world.checkSoundness()
    }

    @Test("counts towards the limits")
    func limits() async throws {
        var limits = Limits()
        limits.items = .atMost(2)
        let world = try world(limits)
        let plan = try await world.plan()
        try await world.decide(.delete, "/b.doubt")
        let runner = world.runner()
        _ = try await runner.proposal(plan, rules: world.rules, consent: StagingConsent())
        try await world.decide(.delete, "/c.doubt")
        let error = await #expect(throws: RunnerError.self) {
            try await runner.proposal(plan, rules: world.rules, consent: StagingConsent())
        }
        #expect(error?.kind == .refused)
        #expect(error?.message.contains("over the limit 'items'") == true)
        #expect(try await world.states().isEmpty)
    }

    @Test("stays when a protection covers it by then")
    func protection() async throws {
        let world = try world()
        let plan = try await world.plan()
        try await world.decide(.delete, "/safe/d.doubt")
        try await world.stage(plan)
        world.file.protections.append(.protect("p", .path("/safe/**")))
        world.now += day
        try await world.execute()
        #expect(main.has("/safe/d.doubt"))
        try await world.checkSoundness()
    }

    @Test("waits no more once the review takes it back, and cannot once it is gone")
    func undo() async throws {
        let world = try world()
        let plan = try await world.plan()
        let listing = try await world.sync()
        let row = try #require((0..<listing.count).first { listing.path($0) == "/b.doubt" })
        var item = RecordedItem(
            drive: "main", id: listing.id(row), path: "/b.doubt", type: .file)
        item.size = listing.values(row).size
        item.modified = listing.values(row).modified?.secondsSinceEpoch
        let reviewed = ReviewedItem(
            item: item, driveIdentity: try await main.identity().description, rule: "doubt",
            ruleDigest: "d")
        func mark() async throws -> ReviewAct? {
            let outcome = try await world.ledger.review(
                ReviewRequest(
                    .delete, items: [reviewed], at: world.instant, day: world.today,
                    zone: "UTC", source: "web"), terms: nil)
            guard case .recorded(let act, _) = outcome else { return nil }
            return act
        }
        let act = try #require(try await mark())
        try await world.stage(plan)
        #expect(try await world.states()["/b.doubt"] == .staged)
        guard
            case .undone(_, _, let takenBack) = try await world.ledger.undoReview(
                act: act.number, at: world.instant)
        else {
            Issue.record("it could be taken back")
            return
        }
        #expect(takenBack.map(\.order.item.path) == ["/b.doubt"])
        #expect(try await world.states()["/b.doubt"] == .undone)

        let again = try #require(try await mark())
        try await world.stage(try await world.plan())
        world.now += day
        try await world.execute()
        #expect(!main.has("/b.doubt"))
        let late = try await world.ledger.undoReview(act: again.number, at: world.instant)
        guard case .tooLate(_, let gone) = late else {
            Issue.record("it is gone")
            return
        }
        #expect(gone.map(\.order.item.path) == ["/b.doubt"])
        try await world.checkSoundness()
    }
}
