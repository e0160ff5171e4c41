// SPDX-License-Identifier: Apache-2.0

/// Findings as workflow commands of GitHub Actions, which it shows at the line of the file.
package enum GitHubAnnotation {
    /// `::error file=rules.yaml,line=3,col=5,title=size-unit-missing::size needs a unit`.
    package static func line(_ finding: Finding) -> String {
        var properties: [String] = []
        if let path = finding.path {
            properties.append("file=\(property(path))")
            if let line = finding.line { properties.append("line=\(line)") }
            if let column = finding.column { properties.append("col=\(column)") }
        }
        properties.append("title=\(property(finding.code))")
        return "::\(finding.level.rawValue) \(properties.joined(separator: ","))"
            + "::\(data(finding.message))"
    }

    /// The text of a command: a line end would end it, and what follows could be another command.
    private static func data(_ text: String) -> String { escaped(text, also: []) }

    /// A value among others of a command.
    private static func property(_ text: String) -> String { escaped(text, also: [":", ","]) }

    private static func escaped(_ text: String, also others: Set<UnicodeScalar>) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            if scalar == "%" || scalar == "\r" || scalar == "\n" || others.contains(scalar) {
                let digits = String(scalar.value, radix: 16, uppercase: true)
                escaped += "%" + (digits.utf8.count < 2 ? "0" : "") + digits
            } else {
                escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
