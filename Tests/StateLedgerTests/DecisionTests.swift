// SPDX-License-Identifier: Apache-2.0

import RuleEngine
import StateLedger
import Testing

@Suite("Decisions")
struct DecisionTests {
    private let ledger: Ledger

    init() throws {
        ledger = try Ledger.empty()
    }

    @discardableResult
    private func decide(_ decisions: DecisionRecord...) async throws -> [StagedItem] {
        try await ledger.decide(decisions, at: at(10))
    }

    private func reviews(_ day: String = Sample.day) async throws -> Int64 {
        try await ledger.quotaHistory().first { $0.day == day }?.reviews ?? 0
    }

    @Test("come back as they were, numbered")
    func roundTrip() async throws {
        var bare = Sample.decision("/b", .pin, digest: nil)
        bare.rule = nil
        bare.item = Sample.folder("/b")
        let decisions = [
            Sample.decision("/a", .snooze), bare, Sample.decision("/c", .delete, source: "command"),
        ]
        _ = try await ledger.decide(decisions, at: at(10))
        var expected = decisions
        for index in expected.indices { expected[index].number = Int64(index + 1) }
        #expect(try await ledger.decisions() == expected)
        #expect(try await ledger.replayDifferences() == [])
    }

    @Test("stand for their item until a later one does")
    func latest() async throws {
        try await decide(Sample.decision("/a", .delete), Sample.decision("/b", .keep))
        var moved = Sample.decision("/moved", .pin)
        moved.item.id = "id-/a"
        try await decide(moved)
        var elsewhere = Sample.decision("/a", .keep)
        elsewhere.driveIdentity = "other-identity"
        try await decide(elsewhere)
        var renamed = Sample.decision("/b", .pin)
        renamed.item.drive = "renamed"
        try await decide(renamed)
        let standing = try await ledger.decisions()
        #expect(standing.map(\.number) == [3, 4, 5])
        #expect(standing.map(\.verdict) == [.pin, .keep, .pin])
    }

    @Test("are taken back at the item's path, and the one before stands again")
    func undo() async throws {
        try await decide(Sample.decision("/a", .pin))
        try await decide(Sample.decision("/a", .delete), Sample.decision("/b", .keep))
        #expect(try await ledger.undoDecisions(paths: ["/none", "/A"], at: at(11)) == [])
        let undone = try await ledger.undoDecisions(paths: ["/a", "/a"], at: at(12))
        #expect(undone.map(\.number) == [2])
        #expect(undone.map(\.undoneAt) == [at(12)])
        #expect(try await ledger.decisions().map(\.number) == [1, 3])
        let all = try await ledger.undoDecisions(paths: ["/b", "/a"], at: at(13))
        #expect(all.map(\.number) == [1, 3])
        #expect(try await ledger.decisions() == [])
        #expect(try await ledger.undoDecisions(paths: ["/a"], at: at(14)) == [])
        #expect(try await ledger.replayDifferences() == [])
    }

    @Test("are not taken back where an item lay before")
    func moved() async throws {
        try await decide(Sample.decision("/old", .delete))
        var moved = Sample.decision("/new", .keep)
        moved.item.id = "id-/old"
        try await decide(moved)
        #expect(try await ledger.undoDecisions(paths: ["/old"], at: at(11)) == [])
        #expect(try await ledger.undoDecisions(paths: ["/new"], at: at(11)).count == 1)
    }

    @Test(
        "take back what is staged of the item, if it is to stay",
        arguments: [Decision.keep, .pin, .snooze, .delete])
    func staged(verdict: Decision) async throws {
        try await ledger.stage([
            Sample.order("/a"), Sample.order("/b"), Sample.order("/a2"),
            Sample.order(Sample.item("/a", drive: "other")),
        ])
        try await ledger.hold([(1, "offline")], actor: "run", at: at(5))
        let takenBack = try await decide(Sample.decision("/a", verdict))
        if verdict == .delete {
            #expect(takenBack == [])
            #expect(try await ledger.state(1) == .held)
        } else {
            #expect(takenBack.map(\.number) == [1])
            #expect(takenBack[0].state == .undone)
            #expect(takenBack[0].problem == "a person decided: \(verdict.rawValue)")
            #expect(try await ledger.stagedItem(1) == takenBack[0])
        }
        #expect(try await ledger.stagedItems(states: [.staged]).map(\.number) == [2, 3, 4])
        #expect(try await ledger.replayDifferences() == [])
    }

    @Test("leave alone what is being deleted right now")
    func executing() async throws {
        try await ledger.stage([Sample.order("/a")])
        _ = try await ledger.begin([1], terms: nil, day: Sample.day, actor: "run", at: at(5))
        #expect(try await decide(Sample.decision("/a", .keep)) == [])
        #expect(try await ledger.state(1) == .executing)
    }

