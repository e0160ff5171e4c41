// SPDX-License-Identifier: Apache-2.0

import LanguageServer
import Testing

/// What is wrong with texts, and what mends it.
@Suite("Findings while somebody types")
struct FindingTests {
    private static func rules(_ rule: String) -> String {
        "version: 1\nrules:\n  - {id: a, \(rule)}\n"
    }

    @Test("come and go with each change")
    func change() {
        var editor = TestEditor(Self.rules("match: {ext: a}, then: keep"))
        #expect(editor.codes() == [])
        editor.change(
            "ee", range: #"{"start":{"line":2,"character":36},"end":{"line":2,"character":38}}"#)
        #expect(editor.codes() == [])
        editor.change(Self.rules("match: {ext: 'a, b'}, then: kep"))
        #expect(editor.codes() == ["value-unknown"])
        editor.change(Self.rules("match: {ext: 'a, b'}, then: keep"))
        #expect(editor.codes() == ["ext-holds-several"])
        editor.tell(
            "textDocument/didClose", "{\"textDocument\":{\"uri\":\"\(TestEditor.uri)\"}}")
        #expect(editor.findings == [TestEditor.uri: []])
    }

    @Test(
        "are of rules alone",
        arguments: [
            ("file:///w/rules.yaml", "yaml", true), ("file:///w/My%20Rules.yml", "yaml", true),
            ("file:///w/compose.yaml", "yaml", false),
            ("file:///w/compose.yaml", "cleanrules", true),
            ("file:///w/.cleanrules/x.yaml", "yaml", true), ("file:///w/rules.py", "python", false),
            ("untitled:rules-1", "yaml", true), ("file:///w/rules.yaml", "", true),
        ])
    func alone(uri: String, language: String, isRules: Bool) {
        var editor = TestEditor()
        editor.open("services: {}\n", as: uri, language: language)
        #expect(!editor.codes(uri).isEmpty == isRules)
        #expect(
            (editor.ask("textDocument/documentSymbol", "{\"textDocument\":{\"uri\":\"\(uri)\"}}")
                == .null) == !isRules)
    }

    @Test("are of YAML that names the schema in its first lines")
    func schema() {
        var editor = TestEditor()
        let head = "# yaml-language-server: $schema=cleanrules.schema.json\n"
        editor.open(head + "services: {}\n", as: "file:///w/x.yaml")
        #expect(!editor.codes("file:///w/x.yaml").isEmpty)
    }

    @Test("in included files stand there, of the text that is open rather than of the disk")
    func included() {
        let main = "version: 1\ninclude: [more.yaml]\nrules: []\n"
        let more = "version: 1\nrules:\n  - {id: b, match: {ext: x}, then: keep}\n"
        let uri = "file:///w/more.yaml"
        var editor = TestEditor(
            main, files: ["/w/more.yaml": more.replacing("keep", with: "kep")])
        #expect(editor.codes(uri) == ["value-unknown"])
        #expect(editor.codes() == [])
        editor.open(more, as: uri)
        #expect(editor.codes(uri) == [])
        editor.change(more.replacing("then", with: "them"), of: uri)
        #expect(editor.codes(uri).contains("key-unknown"))
        // Alone it would lack nothing that the main file has.
        editor.change("version: 1\ndefine: {d: {ext: a}}\n", of: uri)
        #expect(editor.codes(uri) == ["definition-unused"])
    }

    @Test("are judged by the main file that was named")
    func named() {
        let main = "version: 1\ninclude: [parts/more.yaml]\nrules: []\n"
        var editor = TestEditor(files: ["/w/main.yaml": main], named: ["/w/main.yaml"])
        editor.open("version: 1\ndefine: {d: {ext: a}}\n", as: "file:///w/parts/more.yaml")
        #expect(editor.codes("file:///w/parts/more.yaml") == ["definition-unused"])
        #expect(editor.codes("file:///w/main.yaml") == [])
    }

    /// A rule, and what it is after the first action.
    static let mends: [(String, String)] = [
        ("match: {ext: 'a, b'}, then: keep", "match: {ext: [a, b]}, then: keep"),
        ("match: {ext: a}, then: kepe", "match: {ext: a}, then: keep"),
        ("match: {exd: a}, then: keep", "match: {ext: a}, then: keep"),
        (
            "match: {name_regex: /^IMG/i}, then: keep",
            "match: {name_regex: \"(?i)^IMG\"}, then: keep"
        ),
    ]

    @Test("are mended where that is certain, or a word was meant", arguments: mends)
    func mended(before: String, after: String) {
        var editor = TestEditor(Self.rules(before))
        #expect(editor.codes().count == 1)
        let actions = editor.ask(
            "textDocument/codeAction",
            "{\"textDocument\":{\"uri\":\"\(TestEditor.uri)\"},\"range\":"
                + "{\"start\":{\"line\":2,\"character\":0},\"end\":{\"line\":2,\"character\":9}},"
                + "\"context\":{\"diagnostics\":[]}}")
        let edits = actions.elements?.first?["edit"]?["changes"]?[TestEditor.uri]
        #expect(TestEditor.edited(Self.rules(before), edits) == Self.rules(after))
    }

    @Test("elsewhere are left alone, and no other kinds of action are offered")
    func notAsked() {
        var editor = TestEditor(Self.rules("match: {ext: 'a, b'}, then: keep"))
        for (line, only) in [(0, "[\"quickfix\"]"), (2, "[\"refactor\"]")] {
            let actions = editor.ask(
                "textDocument/codeAction",
                "{\"textDocument\":{\"uri\":\"\(TestEditor.uri)\"},\"range\":"
                    + "{\"start\":{\"line\":\(line),\"character\":0},"
                    + "\"end\":{\"line\":\(line),\"character\":1}},"
                    + "\"context\":{\"diagnostics\":[],\"only\":\(only)}}")
            #expect(actions == .list([]))
        }
    }
}
