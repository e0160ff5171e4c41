// SPDX-License-Identifier: Apache-2.0

package import PhotoLooks

/// A test that a rules file brings: a small listing and what should become of it.
public struct RuleTest: Sendable, Hashable {
    /// What the test shows.
    public var name: String
    /// The instant that the test takes for now.
    public var now: Timestamp
    /// The items, one listing together.
    public var items: [TestItem]
    /// Where the test begins.
    public var location: SourceRange?

    /// A test named `name` at `now` over `items`.
    public init(name: String, now: Timestamp, items: [TestItem], location: SourceRange? = nil) {
        self.name = name
        self.now = now
        self.items = items
        self.location = location
    }
}

/// One item of a test; what is not given is missing.
public struct TestItem: Sendable, Hashable {
    /// The item's values as a listing would hold them.
    public var item: ItemValues
    /// Ages to be counted back from the test's `now`, by field (`.age` sets created and modified).
    public var ages: [Field: Age]
    /// The verdict that is expected.
    public var expect: Verdict
    /// The deciding rule that is expected; nil for any.
    public var by: String?
    /// Where the item begins.
    public var location: SourceRange?

    /// An item with its expectation.
    public init(
        item: ItemValues, ages: [Field: Age] = [:], expect: Verdict, by: String? = nil,
        location: SourceRange? = nil
    ) {
        self.item = item
        self.ages = ages
        self.expect = expect
        self.by = by
        self.location = location
    }
}

/// The values of one item in rows, for tests, small drives and explanations.
public struct ItemValues: Sendable, Hashable {
    /// The drive's name; nil for the first one declared.
    public var drive: String?
    /// The whole path, beginning with `/`.
    public var path: String
    /// The drive's id of the item; nil for the path.
    public var id: String?
    /// File or folder.
    public var type: ItemType
    /// Bytes.
    public var size: Int64?
    /// When it was created.
    public var created: Timestamp?
    /// When it was last changed.
    public var modified: Timestamp?
    /// When the picture was taken.
    public var taken: Timestamp?
    /// When it was last read.
    public var accessed: Timestamp?
    /// When a sync first saw it.
    public var firstSeen: Timestamp?
    /// The MIME type.
    public var mime: String?
    /// QuickXorHash in base64.
    public var quickXor: String?
    /// SHA-1 in hex.
    public var sha1: String?
    /// SHA-256 in hex.
    public var sha256: String?
    /// Whether it is shared with somebody.
    public var shared: Bool?
    /// The creator's display name.
    public var owner: String?
    /// The creator's address.
    public var ownerAddress: String?
    /// Pixels across.
    public var width: Int64?
    /// Pixels down.
    public var height: Int64?
    /// How long a film is, in milliseconds.
    public var duration: Int64?
    /// Make and model of the camera.
    public var camera: String?
    /// The albums it is in, none if it is in none; nil where the drive does not tell.
    public var albums: [String]?
    /// Equal for hard links to one file.
    public var link: String?
    /// Whether it is a shortcut to an item of another drive.
    public var isShortcut: Bool
    /// The drive's tag of the item's metadata and content.
    public var eTag: String?
    /// The drive's tag of the item's content.
    public var cTag: String?

    /// What was read of the picture itself; nil where it was not looked at.
    package var photo: PhotoFacts?

    /// An item at `path` about which nothing else is known.
    public init(path: String, type: ItemType = .file) {
        self.path = path
        self.type = type
        self.isShortcut = false
    }
}
