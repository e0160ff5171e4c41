// SPDX-License-Identifier: Apache-2.0

public import RuleEngine

/// What became of an item since it was listed.
public enum ItemCheck: Sendable, Hashable {
    /// There, and as it was in everything that was known of it.
    case unchanged(ItemValues)
    /// There, but not as it was; what differs, and the values it has now.
    case changed(Set<ItemChange>, now: ItemValues)
    /// Not there.
    case gone
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
    /// Only what both of them say is compared; tags outrank dates, which are coarser.
    package static func comparing(_ known: ItemValues, now: ItemValues) -> ItemCheck {
        var changes: Set<ItemChange> = []
        func differ<Value: Equatable>(_ left: Value?, _ right: Value?) -> Bool {
            guard let left, let right else { return false }
            return left != right
        }
        if known.type != now.type { changes.insert(.type) }
        // By their bytes: two strings that differ in normalisation only count as equal.
        func differ(_ left: String?, _ right: String?) -> Bool {
            guard let left, let right else { return false }
            return !left.utf8.elementsEqual(right.utf8)
        }
        if differ(known.id, now.id) { changes.insert(.identity) }
        if known.type == .file {
            if differ(known.size, now.size) { changes.insert(.size) }
            if differ(known.modified, now.modified) { changes.insert(.modified) }
            if differ(known.quickXor, now.quickXor) { changes.insert(.hash) }
            if differ(known.sha1?.lowercased(), now.sha1?.lowercased()) { changes.insert(.hash) }
            if differ(known.sha256?.lowercased(), now.sha256?.lowercased()) {
                changes.insert(.hash)
            }
        }
        if differ(known.eTag, now.eTag) { changes.insert(.tag) }
        if differ(known.cTag, now.cTag) { changes.insert(.tag) }
        return changes.isEmpty ? .unchanged(now) : .changed(changes, now: now)
    }
}
