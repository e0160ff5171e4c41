// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import RuleEngine

/// What rules are worth looking at for what they are beside each other.
enum RelationLint {
    /// After so many pairs, the rest is not looked at.
    private static let pairsMax = 500_000

    /// The findings of the rules of `file`, in their order.
    static func findings(_ file: RuleFile) -> [LintFinding] {
        let implication = RuleImplication(file)
        let rules = (file.protections + file.rules).filter { $0.isEnabled && !$0.isOfCanary }
        var findings: [LintFinding] = []
        var pairs = 0
        for (index, rule) in rules.enumerated() {
            if let match = rule.match, let unless = rule.unless, implication.holds(match, unless) {
                findings.append(
                    LintFinding(
                        .contradiction,
                        Message(
                            "'unless' takes back whatever 'match' takes, so that '\(rule.id)' takes"
                                + " nothing"), at: rule.location))
                continue
            }
            pairs += rules.count
            if pairs > pairsMax { break }
            if let finding = covering(of: rule, at: index, in: rules, file, implication) {
                findings.append(finding)
            }
        }
        return findings
    }

    /// A finding where another rule takes all that `rule` takes, and decides it.
    private static func covering(
        of rule: Rule, at index: Int, in rules: [Rule], _ file: RuleFile,
        _ implication: RuleImplication
    ) -> LintFinding? {
        // What is unknown to it may be reviewed all the same.
        let isPlain = rule.action == .delete || rule.action == .review
        if isPlain, (rule.unknown ?? file.defaults.unknown) == .review { return nil }
        for (place, other) in rules.enumerated() where place != index {
            let (strength, others) = (strength(rule), strength(other))
            guard others > strength || (others == strength && place < index),
                isAsGentle(other, rule), implication.covers(other, rule)
            else { continue }
            return LintFinding(
                .ruleCovered,
                others > strength
                    ? Message(
                        "'\(rule.id)' never decides: all that it takes is taken by '\(other.id)', which"
                            + " is stronger")
                    : Message(
                        "'\(rule.id)' never decides: all that it takes is taken by '\(other.id)', which"
                            + " stands before it"), at: rule.location)
        }
        return nil
    }

    /// How strong the verdict of a rule is.
    private static func strength(_ rule: Rule) -> Int {
        switch rule.action {
        case .protect, .keep: 2
        case .review: 1
        case .delete: 0
        }
    }

    /// Whether `rule` adds nothing to how `other` deletes: the longest window counts, and the gentlest
    /// method, of all that apply.
    private static func isAsGentle(_ other: Rule, _ rule: Rule) -> Bool {
        guard rule.action == .delete, other.action == .delete else { return true }
        return rule.undoWindow == other.undoWindow && rule.method == other.method
    }
}
