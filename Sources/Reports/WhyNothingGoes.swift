// SPDX-License-Identifier: Apache-2.0

internal import Text
internal import Wording
internal import PlanRunner
internal import RuleEngine

/// Why a plan deletes nothing, with counts: an empty plan is a question, not an answer.
struct WhyNothingGoes {
    private let header: PlanHeader

    /// The reasons for the plan of `header`.
    init(_ header: PlanHeader) { self.header = header }

    /// The heading and a sentence for each reason; none where something goes, or there is nothing.
    var lines: [Phrase] {
        let totals = header.totals
        let deletes = header.plan.rules.contains { $0.isEnabled && $0.action == .delete }
        guard totals.delete.items == 0, totals.all.items > 0, deletes else { return [] }
        let held = HeldDeletions(header.plan)
        var sentences = protections(held) + reviews(held)
        for gap in held.gaps {
            let little = Phrase.nothingTellsLittle(n: gap.items, rule: gap.rule)
            let tests = VisibleText.escaped(gap.tests.joined(separator: ", "))
            sentences.append(tests.isEmpty ? little : .nothingTests(what: little, text: tests))
        }
        if held.folders > 0 { sentences.append(.nothingFolders(n: held.folders)) }
        if let kept = totals.unnamed[.personKept] {
            sentences.append(.nothingPersonKept(n: kept.items))
        }
        if sentences.isEmpty { sentences = [.nothingNoRule] }
        return [.nothingTitle] + sentences.map { .series([.verbatim("  "), $0], separator: "") }
    }

    /// What protections and keep rules keep, and what of it would go without them.
    private func protections(_ held: HeldDeletions) -> [Phrase] {
        var sentences: [Phrase] = []
        let wanted = Dictionary(
            held.outweighed.map { ($0.rule, $0.items) }, uniquingKeysWith: { first, _ in first })
        for (number, rule) in header.plan.rules.enumerated() {
            let kept = header.totals.rules[number].keep.items
            let isProtection = rule.action == .protect
            let going = wanted[rule.id] ?? 0
            guard kept > 0, isProtection || rule.action == .keep && going > 0 else { continue }
            let what: Phrase =
                isProtection
                ? .nothingProtected(n: kept, rule: rule.id) : .nothingKept(n: kept, rule: rule.id)
            sentences.append(going > 0 ? .nothingOfWhich(what: what, count: going) : what)
        }
        return sentences
    }

    /// What would go, were it not for a person to decide.
    private func reviews(_ held: HeldDeletions) -> [Phrase] {
        Reason.allCases.compactMap { reason -> Phrase? in
            guard let shares = held.reviewed[reason] else { return nil }
            let rules = shares.map { Phrase.nothingShare(rule: $0.rule, count: $0.items) }
            return .nothingAsked(
                n: shares.reduce(0) { $0 + $1.items }, why: why(reason),
                rules: Phrase.series(rules, separator: ", "))
        }
    }

    private func why(_ reason: Reason) -> Phrase {
        guard reason == .trial, let count = header.plan.input.ruleFile.review.trial else {
            return reason.label
        }
        return .nothingTrial(n: count)
    }
}
