// SPDX-License-Identifier: Apache-2.0

package import RuleEngine
internal import YAMLBridge

/// A key of a rule with what is written under it, for somebody who edits it by itself.
package struct WrittenEntry: Sendable {
    /// How it is written, and so how it is best edited.
    package enum Form: String, Sendable {
        /// One text.
        case text
        /// A list of texts.
        case list
        /// Anything else: its YAML.
        case yaml
    }

    /// The way to it, as `["match", "ext"]`.
    package let path: [String]
    /// How it is written.
    package let form: Form
    /// The text, or the YAML, without the indentation of its place.
    package let text: String
    /// The texts of a list.
    package let list: [String]
    /// Its bytes in the file, with its key.
    let range: Range<Int>
}

/// A rule or a protection as it is written.
package struct WrittenRule: Sendable {
    /// Its id.
    package let id: String
    /// Whether it stands among the protections.
    package let isProtection: Bool
    /// Its keys; those of `match` each by itself.
    package let entries: [WrittenEntry]
    /// Where its mapping stands.
    package let range: SourceRange

    /// What stands at `path`.
    package subscript(_ path: String...) -> WrittenEntry? {
        entries.first { $0.path == path }
    }
}

extension RulesDocument {
    /// The rules and protections of this file, in their order: protections first.
    package var writtenRules: [WrittenRule] {
        Self.lists.flatMap { list in
            elements(of: list).compactMap { element in
                let mapping = tree.resolved(element)
                guard let id = id(of: element) else { return nil }
                return WrittenRule(
                    id: id, isProtection: list == "protect", entries: entries(of: mapping),
                    range: source.range(tree[mapping].fullRange))
            }
        }
    }

    /// The rule, and the way to its key, that `place` lies in; nil where it lies in none.
    package func entry(at place: SourceRange) -> (id: String, path: [String])? {
        let byte = place.bytes.lowerBound
        let holding = writtenRules.filter { $0.range.bytes.contains(byte) }
        guard let rule = holding.min(by: { $0.range.bytes.count < $1.range.bytes.count }) else {
            return nil
        }
        let entry = rule.entries.filter { $0.range.contains(byte) }
            .min { $0.range.count < $1.range.count }
        return (rule.id, entry?.path ?? [])
    }

    private func entries(of mapping: NodeID) -> [WrittenEntry] {
        tree.entries(of: mapping).flatMap { entry -> [WrittenEntry] in
            guard let name = entry.name else { return [] }
            let value = tree.resolved(entry.value)
            guard name == "match" || name == "unless", tree.isMapping(value) else {
                return [written([name], entry)]
            }
            return tree.entries(of: value).compactMap { inner in
                inner.name.map { written([name, $0], inner) }
            }
        }
    }

    private func written(_ path: [String], _ entry: NamedEntry) -> WrittenEntry {
        let range =
            tree[entry.key].fullRange
            .lowerBound..<max(
                tree[entry.key].fullRange.upperBound, tree[entry.value].fullRange.upperBound)
        let value = PlainValue(entry.value, in: tree)
        if let text = value.text {
            return WrittenEntry(path: path, form: .text, text: text, list: [], range: range)
        }
        if let elements = value.elements, !elements.isEmpty {
            let texts = elements.compactMap(\.text)
            if texts.count == elements.count {
                return WrittenEntry(path: path, form: .list, text: "", list: texts, range: range)
            }
        }
        return WrittenEntry(
            path: path, form: .yaml, text: yaml(of: entry.value), list: [], range: range)
    }

    /// What is written at `node`, without the blanks that its lines begin with.
    private func yaml(of node: NodeID) -> String {
        let range = tree[node].fullRange
        let column = layout.column(of: range.lowerBound)
        let text = source.text(range.lowerBound..<layout.trimmedEnd(of: range))
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        return lines.enumerated().map { number, line in
            guard number > 0 else { return String(line) }
            let blanks = line.prefix { $0 == " " }.count
            return String(line.dropFirst(min(blanks, column)))
        }.joined(separator: "\n")
    }
}
