// SPDX-License-Identifier: Apache-2.0

internal import Wording
internal import PlanRunner
internal import RuleEngine

/// Why a plan deletes nothing, with counts: an empty plan is a question, not an answer.
struct WhyNothingGoes {
    private let header: PlanHeader

    /// The reasons for the plan of `header`.
    init(_ header: PlanHeader) { self.header = header }

    /// The heading and a sentence for each reason; none where something goes, or there is nothing.
    var lines: [String] {
        let totals = header.totals
        let deletes = header.plan.rules.contains { $0.isEnabled && $0.action == .delete }
        guard totals.delete.items == 0, totals.all.items > 0, deletes else { return [] }
        let held = HeldDeletions(header.plan)
        var sentences = protections(held) + reviews(held)
        for gap in held.gaps {
            let tests = gap.tests.isEmpty ? "" : ": \(listed(gap.tests)) is not known"
            sentences.append(
                "\(items(gap.items)) tell too little for '\(gap.rule)'\(VisibleText.escaped(tests))"
            )
        }
        if held.folders > 0 {
            sentences.append(
                "\(items(held.folders, "folder")) that a rule names still hold something")
        }
        if let kept = totals.unnamed[.personKept] {
            sentences.append("\(items(kept.items)) stay because a person said so")
        }
        if sentences.isEmpty { sentences = ["no delete rule applies to any item"] }
        return ["Why nothing is deleted"] + sentences.map { "  " + $0 }
    }

    /// What protections and keep rules keep, and what of it would go without them.
    private func protections(_ held: HeldDeletions) -> [String] {
        var sentences: [String] = []
        let wanted = Dictionary(
            held.outweighed.map { ($0.rule, $0.items) }, uniquingKeysWith: { first, _ in first })
        for (number, rule) in header.plan.rules.enumerated() {
            let kept = header.totals.rules[number].keep.items
            let isProtection = rule.action == .protect
            let going = wanted[rule.id] ?? 0
            guard kept > 0, isProtection || rule.action == .keep && going > 0 else { continue }
            sentences.append(
                "\(items(kept)) \(isProtection ? "protected" : "kept") by '\(rule.id)'"
                    + (going > 0 ? ", of which a delete rule names \(grouped(going))" : ""))
        }
        return sentences
    }

    /// What would go, were it not for a person to decide.
    private func reviews(_ held: HeldDeletions) -> [String] {
        Reason.allCases.compactMap { reason in
            guard let shares = held.reviewed[reason] else { return nil }
            let all = shares.reduce(0) { $0 + $1.items }
            let rules = shares.map { "'\($0.rule)' \(grouped($0.items))" }
            return "\(items(all)) for a person to decide, \(why(reason)): \(listed(rules))"
        }
    }

    private func why(_ reason: Reason) -> String {
        guard reason == .trial, let count = header.plan.input.ruleFile.review.trial else {
            return Words.english(reason.label)
        }
        return "since a rule is on trial until \(grouped(Int64(count))) of its items are decided"
    }

    private func items(_ count: Int64, _ noun: String = "item") -> String {
        counted(Int(count), noun)
    }

    private func listed(_ parts: [String]) -> String { parts.joined(separator: ", ") }
}
