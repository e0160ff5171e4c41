// SPDX-License-Identifier: Apache-2.0

/// The word for a date or number that an item lacks, in columns.
package enum Missing {
    /// A missing date.
    package static let date = Int64.min
    /// A missing size, width or height.
    package static let number: Int64 = -1
}

/// What an item is, beside its values; bits of one byte.
public struct ItemFlags: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: UInt8

    /// The flags of `rawValue`.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// A folder; a file otherwise.
    public static let folder = ItemFlags(rawValue: 1)
    /// A shortcut to an item of another drive.
    public static let shortcut = ItemFlags(rawValue: 2)
    /// A folder that never counts as empty, such as a notebook or a mount point.
    public static let neverEmpty = ItemFlags(rawValue: 4)
    /// Something that cannot be deleted safely, such as a name that is not UTF-8.
    public static let undeletable = ItemFlags(rawValue: 8)
    /// It is known whether the item is shared.
    public static let sharedKnown = ItemFlags(rawValue: 16)
    /// The item is shared.
    public static let shared = ItemFlags(rawValue: 32)
}

/// One item on its way into a listing: borrowed text and plain numbers, no allocation.
public struct ItemRecord {
    /// The number that `ListingBuilder.drive(named:kind:)` gave.
    public var drive: UInt16 = 0
    /// The path of the folder above, `""` at the top, else `/a/b`.
    public var folder = TextSlice.empty
    /// The last component of the path.
    public var name = TextSlice.empty
    /// The drive's id; empty for the path.
    public var id = TextSlice.empty
    /// What it is.
    public var flags: ItemFlags = []
    /// Bytes, or -1.
    public var size: Int64 = -1
    /// Seconds since 1970, or `Int64.min`.
    public var created = Int64.min
    /// Seconds since 1970, or `Int64.min`.
    public var modified = Int64.min
    /// Seconds since 1970, or `Int64.min`.
    public var taken = Int64.min
    /// Seconds since 1970, or `Int64.min`.
    public var accessed = Int64.min
    /// Seconds since 1970, or `Int64.min`.
    public var firstSeen = Int64.min
    /// Pixels across, or -1.
    public var width: Int64 = -1
    /// Pixels down, or -1.
    public var height: Int64 = -1
    /// How long a film is, in milliseconds, or -1.
    public var duration: Int64 = -1
    /// The MIME type, or empty.
    public var mime = TextSlice.empty
    /// The creator's display name, or empty.
    public var owner = TextSlice.empty
    /// The creator's address, or empty.
    public var ownerAddress = TextSlice.empty
    /// Make and model, or empty.
    public var camera = TextSlice.empty
    /// The albums it is in, as `AlbumNames.text` writes them, or empty.
    public var album = TextSlice.empty
    /// Equal for hard links to one file, or empty.
    public var link = TextSlice.empty
    /// The tag of metadata and content, or empty.
    public var eTag = TextSlice.empty
    /// The tag of the content, or empty.
    public var cTag = TextSlice.empty
    /// What was read of the picture itself, as `PhotoFacts.text`, or empty.
    public var photo = TextSlice.empty
    /// QuickXorHash in base64, or empty.
    public var quickXor = TextSlice.empty
    /// SHA-1 in hex, or empty.
    public var sha1 = TextSlice.empty
    /// SHA-256 in hex, or empty.
    public var sha256 = TextSlice.empty

    /// An item about which nothing is known.
    public init() {}
}
