// SPDX-License-Identifier: Apache-2.0

package import PlanRunner
internal import RuleEngine
internal import Wording

extension PlanHeader {
    /// What the plan has to say of the rules, each at its line.
    package var findings: [Finding] {
        let rules = zip(plan.rules, totals.rules).compactMap { rule, counts -> Finding? in
            guard counts.delete.items + counts.review.items > 0 else { return nil }
            let text =
                "rule '\(rule.id)' deletes \(counts.delete.items) items,"
                + " \(Words.english.size(counts.delete.bytes)), and leaves"
                + " \(counts.review.items) to a person"
            return Finding(.notice, "rule-matches", text, at: rule.location)
        }
        let limits = limits.filter(\.isExceeded).map { limit in
            let rule = plan.rules.first { $0.id == limit.rule }
            let place = rule?.location ?? plan.input.ruleFile.limitLocations[limit.subject]
            return Finding(.error, "limit-exceeded", limit.sentence, at: place)
        }
        return limits + rules
    }
}

extension [RuleTestResult] {
    /// What the tests that failed have to say, each at its line.
    package var findings: [Finding] {
        flatMap { result in
            result.findings.filter { !$0.isMet }.map { finding in
                Finding(
                    .error, "rules-test-failed", "\(result.test.name): \(finding.sentence)",
                    at: finding.item.location ?? result.test.location)
            }
        }
    }
}
