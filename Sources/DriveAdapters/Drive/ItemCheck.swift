// SPDX-License-Identifier: Apache-2.0

public import RuleEngine

/// What became of an item since it was listed.
public enum ItemCheck: Sendable, Hashable {
    /// There, and as it was in everything that was known of it.
    case unchanged(ItemValues)
    /// There, but not as it was; what differs, and the values it has now.
    case changed(Set<ItemChange>, now: ItemValues)
    /// Not there, which is proved.
    case gone(Absence)
    /// The drive does not find it, and nothing proves that it is gone: it may well be there, and
    /// has to be asked for again, no sooner than a minute later.
    case missing(DriveProblem)
    /// No answer could be had; says nothing about the item.
    case unanswered(DriveProblem)
}

/// One way in which an item differs from what was known of it.
public enum ItemChange: String, Sendable, Hashable, CaseIterable {
    /// It was a file and is a folder, or the other way round.
    case type
    /// Another thing stands in its place: another file or folder of the same path.
    case identity
    /// The size.
    case size
    /// The date of the last change.
    case modified
    /// The drive's tag of metadata and content.
    case tag
    /// A hash.
    case hash
    /// It lies elsewhere, or is called something else; on drives whose items have ids.
    case place
}

extension ItemCheck {
    /// Compares what was `known` with what is there `now`, both of one drive.
    ///
    /// Only what both of them say is compared. Whether the content has changed is what
    /// `ContentChange` says; the tag of metadata and content must be the same besides, for it is
    /// what a deletion is bound to.
    package static func comparing(_ known: ItemValues, now: ItemValues) -> ItemCheck {
        var changes: Set<ItemChange> = []
        // By their bytes: two strings that differ in normalisation only count as equal.
        func differ(_ left: String?, _ right: String?) -> Bool {
            guard let left, let right else { return false }
            return !left.utf8.elementsEqual(right.utf8)
        }
        if known.type != now.type { changes.insert(.type) }
        if differ(known.id, now.id) { changes.insert(.identity) }
        if known.type == .file {
            let change = ContentChange(from: known.contentFacts, to: now.contentFacts)
            if change.finding == .differs, let evidence = change.evidence {
                changes.insert(ItemChange(evidence))
            }
        } else if differ(known.cTag, now.cTag) {
            changes.insert(.tag)
        }
        if differ(known.eTag, now.eTag) { changes.insert(.tag) }
        return changes.isEmpty ? .unchanged(now) : .changed(changes, now: now)
    }
}

extension ItemChange {
    /// What differs, where `evidence` shows that the content does.
    fileprivate init(_ evidence: ContentChange.Evidence) {
        switch evidence {
        case .size: self = .size
        case .hash: self = .hash
        case .tag: self = .tag
        case .modified: self = .modified
        }
    }
}

extension ItemValues {
    /// Whether size or hashes show that `now` is another content of the file. Tags and dates say
    /// nothing here: to be deleted changes them too, as far as anybody knows.
    func hasOtherContent(_ now: ItemValues) -> Bool {
        guard type == .file, now.type == .file else { return false }
        let change = ContentChange(from: contentFacts, to: now.contentFacts)
        return change.finding == .differs && [.size, .hash].contains(change.evidence)
    }

    /// Whether a hash that was known is not there in `now`.
    func hasLostHash(_ now: ItemValues) -> Bool {
        let there = now.hashes
        return hashes.contains { there[$0.key] == nil }
    }
}
