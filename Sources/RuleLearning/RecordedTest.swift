// SPDX-License-Identifier: Apache-2.0

package import Messages
package import RuleEditing
package import RuleEngine

/// A test of a rules file made of decided items: one that a proposal speaks of, and one that it just
/// does not.
package struct RecordedTest: Sendable {
    /// What it shows.
    package let name: Message
    /// The instant that it takes for now: when the first item was decided about.
    package let now: Timestamp
    /// The items, each with the verdict that the rules give it then, and the rule.
    package let items: [(values: ItemValues, expect: Verdict, by: String?)]

    /// The rules that it was made for, which say what of an item is written down.
    private let file: RuleFile

    /// How many items are tried before there is no test.
    private static let tries = 20

    /// The test of `proposal` that the rules `file`, in which it was made, meet.
    static func of(
        _ proposal: Proposal, in file: RuleFile, timeZone: RuleTimeZone
    ) -> RecordedTest? {
        let wanted: Verdict = proposal.label == .delete ? .delete : .keep
        let by = proposal.kind == .promotion ? proposal.rule : proposal.id
        func verdict(_ item: DecidedItem, at now: Timestamp) -> (verdict: Verdict, by: String?)? {
            let test = RuleTest(
                name: "", now: now, items: [TestItem(item: item.values, expect: .keep)])
            let results = try? RuleTestRunner.run(file, tests: [test], timeZone: timeZone)
            return results?.first?.findings.first.map { ($0.verdict, $0.rule) }
        }
        let isNamed = proposal.kind != .exception
        for item in proposal.examples.suffix(tries).reversed() {
            guard let found = verdict(item, at: item.at), found.verdict == wanted,
                !isNamed || found.by == by
            else { continue }
            var items: [(values: ItemValues, expect: Verdict, by: String?)] = [
                (item.values, wanted, isNamed ? by : nil)
            ]
            for miss in proposal.nearMisses.prefix(tries)
            where miss.values.path != item.values.path {
                guard let found = verdict(miss, at: item.at), found.by != by,
                    isNamed || found.verdict != wanted
                else { continue }
                items.append((miss.values, found.verdict, nil))
                break
            }
            return RecordedTest(
                name: Message("'\(proposal.id)', as it was decided"), now: item.at, items: items,
                file: file)
        }
        return nil
    }

    /// The test as it is added to its rules, its name in the words of `say`.
    package func written(_ say: (Message) -> String) -> NewTest {
        NewTest(
            name: say(name), now: now,
            items: items.map { NewTest.Item(values: $0.values, verdict: $0.expect, rule: $0.by) },
            of: file)
    }
}
