// SPDX-License-Identifier: Apache-2.0

import RuleEditing
import Testing
import YAMLBridge

/// The form that rules files are brought into.
@Suite("The form of rules")
struct FormatTests {
    static func formatted(_ text: String) throws -> String {
        let source = RuleSource(file: "rules.yaml", bytes: Array(text.utf8))
        return String(decoding: try RuleFormatter.formatted(source), as: UTF8.self)
    }

    @Test("leaves each line the end that it has")
    func lineEnds() throws {
        #expect(
            try Self.formatted("version:   1\r\n# A.\n\r\nrules:   []\r\n\n\n# B. \nx-a: 1")
                == "version: 1\r\n# A.\n\r\nrules: []\r\n\n# B.\nx-a: 1\r\n")
    }

    @Test("has two blanks a level, one empty line, and every comment in its place")
    func form() throws {
        let before = """


            # The file.
            version:   1
            x-notes: { a : b,c: [ 1,2 ] , }


            rules:
            # About a.
            -   id: a # first
                # Inside.
                match:
                    any:
                    - ext:   iso
                    # Between.
                    -   { name: "*.a" ,ext: b }
                      # Behind.
                why: |
                  Two
                    lines\u{20}\u{20}

                then: keep   \u{20}
            - id:
                b
              match: {ext: [a,
                  b]}
              then: keep
              # At the end of b.
            # At the end.

            """
        let after = """
            # The file.
            version: 1
            x-notes: {a: b, c: [1, 2],}

            rules:
              # About a.
              - id: a  # first
                # Inside.
                match:
                  any:
                    - ext: iso
                    # Between.
                    - {name: "*.a", ext: b}
                    # Behind.
                why: |
                  Two
                    lines\u{20}\u{20}

                then: keep
              - id:
                  b
                match: {ext: [a,
                    b]}
                then: keep
                # At the end of b.
            # At the end.

            """
        let once = try Self.formatted(before)
        #expect(once == after, "\(once)")
        #expect(try Self.formatted(after) == after)
        let carriage = before.replacing("\n", with: "\r\n")
        #expect(
            try Self.formatted("\u{FEFF}" + carriage)
                == "\u{FEFF}" + after.replacing("\n", with: "\r\n"))
        #expect(try Self.formatted(String(after.dropLast())) == after)
    }

    @Test(
        "leaves what ends a document, and texts that end the file, as they are",
        arguments: [
            (
                "version: 1\nrules:\n- id: a\n  match: {ext: iso}\n  then: keep\n...\n",
                "version: 1\nrules:\n  - id: a\n    match: {ext: iso}\n    then: keep\n...\n"
            ), ("version: 1\nrules: []\nx-a: |\n  text", "version: 1\nrules: []\nx-a: |\n  text"),
        ])
    func endings(_ before: String, _ after: String) throws {
        #expect(try Self.formatted(before) == after)
        #expect(try Self.formatted(after) == after)
    }

    @Test("takes any number of empty lines for one")
    func emptyLines() throws {
        let head = "version: 1\nrules: []\n"
        let lines = String(repeating: "\n", count: 20_000)
        #expect(try Self.formatted(head + lines + "# end\n" + lines) == head + "\n# end\n")
    }

    @Test("is refused for what is no YAML")
    func refusal() {
        #expect(throws: EditRefusal.self) { try Self.formatted("rules: [") }
    }
}
