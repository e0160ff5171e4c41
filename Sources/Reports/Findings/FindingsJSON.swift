// SPDX-License-Identifier: Apache-2.0

package import RuleEngine
package import Text

/// What `check` and `test` have to say, as JSON.
package enum FindingsJSON {
    /// The findings in the rules at `path`, which can be used or not.
    package static func document(
        _ findings: [Finding], path: String, isUsable: Bool
    ) -> JSONValue {
        func count(_ level: Finding.Level) -> JSONValue {
            .number(findings.count { $0.level == level })
        }
        return .object([
            "format": .number(1), "rules": .text(path), "usable": .bool(isUsable),
            "errors": count(.error), "warnings": count(.warning),
            "findings": .list(
                findings.map { finding in
                    .object([
                        "level": .text(finding.level.rawValue), "code": .text(finding.code),
                        "message": .text(finding.message), "file": .text(finding.path),
                        "line": .number(finding.line), "column": .number(finding.column),
                    ])
                }),
        ])
    }

    /// What came of the tests of the rules at `path`; `uncovered` rules decide no item of any. What the
    /// tests leave open stands beside it, where it was asked for.
    package static func document(
        _ results: [RuleTestResult], path: String, uncovered: [String],
        coverage: JSONValue? = nil, mutation: JSONValue? = nil
    ) -> JSONValue {
        .object([
            "format": .number(1), "rules": .text(path), "uncovered": .texts(uncovered),
            "coverage": coverage ?? .null, "mutation": mutation ?? .null,
            "passed": .number(results.count(where: \.isMet)),
            "failed": .number(results.count { !$0.isMet }),
            "tests": .list(
                results.map { result in
                    .object([
                        "name": .text(result.test.name), "passed": .bool(result.isMet),
                        "items": .list(result.findings.map(item)),
                    ])
                }),
        ])
    }

    private static func item(_ finding: RuleTestFinding) -> JSONValue {
        .object([
            "path": .text(finding.item.item.path), "passed": .bool(finding.isMet),
            "expected": .text(finding.item.expect.rawValue), "expected_by": .text(finding.item.by),
            "verdict": .text(finding.verdict.rawValue), "rule": .text(finding.rule),
            "reason": .text(finding.reason.rawValue),
            "line": .number(finding.item.location.map(\.line)),
        ])
    }
}
