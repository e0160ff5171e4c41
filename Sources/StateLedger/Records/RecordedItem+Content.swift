// SPDX-License-Identifier: Apache-2.0

package import RuleEngine

extension RecordedItem {
    /// Whether nothing shows that the contents differ: size, hashes, and where neither is known to
    /// differ the tag of the content, or without one the date of change.
    package func mayHoldSameContent(as other: RecordedItem) -> Bool {
        if let size, let there = other.size, size != there { return false }
        for (algorithm, hash) in hashes {
            guard let there = other.hashes[algorithm] else { continue }
            if hash.lowercased() != there.lowercased() { return false }
        }
        if let cTag, let there = other.cTag { return cTag.utf8.elementsEqual(there.utf8) }
        guard let modified, let there = other.modified else { return true }
        return modified == there
    }

    /// Whether what is known shows that the contents are the same: nothing differs, and a hash, the
    /// tag of the content or, without one, the date of change is equal.
    package func surelyHoldsSameContent(as other: RecordedItem) -> Bool {
        if isFolder != other.isFolder { return false }
        if isFolder { return true }
        var isProved = false
        if let size, let there = other.size, size != there { return false }
        for (algorithm, hash) in hashes {
            guard let there = other.hashes[algorithm] else { continue }
            if hash.lowercased() != there.lowercased() { return false }
            isProved = true
        }
        if let cTag, let there = other.cTag {
            if !cTag.utf8.elementsEqual(there.utf8) { return false }
            isProved = true
        } else if let modified, let there = other.modified {
            if modified != there { return false }
            isProved = true
        }
        return isProved
    }
}

extension DecisionRecord {
    /// Whether it still holds for the same item as it is in `now`, at the instant `at`.
    ///
    /// What cannot be told keeps: a `keep` ends when the content has surely changed, a `delete`
    /// goes on only while it surely has not.
    package func holds(for now: RecordedItem, at instant: Timestamp) -> Bool {
        switch verdict {
        case .pin: true
        case .snooze: until.map { $0 > instant } ?? true
        case .keep: now.isFolder || item.mayHoldSameContent(as: now)
        case .delete: item.surelyHoldsSameContent(as: now)
        }
    }
}
