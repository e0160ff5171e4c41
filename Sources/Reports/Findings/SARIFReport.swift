// SPDX-License-Identifier: Apache-2.0

package import Text

/// Findings as SARIF 2.1.0, the interchange format of OASIS for what analysers find.
package enum SARIFReport {
    private static let schema =
        "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

    /// The report of the program of that version.
    package static func json(_ findings: [Finding], version: String) -> JSONValue {
        var codes: [String] = []
        for finding in findings where !codes.contains(finding.code) { codes.append(finding.code) }
        let driver: JSONValue = .object([
            "name": .text("cleanrules"), "version": .text(version),
            "rules": .list(codes.map { .object(["id": .text($0)]) }),
        ])
        return .object([
            "$schema": .text(schema), "version": .text("2.1.0"),
            "runs": .list([
                .object([
                    "columnKind": .text("unicodeCodePoints"),
                    "tool": .object(["driver": driver]),
                    "results": .list(
                        findings.map { result($0, codes.firstIndex(of: $0.code) ?? 0) }),
                ])
            ]),
        ])
    }

    private static func result(_ finding: Finding, _ rule: Int) -> JSONValue {
        var members: [String: JSONValue] = [
            "ruleId": .text(finding.code), "ruleIndex": .number(rule),
            "level": .text(level(finding.level)),
            "message": .object(["text": .text(finding.message)]),
        ]
        if let path = finding.path {
            var place: [String: JSONValue] = [
                "artifactLocation": .object(["uri": .text(reference(path))])
            ]
            if let line = finding.line {
                var region: [String: JSONValue] = ["startLine": .number(line)]
                if let column = finding.column { region["startColumn"] = .number(column) }
                place["region"] = .object(region)
            }
            members["locations"] = .list([.object(["physicalLocation": .object(place)])])
        }
        return .object(members)
    }

    private static func level(_ level: Finding.Level) -> String {
        switch level {
        case .error: "error"
        case .warning: "warning"
        case .notice: "note"
        }
    }

    /// `path` as a reference of RFC 3986; an absolute one as a file address.
    private static func reference(_ path: String) -> String {
        var text = path.hasPrefix("/") ? "file://" : ""
        for byte in path.utf8 {
            let isPlain =
                byte &- 48 < 10 || (byte | 32) &- 97 < 26 || "-._~/".utf8.contains(byte)
            if isPlain {
                text.unicodeScalars.append(UnicodeScalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                text += "%" + (digits.utf8.count < 2 ? "0" : "") + digits
            }
        }
        return text
    }
}
