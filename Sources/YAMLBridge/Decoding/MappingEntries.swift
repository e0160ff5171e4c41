// SPDX-License-Identifier: Apache-2.0

/// An entry of a mapping with its key as text.
package struct NamedEntry: Sendable {
    /// The key's text; nil when the key is a list or a mapping.
    package var name: String?
    /// The key's node.
    package var key: NodeID
    /// The value's node.
    package var value: NodeID

    /// Whether the entry is free: anchors and notes that mean nothing to the language.
    var isFree: Bool { name?.utf8.starts(with: "x-".utf8) == true }
}

extension MarkedTree {
    /// The plain key that merges mappings.
    private static let mergeKey = "<<"

    /// The entries of a mapping as they count: of equal keys the first one (of `<<` as well), then what
    /// `<<` brings.
    ///
    /// Merging is shallow, own keys win over merged ones and earlier mappings over later ones. The
    /// bound on nodes bounds the work, as every alias has been counted as often as it is used.
    package func entries(of mapping: NodeID) -> [NamedEntry] {
        guard case .mapping(let written, _) = self[mapping].content else { return [] }
        var entries: [NamedEntry] = []
        var seen: Set<ExactText> = []
        for entry in written where !isMerge(entry.key) {
            add(NamedEntry(name: text(of: entry.key), key: entry.key, value: entry.value))
        }
        if let merge = written.first(where: { isMerge($0.key) }) {
            for merged in mergedMappings(merge.value) {
                for entry in self.entries(of: merged) { add(entry) }
            }
        }
        return entries

        func add(_ entry: NamedEntry) {
            if let name = entry.name, !seen.insert(ExactText(text: name)).inserted { return }
            entries.append(entry)
        }
    }

    /// Whether the key is a plain `<<`.
    package func isMerge(_ key: NodeID) -> Bool {
        guard case .scalar(let text, .plain) = self[resolved(key)].content else { return false }
        return text == Self.mergeKey
    }

    /// The mappings that the value of `<<` brings; what is none has been reported.
    private func mergedMappings(_ value: NodeID) -> [NodeID] {
        switch self[resolved(value)].content {
        case .mapping: [resolved(value)]
        case .sequence(let elements, _): elements.map(resolved).filter(isMapping)
        case .scalar, .alias: []
        }
    }

    /// Whether the node itself is a mapping.
    package func isMapping(_ node: NodeID) -> Bool {
        if case .mapping = self[node].content { return true }
        return false
    }

    /// The text of a scalar, aliases followed.
    package func text(of node: NodeID) -> String? {
        guard case .scalar(let text, _) = self[resolved(node)].content else { return nil }
        return text
    }
}
