// SPDX-License-Identifier: Apache-2.0

import LanguageServer
import Testing

/// What stands, or may stand, at the cursor, which is `|` in each text.
@Suite("At the cursor")
struct PlaceTests {
    private static let head =
        "version: 1\ndrives: {photos: {kind: local, root: /p}}\n"
        + "define:\n  big: {size: over 1GB}\n"

    /// A text, what is offered, and what is not.
    static let completions: [(String, [String], [String])] = [
        ("ver|", ["version"], ["rules"]),
        ("version: 1\nru|\n", ["rules"], ["version"]),
        ("version: 1\nrules:\n  - id: a\n    |\n", ["match", "then", "why"], ["id", "ext"]),
        ("version: 1\nrules:\n  - id: a\n    ma|\n    then: keep\n", ["match"], ["then", "id"]),
        ("version: 1\nrules:\n  - |\n", ["id", "match"], []),
        (
            "version: 1\nrules:\n  - id: a\n    then: |\n", ["keep", "review", "delete"],
            ["present"]
        ),
        ("version: 1\nrules:\n  - {id: a, then: re|}\n", ["review"], ["keep"]),
        ("version: 1\nrules:\n  - {id: a, match: {|", ["ext", "everything", "all"], ["then"]),
        ("version: 1\nrules:\n  - {id: a, match: {kind: |", ["image", "missing"], []),
        ("version: 1\nrules:\n  - id: a\n    match:\n      ext: [j|]\n", ["jpg", "json"], ["png"]),
        (
            "version: 1\nrules:\n  - id: a\n    match:\n      any:\n        - si|\n", ["size"],
            ["any"]
        ),
        (head + "rules:\n  - id: a\n    match: {is: |}\n", ["big"], ["photos"]),
        (head + "rules:\n  - id: a\n    in: |\n", ["photos"], ["big"]),
        (
            head
                + "rules:\n  - {id: a, match: {ext: x}, then: keep}\ntests:\n  - items:\n      - {by: |}\n",
            ["a"], ["big"]
        ),
        ("version: 1\nrules:\n  - id: a\n    enabled: |\n", ["true", "false"], []),
        ("version: 1\n# ru|\n", [], ["rules"]),
        ("version: 1\nlimits:\n  |\n", ["items", "percent", "listing_drop"], ["rules"]),
        ("version: 1\ndrives:\n  d:\n    ki|\n", ["kind"], ["root"]),
        ("version: 1\ndrives:\n  d:\n    kind: |\n", ["onedrive", "local", "listing"], []),
        ("a: [\nrules:\n  - |", [], []),
    ]

