// SPDX-License-Identifier: Apache-2.0

import RuleEngine
import Testing

@testable import YAMLBridge

@Suite("Marked trees")
struct MarkedTreeTests {
    /// The tree of `text`, which must be YAML.
    private func tree(_ text: String) throws -> (source: SourceText, tree: MarkedTree) {
        let source = SourceText(file: "t.yaml", bytes: Array(text.utf8))
        return (source, try #require(TreeComposer.compose(source).tree))
    }

    /// The written text of every node, in their order.
    private func written(_ text: String) throws -> [String] {
        let (source, tree) = try tree(text)
        return tree.nodes.map { source.text($0.range) }
    }

    @Test("nodes know their bytes without anchors and comments")
    func ranges() throws {
        #expect(
            try written("a: &x 1 # one\n'b': [*x, \"c d\"] # two\n")
                == [
                    "a: &x 1 # one\n'b': [*x, \"c d\"]", "a", "1", "'b'", "[*x, \"c d\"]", "*x",
                    "\"c d\"",
                ])
        #expect(
            try written("- &s\n  # why\n  plain text\n- |\n  block\n- - deep\n").dropFirst() == [
                "plain text", "|\n  block\n", "- deep", "deep",
            ])
        #expect(
            try written("a: &m\n  b: 1\nc: &q\n- 2\nd: &f {e: 3}\n").dropFirst() == [
                "a", "b: 1", "b", "1", "c", "- 2", "2", "d", "{e: 3}", "e", "3",
            ])
        #expect(try written("é: ü\n").dropFirst() == ["é", "ü"])
        #expect(try written("\u{FEFF}é: ü\n").dropFirst() == ["é", "ü"])
    }

    @Test("full ranges hold anchors and tags")
    func fullRanges() throws {
        let (source, tree) = try tree("a: &x !t 1\nb: &y [2]\n")
        #expect(
            tree.nodes.map { source.text($0.fullRange) }.dropFirst() == [
                "a", "&x !t 1", "b", "&y [2]", "2",
            ])
        #expect(tree.nodes.map(\.anchor) == [nil, nil, "x", nil, "y", nil])
    }

    @Test("comments are found between the nodes only")
    func comments() throws {
        let text = """
            # first
            a: 'no # comment' # second
            b: | # third
              # text
            c: x#y #fourth
            d: [1, # fifth
              2]
            #last
            """
        let (source, tree) = try tree(text)
        #expect(
            tree.comments(in: source).map(source.text) == [
                "# first", "# second", "# third", "#fourth", "# fifth", "#last",
            ])
    }

    @Test(
        "lines end at LF, CRLF and CR; columns count scalars; a byte-order mark counts nothing",
        arguments: ["\n", "\r\n", "\r"], ["", "\u{FEFF}"])
    func places(_ end: String, _ mark: String) throws {
        let text = mark + "# ä🙂\(end)\(end)äö: \"🙂\": x".replacing("\"🙂\": x", with: "{é🙂: ü}")
        let (source, tree) = try tree(text)
        let places = tree.nodes.map { source.range($0.range) }.map { [$0.line, $0.column] }
        #expect(places == [[3, 1], [3, 1], [3, 5], [3, 6], [3, 10]])
    }

    @Test("NEL, LS and PS are text, not line ends", arguments: ["\u{85}", "\u{2028}", "\u{2029}"])
    func separators(_ separator: Character) throws {
        let text = "a: b\(separator)c # d\(separator)e: f\ng: \"h\(separator)\\u2028\"\n"
        let (source, tree) = try tree(text)
        #expect(
            tree.nodes.compactMap { node -> String? in
                if case .scalar(let text, _) = node.content { text } else { nil }
            } == ["a", "b\(separator)c", "g", "h\(separator)\u{2028}"])
        #expect(source.range(tree.nodes[3].range).line == 2)
    }

    @Test("shared subtrees exist once, and count as often as they are used")
    func sharing() throws {
        let (_, tree) = try tree("[&a [1, 2], *a, *a]")
        #expect(tree.nodes.count == 6)
        #expect(tree.root.map { tree[$0].expandedCount } == 10)
    }

    @Test("a later anchor of the same name counts from there on")
    func anchorsAgain() throws {
        let (_, tree) = try tree("[&a 1, *a, &a 2, *a]")
        let targets = tree.nodes.indices.compactMap { index -> String? in
            guard case .alias = tree.nodes[index].content else { return nil }
            return tree.text(of: NodeID(index: index))
        }
        #expect(targets == ["1", "2"])
    }
}

@Suite("Suggestions")
struct SuggestionTests {
    @Test(
        "lie within two edits, and fewer than either word is long",
        arguments: [
            ("macth", "match"), ("matc", "match"), ("thne", "then"), ("i", nil), ("id", "is"),
            ("xyz", nil), ("", nil), ("matching", nil), ("unlesss", "unless"),
        ] as [(String, String?)])
    func nearest(_ written: String, _ expected: String?) {
        var suggestion = Suggestion()
        let words = ["match", "then", "is", "unless"]
        #expect(suggestion.nearest(to: written, among: words) == expected)
    }
}

@Suite("Included paths")
struct IncludePathTests {
    @Test(
        "are relative to the including file",
        arguments: [
            ("a.yaml", "rules.yaml", "a.yaml"), ("./a.yaml", "rules.yaml", "a.yaml"),
            ("sub/a.yaml", "dir/rules.yaml", "dir/sub/a.yaml"),
            ("../a.yaml", "dir/rules.yaml", "a.yaml"),
            ("../a.yaml", "rules.yaml", "../a.yaml"),
            ("../../a.yaml", "../x/rules.yaml", "../../a.yaml"),
            ("a//b.yaml", "/etc/rules.yaml", "/etc/a/b.yaml"),
            ("../../../a.yaml", "/etc/rules.yaml", "/a.yaml"),
            ("a.yaml", "-", "a.yaml"),
        ])
    func resolve(_ path: String, _ file: String, _ expected: String) {
        #expect(IncludePath.resolve(path, from: file) == expected)
    }
}
