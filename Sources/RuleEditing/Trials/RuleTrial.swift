// SPDX-License-Identifier: Apache-2.0

package import RuleEngine
package import YAMLBridge

/// Rules whose tests are tried on what stands beside them: on the same files with one thing changed.
package struct RuleTrial: Sendable {
    private let sources: [RuleSource]
    private let file: RuleFile
    private let timeZone: RuleTimeZone
    private let documents: [RulesDocument?]
    /// What comes of the tests as the rules are.
    package let results: [RuleTestResult]

    /// The most changes that are tried.
    package static let variantsMax = 5_000
    /// The most work that is done in one go, counted in rules that are held against a test: more than
    /// some hundred rules with as many tests each take minutes, which nobody waits for.
    private static let workMax = 8_000_000

    /// How many changes of `count` are tried.
    private func tries(of count: Int) -> Int {
        let cost = max(1, results.count) * max(1, file.rules.count + file.protections.count)
        return min(count, Self.variantsMax, max(1, Self.workMax / cost))
    }

    /// The rules `file` of `sources`, the first of which includes the others, with what came of their
    /// tests.
    package init(
        _ sources: [RuleSource], _ file: RuleFile, _ results: [RuleTestResult],
        timeZone: RuleTimeZone
    ) {
        self.sources = sources
        self.file = file
        self.results = results
        self.timeZone = timeZone
        documents = sources.map { RulesDocument($0) }
    }

    private var finders: [VariantFinder] {
        documents.enumerated().compactMap { number, document in
            document.map { VariantFinder($0, file: number) }
        }
    }

    /// The rules with `splices` made; nil where that is no rules file.
    private func changed(_ splices: [Splice], in number: Int) -> RuleFile? {
        guard let bytes = splices.applied(to: sources[number].bytes) else { return nil }
        var after = sources
        after[number] = RuleSource(file: sources[number].file, bytes: bytes)
        return RuleEditor.decode(after).rules.value
    }

    // MARK: Changes

    /// What the tests make of changes.
    package struct Mutation: Sendable {
        /// How many changes were tried.
        package var total = 0
        /// Those that no test notices, by their places.
        package var unnoticed: [RuleVariant] = []
        /// How many more changes there are that were not tried.
        package var left = 0
    }

    /// Changes one thing after the other, and runs the tests each time. O(changes × tests), and
    /// within bounds. Of the rule or definition `owner` alone, if there is one.
    package func mutation(of owner: String? = nil) -> Mutation {
        let variants = finders.flatMap(\.variants).filter { owner == nil || $0.owner == owner }
        var mutation = Mutation()
        let most = tries(of: variants.count)
        mutation.left = variants.count - most
        for variant in variants.prefix(most) {
            guard let rules = changed(variant.splices, in: variant.file) else { continue }
            mutation.total += 1
            if !isNoticed(rules, variant.owner) { mutation.unnoticed.append(variant) }
        }
        return mutation
    }

    /// Whether a test fails with these rules; those that `owner` has a part in are run first.
    private func isNoticed(_ rules: RuleFile, _ owner: String) -> Bool {
        let near = results.indices.filter { concerns($0, owner) }
        let others = results.indices.filter { !concerns($0, owner) }
        return (near.map { [$0] } + [others]).contains { numbers in
            let tests = numbers.map { results[$0].test }
            // A test that cannot be run any more has noticed.
            let after = try? RuleTestRunner.run(rules, tests: tests, timeZone: timeZone)
            return after?.allSatisfy(\.isMet) != true
        }
    }

    private func concerns(_ index: Int, _ owner: String) -> Bool {
        results[index].findings.contains { $0.rule == owner || $0.item.by == owner }
    }

    // MARK: Coverage

    /// What the tests show of one rule.
    package struct RuleCoverage: Sendable {
        /// The rule or protection.
        package let rule: Rule
        /// Whether some item of a test is decided by it.
        package let isTaken: Bool
        /// Whether some item of a test is one test of a condition away from being taken by it.
        package let isMissedNearly: Bool
    }

    /// What the tests show of the rules.
    package struct Coverage: Sendable {
        /// Each rule and protection that counts, in the order of plans.
        package var rules: [RuleCoverage] = []
        /// Parts of conditions that no verdict of any test hangs on: who holds them, what they say and
        /// where.
        package var idle: [(owner: String, text: String, range: SourceRange)] = []
        /// How many parts were not tried, so that nothing is known of them.
        package var left = 0

        /// Whether nothing is missing.
        package var isWhole: Bool {
            left == 0 && idle.isEmpty && rules.allSatisfy { $0.isTaken && $0.isMissedNearly }
        }
    }

    /// What an item of a test comes to.
    private struct Outcome: Equatable {
        var verdict: Verdict
        var rule: String?

        init(_ finding: RuleTestFinding) {
            (verdict, rule) = (finding.verdict, finding.rule)
        }
    }

    /// Which rules have an item that they take and one that they nearly take, and which parts of
    /// conditions never mattered. O(parts × tests), and within bounds. Of `owner` alone, if there is one.
    package func coverage(of owner: String? = nil) -> Coverage {
        var near: Set<String> = []
        var coverage = Coverage()
        // Those of others as well: a rule may be one test of a definition away from an item.
        let parts = finders.flatMap(\.parts)
        // Each part is tried by itself, and in what it forces.
        let most = tries(of: parts.reduce(0) { $0 + 1 + $1.forced.count })
        var tried = 0
        for (number, part) in parts.enumerated() {
            tried += 1 + part.forced.count
            if tried > most, number > 0 {
                coverage.left = parts.count - number
                break
            }
            if owner == nil || owner == part.owner,
                let pairs = outcomes(part.removal, in: part.file),
                pairs.allSatisfy({ Outcome($0.before) == Outcome($0.after) })
            {
                coverage.idle.append((part.owner, part.text, part.range))
            }
            for splices in part.forced where !splices.isEmpty {
                for pair in outcomes(splices, in: part.file) ?? [] {
                    near.formUnion(Set(pair.after.applied).subtracting(pair.before.applied))
                }
            }
        }
        coverage.rules = rules(near).filter { owner == nil || $0.rule.id == owner }
        return coverage
    }

    /// What comes of each item of the tests, before and after a change; nil where it cannot be tried.
    private func outcomes(
        _ splices: [Splice], in number: Int
    ) -> [(before: RuleTestFinding, after: RuleTestFinding)]? {
        guard let rules = changed(splices, in: number),
            let after = try? RuleTestRunner.run(
                rules, tests: results.map(\.test), timeZone: timeZone)
        else { return nil }
        return zip(results, after).flatMap { old, new in
            zip(old.findings, new.findings).map { (before: $0, after: $1) }
        }
    }

    private func rules(_ near: Set<String>) -> [RuleCoverage] {
        let all = (file.protections + file.rules).filter { $0.isEnabled && !$0.isOfCanary }
        return all.map { rule in
            RuleCoverage(
                rule: rule,
                isTaken: results.contains { $0.findings.contains { $0.rule == rule.id } },
                isMissedNearly: near.contains(rule.id) || isMissed(by: rule))
        }
    }

    /// Whether an item that a rule does not take stands beside one that it does: for a rule that
    /// chooses among items. One that takes everything has none that it could miss.
    private func isMissed(by rule: Rule) -> Bool {
        if rule.selection == nil {
            return rule.unless == nil && rule.scopes.isEmpty && rule.match == .everything
        }
        return results.contains { result in
            let taken = result.findings.count { $0.applied.contains(rule.id) }
            return taken > 0 && taken < result.findings.count
        }
    }
}
