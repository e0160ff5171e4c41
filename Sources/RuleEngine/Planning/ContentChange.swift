// SPDX-License-Identifier: Apache-2.0

/// What is known of the content of an item at one time, to be compared with another time.
package struct ContentFacts: Sendable, Hashable {
    /// Bytes.
    package var size: Int64?
    /// Hashes as listings write them; an empty one is none.
    package var hashes: [HashAlgorithm: String]
    /// The drive's tag of the content; an empty one is none.
    package var cTag: String?
    /// Seconds since 1970 of the last change.
    package var modified: Int64?

    /// The given facts.
    package init(
        size: Int64?, hashes: [HashAlgorithm: String], cTag: String?, modified: Int64?
    ) {
        self.size = size
        self.hashes = hashes.filter { !$0.value.isEmpty }
        self.cTag = cTag.flatMap { $0.isEmpty ? nil : $0 }
        self.modified = modified
    }
}

/// Whether the content of an item has changed: the one answer that plans, decisions, executions,
/// restores and purges go by.
///
/// A size that differs settles it, and so does a hash of any algorithm that both sides have. Where
/// no hash can be compared, the tag of the content tells, and where one side has none, the date of
/// the last change. What is missing on either side tells nothing.
package struct ContentChange: Sendable, Hashable {
    /// What can be told.
    package enum Finding: Sendable, Hashable {
        /// The content is what it was.
        case equals
        /// The content has changed.
        case differs
        /// Nothing tells.
        case unknown
    }

    /// What a finding rests on.
    package enum Evidence: Sendable, Hashable {
        case size
        case hash
        case tag
        case modified
    }

    /// Whether the content has changed.
    package let finding: Finding
    /// What told; nil where nothing did.
    package let evidence: Evidence?

    /// Compares `now` with `then`, which are of one item. O(bytes of the hashes and tags).
    package init(from then: ContentFacts, to now: ContentFacts) {
        if let before = then.size, let size = now.size, before != size {
            (finding, evidence) = (.differs, .size)
        } else if let isEqual = Self.hashesAreEqual(then.hashes, now.hashes) {
            (finding, evidence) = (isEqual ? .equals : .differs, .hash)
        } else if let before = then.cTag, let tag = now.cTag {
            let isEqual = before.utf8.elementsEqual(tag.utf8)
            (finding, evidence) = (isEqual ? .equals : .differs, .tag)
        } else if let before = then.modified, let modified = now.modified {
            (finding, evidence) = (before == modified ? .equals : .differs, .modified)
        } else {
            (finding, evidence) = (.unknown, nil)
        }
    }

    /// Whether all hashes that both sides have are equal; nil if they share no algorithm.
    private static func hashesAreEqual(
        _ then: [HashAlgorithm: String], _ now: [HashAlgorithm: String]
    ) -> Bool? {
        var isAnyEqual: Bool?
        for (algorithm, before) in then {
            guard let hash = now[algorithm] else { continue }
            if !algorithm.areEqual(before, hash) { return false }
            isAnyEqual = true
        }
        return isAnyEqual
    }
}

extension HashAlgorithm {
    /// Whether two hashes of this algorithm are equal: hex in either case, base64 exactly.
    package func areEqual(_ one: String, _ other: String) -> Bool {
        func folded(_ byte: UInt8) -> UInt8 {
            self != .quickXor && byte &- 65 < 26 ? byte | 32 : byte
        }
        return one.utf8.lazy.map(folded).elementsEqual(other.utf8.lazy.map(folded))
    }
}

extension ItemValues {
    /// The item's hashes by algorithm.
    package var hashes: [HashAlgorithm: String] {
        var hashes: [HashAlgorithm: String] = [:]
        hashes[.quickXor] = quickXor
        hashes[.sha1] = sha1
        hashes[.sha256] = sha256
        return hashes
    }

    /// What the values say of the item's content.
    package var contentFacts: ContentFacts {
        ContentFacts(
            size: size, hashes: hashes, cTag: cTag, modified: modified?.secondsSinceEpoch)
    }
}

extension Listing {
    /// What the listing says of the content of `row`.
    package func contentFacts(_ row: Int) -> ContentFacts {
        ContentFacts(
            size: size[row] == Missing.number ? nil : size[row],
            hashes: hashes.compactMapValues { $0.text(row) }, cTag: cTag.text(row),
            modified: modified[row] == Missing.date ? nil : modified[row])
    }
}
