// SPDX-License-Identifier: Apache-2.0

/// An item, by what it is on every device: never by the name that a rules file gives its drive, and
/// never by its path. Or two contents of pictures, of which somebody says that they are different.
package struct SyncItem: Sendable, Hashable {
    /// The identity of the drive, `onedrive:ID`.
    package let drive: String
    /// The drive's id of the item, in the one spelling that is compared.
    package let id: String

    /// The item of that id on the drive of that identity.
    package init(drive: String, id: String) {
        self.drive = drive
        self.id = id
    }

    /// Whether all bytes are the same.
    package static func == (left: SyncItem, right: SyncItem) -> Bool {
        left.id.utf8.elementsEqual(right.id.utf8) && left.drive.utf8.elementsEqual(right.drive.utf8)
    }

    /// Feeds the bytes.
    package func hash(into hasher: inout Hasher) {
        for byte in id.utf8 { hasher.combine(byte) }
        for byte in drive.utf8 { hasher.combine(byte) }
    }

    /// Whether a line has room for it.
    var isSayable: Bool {
        [drive, id].allSatisfy { $0.utf8.count <= SyncLimits.textBytesMax }
            && SyncText.fits(drive + id, SyncLimits.itemBytesMax)
    }

    /// Whether decisions about items of a drive of that identity mean the same on another machine:
    /// those of a folder do not.
    package static func isShared(drive: String) -> Bool {
        drive.utf8.starts(with: "onedrive:".utf8) && drive.utf8.count > "onedrive:".utf8.count
    }
}

/// What stands about an item.
package enum SyncVerdict: String, Sendable, Hashable, CaseIterable {
    case pin, keep, snooze
    /// What was said was taken back, and nothing stands.
    case none
    /// A mark: it deletes nothing by itself.
    case delete

    /// Of what was said at the same time, the higher one holds.
    package var rank: Int {
        switch self {
        case .pin: 4
        case .keep: 3
        case .snooze: 2
        case .none: 1
        case .delete: 0
        }
    }

    /// Whether it keeps the item from being deleted.
    package var keeps: Bool {
        switch self {
        case .pin, .keep, .snooze: true
        case .none, .delete: false
        }
    }
}

/// The item as it was when it was decided about, without its name.
package struct SyncContent: Sendable, Hashable {
    /// Whether it is a folder.
    package var isFolder = false
    /// Bytes, if known.
    package var size: Int64?
    /// Seconds since 1970 of the last change, if known.
    package var modified: Int64?
    /// The drive's tag of the content.
    package var cTag: String?
    /// Hashes by the name of their algorithm.
    package var hashes: [String: String] = [:]

    /// A file of which nothing is known.
    package init() {}
}

/// What a device says about an item.
package struct SyncValue: Sendable, Hashable {
    /// What stands.
    package var verdict: SyncVerdict
    /// Until when a snooze lasts, seconds since 1970.
    package var until: Int64?
    /// What it was said about; nothing where nothing stands.
    package var content: SyncContent

    /// The given value.
    package init(_ verdict: SyncVerdict, until: Int64? = nil, content: SyncContent = SyncContent())
    {
        self.verdict = verdict
        self.until = until
        self.content = verdict == .none ? SyncContent() : content
    }

    /// Nothing stands.
    package static let nothing = SyncValue(.none)

    /// What a line has room for: a tag and hashes that are longer than any drive's are left out. Nil for
    /// a mark to delete that would lose some of what tells that it is about the same content.
    var fitted: SyncValue? {
        var fitted = self
        if let tag = content.cTag, !SyncText.fits(tag, SyncLimits.tagBytesMax) {
            fitted.content.cTag = nil
        }
        let hashes = content.hashes
        let isLong =
            hashes.count > SyncLimits.hashesMax
            || hashes.keys.contains { $0.utf8.count > SyncLimits.nameBytesMax }
            || !SyncText.fits(
                hashes.map { $0.key + $0.value }.joined(), SyncLimits.hashBytesMax)
        if isLong { fitted.content.hashes = [:] }
        if verdict == .delete, fitted != self { return nil }
        return fitted
    }
}

/// A line of a device, by its number.
package struct SyncDot: Sendable, Hashable {
    /// The device.
    package let device: String
    /// The number of the line in its log.
    package let number: Int64

    /// That line.
    package init(_ device: String, _ number: Int64) {
        self.device = device
        self.number = number
    }
}

/// What a device said about an item, and what it knew of by then.
package struct SyncRecord: Sendable, Hashable {
    /// Which line says it.
    package let dot: SyncDot
    /// The item.
    package let item: SyncItem
    /// What is said.
    package let value: SyncValue
    /// When, by the device's clock.
    package let at: HybridClock
    /// What was known about this item before: of each device, the number of its last line about it.
    package let over: [String: Int64]

    /// The given record.
    package init(
        dot: SyncDot, item: SyncItem, value: SyncValue, at: HybridClock, over: [String: Int64]
    ) {
        self.dot = dot
        self.item = item
        self.value = value
        self.at = at
        self.over = over
    }

    /// Whether who said this knew of `other`, which is about the same item.
    package func knew(_ other: SyncRecord) -> Bool {
        if dot.device == other.dot.device { return dot.number > other.dot.number }
        return over[other.dot.device].map { $0 >= other.dot.number } ?? false
    }
}
