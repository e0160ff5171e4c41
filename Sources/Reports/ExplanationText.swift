// SPDX-License-Identifier: Apache-2.0

package import RuleEngine
package import StateLedger
internal import Text
package import Wording

/// An explanation as lines of text.
package struct ExplanationText {
    private let explanation: Explanation
    /// What a person decided about the item, of which the state file tells.
    private let decision: DecisionRecord?
    /// The zone of the times.
    private let timeZone: RuleTimeZone
    private let words: Words
    /// So many members of a group are told.
    private static let membersMax = 10

    /// The explanation in the language of `words`, with times of that zone.
    package init(
        _ explanation: Explanation, decision: DecisionRecord? = nil,
        timeZone: RuleTimeZone = .machine, words: Words
    ) {
        self.words = words
        self.explanation = explanation
        self.decision = decision
        self.timeZone = timeZone
    }

    /// The item with its verdict, then every rule with its conditions, then the outcome.
    package var lines: [String] {
        var lines = [
            "\(VisibleText.escaped(explanation.item.path)) → \(words(explanation.verdict.phrase))"
                + " (\(words(explanation.reason.name)))"
        ]
        for (index, rule) in explanation.rules.enumerated() {
            lines += self.lines(rule, number: index + 1)
        }
        if let decision {
            lines.append("  " + words(phrase(decision)))
            if let device = decision.device {
                lines.append("  " + words(.devicesSource(device: VisibleText.escaped(device))))
            }
        }
        lines.append("  " + words(.explainResult(text: result)))
        return lines
    }

    /// Every rule with its conditions, and no more: for who knows from elsewhere what groups came to.
    package var conditions: [String] {
        explanation.rules.enumerated().flatMap { index, rule in
            let isPlain = rule.rule.selection == nil || !rule.rule.isEnabled || !rule.isInScope
            let head =
                "  \(index + 1) \(rule.rule.action.sign) \(rule.rule.id) (\(rule.rule.action.rawValue))"
            return [isPlain ? head + ": \(words(word(rule)))" : head] + trees(rule)
        }
    }

    private func trees(_ rule: RuleExplanation) -> [String] {
        guard rule.rule.isEnabled, rule.isInScope else { return [] }
        var lines: [String] = []
        if let match = rule.match { lines += tree(match, label: "match", indent: 6) }
        if let unless = rule.unless { lines += tree(unless, label: "unless", indent: 6) }
        return lines
    }

    private func phrase(_ decision: DecisionRecord) -> Phrase {
        let what: Phrase =
            switch decision.verdict {
            case .keep: .explainKeep
            case .pin: .explainPin
            case .delete: .explainDelete
            case .snooze:
                .explainSnooze(
                    when: decision.until.map { LocalTimeText.wall($0, in: timeZone, words) } ?? "?")
            }
        return .explainDecided(
            what: what, when: LocalTimeText.wall(decision.decidedAt, in: timeZone, words))
    }

    private var result: Phrase {
        Self.result(
            explanation.reason, explanation.verdict, rule: explanation.rule?.id,
            why: explanation.rule?.why)
    }

    /// How an item came to its verdict, in a sentence.
    package static func result(
        _ reason: Reason, _ verdict: Verdict, rule: String?, why: String?
    ) -> Phrase {
        let who: Phrase = rule.map { .whyRule(rule: $0) } ?? .whyNoRule
        let why: Phrase =
            why.map { .whyText(text: VisibleText.escaped($0)) } ?? .verbatim("")
        switch reason {
        case .unmatched: return .whyUnmatched
        case .unknown: return .whyUnknown(who: who)
        case .protected where rule == nil: return .whyUnsafe
        case .protected, .keptByRule: return .whyKept(who: who, why: why)
        case .outside: return .whyOutside
        case .folderNotEmpty: return .whyNotEmpty(who: who)
        case .biggerThan: return .whyBigger(who: who)
        case .lastCopy: return .whyLastCopy(who: who)
        case .survivorUnderReview: return .whySurvivor(who: who)
        case .personKept: return .whyPersonKept
        case .snoozed: return .whySnoozed
        case .personDeleted: return .whyPersonDeleted
        case .trial: return .whyTrial(who: who)
        case .similarUnproved: return .whySimilarUnproved(who: who)
        case .companionKept: return .whyCompanionKept
        case .decidedBefore: return .whyDecidedBefore(who: who)
        default: return .whySays(who: who, what: verdict.phrase, why: why)
        }
    }

    private func lines(_ rule: RuleExplanation, number: Int) -> [String] {
        let action = rule.rule.action.rawValue
        var lines = [
            "  \(number) \(rule.rule.action.sign) \(rule.rule.id) (\(action)): \(words(word(rule)))"
        ]
        guard rule.rule.isEnabled, rule.isInScope else { return lines }
        lines += trees(rule)
        if !rule.group.isEmpty {
            lines.append("      " + words(.explainGroup(n: rule.group.count)))
            for member in rule.group.prefix(Self.membersMax) {
                let mark = member.isItem ? words(.explainThis) : VisibleText.escaped(member.path)
                let grounds = member.grounds.map { words($0.phrase(other: nil)) }
                let kept = grounds.isEmpty ? "" : "   — " + grounds.joined(separator: "; ")
                lines.append("        \(words(member.verdict.phrase))  \(mark)\(kept)")
            }
            if rule.group.count > Self.membersMax {
                lines.append("      " + words(.lineMore(n: rule.group.count - Self.membersMax)))
            }
            lines += own(rule)
        } else if rule.rule.selection != nil, rule.likeness == nil, rule.shot == nil {
            lines.append("      " + words(.explainNoGroup))
        }
        if let likeness = rule.likeness {
            lines += LikenessText(words: words, timeZone: timeZone)
                .lines(likeness, rule.staying).map { "      " + $0 }
        }
        if !rule.albums.isEmpty {
            lines.append("      " + words(.similarAlbum(names: Phrase.names(rule.albums))))
        }
        if let shot = rule.shot {
            lines += LikenessText(words: words, timeZone: timeZone).lines(shot)
                .map { "      " + $0 }
        }
        return lines
    }

    /// What generations keep the item for where it is not among the members that are told, or why
    /// each of them does not.
    private func own(_ rule: RuleExplanation) -> [String] {
        let isTold = rule.group.prefix(Self.membersMax).contains { $0.isItem }
        let grounds = isTold ? [] : rule.group.first { $0.isItem }?.grounds ?? []
        return grounds.map { "      " + words(.explainKept(text: $0.phrase(other: nil))) }
            + rule.refusals.map {
                "      " + words(.explainRefused(text: $0.ground.phrase(other: $0.other)))
            }
    }

    private func word(_ rule: RuleExplanation) -> Phrase {
        if !rule.rule.isEnabled { return .explainOff }
        if !rule.isInScope { return .explainElsewhere }
        if rule.contributed { return .explainApplies }
        let isUnknown =
            rule.match?.outcome == .unknown || rule.unless?.outcome == .unknown
        return isUnknown ? .explainUnknown : .explainNo
    }

    private func tree(
        _ condition: ConditionExplanation, label: String?, indent: Int
    ) -> [String] {
        let head = String(repeating: " ", count: indent) + "\(mark(condition.outcome)) "
        let text = condition.combination.map { words($0.phrase) } ?? condition.text
        var line = head + (label.map { "\($0): " } ?? "") + VisibleText.guarded(text)
        if condition.isToldAbove {
            line += "   — " + words(.explainAsAbove)
        } else if condition.parts.isEmpty, condition.text != "everything: true" {
            let actual: Phrase =
                condition.actual.map { .explainActual(actual: VisibleText.escaped($0)) }
                ?? .explainMissing
            line += "   — " + words(actual)
        }
        return [line] + condition.parts.flatMap { tree($0, label: nil, indent: indent + 4) }
    }
}

extension ExplanationText {
    /// How a condition came out, as wide as the widest of these words.
    private func mark(_ outcome: Truth) -> String {
        func word(_ outcome: Truth) -> String {
            switch outcome {
            case .yes: words(.reviewOutcomeYes)
            case .no: words(.reviewOutcomeNo)
            case .unknown: "?"
            }
        }
        let width = [Truth.yes, .no].map { CellWidth.of(word($0)) }.max() ?? 0
        let text = word(outcome)
        return text + String(repeating: " ", count: width - CellWidth.of(text))
    }
}

extension ConditionExplanation.Combination {
    /// What stands above the conditions that are combined.
    fileprivate var phrase: Phrase {
        switch self {
        case .all: .explainAllOf
        case .any: .explainAnyOf
        case .none: .explainNoneOf
        }
    }
}

extension Verdict {
    /// The verdict in words.
    package var phrase: Phrase {
        switch self {
        case .keep: .verdictKeep
        case .review: .verdictReview
        case .delete: .verdictDelete
        }
    }
}
