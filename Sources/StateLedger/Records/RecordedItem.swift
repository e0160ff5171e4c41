// SPDX-License-Identifier: Apache-2.0

package import RuleEngine

/// An item as a plan recorded it: what must still be so when it is deleted.
package struct RecordedItem: Sendable, Hashable, Codable {
    /// The drive's name.
    package var drive: String
    /// The drive's id of the item.
    package var id: String
    /// The path on the drive.
    package var path: String
    /// `file` or `folder`.
    package var type: String
    /// Bytes, if known.
    package var size: Int64?
    /// Seconds since 1970 of the last change, if known.
    package var modified: Int64?
    /// Seconds since 1970 when it was made, where its drive tells: a local file that took the number
    /// of another one is told from it by that.
    package var created: Int64?
    /// Seconds since 1970 when a sync first saw it, if known.
    package var firstSeen: Int64?
    /// The drive's tag of metadata and content.
    package var eTag: String?
    /// The drive's tag of the content.
    package var cTag: String?
    /// Hashes by the name of their algorithm: `sha256`, `sha1`, `quickxor`.
    package var hashes: [String: String]

    /// An item of which nothing but its place is known.
    package init(drive: String, id: String, path: String, type: ItemType) {
        self.drive = drive
        self.id = id
        self.path = path
        self.type = type.rawValue
        hashes = [:]
    }

    /// Whether it is a folder.
    package var isFolder: Bool { type == ItemType.folder.rawValue }

    /// How many folders lie above it, the drive's root not counted, and itself.
    package var depth: Int { path.utf8.count { $0 == UInt8(ascii: "/") } }

    /// The same in the engine's words.
    package var values: ItemValues {
        var values = ItemValues(path: path, type: isFolder ? .folder : .file)
        values.drive = drive
        values.id = id
        values.size = size
        values.modified = modified.map { Timestamp(secondsSinceEpoch: $0) }
        values.created = created.map { Timestamp(secondsSinceEpoch: $0) }
        values.firstSeen = firstSeen.map { Timestamp(secondsSinceEpoch: $0) }
        values.eTag = eTag
        values.cTag = cTag
        values.sha256 = hashes["sha256"]
        values.sha1 = hashes["sha1"]
        values.quickXor = hashes["quickxor"]
        return values
    }
}

/// What must still be there when a member of a group is deleted by a set rule.
package struct Obligation: Sendable, Hashable, Codable {
    /// The id of the set rule.
    package var rule: String
    /// Whether it is a `duplicates` rule; else a `surplus` rule.
    package var isDuplicates: Bool
    /// What the group is known by.
    package var group: String
    /// How many of the survivors must be there.
    package var needed: Int
    /// Whether equality is to be proved by bytes before a deletion.
    package var comparesBytes: Bool
    /// The members that stay, all drives, at least as many as are needed.
    package var survivors: [RecordedItem]

    /// The given obligation.
    package init(
        rule: String, isDuplicates: Bool, group: String, needed: Int, comparesBytes: Bool,
        survivors: [RecordedItem]
    ) {
        self.rule = rule
        self.isDuplicates = isDuplicates
        self.group = group
        self.needed = needed
        self.comparesBytes = comparesBytes
        self.survivors = survivors
    }

    /// That an item goes only with `parts`, the others of one shot, whose main picture is at `path` of
    /// `drive`.
    package static func unit(rule: String?, drive: String, path: String, parts: [RecordedItem])
        -> Obligation
    {
        Obligation(
            rule: rule ?? "", isDuplicates: false, group: "\(drive):\(path)", needed: 0,
            comparesBytes: false, survivors: parts)
    }

    /// Whether the others that are named go with the item, as parts of one shot, instead of staying:
    /// of those, none is needed.
    package var isUnit: Bool { needed == 0 }
}

extension StagingOrder {
    /// That the item goes only with the other parts of its shot; nil where it is none.
    package var unit: Obligation? { obligations.first(where: \.isUnit) }

    /// Whether the item goes for the sake of the picture of its shot, which is another one.
    package var isPart: Bool {
        unit.map { !$0.group.utf8.elementsEqual("\(item.drive):\(item.path)".utf8) } ?? false
    }

    /// What the other parts of the item's shot are filed by.
    package var partAddresses: [ItemAddress] {
        unit?.survivors.map { ItemAddress($0, driveIdentity: driveIdentity) } ?? []
    }
}
