// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import RuleEngine

/// The known entries of one mapping.
struct Fields<Key: KeyVocabulary> {
    /// Where a missing key is reported: the mapping's first key, or the mapping.
    var place: SourceRange
    /// The values by key.
    var slots: [Key: Slot]

    /// The value of `key`, if it is there.
    subscript(_ key: Key) -> Slot? { slots[key] }
}

extension FileDecoder {
    /// The entries of a value that must be a mapping; unknown keys are reported.
    ///
    /// `misplaced` may explain a key that is known elsewhere, instead of calling it unknown;
    /// `excluding` says of the entries which keys would be refused beside them.
    mutating func fields<Key: KeyVocabulary>(
        _ slot: Slot, _ type: Key.Type, misplaced: (String) -> Message? = { _ in nil },
        excluding: ([NamedEntry]) -> Set<Key> = { _ in [] }
    ) -> Fields<Key>? {
        guard let mapping = mapping(slot, Key.mappingName) else { return nil }
        var slots: [Key: Slot] = [:]
        var known: [String]?
        let entries = entries(of: mapping)
        for entry in entries {
            guard let name = entry.name, let key = Key(rawValue: name) else {
                let others = known ?? Self.others(beside: entries, excluding(entries))
                known = others
                reportUnknown(entry, Key.mappingName, among: others, misplaced)
                continue
            }
            slots[key] = Slot(value: entry.value, key: entry.key)
        }
        return Fields(place: firstKey(of: mapping), slots: slots)
    }

    /// The keys that may stand beside `entries`: none of theirs again. O(entries).
    private static func others<Key: KeyVocabulary>(
        beside entries: [NamedEntry], _ refused: Set<Key>
    ) -> [String] {
        let excluded = refused.union(entries.compactMap { $0.name.flatMap(Key.init) })
        return Key.allCases.filter { !excluded.contains($0) }.map(\.rawValue)
    }

    /// The node of a value that must be a mapping.
    mutating func mapping(_ slot: Slot, _ owner: Message) -> NodeID? {
        switch shape(of: slot) {
        case .mapping(let node): return node
        case .empty: reportEmpty(slot)
        case .text, .list: reportShape(slot, Message("\(owner) is a mapping, 'key: value'"))
        case .faulty: break
        }
        return nil
    }

    /// The entries of a mapping that mean something, merged ones included.
    func entries(of mapping: NodeID) -> [NamedEntry] {
        tree.entries(of: mapping).filter { !$0.isFree }
    }

    /// The first key of a mapping as it is written; the mapping itself when it has none.
    func firstKey(of mapping: NodeID) -> SourceRange {
        guard case .mapping(let entries, _) = tree[mapping].content, let first = entries.first
        else { return source.range(tree[mapping].range) }
        return place(ofKey: first.key)
    }

    /// The value of a key that must be there.
    mutating func required<Key>(_ key: Key, in fields: Fields<Key>) -> Slot? {
        if let slot = fields[key] { return slot }
        report(.keyMissing, Message("\(Key.mappingName) needs '\(key.rawValue)'"), at: fields.place)
        return nil
    }

    /// A key that its mapping does not know.
    mutating func reportUnknown(
        _ entry: NamedEntry, _ owner: Message, among known: [String],
        _ misplaced: (String) -> Message? = { _ in nil }
    ) {
        let place = place(ofKey: entry.key)
        guard let name = entry.name else {
            return report(.keyNotText, Message("a key is a text"), at: place)
        }
        guard !Secrets.isSecret(name) else { return }
        if let message = misplaced(name) {
            return report(.keyMisplaced, message, at: place)
        }
        let advice = advice(onKey: name, entry, owner, among: known)
        report(
            .keyUnknown, Message("unknown key '\(name.quotable)' in \(owner)") + advice.hint,
            at: place,
            notes: advice.notes)
    }
}
