// SPDX-License-Identifier: Apache-2.0

import Messages
import RuleEditing
import RuleEngine
import Testing
import YAMLBridge

/// What is found in valid rules, and what mends it.
@Suite("Findings in valid rules")
struct LintTests {
    private static func found(_ text: String) throws -> [LintFinding] {
        let source = RuleSource(file: "r.yaml", bytes: Array(text.utf8))
        let decoded = RuleEditor.decode([source]).rules
        #expect(decoded.value != nil, "\(decoded.diagnostics.map(\.message)) \(text)")
        return RuleLinter.findings(in: [source])
    }

    private static func file(_ match: String, _ rest: String = "then: review") -> String {
        "version: 1\nrules:\n  - {id: a, match: \(match), \(rest)}\n"
    }

    /// A condition, what is found in it, and what mends it, if anything does.
    static let conditions: [(String, LintCode?, String?)] = [
        ("{ext: \"iso, exe\"}", .extensionSeveral, "{ext: [iso, exe]}"),
        ("{ext: iso|exe}", .extensionSeveral, "{ext: [iso, exe]}"),
        ("{ext: [a, \"b c\"]}", .extensionSeveral, "{ext: [a, b, c]}"),
        ("{ext: [iso, exe]}", nil, nil),
        ("{name_regex: /^IMG/i}", .regexDelimited, "{name_regex: (?i)^IMG}"),
        ("{path_regex: \"/a/b\"}", nil, nil), ("{path_regex: /tmp/}", nil, nil),
        ("{path_regex: \"/music/mix\"}", .regexDelimited, nil),
        ("{path_regex: /^.a/}", .regexDelimited, "{path_regex: ^.a}"),
        ("{name: \"report.*\"}", nil, nil), ("{name: \".*\"}", nil, nil),
        ("{mime: image}", .mimeBare, "{mime: image/*}"),
        ("{mime: png}", .mimeBare, nil), ("{mime: \"image/*\"}", nil, nil),
        ("{name: \"^.*contract.*$\"}", .globRegex, nil), ("{name: \"*.$a\"}", nil, nil),
        ("{size: 50MB}", .sizeExact, nil), ("{size: 0B}", nil, nil),
        ("{size: 1MB..2MB}", nil, nil),
        ("{path: /Old things}", .pathFolder, nil), ("{path: \"/Old/**\"}", nil, nil),
        ("{path: /a/b.txt}", nil, nil),
        ("{name: \"a\u{A0}b\"}", .characterOdd, nil), ("{name: \"ä b\"}", nil, nil),
        ("{all: [{size: over 2GB}, {size: under 1GB}]}", .contradiction, nil),
        ("{all: [{size: over 1GB}, {size: under 2GB}]}", nil, nil),
        ("{ext: a, all: [{ext: [b, c]}]}", .contradiction, nil),
        ("{any: [{size: over 2GB}, {size: under 1GB}]}", nil, nil),
        ("{empty: true, size: over 1GB}", .contradiction, nil),
        ("{age: over 90d, all: [{age: under 2w}]}", .contradiction, nil),
        ("{age: over 1y, all: [{age: under 400d}]}", nil, nil),
        ("{modified: before 2020-01-01, all: [{modified: since 2020-01-01}]}", .contradiction, nil),
        ("{modified: before 2020-01-02, all: [{modified: since 2020-01-01}]}", nil, nil),
        ("{depth: over 3, all: [{depth: 0..2}]}", .contradiction, nil),
        ("{shared: true, all: [{shared: false}]}", .contradiction, nil),
        ("{mime: missing, all: [{mime: \"image/*\"}]}", .contradiction, nil),
        ("{mime: present, all: [{mime: \"image/*\"}]}", nil, nil),
        ("{ext: [a, b], all: [{ext: [b, c]}]}", nil, nil),
    ]

    @Test("are not mended where others share what they are about")
    func shared() throws {
        let text = """
            version: 1
            x-e: &e 'iso, exe'
            rules:
              - {id: a, enabled: false, match: {ext: *e}, then: keep}
              - {id: b, match: {name: *e}, then: review}

            """
        let found = try Self.found(text)
        #expect(found.contains { $0.code == .extensionSeveral })
        #expect(found.allSatisfy { !$0.isFixable })
        let fixed = try RuleLinter.fixed([RuleSource(file: "r.yaml", bytes: Array(text.utf8))])
        #expect(fixed[0].bytes == Array(text.utf8))
    }

    @Test("are of the values of conditions", arguments: conditions)
    func values(_ condition: String, _ code: LintCode?, _ mended: String?) throws {
        let text = Self.file(condition)
        let found = try Self.found(text)
        #expect(found.map(\.code) == (code.map { [$0] } ?? []), "\(condition)")
        #expect(found.contains(where: \.isFixable) == (mended != nil))
        guard let mended else { return }
        let fixed = try RuleLinter.fixed([RuleSource(file: "r.yaml", bytes: Array(text.utf8))])
        let after = String(decoding: fixed[0].bytes, as: UTF8.self)
        #expect(after.replacing("\"", with: "") == Self.file(mended))
        #expect(try Self.found(after).isEmpty)
    }

