// SPDX-License-Identifier: Apache-2.0

internal import Reports
internal import RuleEditing
package import RuleEngine
package import Text
package import Wording

/// What the tests of rules do not show of them, as far as that was asked for.
package struct TestStrength {
    private var coverage: RuleTrial.Coverage?
    private var mutation: RuleTrial.Mutation?

    /// What `results`, of all tests, leave open; of the rule named `rule` alone, if there is one. Tests
    /// that fail show nothing by failing: then no change is tried.
    package init(
        _ loaded: LoadedRules, _ results: [RuleTestResult], of rule: String?, isCovering: Bool,
        isMutating: Bool, timeZone: RuleTimeZone
    ) {
        let trial = RuleTrial(loaded.sources, loaded.file, results, timeZone: timeZone)
        if isCovering { coverage = trial.coverage(of: rule) }
        if isMutating, results.allSatisfy(\.isMet) { mutation = trial.mutation(of: rule) }
    }

    /// Whether something is not shown.
    package var hasGaps: Bool {
        coverage?.isWhole == false || mutation?.unnoticed.isEmpty == false
            || (mutation?.left ?? 0) > 0
    }

    // MARK: For people

    /// What is not shown, line by line.
    package func lines(_ words: Words) -> [String] {
        var lines: [String] = []
        if let coverage { lines += Self.lines(coverage, words) }
        guard let mutation else { return lines }
        lines += mutation.unnoticed.map { variant in
            Self.place(variant.range) + words(Self.phrase(variant)) + " [\(variant.kind.rawValue)]"
        }
        if mutation.left > 0 { lines.append(words(.testMutateLeft(n: mutation.left))) }
        let noticed = mutation.total - mutation.unnoticed.count
        return lines + [words(.testMutateSummary(count: noticed, total: mutation.total))]
    }

    private static func lines(_ coverage: RuleTrial.Coverage, _ words: Words) -> [String] {
        if coverage.isWhole { return [words(.testCoverageWhole)] }
        var lines: [String] = []
        for one in coverage.rules {
            let id = VisibleText.escaped(one.rule.id)
            let place = one.rule.location.map(place) ?? ""
            if !one.isTaken { lines.append(place + words(.testCoverageNone(rule: id))) }
            // What was not tried may hold one.
            if !one.isMissedNearly, coverage.left == 0 {
                lines.append(place + words(.testCoverageNear(rule: id)))
            }
        }
        if coverage.left > 0 { lines.append(words(.testCoverageLeft(n: coverage.left))) }
        return lines
            + coverage.idle.map { part in
                place(part.range)
                    + words(
                        .testCoverageIdle(
                            text: VisibleText.escaped(part.text),
                            rule: VisibleText.escaped(part.owner)))
            }
    }

    private static func phrase(_ variant: RuleVariant) -> Phrase {
        let before = VisibleText.escaped(variant.before)
        if let after = variant.after {
            return .testMutateChanged(a: VisibleText.escaped(after), b: before)
        }
        return variant.kind == .rule ? .testMutateOff(rule: before) : .testMutateGone(text: before)
    }

    private static func place(_ range: SourceRange) -> String {
        "\(VisibleText.escaped(range.file)):\(range.line):\(range.column): "
    }

    // MARK: For programs

    /// What the tests cover; nothing where that was not asked for.
    package var coverageJSON: JSONValue? {
        coverage.map { coverage in
            .object([
                "whole": .bool(coverage.isWhole), "left": .number(coverage.left),
                "rules": .list(
                    coverage.rules.map { one in
                        .object([
                            "id": .text(one.rule.id), "taken": .bool(one.isTaken),
                            "near_miss": .bool(one.isMissedNearly),
                        ])
                    }),
                "idle": .list(
                    coverage.idle.map { part in
                        .object([
                            "in": .text(part.owner), "text": .text(part.text),
                            "file": .text(part.range.file), "line": .number(part.range.line),
                            "column": .number(part.range.column),
                        ])
                    }),
            ])
        }
    }

    /// What changes they notice; nothing where none was tried.
    package var mutationJSON: JSONValue? {
        mutation.map { mutation in
            .object([
                "tried": .number(mutation.total), "left": .number(mutation.left),
                "noticed": .number(mutation.total - mutation.unnoticed.count),
                "unnoticed": .list(
                    mutation.unnoticed.map { variant in
                        .object([
                            "kind": .text(variant.kind.rawValue), "in": .text(variant.owner),
                            "before": .text(variant.before), "after": .text(variant.after),
                            "file": .text(variant.range.file), "line": .number(variant.range.line),
                            "column": .number(variant.range.column),
                        ])
                    }),
            ])
        }
    }
}
