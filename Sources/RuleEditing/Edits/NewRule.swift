// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import RuleEngine
internal import YAMLBridge

/// A rule that is to be added.
package struct NewRule: Sendable {
    /// What it says.
    let value: PlainValue
    /// Its lines as an element of a list, the dash in the first column.
    package let lines: [String]

    /// A rule of keys with their values, `match.ext` for a key of a key, in the order that they stand
    /// in the language.
    package init(_ entries: [(path: [String], value: PlainValue)]) throws(EditRefusal) {
        var value = PlainValue.map([])
        for entry in entries {
            guard let next = value.setting(entry.path[...], to: entry.value) else {
                let key = entry.path.joined(separator: ".")
                throw EditRefusal(Message("'\(key)' stands in something that has no keys"))
            }
            value = next
        }
        self.value = value.inUsualOrder
        lines = self.value.elementLines
    }

    /// The rule that `yaml` is: one mapping, or a list of one, with its comments.
    package init(yaml: String) throws(EditRefusal) {
        let none = EditRefusal(
            Message(
                "that is no rule; write one mapping, as '{id: a, match: {ext: iso}, then: review}'")
        )
        let source = SourceText(file: "", bytes: Array(yaml.utf8))
        guard let tree = MarkedTree(of: source), let root = tree.root else { throw none }
        switch tree[root].content {
        case .mapping(_, isFlow: true):
            // Its line ends become those of the file.
            lines = source.text(tree[root].range)
                .split(separator: "\n", omittingEmptySubsequences: false).enumerated()
                .map { ($0 == 0 ? "- " : "  ") + $1 }
            value = PlainValue(root, in: tree)
        case .mapping(let entries, isFlow: false):
            guard let first = entries.first else { throw none }
            let start = tree[first.key].fullRange.lowerBound
            lines = Self.lines(of: source, from: start).map(\.text).enumerated()
                .map { ($0 == 0 ? "- " : $1.isEmpty ? "" : "  ") + $1 }
            value = PlainValue(root, in: tree)
        case .sequence(let elements, isFlow: false) where elements.count == 1:
            lines = Self.lines(of: source, from: tree[root].range.lowerBound).map(\.text)
            value = PlainValue(elements[0], in: tree)
        case .sequence, .scalar, .alias: throw none
        }
        guard case .map = value, !lines.contains(where: { $0.contains("\r") }) else { throw none }
    }

    /// The lines from `start` on, each without the blanks that the first one begins with.
    private static func lines(
        of source: SourceText, from start: Int
    ) -> [(text: String, line: Int)] {
        let layout = Layout(source)
        let column = layout.column(of: start)
        var lines: [(text: String, line: Int)] = []
        var offset = layout.lineStart(of: start)
        while offset < source.bytes.count {
            let line = source.line(around: offset)
            let first = min(layout.firstSign(on: line) ?? line.upperBound, offset + column)
            lines.append((source.text(first..<line.upperBound), offset))
            offset = layout.nextLine(after: offset)
        }
        while lines.last?.text.isEmpty == true { lines.removeLast() }
        return lines
    }
}

extension PlainValue {
    /// The same rule with its keys in the order of the language.
    fileprivate var inUsualOrder: PlainValue {
        guard case .map(let entries) = self else { return self }
        func rank(_ entry: Entry) -> Int {
            KeyOrder.rule.firstIndex(of: entry.key) ?? KeyOrder.rule.count
        }
        let sorted = entries.enumerated().sorted {
            (rank($0.element), $0.offset) < (rank($1.element), $1.offset)
        }
        return .map(sorted.map(\.element))
    }
}
