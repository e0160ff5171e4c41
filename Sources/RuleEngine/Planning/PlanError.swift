// SPDX-License-Identifier: Apache-2.0

/// Why no plan can be made of rules and items that are each valid.
public struct PlanError: Error, Sendable, Equatable {
    /// What is wrong and what to do, one sentence without a full stop.
    public let message: String

    /// An error that says `message`.
    public init(_ message: String) {
        self.message = message
    }
}

extension PlanError {
    /// That expressions gave up on more items than a plan may have; nil if they did not.
    init?(_ effort: MatchEffort, _ input: PlanInput) {
        guard effort.isTooMuch, let (row, pattern) = effort.first else { return nil }
        let file = input.ruleFile
        let owner = (file.protections + file.rules).first { rule in
            rule.isEnabled && rule.tests(pattern, file.definitions)
        }
        let kind = owner?.action == .protect ? "protection" : "rule"
        self.init(
            "\(kind) '\(owner?.id ?? "")': the expression '\(pattern)' gives up on over"
                + " \(MatchEffort.itemsMax) items, as on '\(input.listing.path(row))' of drive"
                + " '\(input.listing.driveName(row))', because each takes over"
                + " \(RegularExpressionMatcher.matchLimit) steps; write it so that less can be"
                + " matched in two ways, such as nested '*' and '+'")
    }
}

extension Rule {
    /// Whether the rule's conditions hold the regular expression `pattern`.
    fileprivate func tests(_ pattern: String, _ definitions: [Definition]) -> Bool {
        holdsTest(definitions) { test in
            test.alternatives.contains { value in
                guard case .regularExpression(let expression) = value else { return false }
                return expression.pattern.utf8.elementsEqual(pattern.utf8)
            }
        }
    }
}
