// SPDX-License-Identifier: Apache-2.0

internal import YAMLBridge

/// A place in the tree of a file: the innermost key or value around a byte.
struct TreePlace {
    /// The steps from the root to the value, or to the mapping that has the key.
    var path: [SchemaGuide.Step] = []
    /// The key around the byte; nil where it is in a value.
    var key: NodeID?
    /// The innermost value around the byte.
    var value: NodeID
    /// The mappings and lists around it, the outermost first.
    var around: [NodeID] = []

    /// The place around `offset`; nil where the file is empty.
    init?(_ offset: Int, in tree: MarkedTree) {
        guard let root = tree.root else { return nil }
        value = root
        descend(offset, tree)
    }

    private mutating func descend(_ offset: Int, _ tree: MarkedTree) {
        switch tree[value].content {
        case .scalar, .alias: return
        case .sequence(let elements, _):
            guard
                let (index, next) = elements.enumerated().first(where: { holds($1, offset, tree) })
            else { return }
            around.append(value)
            path.append(.element(index))
            value = next
        case .mapping(let entries, _):
            around.append(value)
            for entry in entries {
                if tree[entry.key].range.lowerBound <= offset,
                    offset <= tree[entry.key].range.upperBound
                {
                    key = entry.key
                    return
                }
                guard holds(entry.value, offset, tree) else { continue }
                if !tree.isMerge(entry.key) { path.append(.key(tree.text(of: entry.key) ?? "")) }
                value = entry.value
                return descend(offset, tree)
            }
            around.removeLast()
            return
        }
        descend(offset, tree)
    }

    private func holds(_ node: NodeID, _ offset: Int, _ tree: MarkedTree) -> Bool {
        let range = tree[node].fullRange
        return range.lowerBound <= offset && offset <= range.upperBound && !range.isEmpty
    }

    /// The number of the rule or protection around the place, with the list that it stands in.
    var rule: (list: String, index: Int)? {
        guard path.count >= 2, case .key(let list) = path[0], case .element(let index) = path[1],
            list == "rules" || list == "protect"
        else { return nil }
        return (list, index)
    }
}
