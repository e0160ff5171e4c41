// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import YAMLBridge

/// Finds the way along a path of keys, and writes what it leads to.
struct PathSetter {
    /// The file.
    let document: RulesDocument
    /// The path as a person writes it.
    let shown: String

    /// Writes `value` under `path` in `mapping`, whose keys usually stand in `order`.
    func splices(
        _ path: ArraySlice<String>, _ value: PlainValue, in mapping: NodeID, order: [String] = []
    ) throws(EditRefusal) -> [Splice] {
        guard let key = path.first else { return [] }
        let rest = path.dropFirst()
        let edit = MappingEdit(document)
        let own = document.written(mapping).first { document.tree.text(of: $0.key) == key }
        let isFlow = document.isFlow(mapping)
        if rest.isEmpty, let own { return edit.replacement(of: own, by: value, isInFlow: isFlow) }
        let inner = document.value(key, in: mapping).map(document.tree.resolved)
        guard !rest.isEmpty, let inner else {
            return try edit.addition(
                of: key, .nested(rest, value), to: mapping, after: before(key, in: order))
        }
        if let own, isNothing(inner) {
            return edit.replacement(of: own, by: .nested(rest, value), isInFlow: isFlow)
        }
        let (next, remaining) = try step(into: inner, rest)
        return try splices(remaining, value, in: next)
    }

    /// The mapping that holds the last key of `path`, and its number among the entries written there.
    func entry(
        at path: ArraySlice<String>, in mapping: NodeID
    ) throws(EditRefusal) -> (mapping: NodeID, index: Int) {
        guard let key = path.first, let value = document.value(key, in: mapping) else {
            throw EditRefusal(Message("there is no '\(shown)'"))
        }
        if path.count > 1 {
            let (next, rest) = try step(into: document.tree.resolved(value), path.dropFirst())
            return try entry(at: rest, in: next)
        }
        let entries = document.written(mapping)
        guard let index = entries.firstIndex(where: { document.tree.text(of: $0.key) == key })
        else {
            throw EditRefusal(
                Message("'\(shown)' comes with '<<'; write another value for it instead"))
        }
        return (mapping, index)
    }

    /// The mapping that `node` is, or whose number in the list the next key is.
    private func step(
        into node: NodeID, _ path: ArraySlice<String>
    ) throws(EditRefusal) -> (NodeID, ArraySlice<String>) {
        switch document.tree[node].content {
        case .mapping: return (node, path)
        case .sequence(let elements, _):
            if let key = path.first, let index = Int(key), elements.indices.contains(index),
                path.count > 1
            {
                return try step(into: document.tree.resolved(elements[index]), path.dropFirst())
            }
            throw EditRefusal(
                Message(
                    "'\(shown)' leads into a list; name one of its conditions by its number from 0, as"
                        + " 'match.any.0.ext', or set the whole list"))
        case .scalar, .alias:
            throw EditRefusal(Message("'\(shown)' leads into a value that has no keys"))
        }
    }

    /// Whether nothing is there that could hold keys: no value, or empty braces.
    private func isNothing(_ node: NodeID) -> Bool {
        switch PlainValue(node, in: document.tree) {
        case .empty: true
        case .map(let entries): entries.isEmpty
        case .text, .list: false
        }
    }

    private func before(_ key: String, in order: [String]) -> [String] {
        order.firstIndex(of: key).map { Array(order[..<$0]) } ?? []
    }
}
