// SPDX-License-Identifier: Apache-2.0

import Foundation
import RuleEngine
import Testing

@testable import RuleLearning

/// How soon and how well tastes are learned.
@Suite("Simulated persons")
struct SimulatedPersonTests {
    private static let weeks = 15
    private static let seeds: [UInt64] = Array(1...5)
    private static let noises = [0, 5, 10]
    private static let page = "docs/design/suggestions.md"

    private static func proposals(_ items: [DecidedItem]) -> [Proposal] {
        RuleProposer.suggestions(from: items, rules: RuleFile(), timeZone: .utc).proposals
    }

    /// What came of one person.
    private struct Outcome {
        /// After how many decisions what is wanted is proposed for the first time.
        var first: Int?
        /// What the program says of decisions that were held out, at the end.
        var said = Agreement()
        /// What is so of files that nobody decided about.
        var found = Agreement()
        var missed = 0
    }

    private static func outcome(_ taste: Taste, _ noise: Int, _ seed: UInt64) -> Outcome {
        var person = SimulatedPerson(taste, noise: noise, seed: seed)
        var outcome = Outcome()
        var items: [DecidedItem] = []
        var last: [Proposal] = []
        for week in 0..<weeks {
            items += person.week(week)
            if outcome.first != nil, week < weeks - 1 { continue }
            last = proposals(items)
            if outcome.first != nil { continue }
            // Another person of the same taste, so that looking changes nothing.
            var other = SimulatedPerson(taste, noise: 0, seed: seed + 500)
            let (found, missed) = other.truth(last, weeks: week, files: 1_000)
            if found.right * 10 >= (found.right + missed) * 8, found.right * 10 >= found.count * 9,
                found.right > 0
            {
                outcome.first = items.count
            }
        }
        for proposal in last where proposal.kind == .rule {
            outcome.said.right += proposal.heldOut.right
            outcome.said.wrong += proposal.heldOut.wrong
        }
        (outcome.found, outcome.missed) = person.truth(last, weeks: weeks, files: 4_000)
        return outcome
    }

    private static func row(_ taste: Taste, _ noise: Int, _ seeds: [UInt64] = seeds) -> String {
        let outcomes = seeds.map { outcome(taste, noise, $0) }
        let firsts = outcomes.compactMap(\.first).sorted()
        func percent(_ part: Int, _ all: Int) -> String { all == 0 ? "–" : "\(part * 100 / all) %" }
        let said = outcomes.map(\.said), found = outcomes.map(\.found)
        let right = found.reduce(0) { $0 + $1.right }
        let cells = [
            taste.rawValue, "\(noise) %",
            firsts.isEmpty ? "–" : "\(firsts[firsts.count / 2])",
            "\(firsts.count) of \(seeds.count)",
            percent(said.reduce(0) { $0 + $1.right }, said.reduce(0) { $0 + $1.count }),
            percent(right, found.reduce(0) { $0 + $1.count }),
            percent(right, right + outcomes.reduce(0) { $0 + $1.missed }),
        ]
        return "| " + cells.joined(separator: " | ") + " |"
    }

    private static let head = """
        | what goes | noise | decisions | found | right, as said | right, in truth | of what goes |
        |---|---|---|---|---|---|---|
        """

    @Test("the table of the page is what comes out")
    func table() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let url = root.appending(path: Self.page)
        let text = try String(contentsOf: url, encoding: .utf8)
        let parts = text.split(separator: "<!-- persons -->\n", maxSplits: 1)
        let rest = try #require(parts.last).split(
            separator: /<!-- two drives: .*-->/, maxSplits: 1)
        if ProcessInfo.processInfo.environment["RECORD"] != nil {
            let rows = Taste.allCases.flatMap { taste in Self.noises.map { Self.row(taste, $0) } }
            let table = Self.head + "\n" + rows.joined(separator: "\n") + "\n"
            try (parts[0] + "<!-- persons -->\n" + table + "\n" + Self.sample + rest[1])
                .write(to: url, atomically: true, encoding: .utf8)
            return
        }
        // All of it takes minutes without the optimiser; a part says whether it is of this method.
        #expect(text.contains(Self.sample))
    }

    /// What the table is known by: one row over two of the drives.
    private static var sample: String { "<!-- two drives: \(row(.two, 5, [1, 2])) -->" }

    @Test("what is proposed in the end is what is wanted", arguments: Taste.allCases)
    func end(_ taste: Taste) {
        var person = SimulatedPerson(taste, noise: 3, seed: 77)
        var items: [DecidedItem] = []
        for week in 0..<Self.weeks { items += person.week(week) }
        let proposals = Self.proposals(items)
        let (found, missed) = person.truth(proposals, weeks: Self.weeks, files: 2_000)
        let said = proposals.map { "\($0.why) \($0.heldOut)" }.joined(separator: "\n")
        #expect(found.right * 100 >= found.count * 90, "\(found) \(said)")
        if taste != .drift { #expect(found.right * 10 >= (found.right + missed) * 7, "\(said)") }
    }
}