    /// Whole files, and what is found in each.
    static let files: [(String, [LintCode])] = [
        (file("{everything: true}", "then: delete"), [.deleteEverything]),
        (file("{name: \"*\"}", "then: delete"), [.deleteEverything]),
        (file("{everything: true}", "unless: {ext: a}, then: delete"), []),
        (file("{everything: true}", "then: review"), []),
        (file("{ext: a}", "then: delete, limits: {percent: 250%}"), [.percentOver]),
        (
            "version: 1\nprotect: [{id: p, match: {path: \"/**\"}}]\nrules: []\n",
            [.protectionEverything]
        ),
        ("version: 1\ndefine: {big: {size: over 1GB}}\nrules: []\n", [.definitionUnused]),
        (
            "version: 1\ndefine: {big: {size: over 1GB}}\n"
                + "rules: [{id: a, match: {is: big}, then: review}]\n", []
        ),
        (
            "version: 1\nrules: [{id: a, duplicates: {same: [name, size]}, then: delete}]\n",
            [.duplicatesWeak]
        ),
        (file("{name: node_modules}", "type: folder, then: delete"), [.folderContents]),
        (
            file("{name: node_modules}", "type: folder, then: delete")
                + "  - {id: b, match: {path: \"/**/node_modules/**\"}, then: delete}\n", []
        ),
        (
            "version: 1\nrules:\n  - id: a\n    match:\n      name: a #b\n    then: keep\n",
            [.commentCuts]
        ),
        ("version: 1\nrules:\n  - id: a\n    match:\n      name: a # b\n    then: keep\n", []),
    ]

    /// Two rules, and whether the second one is covered by the first, which stands before it, or is
    /// stronger.
    static let pairs: [(String, String, Bool)] = [
        ("match: {ext: [iso, dmg]}, then: review", "match: {ext: iso}, then: review", true),
        ("match: {ext: iso}, then: review", "match: {ext: [iso, dmg]}, then: review", false),
        (
            "match: {age: over 30d}, then: keep", "match: {age: over 90d, ext: iso}, then: delete",
            true
        ),
        ("match: {age: over 1mo}, then: keep", "match: {age: over 90d}, then: delete", false),
        ("match: {age: over 11mo}, then: keep", "match: {age: over 1y}, then: delete", true),
        ("match: {ext: a}, then: delete", "match: {ext: a}, then: review", false),
        ("match: {ext: a}, then: review", "match: {ext: a}, then: delete", true),
        ("match: {ext: a}, then: review", "match: {ext: a}, then: delete, unknown: review", false),
        ("match: {ext: a}, then: delete", "match: {ext: a}, then: delete, undo_window: 9d", false),
        ("match: {path: \"/a/**\"}, then: keep", "match: {path: \"/a/b/**\"}, then: delete", true),
        ("match: {path: \"/a/**\"}, then: keep", "match: {path: \"/ab/**\"}, then: delete", false),
        ("match: {path: \"/a/**\"}, then: keep", "match: {path: \"/a*/**\"}, then: delete", false),
        ("match: {name: \"*\"}, then: keep", "match: {name: x}, then: review", true),
        (
            "match: {any: [{ext: a}, {ext: b}]}, then: keep",
            "match: {all: [{ext: b}, {size: over 1MB}]}, then: review", true
        ),
        (
            "match: {ext: a}, unless: {shared: true}, then: keep", "match: {ext: a}, then: review",
            false
        ),
        (
            "match: {ext: a}, unless: {shared: true}, then: keep",
            "match: {ext: a}, unless: {any: [{shared: true}, {size: over 1MB}]}, then: review", true
        ),
        ("match: {ext: a}, type: folder, then: keep", "match: {ext: a}, then: review", false),
        ("in: \"pc:/x\", match: {ext: a}, then: keep", "match: {ext: a}, then: review", false),
        (
            "in: \"pc:/x\", match: {ext: a}, then: keep",
            "in: \"pc:/x/y\", match: {ext: a}, then: review", true
        ),
        ("match: {size: over 1MB}, then: keep", "match: {size: 2MB..3MB}, then: review", true),
        (
            "match: {modified: before 2020-01-01}, then: keep",
            "match: {modified: 2018-01-01..2019-12-31}, then: review", true
        ),
        ("match: {size: present}, then: keep", "match: {size: over 1MB}, then: keep", false),
    ]

    @Test("tell a rule that another one leaves nothing to", arguments: pairs)
    func covered(_ first: String, _ second: String, _ isCovered: Bool) throws {
        let rules = "version: 1\nrules:\n  - {id: a, \(first)}\n  - {id: b, \(second)}\n"
        let found = try Self.found(rules).filter {
            $0.code == .ruleCovered && $0.clause.description.hasPrefix("'b'")
        }
        #expect(found.count == (isCovered ? 1 : 0), "\(first) \(second)")
        if isCovered { #expect(found[0].range?.line == 4) }
    }

    @Test("tell an exception that takes back everything")
    func takenBack() throws {
        let found = try Self.found(
            "version: 1\ndefine: {old: {age: over 30d}}\nrules:\n"
                + "  - {id: a, match: {age: over 90d}, unless: {is: old}, then: delete}\n")
        #expect(found.map(\.code) == [.contradiction])
    }

    @Test("are of whole rules", arguments: files)
    func rules(_ text: String, _ codes: [LintCode]) throws {
        let found = try Self.found(text)
        #expect(found.map(\.code) == codes, "\(text)")
        for finding in found { #expect((finding.range?.line ?? 0) > 0) }
    }
}