    @Test("is offered what may stand there", arguments: completions)
    func completion(text: String, offered: [String], notOffered: [String]) {
        var editor = TestEditor(text)
        let items = editor.ask("completion", at: text)["items"]?.elements ?? []
        let labels = items.compactMap { $0["label"]?.text }
        for label in offered { #expect(labels.contains(label), "\(text): \(labels)") }
        for label in notOffered { #expect(!labels.contains(label), "\(text): \(labels)") }
    }

    @Test("is written what was chosen, in the place of the word")
    func written() {
        for (text, label, after) in [
            ("version: 1\nrules:\n  - id: a\n    ma|\n", "match", "    match:\n"),
            ("version: 1\nrules:\n  - id: a\n    en|\n", "enabled", "    enabled: \n"),
            ("version: 1\nrules:\n  - id: a\n    t|hen: keep\n", "then", "    thenhen: keep\n"),
        ] {
            var editor = TestEditor(text)
            let items = editor.ask("completion", at: text)["items"]?.elements ?? []
            let item = items.first { $0["label"]?.text == label }
            let plain = text.replacing("|", with: "")
            let edited = TestEditor.edited(plain, item?["textEdit"].map { .list([$0]) })
            #expect(edited.hasSuffix(after), "\(edited)")
        }
    }

    /// A text, and what is told of the place in it; nil where nothing is.
    static let hovers: [(String, String?)] = [
        ("version: 1\nrul|es: []\n", "the rules"),
        (
            "version: 1\nrules:\n  - {id: a, match: {sh|ared: true}, then: keep}\n",
            "told by drives of kind: onedrive, listing"
        ),
        (head + "rules:\n  - {id: a, match: {is: b|ig}, then: keep}\n", "{size: over 1GB}"),
        ("version: 1\nrules: []\n# com|ment\n", nil),
        ("version: |1\nrules: []\n", nil),
        ("version: 1\nrules: []\nx-fr|ee: 1\n", nil),
    ]

    @Test("is told what a key means, and what is behind a name", arguments: hovers)
    func hover(text: String, told: String?) {
        var editor = TestEditor(text)
        let answer = editor.ask("hover", at: text)
        guard let told else {
            #expect(answer == .null)
            return
        }
        #expect(answer["contents"]?["value"]?.text?.contains(told) == true, "\(answer)")
    }

    /// Two files with everything that has a name; marked are what is asked, and in `[ ]` the others.
    private static let names = """
        version: 1
        include: [more.yaml]
        drives: {photos: {kind: local, root: /p}}
        define:
          big: &anchor {size: over 1GB}
          both: {all: [{is: big}, *anchor]}
        rules:
          - id: 'old'
            in: photos:/Camera
            match: {is: [big, both], drive: photos}
            then: review
        tests:
          - name: t
            now: 2026-01-15T12:00:00Z
            items: [{path: /a, drive: photos, size: 2GB, expect: review, by: old}]

        """
    private static let more =
        "version: 1\nrules: [{id: new, match: {is: big, ext: iso}, then: keep}]\n"

    /// What the cursor stands at, the line of its declaration, and the lines of all uses.
    static let places: [(String, [Int64], [Int64])] = [
        ("is: |big}", [4], [4, 5, 9, 1]), ("b|oth]", [5], [5, 9]), ("by: ol|d", [7], [7, 14]),
        ("|photos:/C", [2], [2, 8, 9, 14]), ("*anc|hor", [4], [4, 5]), ("mo|re.yaml", [0], [1]),
        ("re|view", [], []),
    ]

    @Test("is found where a name is declared and used", arguments: places)
    func found(marked: String, declared: [Int64], used: [Int64]) {
        let plain = marked.replacing("|", with: "")
        let text = Self.names.replacing(plain, with: marked, maxReplacements: 1)
        var editor = TestEditor(text, files: ["/w/more.yaml": Self.more])
        #expect(editor.codes() == [], "\(editor.findings)")
        func lines(_ value: ReceivedValue) -> [Int64] {
            (value.elements ?? []).compactMap { $0["range"]?["start"]?["line"]?.integer }
        }
        #expect(lines(editor.ask("definition", at: text)) == declared)
        let more = ",\"context\":{\"includeDeclaration\":true}"
        #expect(lines(editor.ask("references", at: text, more)) == used)
    }

    /// What is renamed, and what the files say then.
    static let renamed: [(String, String, String)] = [
        ("by: ol|d", "old", "'old'"), ("is: |big}", "big", ""), ("b|oth]", "both", ""),
    ]

    @Test("is renamed in all files what has a name of one's own", arguments: renamed)
    func rename(marked: String, old: String, quoted: String) {
        let plain = marked.replacing("|", with: "")
        let text = Self.names.replacing(plain, with: marked, maxReplacements: 1)
        var editor = TestEditor(text, files: ["/w/more.yaml": Self.more])
        #expect(editor.ask("prepareRename", at: text)["placeholder"]?.text == old)
        let answer = editor.ask("rename", at: text, ",\"newName\":\"other\"")
        let changes = answer["changes"]
        var (main, more) = (Self.names, Self.more)
        main = TestEditor.edited(main, changes?[TestEditor.uri])
        more = TestEditor.edited(more, changes?["file:///w/more.yaml"])
        func expected(_ text: String) -> String {
            text.replacing("\(old)}", with: "other}").replacing("'\(old)'", with: "'other'")
                .replacing("\(old):", with: "other:").replacing("[\(old)", with: "[other")
                .replacing(" \(old)]", with: " other]").replacing("is: \(old),", with: "is: other,")
        }
        #expect(main == expected(Self.names), "\(answer)")
        #expect(more == expected(Self.more))
    }

    @Test("is renamed where it stands by now, also in files that the editor has not open")
    func renamedOnDisk() {
        let text = Self.names.replacing("is: [big", with: "is: [b|ig", maxReplacements: 1)
        var editor = TestEditor(text, files: ["/w/more.yaml": Self.more])
        _ = editor.ask("hover", at: text)
        let now = "# one\n# two\n" + Self.more
        editor.disk.files["/w/more.yaml"] = now
        let answer = editor.ask("rename", at: text, ",\"newName\":\"other\"")
        let more = TestEditor.edited(now, answer["changes"]?["file:///w/more.yaml"])
        #expect(more == now.replacing("is: big,", with: "is: other,"), "\(answer)")
    }

    @Test("is not renamed what others know, nor to what is no name or taken")
    func notRenamed() {
        for (marked, name) in [
            ("|photos:/C", "x"), ("by: ol|d", "not a name"), ("by: ol|d", "new"),
            ("is: |big}", "both"), ("is: |big}", ""),
        ] {
            let plain = marked.replacing("|", with: "")
            let text = Self.names.replacing(plain, with: marked, maxReplacements: 1)
            var editor = TestEditor(text, files: ["/w/more.yaml": Self.more])
            let answer = editor.ask("rename", at: text, ",\"newName\":\"\(name)\"")
            #expect(answer["code"] == .integer(-32803), "\(marked) \(name): \(answer)")
        }
    }

    @Test("is not needed for the outline and what can be folded")
    func outline() {
        var editor = TestEditor(Self.names, files: ["/w/more.yaml": Self.more])
        let params = "{\"textDocument\":{\"uri\":\"\(TestEditor.uri)\"}}"
        let symbols = editor.ask("textDocument/documentSymbol", params).elements ?? []
        let names = symbols.map { symbol in
            (symbol["name"]?.text ?? "")
                + (symbol["children"]?.elements ?? []).map { "/" + ($0["name"]?.text ?? "") }
                .joined()
        }
        #expect(
            names == [
                "version", "include", "drives/photos", "define/big/both", "rules/old", "tests/t",
            ])
        let folds = editor.ask("textDocument/foldingRange", params).elements ?? []
        #expect(folds.compactMap { $0["startLine"]?.integer } == [3, 6, 7, 11, 12])
    }
}
