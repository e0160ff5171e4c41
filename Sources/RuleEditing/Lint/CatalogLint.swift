// SPDX-License-Identifier: Apache-2.0

internal import Messages
package import RuleEngine

/// What rules are worth looking at for what they come to over a catalog.
package enum CatalogLint {
    /// A rule that takes more than this part of all items, in percent, is named.
    static let muchPercent = 30
    /// In catalogs of fewer items, a part of them says little.
    static let muchItems = 100

    /// The findings of the rules of `plan`, with counts, in the order of the rules. O(items × rules).
    package static func findings(_ plan: Plan) -> [LintFinding] {
        if plan.listing.count == 0 { return [] }
        let counts = Counts(plan)
        var findings = plan.rules.indices.compactMap { number in
            plan.rules[number].isEnabled ? finding(number, plan, counts) : nil
        }
        for (number, rule) in plan.rules.enumerated()
        where rule.action == .protect && !rule.isOfCanary && counts.wanted > 0
            && counts.withheld[number] == counts.wanted
        {
            findings.append(
                LintFinding(
                    .protectionOverRules,
                    Message(
                        "'\(rule.id)' covers each of the \(counts.wanted) items that rules would"
                            + " delete or review"), at: rule.location))
        }
        return findings
    }

    /// The protections of `plan` that cover none of its items, on drives that it is about: often one
    /// that is misspelt. Items that a person decided about are not among them: rules say nothing
    /// there. O(items), and less where a protection is met early.
    package static func idleProtections(
        _ plan: Plan
    ) -> [(rule: Rule, finding: LintFinding)] {
        let drives = Set(plan.listing.drives.map(\.name))
        var open = plan.rules.indices.filter { number in
            let rule = plan.rules[number]
            let isAbout = rule.scopes.isEmpty || rule.scopes.contains { drives.contains($0.drive) }
            return rule.action == .protect && rule.isEnabled && !rule.isOfCanary && isAbout
        }
        var total = plan.listing.count
        // A rule has a bit of its own among 64, without an array for each item.
        let hasBits = plan.rules.count <= UInt64.bitWidth
        for row in 0..<plan.listing.count where !open.isEmpty {
            if plan.isDecidedByPerson(row) {
                total -= 1
            } else if hasBits {
                let bits = plan.appliedBits(row)
                if bits != 0 { open.removeAll { bits >> UInt64($0) & 1 == 1 } }
            } else {
                let applied = plan.appliedRules(row)
                open.removeAll { applied.contains($0) }
            }
        }
        if total == 0 { return [] }
        return open.map { (plan.rules[$0], coversNothing(plan.rules[$0], of: total)) }
    }

    private static func coversNothing(_ rule: Rule, of total: Int) -> LintFinding {
        LintFinding(
            .protectionNothing,
            Message("'\(rule.id)' covers 0 of \(total) items, so that it protects nothing"),
            at: rule.location)
    }

    /// What became of the items of a plan, rule by rule.
    private struct Counts {
        /// How many items each rule takes.
        var applied: [Int]
        /// How many it decides.
        var decided: [Int]
        /// How many items some rule would delete or review.
        var wanted = 0
        /// How many of those each rule takes as well.
        var withheld: [Int]
        /// Of the items that a rule takes and does not decide, how many each other rule decides.
        var lost: [Int: [Int: Int]] = [:]

        init(_ plan: Plan) {
            applied = [Int](repeating: 0, count: plan.rules.count)
            (decided, withheld) = (applied, applied)
            for row in 0..<plan.listing.count {
                let numbers = plan.appliedRules(row)
                let decider = plan.ruleNumber(row)
                if let decider { decided[decider] += 1 }
                let isWanted = numbers.contains { number in
                    [.delete, .review].contains(plan.rules[number].action)
                }
                if isWanted { wanted += 1 }
                for number in numbers {
                    applied[number] += 1
                    if isWanted { withheld[number] += 1 }
                    if let decider, decider != number {
                        lost[number, default: [:]][decider, default: 0] += 1
                    }
                }
            }
        }

        /// The rules that decide most of what rule `number` takes, with how many.
        func deciders(of number: Int, in plan: Plan) -> String {
            let found = (lost[number] ?? [:]).sorted { (-$0.value, $0.key) < (-$1.value, $1.key) }
            let shown = found.prefix(3).map { "\(plan.rules[$0.key].id) \($0.value)" }
            return shown.joined(separator: ", ") + (found.count > 3 ? ", …" : "")
        }
    }

    private static func finding(_ number: Int, _ plan: Plan, _ counts: Counts) -> LintFinding? {
        let rule = plan.rules[number]
        let (applied, decided) = (counts.applied[number], counts.decided[number])
        let total = plan.listing.count
        let isProtection = rule.action == .protect
        if applied == 0 {
            return isProtection
                ? coversNothing(rule, of: total)
                : LintFinding(
                    .ruleNothing, Message("'\(rule.id)' takes 0 of \(total) items"),
                    at: rule.location)
        }
        if decided == 0, !isProtection {
            let others = counts.deciders(of: number, in: plan)
            return LintFinding(
                .ruleUnreachable,
                others.isEmpty
                    ? Message(
                        "'\(rule.id)' takes \(applied) of \(total) items, and others decide every one"
                            + " of them")
                    : Message(
                        "'\(rule.id)' takes \(applied) of \(total) items, and others decide every one"
                            + " of them: \(others)"), at: rule.location)
        }
        if !isProtection, rule.action != .keep, total >= muchItems,
            applied * 100 > total * muchPercent
        {
            return LintFinding(
                .ruleMuch,
                Message("'\(rule.id)' takes \(applied) of \(total) items, which is very much"),
                at: rule.location)
        }
        return nil
    }
}
