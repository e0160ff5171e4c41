// SPDX-License-Identifier: Apache-2.0

package import RuleEngine

/// Entries of plans that name items otherwise than their drives do, and say less of them: once such
/// an item is found, what the drive says takes the place of what the plan said.
extension PlanEntry {
    /// The same entry of the item as it is `now`, by its own id, at its own place, with its tags.
    package func found(_ now: ItemValues) -> PlanEntry {
        var entry = self
        entry.id = now.id ?? id
        entry.path = now.path
        entry.size = now.size
        entry.modified = now.modified?.description
        entry.created = now.created?.description ?? created
        entry.etag = now.eTag
        entry.ctag = now.cTag
        (entry.hash, entry.sha256) = Hash.ofItem(now)
        return entry
    }
}

extension PlanEntry.Survivor {
    /// The same of the copy as it is `now`, by its own id, with its tag.
    package func found(_ now: ItemValues) -> PlanEntry.Survivor {
        var survivor = self
        survivor.id = now.id ?? id
        survivor.path = now.path
        survivor.size = now.size
        survivor.modified = now.modified?.description
        survivor.etag = now.eTag
        (survivor.hash, survivor.sha256) = PlanEntry.Hash.ofItem(now)
        return survivor
    }
}

extension PlanEntry.Hash {
    /// The hash that a later check compares, and the SHA-256 where it is known beside it, as plans
    /// have them.
    fileprivate static func ofItem(_ item: ItemValues) -> (PlanEntry.Hash?, sha256: String?) {
        let hashes = item.hashes
        let first = HashAlgorithm.allCases.first { hashes[$0]?.isEmpty == false }
        guard let first, let value = hashes[first] else { return (nil, nil) }
        return (
            PlanEntry.Hash(algorithm: first.rawValue, value: value),
            first == .sha256 ? nil : hashes[.sha256]
        )
    }
}