    @Test("recorded many at once are what they are one by one, in one transaction")
    func together() async throws {
        func request(_ path: String, _ verdict: ReviewVerdict, _ key: String? = nil)
            -> ReviewRequest
        {
            ReviewRequest(
                verdict,
                items: [ReviewedItem(item: Sample.item(path), driveIdentity: "disk-identity")],
                at: at(5), day: Sample.day, zone: "UTC", source: "file", key: key)
        }
        // Twice the same item, a key twice, and one more than the day allows.
        let requests = [
            request("/a", .keep), request("/b", .delete), request("/a", .delete),
            request("/c", .later, "k"), request("/c", .later, "k"), request("/d", .pin),
            request("/e", .keep),
        ]
        let terms = QuotaTerms(reviewsPerDay: 3)
        let single = try Ledger.empty()
        var outcomes: [ReviewOutcome] = []
        for other in [ledger, single] { try await other.stage([Sample.order("/a")]) }
        for request in requests { outcomes.append(try await single.review(request, terms: terms)) }
        let together = try await ledger.review(requests, terms: terms).outcomes
        #expect(together == outcomes)
        if case .overQuota? = together.last {} else { Issue.record("\(together)") }
        #expect(try await ledger.reviewActs() == single.reviewActs())
        #expect(try await ledger.decisions() == single.decisions())
        #expect(try await ledger.newestSequence() == single.newestSequence())
        #expect(try await reviews() == 3)
        #expect(try await ledger.replayDifferences() == [])
        let changes = try #require(try await ledger.reviewChanges(after: 0))
        #expect(changes.acts == (try await ledger.reviewActs()))
        let standing = changes.items.compactMap(\.standing).sorted { $0.number < $1.number }
        #expect(standing == (try await ledger.decisions()))
        // A request that cannot be stored takes none of the others with it.
        let before = try await ledger.newestSequence()
        await #expect(throws: LedgerError.self) {
            _ = try await ledger.review(
                [request("/f", .later), request("/g\0", .later)], terms: terms)
        }
        #expect(try await ledger.newestSequence() == before)
    }

    @Test("count as reviews of their day, but for commands, and are given back")
    func reviewQuota() async throws {
        try await decide(
            Sample.decision("/a", .keep), Sample.decision("/b", .delete, source: "terminal"),
            Sample.decision("/c", .pin, source: "command"), Sample.decision("/d", .snooze))
        #expect(try await reviews() == 3)
        try await decide(Sample.decision("/e", .keep, day: "2026-01-02"))
        _ = try await ledger.undoDecisions(paths: ["/a", "/c"], at: at(11))
        #expect(try await reviews() == 2)
        #expect(try await reviews("2026-01-02") == 1)
        #expect(try await ledger.quotaUse(day: "2026-01-02").use.deletes == 0)
        #expect(try await ledger.replayDifferences() == [])
    }

    @Test("never count for a day that is over")
    func clockBack() async throws {
        try await decide(Sample.decision("/a", .keep, day: "2026-01-05"))
        try await decide(
            Sample.decision("/b", .keep, day: "2026-01-04"),
            Sample.decision("/c", .keep, source: "command", day: "2026-01-04"))
        #expect(try await reviews("2026-01-05") == 2)
        #expect(try await reviews("2026-01-04") == 0)
        #expect(
            try await ledger.decisions().map(\.day) == ["2026-01-05", "2026-01-05", "2026-01-04"])
        _ = try await ledger.undoDecisions(paths: ["/b"], at: at(11))
        #expect(try await reviews("2026-01-05") == 1)
        #expect(try await ledger.replayDifferences() == [])
    }

    @Test("are counted by rule, each item once, without those taken back or put off")
    func counts() async throws {
        #expect(try await ledger.decidedCounts() == [:])
        try await decide(
            Sample.decision("/a", .keep, digest: "x"), Sample.decision("/b", .delete, digest: "x"),
            Sample.decision("/b", .keep, digest: "x"), Sample.decision("/c", .snooze, digest: "x"),
            Sample.decision("/d", .keep, digest: "x"), Sample.decision("/a", .keep, digest: "y"),
            Sample.decision("/e", .keep, digest: nil))
        _ = try await ledger.undoDecisions(paths: ["/d"], at: at(11))
        #expect(try await ledger.decidedCounts() == ["x": 2, "y": 1])
    }

    @Test("are refused as a whole when one could not be given back")
    func nul() async throws {
        let error = await failure { () async throws(LedgerError) in
            try await ledger.decide(
                [Sample.decision("/a", .keep), Sample.decision("/b\0", .keep)], at: at(1))
        }
        #expect(error?.kind == .failed)
        #expect(try await ledger.decisions() == [])
    }
}
