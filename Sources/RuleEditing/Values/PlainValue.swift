// SPDX-License-Identifier: Apache-2.0

internal import YAMLBridge

/// What a part of a YAML document says, however it is written: aliases and merges are written out,
/// styles, comments and the order of keys play no part.
package indirect enum PlainValue: Sendable {
    /// Nothing, `~` or `null`.
    case empty
    /// A text, quoted or not.
    case text(String)
    /// A list.
    case list([PlainValue])
    /// A mapping, its keys in the order in which they stand.
    case map([Entry])

    /// A key with its value.
    package struct Entry: Sendable {
        /// The key.
        package var key: String
        /// What stands under it.
        package var value: PlainValue

        /// `value` under `key`.
        package init(_ key: String, _ value: PlainValue) {
            self.key = key
            self.value = value
        }
    }

    /// What `node` says. O(nodes, aliases written out), which the composer of the tree bounds.
    init(_ node: NodeID, in tree: MarkedTree) {
        let node = tree.resolved(node)
        switch tree[node].content {
        case .scalar(let text, let style):
            self = style == .plain && Self.isNothing(text) ? .empty : .text(text)
        case .sequence(let elements, _):
            self = .list(elements.map { PlainValue($0, in: tree) })
        case .mapping:
            self = .map(
                tree.entries(of: node).map { entry in
                    Entry(entry.name ?? "", PlainValue(entry.value, in: tree))
                })
        case .alias: self = .empty
        }
    }

    /// Whether a plain scalar is one of the empty values.
    static func isNothing(_ text: String) -> Bool {
        ["", "~", "null", "Null", "NULL"].contains(text)
    }

    /// The text, if it is one.
    package var text: String? {
        if case .text(let text) = self { return text }
        return nil
    }

    /// The elements, if it is a list.
    package var elements: [PlainValue]? {
        if case .list(let elements) = self { return elements }
        return nil
    }

    /// What stands under `key`, if it is a mapping that has it. A nil that is set removes the key.
    subscript(_ key: String) -> PlainValue? {
        get {
            guard case .map(let entries) = self else { return nil }
            return entries.first { $0.key.utf8.elementsEqual(key.utf8) }?.value
        }
        set {
            guard case .map(var entries) = self else { return }
            let place = entries.firstIndex { $0.key.utf8.elementsEqual(key.utf8) }
            switch (place, newValue) {
            case (let place?, let value?): entries[place].value = value
            case (let place?, nil): entries.remove(at: place)
            case (nil, let value?): entries.append(Entry(key, value))
            case (nil, nil): break
            }
            self = .map(entries)
        }
    }

    /// Whether both say the same; keys that begin with `x-` say nothing.
    func says(_ other: PlainValue) -> Bool {
        switch (self, other) {
        case (.empty, .empty): true
        case (.text(let one), .text(let two)): one.utf8.elementsEqual(two.utf8)
        case (.list(let one), .list(let two)):
            one.count == two.count && zip(one, two).allSatisfy { $0.says($1) }
        case (.map(let one), .map(let two)):
            Self.saysSame(one.filter(\.counts), two.filter(\.counts))
        default: false
        }
    }

    private static func saysSame(_ one: [Entry], _ two: [Entry]) -> Bool {
        guard one.count == two.count else { return false }
        func sorted(_ entries: [Entry]) -> [Entry] {
            entries.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        }
        return zip(sorted(one), sorted(two)).allSatisfy { first, second in
            first.key.utf8.elementsEqual(second.key.utf8) && first.value.says(second.value)
        }
    }
}

extension PlainValue.Entry {
    /// Whether the language gives the key a meaning.
    fileprivate var counts: Bool { !key.utf8.starts(with: "x-".utf8) }
}
