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
        let total = plan.listing.count
        if total == 0 { return [] }
        var applied = [Int](repeating: 0, count: plan.rules.count)
        var decided = applied
        for row in 0..<total {
            for number in plan.appliedRules(row) { applied[number] += 1 }
            if let number = plan.ruleNumber(row) { decided[number] += 1 }
        }
        return plan.rules.indices.compactMap { number in
            plan.rules[number].isEnabled
                ? finding(plan.rules[number], applied[number], decided[number], of: total) : nil
        }
    }

    private static func finding(
        _ rule: Rule, _ applied: Int, _ decided: Int, of total: Int
    ) -> LintFinding? {
        let isProtection = rule.action == .protect
        if applied == 0 {
            return isProtection
                ? LintFinding(
                    .protectionNothing,
                    Message("'\(rule.id)' covers 0 of \(total) items, so that it protects nothing"),
                    at: rule.location)
                : LintFinding(
                    .ruleNothing, Message("'\(rule.id)' takes 0 of \(total) items"),
                    at: rule.location)
        }
        if decided == 0, !isProtection {
            return LintFinding(
                .ruleUnreachable,
                Message(
                    "'\(rule.id)' takes \(applied) of \(total) items, and others decide every one of"
                        + " them"), at: rule.location)
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
