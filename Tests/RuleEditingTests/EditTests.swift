// SPDX-License-Identifier: Apache-2.0

import Messages
import RuleEditing
import RuleEngine
import Testing
import YAMLBridge

/// What an edit leaves of a file, byte for byte.
@Suite("Edits of rules")
struct EditTests {
    /// A file before and after.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let edit: RuleEdit
        let before: String
        let after: String

        init(_ name: String, _ edit: RuleEdit, _ before: String, _ after: String) {
            testDescription = name
            self.edit = edit
            self.before = before
            self.after = after
        }
    }

    static func edited(_ text: String, _ edit: RuleEdit) throws -> String {
        let source = RuleSource(file: "rules.yaml", bytes: Array(text.utf8))
        let edited = try RuleEditor.edited([source], edit)
        return String(decoding: edited.sources[0].bytes, as: UTF8.self)
    }

    @Test("change what is meant and nothing else", arguments: cases)
    func edits(_ one: Case) throws {
        let after = try Self.edited(one.before, one.edit)
        #expect(after == one.after)
        let carriage = one.before.replacing("\n", with: "\r\n")
        if case .add = one.edit {
        } else {
            #expect(
                try Self.edited("\u{FEFF}" + carriage, one.edit)
                    == "\u{FEFF}" + one.after.replacing("\n", with: "\r\n"))
        }
    }

    @Test("write out what nobody would see, and leave pictures as they are")
    func hidden() throws {
        let text = "version: 1\nrules:\n  - {id: a, match: {name: x}, then: keep}\n"
        let edits: [(String, String)] = [
            ("a\u{202E}b", #""a\u202Eb""#), ("a\u{200B}", #""a\u200B""#),
            ("\u{E0041}", #""\U000E0041""#), ("👨\u{200D}👩", "👨\u{200D}👩"),
        ]
        for (value, written) in edits {
            let edit = RuleEdit.set("a", path: ["match", "name"], .text(value))
            let after = try Self.edited(text, edit)
            #expect(after == text.replacing("name: x", with: "name: " + written), "\(written)")
            #expect(try Self.edited(after, edit) == after)
        }
    }

    private static let three = """
        # The file.
        version: 1

        rules:
          # ---- Section ----

          # About a.
          - id: a   # first
            match: {ext: iso}
            then: review

          - id: "b"
            why: >-
              Some
              text
            match:
              ext: [tmp, 'bak']   # both
              age: over 30d
            # Why so.
            then: delete
              # Further in.

          # About c.
          - {id: c, match: {name: "*.c"}, then: keep}  # last

        tests:
          - now: 2026-01-01T00:00:00Z
            items:
              - {path: /x.iso, expect: review, by: a}

        """

    private static func after(_ changes: (String, String)...) -> String {
        changes.reduce(three) { $0.replacing($1.0, with: $1.1) }
    }

    private static let b = """
          - id: "b"
            why: >-
              Some
              text
            match:
              ext: [tmp, 'bak']   # both
              age: over 30d
            # Why so.
            then: delete
              # Further in.

        """
    private static let c = """
          # About c.
          - {id: c, match: {name: "*.c"}, then: keep}  # last

        """

    private static let defined = """
        version: 1
        define:
          "old": {ext: a}   # one
          both: {any: [{is: old}, {all: [{is: [old, both2]}]}]}
          both2: {name: old}
        protect: [{id: old, match: {ext: b}, unless: {is: 'old'}}]
        rules:
          - {id: r, match: {none: [{is: old}], name: old}, then: keep}

        """

    static let cases: [Case] = [
        Case(
            "rename a definition wherever conditions use it",
            .renameDefinition("old", to: "new"), defined,
            defined.replacing("\"old\"", with: "\"new\"").replacing("is: old", with: "is: new")
                .replacing("[old", with: "[new").replacing("'old'", with: "'new'")),
        Case(
            "rename a definition where it stands behind an anchor",
            .renameDefinition("d", to: "e"),
            "version: 1\nx-c: &c {is: d}\ndefine: {d: {ext: a}}\nrules: [{id: a, match: *c, then: keep}]\n",
            "version: 1\nx-c: &c {is: e}\ndefine: {e: {ext: a}}\nrules: [{id: a, match: *c, then: keep}]\n"
        ),
        Case(
            "set a value in a block", .set("b", path: ["match", "age"], .text("over 90d")), three,
            after(("over 30d", "over 90d"))),
        Case(
            "set a list between brackets",
            .set("b", path: ["match", "ext"], PlainValue(argument: "[x, \"y, z\"]")), three,
            after(("[tmp, 'bak']", "[x, \"y, z\"]"))),
        Case(
            "set a list in the place of a text",
            .set("a", path: ["match", "ext"], PlainValue(argument: "[x, y]")), three,
            after(("{ext: iso}", "{ext: [x, y]}"))),
        Case(
            "set a text that needs quotes",
            .set("a", path: ["match", "name"], .text("*.iso")), three,
            after(("{ext: iso}", "{ext: iso, name: \"*.iso\"}"))),
        Case(
            "keep the quotes that are there",
            .set("c", path: ["match", "name"], .text("plain")), three,
            after(("\"*.c\"", "\"plain\""))),
        Case(
            "add a key in its usual place", .set("b", path: ["in"], .text("pc")), three,
            after(("      text\n    match:", "      text\n    in: pc\n    match:"))),
        Case(
            "add a key of a key", .set("b", path: ["unless", "shared"], .text("true")), three,
            after(("over 30d\n", "over 30d\n    unless:\n      shared: true\n"))),
        Case(
            "add to a rule between brackets", .set("c", path: ["why"], .text("so")), three,
            after(("{id: c, match", "{id: c, why: so, match"))),
        Case(
            "replace a text in a block", .set("b", path: ["why"], .text("Other")), three,
            after((">-\n      Some\n      text\n", "Other\n"))),
        Case(
            "replace a block by one value",
            .set("b", path: ["match"], PlainValue(argument: "{everything: true}")), three,
            after(
                (
                    "match:\n      ext: [tmp, 'bak']   # both\n      age: over 30d\n",
                    "match: {everything: true}\n"
                ))),
        Case(
            "disable", .disable("b"), three,
            after(("      text\n", "      text\n    enabled: false\n"))),
        Case(
            "disable between brackets", .disable("c"), three,
            after(("{id: c, match", "{id: c, enabled: false, match"))),
        Case(
            "enable", .enable("b"), after(("      text\n", "      text\n    enabled: false\n")),
            three),
        Case(
            "enable and leave a comment", .enable("b"),
            after(("      text\n", "      text\n    enabled: false  # until May\n")),
            after(("      text\n", "      text\n    enabled: true  # until May\n"))),
        Case("enable what is enabled", .enable("b"), three, three),
        Case(
            "rename with its tests", .rename("a", to: "images"), three,
            after(("id: a ", "id: images "), ("by: a}", "by: images}"))),
        Case("rename in quotes", .rename("b", to: "z"), three, after(("\"b\"", "\"z\""))),
        Case("remove with its comments", .remove("b"), three, after(("\n" + b, ""))),
        Case("remove the last one", .remove("c"), three, after(("\n" + c, ""))),
        Case(
            "move to the front", .move("c", .before, "a"), three,
            after(("\n" + c, ""), ("  # About a.", c + "\n  # About a."))),
        Case(
            "move behind", .move("b", .after, "c"), three, after((b + "\n", ""), (c, c + "\n" + b))),
        Case("move to where it is", .move("b", .after, "a"), three, three),
        Case(
            "unset a key with its comment", .unset("b", path: ["match", "age"]), three,
            after(("      age: over 30d\n", ""))),
        Case(
            "move between brackets", .move("b", .before, "a"),
            "version: 1\nrules: [{id: a, match: {ext: a}, then: keep},\n  {id: b, match: {ext: b}, then: review}]\n",
            "version: 1\nrules: [{id: b, match: {ext: b}, then: review},\n  {id: a, match: {ext: a}, then: keep}]\n"
        ),
        Case(
            "remove between brackets", .remove("a"),
            "version: 1\nrules: [{id: a, match: {ext: a}, then: keep},\n  {id: b, match: {ext: b}, then: review}]\n",
            "version: 1\nrules: [\n  {id: b, match: {ext: b}, then: review}]\n"),
        Case(
            "remove the last between brackets", .remove("b"),
            "version: 1\nrules: [\n  {id: a, match: {ext: a}, then: keep}, # one\n  # of b\n  {id: b, match: {ext: b}, then: review} # two\n]\n",
            "version: 1\nrules: [\n  {id: a, match: {ext: a}, then: keep} # one\n]\n"),
        Case(
            "remove the only one", .remove("a"),
            "version: 1\nrules:  # none\n  - id: a\n    match: {ext: a}\n    then: keep\n",
            "version: 1\nrules: []  # none\n"),
        Case(
            "edit where an alias leads", .set("a", path: ["match", "ext"], .text("b")),
            "version: 1\nx-m: &m {ext: a} # here\nrules:\n- id: a\n  match: *m\n  then: keep\n",
            "version: 1\nx-m: &m {ext: b} # here\nrules:\n- id: a\n  match: *m\n  then: keep\n"),
        Case(
            "unset a key beside a dash, and leave the comments of the next one",
            .unset("a", path: ["why"]),
            "version: 1\nrules:\n  - why: x  # so\n    # Its name.\n    id: a\n    match: {ext: a}\n    then: keep\n",
            "version: 1\nrules:\n  -\n    # Its name.\n    id: a\n    match: {ext: a}\n    then: keep\n"
        ),
        Case(
            "unset a key beside a dash", .unset("a", path: ["why"]),
            "version: 1\nrules:\n  - why: x  # so\n    id: a\n    match: {ext: a}\n    then: keep\n",
            "version: 1\nrules:\n  - id: a\n    match: {ext: a}\n    then: keep\n"),
        Case(
            "remove a rule and leave the heading above it", .remove("a"),
            "version: 1\nrules:\n  # ==== Old ====\n  # About a.\n  - {id: a, match: {ext: a}, then: keep}\n  - {id: b, match: {ext: b}, then: keep}\n",
            "version: 1\nrules:\n  # ==== Old ====\n  - {id: b, match: {ext: b}, then: keep}\n"),
        Case(
            "move a rule and leave the heading above it", .move("b", .before, "a"),
            "version: 1\nrules:\n  - {id: a, match: {ext: a}, then: keep}\n  # New ----------\n  - {id: b, match: {ext: b}, then: keep}\n",
            "version: 1\nrules:\n  - {id: b, match: {ext: b}, then: keep}\n  - {id: a, match: {ext: a}, then: keep}\n  # New ----------\n"
        ),
        Case(
            "override what is merged", .set("a", path: ["then"], .text("review")),
            "version: 1\nx-m: &m {then: keep}\nrules:\n- <<: *m\n  id: a\n  match: {ext: a}",
            "version: 1\nx-m: &m {then: keep}\nrules:\n- <<: *m\n  id: a\n  match: {ext: a}\n  then: review\n"
        ),
    ]

    @Test("add a rule as the others are written")
    func additions() throws {
        let rule = try NewRule([
            (["then"], .text("review")), (["id"], .text("new")), (["match", "ext"], .text("x")),
            (["match", "size"], .text("over 1MB")),
        ])
        let lines = """
              - id: new
                match:
                  ext: x
                  size: over 1MB
                then: review

            """
        let added = RuleEdit.add(rule, isProtection: false, beside: nil)
        #expect(
            try Self.edited(Self.three, added)
                == Self.after((Self.c, Self.c + "\n" + lines)))
        let before = RuleEdit.add(rule, isProtection: false, beside: .init(.before, "c"))
        #expect(
            try Self.edited(Self.three, before)
                == Self.after((Self.c, lines + "\n" + Self.c)))
        #expect(
            try Self.edited("version: 1\nrules: []  # none\n", added)
                == "version: 1\nrules:  # none\n" + lines)
        #expect(
            try Self.edited("version: 1\nrules: [ # none\n  # so far\n  ]\n", added)
                == "version: 1\nrules: [ # none\n  # so far\n  {id: new, match: {ext: x, size: over 1MB}, then: review}]\n"
        )
        #expect(
            try Self.edited("{version: 1, rules: []}", added)
                == "{version: 1, rules: [{id: new, match: {ext: x, size: over 1MB}, then: review}]}"
        )
    }

    @Test("add a rule that is given as YAML, with its comments")
    func givenAdditions() throws {
        let file = "version: 1\nrules: []\n"
        for yaml in [
            "id: n\n# of match\nmatch: {ext: x}\nthen: keep\n",
            "- id: n\n  # of match\n  match: {ext: x}\n  then: keep",
            "  id: n\n  # of match\n  match: {ext: x}\n  then: keep\n\n",
        ] {
            let added = RuleEdit.add(try NewRule(yaml: yaml), isProtection: false, beside: nil)
            #expect(
                try Self.edited(file, added)
                    == "version: 1\nrules:\n  - id: n\n    # of match\n    match: {ext: x}\n    then: keep\n"
            )
        }
        let protection = RuleEdit.add(
            try NewRule(yaml: "{id: p, match: {ext: x}}"), isProtection: true, beside: nil)
        #expect(
            try Self.edited("version: 1\n\n# Rules.\nrules: []\n", protection)
                == "version: 1\n\nprotect:\n  - {id: p, match: {ext: x}}\n\n# Rules.\nrules: []\n")
        #expect(throws: EditRefusal.self) { try NewRule(yaml: "*x") }
        #expect(throws: EditRefusal.self) { try NewRule(yaml: "[1, 2]") }
    }

    @Test("go into the file that holds the rule")
    func includedFiles() throws {
        let main = RuleSource(
            file: "r.yaml",
            bytes: Array("version: 1\ninclude: [b.yaml]\nrules: []\n".utf8))
        let other = RuleSource(
            file: "b.yaml",
            bytes: Array("version: 1\nrules: [{id: b, match: {ext: a}, then: keep}]\n".utf8))
        let edited = try RuleEditor.edited([main, other], .rename("b", to: "c"))
        #expect(edited.sources[0] == main)
        #expect(
            String(decoding: edited.sources[1].bytes, as: UTF8.self)
                == "version: 1\nrules: [{id: c, match: {ext: a}, then: keep}]\n")
        #expect(edited.decoded.rules.value?.rules.map(\.id) == ["c"])
    }

    @Test("are refused with the reason, where they cannot be made", arguments: refusals)
    func refuses(_ edit: RuleEdit, _ text: String, _ reason: String) throws {
        do {
            let after = try Self.edited(text, edit)
            Issue.record("\(after)")
        } catch let refusal as EditRefusal {
            let said = refusal.message + refusal.findings.map(\.message).joined()
            #expect(said.contains(reason), "\(said)")
        }
    }

    static let refusals: [(RuleEdit, String, String)] = [
        (.remove("z"), three, "there is no rule 'z'; there are: a, b, c"),
        (.remove("a"), three, "'a' is named in a test, at rules.yaml:"),
        (.rename("a", to: "b"), three, "stands twice"),
        (.renameDefinition("x", to: "y"), three, "there is no definition 'x'"),
        (.renameDefinition("old", to: "both"), defined, "definition 'both' already"),
        (.renameDefinition("old", to: "a b"), defined, "'a b'"),
        (.set("a", path: ["then"], .text("destroy")), three, "'destroy'"),
        (.set("a", path: ["mach"], .text("x")), three, "unknown key 'mach'"),
        (.set("b", path: ["match", "ext", "x"], .text("x")), three, "leads into a list"),
        (.set("b", path: ["then", "x"], .text("x")), three, "has no keys"),
        (
            .set("a", path: ["match", "ext"], .text("b")),
            "version: 1\nrules:\n- {id: a, match: &m {ext: a}, then: keep}\n- {id: b, match: *m, then: keep}\n",
            "would also change 'b'"
        ),
        (
            .disable("p"), "version: 1\nprotect: [{id: p, match: {ext: a}}]\nrules: []\n",
            "is a protection"
        ),
        (
            .move("p", .before, "a"),
            "version: 1\nprotect: [{id: p, match: {ext: a}}]\nrules: [{id: a, match: {ext: a}, then: keep}]\n",
            "different lists"
        ),
        (.enable("a"), "version: 1\nrules: [", "cannot be edited before it can be read"),
    ]

    @Test(
        "take what is between brackets for a glob where one is due",
        arguments: [
            ("[ab]", "name", nil), ("{a,b}", "path", nil), ("[!a]", "owner", nil),
            ("[a-z]*", "name", nil), ("[a, b]", "name", 2), ("['ab']", "name", 1),
            ("[ab]", "ext", 1),
            ("*.a", "name", nil),
        ] as [(String, String, Int?)])
    func globs(_ argument: String, _ key: String, _ count: Int?) {
        switch PlainValue(argument: argument, under: key) {
        case .list(let elements): #expect(elements.count == count)
        case .text(let text): #expect(count == nil && text == argument)
        case .empty, .map: Issue.record("\(argument)")
        }
    }

    @Test("show what they change, line by line")
    func differences() throws {
        let after = try Self.edited(Self.three, .disable("b"))
        #expect(
            TextDiff(Array(Self.three.utf8), Array(after.utf8)).lines == [
                "@@ -13,6 +13,7 @@", "     why: >-", "       Some", "       text",
                "+    enabled: false", "     match:", "       ext: [tmp, 'bak']   # both",
                "       age: over 30d",
            ])
        #expect(TextDiff(Array("a\n".utf8), Array("a\n".utf8)).lines.isEmpty)
        #expect(
            TextDiff(Array("a".utf8), Array("b\n".utf8)).lines
                == ["@@ -1 +1 @@", "-a", "\\ No newline at end of file", "+b"])
    }
}
