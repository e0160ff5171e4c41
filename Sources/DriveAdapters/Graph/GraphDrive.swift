// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine

/// A OneDrive or SharePoint library, reached over Microsoft Graph.
package final class GraphDrive: Sendable {
    /// The name that rules use.
    package let name: String
    /// Which drive it is, and how it is used.
    package let settings: GraphDriveSettings
    let client: GraphClient
    let feedStore: any FeedStore
    /// The clock, in seconds since 1970.
    let now: @Sendable () -> Int64
    /// Whether a listing is to end after the page in hand.
    let stopsListing: @Sendable () -> Bool
    let known = Lock(Known())
    /// What was read of contents as a proof.
    let reading = ReadingMeter()

    /// What was learnt of the drive since it was opened.
    struct Known {
        var info: GraphDriveInfo?
        /// What was known of it at an earlier time: enough for what is said, not for what is done.
        var presumed: GraphDriveInfo?
        /// What the last fresh look has shown, by item id, for the deletion that follows it.
        var looked: [String: RecentLook] = [:]
        /// What was learnt of folders.
        var folders = GraphFolderMemory()
        /// What has changed since the last listing.
        var changes: GraphChangeView?
        /// Whether the service had everything listed anew.
        var hasLostThread = false
        /// SHA-256 of contents that were read, by item id and tag.
        var digests: [DigestKey: String] = [:]
        /// Whether the service wants tags in quotes that it gave without.
        var quotesTags = false
        /// What was read of folders for the small pictures in them.
        var thumbnailPages = ThumbnailPages()
        /// What was read of albums.
        var albums: AlbumKnowledge?
        /// Whether the service has told of albums, now or when it was listed last.
        var hasToldAlbums = false
        /// Whether the service has said that nothing is deleted for good there.
        var lacksPermanentDeletion = false
    }

    /// A look at an item that may serve for its deletion.
    struct RecentLook {
        let item: ItemValues
        let checked: CheckedItem
        /// When it was, in seconds of the client's clock.
        let instant: Double
        /// Whether it may rest on what was learnt of folders a moment before.
        let usesMemory: Bool
    }

    /// For so many seconds a look at an item serves for its deletion, and so does what the feed
    /// says of changes.
    static let recentSeconds = 10.0
    /// No deletion is sent that rests on anything older, in seconds: it is looked at anew.
    static let lookSecondsMax = 60.0

    /// A content: that of one item as long as it has that tag.
    struct DigestKey: Hashable {
        let id: [UInt8]
        let tag: [UInt8]
    }

    /// The drive that `settings` name. Where `stopsListing` says so, a listing fails after the page in
    /// hand; the next one goes on from there.
    package init(
        name: String, settings: GraphDriveSettings, client: GraphClient,
        feedStore: any FeedStore, now: @escaping @Sendable () -> Int64,
        stopsListing: @escaping @Sendable () -> Bool = { false }
    ) {
        self.name = name
        self.settings = settings
        self.client = client
        self.feedStore = feedStore
        self.now = now
        self.stopsListing = stopsListing
    }
}

/// Which drive is meant, and how it is used.
package struct GraphDriveSettings: Sendable, Hashable {
    /// How the service finds the drive.
    package var place: GraphPlace
    /// The folder that is the top, as a path without a slash at its end; empty for the whole drive.
    package var root: String
    /// Whether deletions carry `If-Match`; else an item is compared just before.
    package var sendsIfMatch: Bool
    /// Whether everything is listed anew even where the service could tell what has changed.
    package var listsFully: Bool
    /// Whether what was granted lets items be restored from the bin of a personal account; nil
    /// where that is not known.
    package var allowsRestore: Bool?
    /// Whether items tell which albums they are in, where the account has albums.
    package var tellsAlbums = false
    /// Whether receipts of deletions say by which id the service can find the request again.
    package var notesRequests = false
    /// How a person signs in to it.
    package var loginCommand = "cleanrules login"

    /// The drive at `place` from `root` on.
    package init(
        place: GraphPlace, root: String = "", sendsIfMatch: Bool = true, listsFully: Bool = false
    ) {
        self.place = place
        self.root = root
        self.sendsIfMatch = sendsIfMatch
        self.listsFully = listsFully
    }
}

/// How the service finds a drive.
package enum GraphPlace: Sendable, Hashable {
    /// The drive of whoever signed in.
    case mine
    /// The drive of that id: a shared library, or one of several.
    case drive(String)
    /// The drive of that user, for applications that act by themselves.
    case user(String)
}

/// What the service says of a drive.
struct GraphDriveInfo: Sendable, Hashable {
    /// The id as it was given, for addresses.
    var id: String
    /// The id for comparison: of personal drives in lower case and padded with zeros to 16 digits.
    var comparableID: String
    /// `personal`, `business` or `documentLibrary`.
    var type: String
    /// The page where people see the drive.
    var webURL: String?
    /// Bytes in use and in all, and in the recycle bin, where the service says so.
    var usedBytes: Int64?
    var totalBytes: Int64?
    var deletedBytes: Int64?

    /// Whether it belongs to a consumer account.
    var isPersonal: Bool { type == "personal" }
    /// The path of the drive below the version of the service.
    var path: String { "/drives/" + GraphAddress.segment(id: id) }
}
