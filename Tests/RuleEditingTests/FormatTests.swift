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

    @Test("is refused for what is no YAML")
    func refusal() {
        #expect(throws: EditRefusal.self) { try Self.formatted("rules: [") }
    }
}
