// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine

/// What an item is filed by, for as long as it exists: the storage that holds it, and what it is
/// there. Neither says how a rules file calls the drive, nor where its root is.
///
/// Equal byte by byte.
package struct ItemAddress: Sendable, Hashable {
    /// The storage: `onedrive:ID`, `local` for all that this machine reaches by a path, or a
    /// listing.
    package let volume: String
    /// The item's id there, as ids are compared; on a local drive its real path.
    package let key: String

    /// The address of `item` on the drive of that `identity`.
    package init(_ item: RecordedItem, driveIdentity identity: String) {
        let identity = DriveIdentityText(identity)
        volume = identity.volume
        if let root = identity.localRoot {
            key = Self.path(item.path, below: root)
        } else {
            key = GraphID.comparable(item: item.id)
        }
    }

    /// The address of what lies at `path` of a local drive whose root is `root`.
    package init(local path: String, below root: String) {
        self.init(volume: Self.localVolume, key: Self.path(path, below: root))
    }

    /// The address of what is filed by `key` on the drive of that `volume`.
    package init(key: String, volume: String) { self.init(volume: volume, key: key) }

    /// The address that a table holds.
    init(volume: String, key: String) {
        self.volume = volume
        self.key = key
    }

    /// The same storage, and the item that lies at `path` of a local drive whose item this is; else
    /// the item itself, which keeps its id wherever it is moved.
    func moved(to path: String, driveIdentity identity: String) -> ItemAddress {
        guard let root = DriveIdentityText(identity).localRoot else { return self }
        return ItemAddress(volume: volume, key: Self.path(path, below: root))
    }

    /// The storage of everything that has a path on this machine.
    package static let localVolume = DriveKind.local.rawValue

    /// The path on the machine of what lies at `path` below `root`.
    package static func path(_ path: String, below root: String) -> String {
        (root == "/" ? "" : root) + path
    }

    /// The paths of the folders above what lies at `path`, the topmost first, without the top.
    package static func folders(above path: String) -> [String] {
        let bytes = path.utf8
        return bytes.indices.dropFirst().filter { bytes[$0] == UInt8(ascii: "/") }
            .map { String(path[..<$0]) }
    }

    /// Whether all bytes are the same.
    package static func == (left: ItemAddress, right: ItemAddress) -> Bool {
        ExactText(left.key) == ExactText(right.key)
            && ExactText(left.volume) == ExactText(right.volume)
    }

    /// Feeds the bytes.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(ExactText(key))
        hasher.combine(ExactText(volume))
    }
}

/// What a drive's identity says, as it is written in plans and in the state: the kind, a colon, and
/// what tells it from others of its kind.
package struct DriveIdentityText: Sendable {
    private let text: String
    private let kind: Substring
    private let value: Substring

    /// Reads `text`; one that no drive has written says nothing.
    package init(_ text: String) {
        self.text = text
        // By bytes: to look for the ends of characters takes ten times as long, for each item.
        let colon = text.utf8.firstIndex(of: UInt8(ascii: ":"))
        kind = text[..<(colon ?? text.endIndex)]
        value = colon.map { text[text.utf8.index(after: $0)...] } ?? text[text.endIndex...]
    }

    /// Whether it is that of a OneDrive, or of saved pages of one.
    var isOneDrive: Bool { volume.hasPrefix(DriveKind.onedrive.rawValue + ":") }

    /// Whether it is that of a listing file.
    package var isListing: Bool { kind == DriveKind.listing.rawValue }

    /// Whether it is that of a listing that does not say which drive it was made of.
    package var isListingOfUnknownDrive: Bool { isListing && !isOneDrive }

    /// The storage that holds the drive's items.
    package var volume: String {
        if localParts != nil { return ItemAddress.localVolume }
        // Saved pages say which drive they are of, before the path of the file.
        let prefix = DriveKind.onedrive.rawValue + ":"
        if isListing, value.hasPrefix(prefix) {
            let id = value.dropFirst(prefix.utf8.count).prefix { $0 != ":" }
            if value.utf8.count > prefix.utf8.count + id.utf8.count { return prefix + id }
        }
        return text
    }

    /// The number of the file system and of the root in it, and the root's path.
    private var localParts: (device: Substring, root: Substring, path: Substring)? {
        guard kind == DriveKind.local.rawValue else { return nil }
        let colon = UInt8(ascii: ":")
        let bytes = value.utf8
        guard let first = bytes.firstIndex(of: colon),
            let second = bytes[bytes.index(after: first)...].firstIndex(of: colon),
            bytes[second...].dropFirst().first == UInt8(ascii: "/")
        else { return nil }
        return (
            value[..<first], value[bytes.index(after: first)..<second],
            value[bytes.index(after: second)...]
        )
    }

    /// The real path of the root of a local drive; nil for other kinds.
    package var localRoot: String? { localParts.map { String($0.path) } }

    /// The number of the file system of a local drive.
    package var device: UInt64? { localParts.flatMap { UInt64($0.device) } }

    /// The number of the root of a local drive in its file system.
    package var rootNumber: UInt64? { localParts.flatMap { UInt64($0.root) } }
}

extension DecisionRecord {
    /// What the decision is filed by.
    package var address: ItemAddress { ItemAddress(item, driveIdentity: driveIdentity) }
}

extension StagingOrder {
    /// What the order is filed by.
    package var address: ItemAddress { ItemAddress(item, driveIdentity: driveIdentity) }
}
