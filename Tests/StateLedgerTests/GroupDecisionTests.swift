// SPDX-License-Identifier: Apache-2.0

import RuleEngine
import StateLedger
import TestSupport
import Testing

@Suite("Groups decided as a rule would have")
struct GroupDecisionTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func key(_ name: String) -> PhotoKey { PhotoKey(stored: "sha1:\(name):10") }

    /// Records that the group of that number was decided as the rule would have, or not.
    @discardableResult
    private func decide(
        _ ledger: Ledger, _ number: Int, agrees: Bool = true, digest: String = "d"
    ) async throws -> ReviewAct {
        var request = ReviewRequest(
            agrees ? .delete : .keep,
            items: [
                ReviewedItem(
                    item: Sample.item("/\(digest)/\(number).jpg"), driveIdentity: "disk-identity",
                    rule: "alike", ruleDigest: digest)
            ], at: at(Int64(number)), day: Sample.day, zone: "UTC", source: "plain")
        request.groups = [
            GroupDecision(
                ruleDigest: digest, leader: key("l\(number)"), member: key("m\(number)"),
                agrees: agrees)
        ]
        let outcome = try await ledger.review(request, terms: nil)
        guard case .recorded(let act, _) = outcome else { throw Unexpected() }
        return act
    }

    private struct Unexpected: Error {}

    @Test("are counted back to the last that was decided otherwise, rule by rule")
    func streaks() async throws {
        let ledger = try Ledger.open(path: folder.file("state.db"), now: at(0))
        for number in 0..<5 { try await decide(ledger, number) }
        try await decide(ledger, 9, digest: "other")
        #expect(try await ledger.decidedGroups() == ["d": 5, "other": 1])
        let objection = try await decide(ledger, 6, agrees: false)
        #expect(try await ledger.decidedGroups() == ["other": 1])
        for number in 7..<9 { try await decide(ledger, number) }
        #expect(try await ledger.decidedGroups() == ["d": 2, "other": 1])
        _ = try await ledger.undoReview(act: objection.number, at: at(20))
        #expect(try await ledger.decidedGroups() == ["d": 7, "other": 1])
        // The same group once more, and otherwise: its newest word counts.
        try await decide(ledger, 0, agrees: false)
        #expect(try await ledger.decidedGroups() == ["other": 1])
        await ledger.close()
        let again = try Ledger.open(path: folder.file("state.db"), now: at(30))
        #expect(try await again.decidedGroups() == ["other": 1])
    }

    @Test("no decision less makes a longer row", arguments: propertySeeds)
    func removal(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        let ledger = try Ledger.inMemory(now: at(0))
        var acts: [(act: ReviewAct, agrees: Bool)] = []
        for _ in 0..<12 {
            let agrees = Int.random(in: 0..<4, using: &random) > 0
            let number = Int.random(in: 0..<8, using: &random)
            acts.append((try await decide(ledger, number, agrees: agrees), agrees))
        }
        let before = try await ledger.decidedGroups()["d"] ?? 0
        guard let gone = acts.filter(\.agrees).randomElement(using: &random) else { return }
        _ = try await ledger.undoReview(act: gone.act.number, at: at(90))
        let after = try await ledger.decidedGroups()["d"] ?? 0
        #expect(after <= before, "seed \(seed)")
    }

    @Test(
        "end where a person takes back what the rule put up for its looks",
        arguments: [true, false])
    func takenBack(restores: Bool) async throws {
        let ledger = try Ledger.inMemory(now: at(0))
        for number in 0..<3 { try await decide(ledger, number) }
        var order = Sample.order("/look.jpg")
        order.reason = Reason.similar.rawValue
        order.ruleDigest = "d"
        var plain = Sample.order("/plain.jpg")
        plain.ruleDigest = "d"
        let staged = try await ledger.stage([order, plain])
        if restores {
            let numbers = staged.map(\.number)
            _ = try await ledger.begin(
                numbers, terms: nil, day: Sample.day, actor: "run", at: at(50))
            try await ledger.finish(
                numbers.map { ($0, .deleted(receipt: "r")) }, actor: "run", at: at(51))
            try await ledger.beginRestore([numbers[1]], actor: "person", at: at(52))
            try await ledger.finishRestore(
                [(numbers[1], "/plain.jpg", nil)], actor: "person", at: at(53))
            #expect(try await ledger.decidedGroups() == ["d": 3])
            try await ledger.beginRestore([numbers[0]], actor: "person", at: at(54))
            try await ledger.finishRestore(
                [(numbers[0], "/look.jpg", nil)], actor: "person", at: at(55))
        } else {
            _ = try await ledger.undo(
                .paths(["/plain.jpg"]), actor: "person", at: at(52))
            #expect(try await ledger.decidedGroups() == ["d": 3])
            _ = try await ledger.undo(.paths(["/look.jpg"]), actor: "person", at: at(53))
        }
        #expect(try await ledger.decidedGroups() == [:])
    }

    @Test("come through an export and an import")
    func exported() async throws {
        let ledger = try Ledger.open(path: folder.file("state.db"), now: at(0))
        for number in 0..<3 { try await decide(ledger, number) }
        var text = ""
        try await ledger.export { text += $0 }
        #expect(text.contains("\"groupDecisions\":[\n{\"number\":1,\"ruleDigest\":\"d\""))
        let path = folder.file("new.db")
        try StateImport.read(Array(text.utf8), intoStateAt: path)
        let new = try Ledger.openExisting(path: path, now: at(9))
        #expect(try await new.decidedGroups() == ["d": 3])
    }
}
