// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
internal import StateLedger

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
        Self.result(
            explanation.reason, explanation.verdict, rule: explanation.rule?.id,
            why: explanation.rule?.why)
    }

    /// How an item came to its verdict, in a sentence.
    static func result(
        _ reason: Reason, _ verdict: Verdict, rule: String?, why: String?
    ) -> String {
        let who = rule.map { "'\($0)'" } ?? "no rule"
        let why = why.map { ": \(VisibleText.escaped($0))" } ?? ""
        switch reason {
        case .unmatched: return "no rule speaks of it, so it stays"
        case .unknown:
            return "\(who) cannot tell because something is not known, so a person decides"
        case .protected where rule == nil:
            return "it cannot be deleted safely (its name or kind), so it stays"
        case .protected, .keptByRule: return "\(who) keeps it\(why)"
        case .outside:
            return "the plan covers a folder that it does not lie in, so it stays"
        case .folderNotEmpty:
            return "\(who) would take the folder, but something in it stays, so it stays"
        case .biggerThan:
            return "\(who) would delete it, but it is larger than review.bigger_than (or of"
                + " unknown size), so a person decides"
        case .lastCopy:
            return "\(who) would delete it, but too few copies would be left, so a person decides"
        case .survivorUnderReview:
            return "\(who) would delete it, but what it counts on is not sure to stay, so a person"
                + " decides"
        case .personKept: return "a person decided to keep it"
        case .snoozed: return "a person put it off"
        case .personDeleted: return "a person decided to delete it"
        case .trial:
            return "\(who) would delete it, but the rule is on trial, so a person decides"
        default: return "\(who) says \(verdict.rawValue)\(why)"
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
        if condition.parts.isEmpty, condition.text != "everything: true" {
            line +=
                "   — " + (condition.actual.map { "it is \(VisibleText.escaped($0))" } ?? "missing")
        }
        return [line] + condition.parts.flatMap { tree($0, label: nil, indent: indent + 4) }
    }
}
