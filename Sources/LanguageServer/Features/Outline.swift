// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import Text
internal import YAMLBridge

/// What a file has at its top: the keys, and what stands in those that are lists or mappings of names.
struct FileOutline {
    /// An entry with what it holds.
    struct Entry {
        /// What it is called.
        var name: String
        /// The symbol that the protocol has for it.
        var kind: Int
        /// All its bytes.
        var range: Range<Int>
        /// Those of its name.
        var nameRange: Range<Int>
        /// What it holds.
        var children: [Entry] = []
    }

    /// The entries, in their order.
    let entries: [Entry]

    private static let (module, object, function, constant, event) = (2, 19, 12, 14, 24)

    /// The outline of `source`; empty where that is no YAML.
    init(_ source: SourceText) {
        guard let tree = MarkedTree(of: source), let root = tree.root,
            case .mapping(let entries, _) = tree[root].content
        else {
            self.entries = []
            return
        }
        self.entries = entries.compactMap { entry in
            guard let key = tree.text(of: entry.key) else { return nil }
            var result = Self.entry(key, Self.module, entry.key, entry.value, source, tree)
            result.children = Self.children(of: key, entry.value, source, tree)
            return result
        }
    }

    private static func entry(
        _ name: String, _ kind: Int, _ key: NodeID, _ value: NodeID, _ source: SourceText,
        _ tree: MarkedTree
    ) -> Entry {
        let start = min(tree[key].fullRange.lowerBound, tree[value].fullRange.lowerBound)
        var end = max(tree[key].fullRange.upperBound, tree[value].fullRange.upperBound)
        while end > start, [0x20, 0x0A, 0x0D].contains(source.bytes[end - 1]) { end -= 1 }
        let range = start..<max(end, tree[key].range.upperBound)
        return Entry(name: name, kind: kind, range: range, nameRange: tree[key].range)
    }

    private static func children(
        of key: String, _ value: NodeID, _ source: SourceText, _ tree: MarkedTree
    ) -> [Entry] {
        switch tree[value].content {
        case .mapping(let entries, _) where key == "define" || key == "drives":
            return entries.compactMap { entry in
                tree.text(of: entry.key).map { name in
                    Self.entry(
                        name, key == "define" ? constant : object, entry.key, entry.value, source,
                        tree)
                }
            }
        case .sequence(let elements, _):
            let title = key == "tests" ? "name" : "id"
            return elements.compactMap { element in
                guard
                    let named = tree.entries(of: element).first(where: { $0.name == title }),
                    let name = tree.text(of: named.value)
                else { return nil }
                return Self.entry(
                    name, key == "tests" ? event : function, named.value, element, source, tree)
            }
        case .mapping, .scalar, .alias: return []
        }
    }
}

extension LanguageSession {
    /// The outline of the text.
    func symbols(_ place: AskedPlace) -> JSONValue {
        let outline = FileOutline(SourceText(file: place.name, bytes: place.document.bytes))
        return .list(outline.entries.map { symbol($0, place.document.lines) })
    }

    private func symbol(_ entry: FileOutline.Entry, _ lines: LineTable) -> JSONValue {
        // The name must lie in the range, whatever anchors stand around it.
        let range =
            min(
                entry.range.lowerBound, entry.nameRange.lowerBound)..<max(
                entry.range.upperBound, entry.nameRange.upperBound)
        return .object([
            ("name", .text(entry.name.isEmpty ? "?" : VisibleText.escaped(entry.name))),
            ("kind", .number(entry.kind)), ("range", lines.json(range)),
            ("selectionRange", lines.json(entry.nameRange)),
            ("children", .list(entry.children.map { symbol($0, lines) })),
        ])
    }

    /// What of the text can be folded.
    func folding(_ place: AskedPlace) -> JSONValue {
        let outline = FileOutline(SourceText(file: place.name, bytes: place.document.bytes))
        let lines = place.document.lines
        let entries = outline.entries.flatMap { [$0] + $0.children }
        return .list(
            entries.compactMap { entry in
                let start = lines.lineNumber(of: entry.range.lowerBound)
                let end = lines.lineNumber(of: entry.range.upperBound)
                guard end > start else { return nil }
                return .object([("startLine", .number(start)), ("endLine", .number(end))])
            })
    }

    // MARK: Counts

    /// How many items of the catalog each rule takes, behind its id.
    func hints(_ place: AskedPlace, _ params: ReceivedValue) -> JSONValue {
        guard let facts = facts[place.rules.uri] else { return .list([]) }
        let lines = place.document.lines
        let range = lines.range(params["range"]) ?? 0..<place.document.bytes.count
        let sites = NameSites(SourceText(file: place.name, bytes: place.document.bytes)).all
        return .list(
            sites.compactMap { site in
                guard site.kind == .rule, site.isDeclaration, range.contains(site.range.lowerBound),
                    let count = facts.counts[site.name]
                else { return nil }
                let end = lines.line(lines.lineNumber(of: site.range.lowerBound)).upperBound
                return .object([
                    ("position", lines.position(of: end).json),
                    ("label", .text(say(Message("items: \(count.taken)")))),
                    ("tooltip", .text(said(count, of: facts.total))), ("paddingLeft", .bool(true)),
                ])
            })
    }

    /// What a rule comes to, in a sentence.
    func said(_ count: CatalogFacts.Count, of total: Int) -> String {
        say(
            Message(
                "takes \(count.taken) of \(total) items of the last listing, and decides"
                    + " \(count.decided)"))
    }
}
