// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
internal import StateLedger
internal import Wording

/// An explanation as lines of text.
struct ExplanationText {
    private let explanation: Explanation
    /// What a person decided about the item, of which the state file tells.
    private let decision: DecisionRecord?

    init(_ explanation: Explanation, decision: DecisionRecord? = nil) {
        self.explanation = explanation
        self.decision = decision
    }

    /// The item with its verdict, then every rule with its conditions, then the outcome.
    var lines: [String] {
        var lines = [
            "\(VisibleText.escaped(explanation.item.path)) → \(explanation.verdict.rawValue)"
                + " (\(explanation.reason.rawValue))"
        ]
        for (index, rule) in explanation.rules.enumerated() {
            lines += self.lines(rule, number: index + 1)
        }
        if let decision { lines.append("  decided: " + Self.words(decision)) }
        lines.append("  result: \(result)")
        return lines
    }

    private static func words(_ decision: DecisionRecord) -> String {
        let what =
            switch decision.verdict {
            case .keep: "keep until the content changes"
            case .pin: "keep for good"
            case .delete: "delete, unless the content changes"
            case .snooze: "keep until \(decision.until?.description ?? "?")"
            }
        return "\(what), at \(decision.decidedAt)"
    }

    private var result: String {
        Console.words(
            Self.result(
                explanation.reason, explanation.verdict, rule: explanation.rule?.id,
                why: explanation.rule?.why))
    }

    /// How an item came to its verdict, in a sentence.
    static func result(
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
        default: return .whySays(who: who, what: verdict.phrase, why: why)
        }
    }

    private func lines(_ rule: RuleExplanation, number: Int) -> [String] {
        let action = rule.rule.action.rawValue
        var lines = [
            "  \(number) \(rule.rule.action.sign) \(rule.rule.id) (\(action)): \(word(rule))"
        ]
        guard rule.rule.isEnabled, rule.isInScope else { return lines }
        if let match = rule.match { lines += tree(match, label: "match", indent: 6) }
        if let unless = rule.unless { lines += tree(unless, label: "unless", indent: 6) }
        if !rule.group.isEmpty {
            lines.append("      group of \(rule.group.count):")
            for member in rule.group.prefix(10) {
                let mark = member.isItem ? "this one" : VisibleText.escaped(member.path)
                lines.append("        \(member.verdict.rawValue)  \(mark)")
            }
            if rule.group.count > 10 { lines.append("        … \(rule.group.count - 10) more") }
        } else if rule.rule.selection != nil {
            lines.append("      in no group of this rule")
        }
        return lines
    }

    private func word(_ rule: RuleExplanation) -> String {
        if !rule.rule.isEnabled { return "switched off" }
        if !rule.isInScope { return "does not apply here ('in' or 'type')" }
        if rule.contributed { return "applies" }
        let isUnknown =
            rule.match?.outcome == .unknown || rule.unless?.outcome == .unknown
        return isUnknown ? "not known" : "no"
    }

    private func tree(
        _ condition: ConditionExplanation, label: String?, indent: Int
    ) -> [String] {
        let mark =
            switch condition.outcome {
            case .yes: "yes"
            case .no: "no "
            case .unknown: "?  "
            }
        let head = String(repeating: " ", count: indent) + "\(mark) "
        var line = head + (label.map { "\($0): " } ?? "") + VisibleText.guarded(condition.text)
        if condition.isToldAbove {
            line += "   — as above"
        } else if condition.parts.isEmpty, condition.text != "everything: true" {
            line +=
                "   — " + (condition.actual.map { "it is \(VisibleText.escaped($0))" } ?? "missing")
        }
        return [line] + condition.parts.flatMap { tree($0, label: nil, indent: indent + 4) }
    }
}

extension Verdict {
    /// The verdict in words.
    var phrase: Phrase {
        switch self {
        case .keep: .verdictKeep
        case .review: .verdictReview
        case .delete: .verdictDelete
        }
    }
}
