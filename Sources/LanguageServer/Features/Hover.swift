// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import RuleEngine
internal import Text
internal import YAMLBridge

extension LanguageSession {
    /// What stands at the cursor: a key and what it means, or a name and what is behind it.
    func hover(_ place: AskedPlace) -> JSONValue {
        let source = SourceText(file: place.name, bytes: place.document.bytes)
        guard let tree = MarkedTree(of: source), let found = TreePlace(place.offset, in: tree)
        else { return .null }
        var parts: [String] = []
        let range: Range<Int>
        if let key = found.key, let name = tree.text(of: key) {
            range = tree[key].range
            parts = explanation(of: name, at: found.path)
        } else {
            range = tree[found.value].range
            parts = meaning(of: found, in: source, tree, place)
        }
        if let count = count(of: found, in: tree, place) { parts.append(count) }
        if parts.isEmpty { return .null }
        return .object([
            (
                "contents",
                .object([
                    ("kind", .text(client.showsMarkdown ? "markdown" : "plaintext")),
                    ("value", .text(parts.joined(separator: "\n\n"))),
                ])
            ), ("range", place.document.lines.json(range)),
        ])
    }

    /// What a key means, with what it is tested against and which drives tell it.
    private func explanation(of name: String, at path: [SchemaGuide.Step]) -> [String] {
        guard let key = SchemaGuide.key(name, at: path) else { return [] }
        var parts = [marked(name) + ": " + key.summary]
        if let field = SchemaGuide.field(name, at: path) {
            let kinds = DriveKind.declarable.filter { field.suppliers.contains($0) }
            parts.append(
                say(
                    Message(
                        "told by drives of kind: \(kinds.map(\.rawValue).joined(separator: ", "))"))
            )
        }
        return parts
    }

    /// Text that is one of the file, as it is shown there.
    func marked(_ text: String) -> String {
        let shown = VisibleText.escaped(text)
        return client.showsMarkdown && !shown.contains("`") ? "`\(shown)`" : shown
    }

    /// What a value stands for: the condition behind a definition's name.
    private func meaning(
        of found: TreePlace, in source: SourceText, _ tree: MarkedTree, _ place: AskedPlace
    ) -> [String] {
        guard
            case .key("is")? = found.path.last(where: { if case .key = $0 { true } else { false } }),
            let name = tree.text(of: found.value)
        else { return [] }
        for source in place.rules.decoded.sources {
            let text = SourceText(file: source.file, bytes: source.bytes)
            guard let tree = MarkedTree(of: text), let root = tree.root,
                let define = tree.entries(of: root).first(where: { $0.name == "define" }),
                let entry = tree.entries(of: tree.resolved(define.value))
                    .first(where: { $0.name == name })
            else { continue }
            let range = tree[tree.resolved(entry.value)].range
            let lines = text.text(range.lowerBound..<min(range.upperBound, range.lowerBound + 600))
                .split(whereSeparator: \.isNewline)
            let shown = lines.prefix(12).map { VisibleText.escaped(String($0)) }
            return [shown.joined(separator: "\n")].map {
                client.showsMarkdown && !$0.contains("```") ? "```yaml\n\($0)\n```" : $0
            }
        }
        return []
    }

    /// How many items the rule around the cursor takes.
    private func count(
        of found: TreePlace, in tree: MarkedTree, _ place: AskedPlace
    ) -> String? {
        guard found.rule != nil, let facts = facts[place.rules.uri], found.around.count >= 3
        else { return nil }
        // The file, the list, the rule.
        let id = tree.entries(of: found.around[2]).first { $0.name == "id" }
        guard let id = id.flatMap({ tree.text(of: $0.value) }), let count = facts.counts[id]
        else { return nil }
        return "'\(VisibleText.escaped(id))' " + said(count, of: facts.total)
    }
}
