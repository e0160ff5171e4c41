// SPDX-License-Identifier: Apache-2.0

import Foundation
import RuleEngine
import Testing
import YAMLBridge

@testable import RuleEditing

/// Rules as somebody sees them who edits one key at a time.
@Suite("Rules, key by key")
struct WrittenRuleTests {
    private static let text = """
        version: 1
        drives: {home: {kind: local, root: d}}
        protect:
          - id: papers
            match: {name: ["*.pdf", "*.odt"]}
        rules:
          - id: old
            why: "It's: old"
            match:
              ext: [iso, dmg]
              any:
                - {name: "a*"}
                # or
                - name: b*
            duplicates: {same: content, keep: [newest]}
            then: delete

        """

    private static var sources: [RuleSource] {
        [RuleSource(file: "rules.yaml", bytes: Array(text.utf8))]
    }

    private func document() throws -> RulesDocument {
        try #require(RulesDocument(Self.sources[0]))
    }

    @Test("have each key as it is best edited")
    func entries() throws {
        let rules = try document().writtenRules
        #expect(rules.map(\.id) == ["papers", "old"])
        #expect(rules.map(\.isProtection) == [true, false])
        #expect(rules[0]["match", "name"]?.list == ["*.pdf", "*.odt"])
        let old = rules[1]
        #expect(
            old.entries.map { $0.path.joined(separator: ".") } == [
                "id", "why", "match.ext", "match.any", "duplicates", "then",
            ])
        #expect(
            old.entries.map(\.form) == [.text, .text, .list, .yaml, .yaml, .text])
        #expect(old["why"]?.text == "It's: old")
        #expect(old["match", "any"]?.text == "- {name: \"a*\"}\n# or\n- name: b*")
        #expect(old["duplicates"]?.text == "{same: content, keep: [newest]}")
    }

    @Test("take back each key as it was shown, and say the same")
    func roundTrip() throws {
        for rule in try document().writtenRules {
            for entry in rule.entries where entry.path != ["id"] {
                let value: PlainValue =
                    switch entry.form {
                    case .text: .text(entry.text)
                    case .list: .list(entry.list.map { .text($0) })
                    case .yaml: try #require(PlainValue(yaml: entry.text))
                    }
                var work = try EditWork(Self.sources)
                try work.take(.set(rule.id, path: entry.path, value))
                let after = try #require(RulesDocument(try work.result()[0]))
                #expect(after.plain.says(try document().plain), "\(entry.path)")
            }
        }
    }

    @Test("are found by a place in the file, with the key that lies there")
    func places() throws {
        let document = try document()
        func found(_ part: String) throws -> String? {
            let range = try #require(Self.text.range(of: part))
            let start = Self.text.utf8.distance(
                from: Self.text.startIndex, to: range.lowerBound)
            return document.entry(at: document.source.range(start..<start + 1)).map {
                ([$0.id] + $0.path).joined(separator: " ")
            }
        }
        #expect(try found("dmg") == "old match ext")
        #expect(try found("b*") == "old match any")
        #expect(try found("*.odt") == "papers match name")
        #expect(try found("delete") == "old then")
        #expect(try found("root") == nil)
    }

    @Test("are changed by several edits together, of which only the last result must be valid")
    func together() throws {
        let edits: [RuleEdit] = [
            .add(
                try NewRule(yaml: "id: new\nmatch: {}\nthen: review"), isProtection: false,
                beside: nil),
            .set("new", path: ["match", "ext"], .text("log")),
            .rename("old", to: "older"), .set("older", path: ["then"], .text("review")),
        ]
        #expect(throws: EditRefusal.self) { try RuleEditor.edited(Self.sources, edits[0]) }
        let edited = try RuleEditor.edited(Self.sources, edits)
        let text = String(decoding: edited.sources[0].bytes, as: UTF8.self)
        #expect(text.contains("  - id: new\n    match: {ext: log}\n    then: review\n"))
        #expect(edited.decoded.rules.value?.rules.map(\.id) == ["older", "new"])
        do throws(EditRefusal) {
            _ = try RuleEditor.edited(Self.sources, edits + [.remove("old")])
            Issue.record("there is no 'old' any more")
        } catch {
            #expect(error.edit == 4 && error.isOfUnknownRule)
        }
    }

    @Test("take no YAML that is none")
    func yaml() {
        #expect(PlainValue(yaml: "") == nil)
        #expect(PlainValue(yaml: "[a") == nil)
        #expect(PlainValue(yaml: "*a") == nil)
        #expect(PlainValue(yaml: String(repeating: "[", count: 10_000)) == nil)
        #expect(PlainValue(yaml: "{a: [b]}")?["a"]?.elements?.count == 1)
    }
}
