// SPDX-License-Identifier: Apache-2.0

internal import Messages
package import YAMLBridge

/// One rules file as bytes and marks, for those who change some of its bytes.
package struct RulesDocument: Sendable {
    /// The file.
    let source: SourceText
    /// Its nodes.
    let tree: MarkedTree
    /// Its root.
    let root: NodeID

    /// The lists that rules stand in, by their keys.
    static let lists = ["protect", "rules"]

    /// A rule or a protection, where it stands.
    struct Place {
        /// `rules` or `protect`.
        var list: String
        /// Its number in the list.
        var index: Int
        /// The mapping, aliases followed.
        var mapping: NodeID
    }

    /// The file `source`; nil if it is not YAML, or no mapping.
    package init?(_ source: RuleSource) {
        let text = SourceText(file: source.file, bytes: source.bytes)
        guard let tree = MarkedTree(of: text), let root = tree.root, tree.isMapping(root)
        else { return nil }
        self.source = text
        self.tree = tree
        self.root = root
    }

    /// Its lines.
    var layout: Layout { Layout(source) }

    /// Whether what stands at `range` has an anchor, or lies in something that has: others may say the
    /// same by it.
    func isShared(_ range: Range<Int>) -> Bool {
        tree.nodes.contains {
            $0.anchor != nil && $0.fullRange.lowerBound <= range.lowerBound
                && range.upperBound <= $0.fullRange.upperBound
        }
    }

    /// What it says.
    package var plain: PlainValue { PlainValue(root, in: tree) }

    /// The ids of all rules and protections, in their order: protections first.
    package var ids: [String] {
        Self.lists.flatMap { list in elements(of: list).compactMap { id(of: $0) } }
    }

    /// How many tests stand in it.
    package var testCount: Int { elements(of: "tests").count }

    /// What stands under `key` in `mapping`, merges included.
    func value(_ key: String, in mapping: NodeID) -> NodeID? {
        tree.entries(of: mapping).first { $0.name == key }?.value
    }

    /// The list under the root's `key`, aliases followed.
    func list(_ key: String) -> NodeID? {
        guard let value = value(key, in: root) else { return nil }
        let node = tree.resolved(value)
        if case .sequence = tree[node].content { return node }
        return nil
    }

    /// The elements of the list under the root's `key`, as they are written.
    func elements(of key: String) -> [NodeID] {
        guard let list = list(key), case .sequence(let elements, _) = tree[list].content
        else { return [] }
        return elements
    }

    /// The id of the rule `element`.
    func id(of element: NodeID) -> String? {
        let mapping = tree.resolved(element)
        guard tree.isMapping(mapping), let value = value("id", in: mapping) else { return nil }
        return tree.text(of: value)
    }

    /// Where the rule or protection `id` stands; nil if it is not in this file.
    func place(of id: String) -> Place? {
        for list in Self.lists {
            for (index, element) in elements(of: list).enumerated() where self.id(of: element) == id
            {
                return Place(list: list, index: index, mapping: tree.resolved(element))
            }
        }
        return nil
    }

    /// The entries of `mapping` that stand in it, without those it merges.
    func written(_ mapping: NodeID) -> [MarkedEntry] {
        guard case .mapping(let entries, _) = tree[mapping].content else { return [] }
        return entries
    }

    /// Whether the collection stands between brackets.
    func isFlow(_ node: NodeID) -> Bool {
        switch tree[node].content {
        case .sequence(_, let isFlow), .mapping(_, let isFlow): isFlow
        case .scalar, .alias: false
        }
    }

    /// Where what is written of `node` ends, without the blanks and line ends behind it.
    func contentEnd(of node: NodeID) -> Int {
        layout.trimmedEnd(of: tree[node].fullRange)
    }
}
