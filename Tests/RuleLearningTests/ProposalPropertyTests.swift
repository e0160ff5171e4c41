// SPDX-License-Identifier: Apache-2.0

import Messages
import RuleEditing
import RuleEngine
import TestSupport
import Testing
import YAMLBridge

@testable import RuleLearning

/// What holds of proposals whatever was decided.
@Suite("Properties of proposals")
struct ProposalPropertyTests {
    private static let seeds = propertySeeds.prefix(4)

    private static let rules = """
        # Rules.
        version: 1
        timezone: UTC
        drives: {d: {kind: listing, file: l}}
        rules:
          - id: look   # at all of it
            match: {everything: true}
            then: review

        """

    private static func items(_ seed: UInt64) -> [DecidedItem] {
        var random = SplitMix64(seed: seed)
        let taste = random.pick(Taste.allCases)
        var person = SimulatedPerson(taste, noise: random.below(12), seed: seed)
        var items: [DecidedItem] = []
        for week in 0..<(2 + random.below(6)) { items += person.week(week) }
        for index in items.indices {
            items[index].rule = random.once(in: 3) ? nil : "look"
            if random.once(in: 9) { items[index].values.modified = nil }
            if random.once(in: 9) { items[index].values.size = nil }
        }
        return items
    }

    private static func proposals(_ items: [DecidedItem]) throws -> [Proposal] {
        let file = try #require(RuleEditor.decode([source]).rules.value)
        return RuleProposer.suggestions(from: items, rules: file, timeZone: .utc).proposals
    }

    private static let source = RuleSource(file: "rules.yaml", bytes: Array(rules.utf8))

    @Test("the order of the decisions plays no part", arguments: seeds)
    func order(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let items = Self.items(seed)
        let one = try Self.proposals(items)
        let other = try Self.proposals(items.shuffled(using: &random))
        #expect(one.map(\.id) == other.map(\.id))
        #expect(one.map(\.literals) == other.map(\.literals))
        #expect(one.map(\.support) == other.map(\.support))
        #expect(one.map(\.contradictions) == other.map(\.contradictions))
        #expect(one.map(\.nearMisses) == other.map(\.nearMisses))
    }

    @Test("each proposal checks, its test passes, and it takes what it says", arguments: seeds)
    func checks(_ seed: UInt64) throws {
        let items = Self.items(seed)
        for proposal in try Self.proposals(items) {
            let change = try ProposedChange.make(
                proposal, in: [Self.source], timeZone: .utc, \.description)
            var file = try #require(change.edited.decoded.rules.value, "\(proposal.why)")
            #expect(change.edited.decoded.rules.diagnostics.isEmpty)
            #expect(change.test != nil)
            for result in try RuleTestRunner.run(file, timeZone: .utc) {
                #expect(result.isMet, "\(proposal.why) \(result)")
            }
            file.review.trial = nil
            let spoken = Set(
                (proposal.examples + proposal.contradictions).map(\.values.path))
            for item in items.prefix(80) {
                let test = RuleTest(
                    name: "", now: item.at, items: [TestItem(item: item.values, expect: .keep)])
                let found = try RuleTestRunner.run(file, tests: [test], timeZone: .utc)[0].findings[
                    0]
                let takes =
                    switch proposal.kind {
                    case .rule: found.rule == proposal.id
                    case .promotion: found.verdict == .delete
                    case .exception: found.verdict == .keep
                    case .protection: found.rule == proposal.id
                    }
                #expect(
                    takes == spoken.contains(item.values.path), "\(proposal.why): \(item.values)")
            }
        }
    }

    @Test("nothing that was decided otherwise is left out", arguments: seeds)
    func contradictions(_ seed: UInt64) throws {
        let items = Self.items(seed).inOrder
        for proposal in try Self.proposals(items) where proposal.kind == .rule {
            let tests = proposal.literals.map { $0.test(goes: true) }
            let kept = items.filter { item in
                let facts = ItemFacts(item, .utc)
                return item.label == .keep && tests.allSatisfy { $0(facts) }
            }
            #expect(proposal.contradictions == kept)
            let counted = kept.filter { proposal.since == nil || $0.at >= proposal.since ?? $0.at }
            #expect(proposal.support.wrong == counted.count)
        }
    }
}
