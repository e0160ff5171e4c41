// SPDX-License-Identifier: Apache-2.0

/// The number of a node in its tree.
package struct NodeID: Sendable, Hashable {
    /// The index into the tree's nodes.
    var index: Int
}

/// A YAML document as nodes that know their bytes.
///
/// An alias is a node of its own that names its target, so shared subtrees exist once, and an editor
/// can splice the bytes of one node without touching the rest.
package struct MarkedTree: Sendable {
    /// All nodes in the order in which they begin.
    package private(set) var nodes: [MarkedNode] = []
    /// The root; nil for a file without a document.
    package var root: NodeID?

    /// A tree without nodes.
    package init() {}

    /// Adds a node and tells its number.
    mutating func append(_ node: MarkedNode) -> NodeID {
        nodes.append(node)
        return NodeID(index: nodes.count - 1)
    }

    /// The node as it is written.
    package subscript(_ id: NodeID) -> MarkedNode {
        get { nodes[id.index] }
        set { nodes[id.index] = newValue }
    }

    /// The node that is meant: an alias's target, or the node itself.
    package func resolved(_ id: NodeID) -> NodeID {
        if case .alias(let target?) = nodes[id.index].content { return target }
        return id
    }
}

/// One node with its place.
package struct MarkedNode: Sendable {
    /// What it holds.
    package var content: Content
    /// Its bytes without anchor and tag; a block collection reaches to the end of its last node.
    package var range: Range<Int>
    /// Its bytes with anchor and tag.
    package var fullRange: Range<Int>
    /// Its anchor's name.
    package var anchor: String?
    /// Whether it carries an explicit tag, which is an error of its own.
    package var hasTag = false
    /// How many nodes it is once its aliases are written out, itself included.
    var expandedCount = 1
    /// How many collections lie on the longest way down, itself included.
    var height = 0

    /// What a node holds.
    package enum Content: Sendable {
        case scalar(String, ScalarStyle)
        case sequence([NodeID], isFlow: Bool)
        case mapping([MarkedEntry], isFlow: Bool)
        /// An alias; without a target when it stands inside the node it names.
        case alias(NodeID?)
    }
}

/// A key with its value.
package struct MarkedEntry: Sendable {
    /// The key's node.
    package var key: NodeID
    /// The value's node.
    package var value: NodeID
}

extension MarkedTree {
    /// The tree of a whole file; nil where that is not YAML, or more of it than a rules file may be.
    package init?(of source: SourceText) {
        guard source.bytes.count <= SourceCheck.byteCountMax,
            SourceCheck.finding(in: source) == nil,
            let tree = TreeComposer.compose(source).tree
        else { return nil }
        self = tree
    }
}
