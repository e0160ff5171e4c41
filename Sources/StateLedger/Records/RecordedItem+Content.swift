// SPDX-License-Identifier: Apache-2.0

package import RuleEngine

extension RecordedItem {
    /// Whether nothing shows that the content of the same item, as it is in `other`, differs.
    package func mayHoldSameContent(as other: RecordedItem) -> Bool {
        ContentChange(from: contentFacts, to: other.contentFacts).finding != .differs
    }

    /// Whether what is known shows that the content of the same item, as it is in `other`, is the
    /// same; of folders nothing is asked.
    package func surelyHoldsSameContent(as other: RecordedItem) -> Bool {
        if isFolder != other.isFolder { return false }
        if isFolder { return true }
        return ContentChange(from: contentFacts, to: other.contentFacts).finding == .equals
    }

    /// Whether it is recorded as `other` is; when a sync first saw it is no part of what it is, and
    /// is not kept with decisions.
    package func isRecorded(as other: RecordedItem) -> Bool {
        var same = self
        same.firstSeen = other.firstSeen
        return same == other
    }

    /// What is recorded of the item's content.
    package var contentFacts: ContentFacts {
        var known: [HashAlgorithm: String] = [:]
        for algorithm in HashAlgorithm.allCases { known[algorithm] = hashes[algorithm.rawValue] }
        return ContentFacts(size: size, hashes: known, cTag: cTag, modified: modified)
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
