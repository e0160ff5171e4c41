// SPDX-License-Identifier: Apache-2.0

import Messages
import RuleEngine
import Testing
import YAMLBridge

@Suite("Text of findings")
struct DiagnosticTextTests {
    /// The text of everything found in a file.
    private func text(_ file: String) -> String {
        let decoded = RuleFileDecoder.decode(Array(file.utf8), file: "rules.yaml") { path, _ in
            throw ValueError(.includeUnreadable, Message("no such file"))
        }
        let text = DiagnosticText(sources: decoded.sources)
        return decoded.rules.diagnostics.map(text.text).joined(separator: "\n")
    }

    @Test("place, clause, code, line and caret")
    func golden() {
        let file = """
            version: 1
            rules:
              - id: big-files
                tehn: {size: over 500}
                match: {name: ["a", über, 日本], size: over 500}
                match: {}
            """
        #expect(
            text(file) == """
                rules.yaml:3:5: error: a rule needs 'then' [key-missing]
                   3 |   - id: big-files
                     |     ^~
                rules.yaml:4:5: error: unknown key 'tehn' in a rule; did you mean 'then'? [key-unknown]
                   4 |     tehn: {size: over 500}
                     |     ^~~~
                     note: here may stand: then, why, in, type, method, unless, unknown, limits, enabled, surplus, similar, duplicates, undo_window
                rules.yaml:5:42: error: size needs a unit; write '500MB' or '500MiB' [size-unit-missing]
                   5 |     match: {name: ["a", über, 日本], size: over 500}
                     |                                            ^~~~~~~~
                rules.yaml:6:5: error: key 'match' stands in this mapping already [key-duplicate]
                   6 |     match: {}
                     |     ^~~~~
                     note: the first one stands in line 5
                """)
    }

    @Test("what could harm a terminal is written out")
    func escapes() {
        let file = "version: 1\nrules: []\n\"a\u{202E}b\\e\": 1\tx\n".replacing("\tx", with: "")
        #expect(
            text(file) == """
                rules.yaml:3:1: error: unknown key 'a\\u202Eb\\u001B' in a rules file [key-unknown]
                   3 | "a\\u202Eb\\e": 1
                     | ^~~~~~~~~~~~
                     note: here may stand: sync, quota, tests, drives, limits, define, review, notify, policy, photos, defaults, protect, include, timezone
                """)
    }

    @Test("tabs take one column")
    func tabs() {
        #expect(
            text("version: 1\nrules: []\nx-a:\t[1]\t#\ny:\t1\n") == """
                rules.yaml:4:1: error: unknown key 'y' in a rules file [key-unknown]
                   4 | y: 1
                     | ^
                     note: here may stand: sync, quota, tests, notify, policy, drives, limits, define, review, photos, protect, include, timezone, defaults
                """)
    }

    @Test("of long lines the part around the place is shown")
    func longLines() {
        let file = "version: 1\nrules: []\nx-a: \"\(String(repeating: "a", count: 500))\"\n"
        let long = "{version: 1, rules: [], x-a: \(String(repeating: "b", count: 500)), y: 1}"
        #expect(text(file) == "")
        let lines = text(long).split(separator: "\n")
        #expect(lines.count == 4)
        #expect(lines[1].unicodeScalars.count < 140)
        #expect(lines[1].contains("…bbb"))
        let caret = lines[2].firstIndex(of: "^").map {
            lines[2].distance(from: lines[2].startIndex, to: $0)
        }
        let place = lines[1].lastIndex(of: "y").map {
            lines[1].distance(from: lines[1].startIndex, to: $0)
        }
        #expect(caret == place)
    }

    @Test("an empty file has no line to show")
    func emptyFile() {
        #expect(
            text("") == """
                rules.yaml:1:1: error: a rules file needs 'version' [key-missing]
                rules.yaml:1:1: error: a rules file needs 'rules' [key-missing]
                """)
    }
}
