// SPDX-License-Identifier: Apache-2.0

package import RuleEngine
internal import Text

/// What came of the tests of rules, in the XML that JUnit's runner began and CI services read.
package enum JUnitReport {
    /// The report of `results`, the tests of the rules called `name`.
    package static func xml(_ results: [RuleTestResult], name: String) -> String {
        let failed = results.count { !$0.isMet }
        let counts = "tests=\"\(results.count)\" failures=\"\(failed)\" errors=\"0\""
        var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        text += "<testsuites name=\"cleanrules\" \(counts)>\n"
        text += "<testsuite name=\"\(escaped(name))\" \(counts)>\n"
        for result in results {
            text += "<testcase name=\"\(escaped(result.test.name))\""
            text += " classname=\"\(escaped(name))\""
            if let place = result.test.location {
                text += " file=\"\(escaped(place.file))\" line=\"\(place.line)\""
            }
            let lines = result.findings.filter { !$0.isMet }.map(\.sentence)
            guard let first = lines.first else {
                text += "/>\n"
                continue
            }
            text += "><failure type=\"verdict\" message=\"\(escaped(first))\">"
            text += lines.map(escaped).joined(separator: "&#10;") + "</failure></testcase>\n"
        }
        return text + "</testsuite>\n</testsuites>\n"
    }

    /// Text on one line, as XML 1.0 may hold it: hidden characters, of which it allows few, and ends
    /// of lines, with which a name could begin what a CI service takes for a command, are written
    /// out.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in VisibleText.guarded(text).unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&apos;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}

extension RuleTestFinding {
    /// What was expected of the item and what came out, in English.
    package var sentence: String {
        func said(_ verdict: Verdict, _ rule: String?) -> String {
            verdict.rawValue + (rule.map { " by \($0)" } ?? "")
        }
        let place = item.location.map { "\($0.file):\($0.line): " } ?? ""
        return place + "\(item.item.path): expected \(said(item.expect, item.by)), got "
            + "\(said(verdict, rule)) (\(reason.rawValue))"
    }
}
