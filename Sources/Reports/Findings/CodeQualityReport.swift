// SPDX-License-Identifier: Apache-2.0

internal import PlanRunner
package import Text

/// Findings as a code-quality report, as GitLab reads it.
package enum CodeQualityReport {
    /// The report. Findings without a place stand at the beginning of the file at `path`, for one
    /// without a place is not shown.
    package static func json(_ findings: [Finding], path: String) -> JSONValue {
        var counts: [String: Int] = [:]
        return .list(
            findings.map { finding in
                let place = finding.path ?? path
                // Not the line: a finding that moves is the same one.
                let key = [place, finding.code, finding.message].joined(separator: "\u{0}")
                counts[key, default: 0] += 1
                let number = counts[key].map { $0 > 1 ? "\u{0}\($0)" : "" } ?? ""
                return .object([
                    "description": .text(finding.message), "check_name": .text(finding.code),
                    "fingerprint": .text(SHA256Text.of(Array((key + number).utf8))),
                    "severity": .text(severity(finding.level)),
                    "location": .object([
                        "path": .text(place),
                        "lines": .object(["begin": .number(finding.line ?? 1)]),
                    ]),
                ])
            })
    }

    private static func severity(_ level: Finding.Level) -> String {
        switch level {
        case .error: "critical"
        case .warning: "minor"
        case .notice: "info"
        }
    }
}
