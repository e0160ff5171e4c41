// SPDX-License-Identifier: Apache-2.0

public import RuleEngine

/// A place where items lie: it lists them, answers for single ones, and compares their contents.
///
/// All calls may be made from any task; none blocks the threads that run tasks. A failure of the
/// whole call is thrown, a failure of one item is part of the answer.
public protocol Drive: Sendable {
    /// The name that rules use for it.
    var name: String { get }
    /// What kind of drive it is.
    var kind: DriveKind { get }
    /// What it can do.
    var capabilities: DriveCapabilities { get }

    /// What tells this drive from any other that may come to stand under the same name.
    func identity() async throws(DriveError) -> DriveIdentity

    /// For how many seconds a listing may still show what was deleted; 0 where it never does.
    var listingLagSeconds: Int64 { get }

    /// Whether the last listing had to begin anew, for the drive had lost the thread of what has
    /// changed: what was planned before is worth nothing.
    var hasLostThread: Bool { get }

    /// What is worth keeping in the state file of a drive that was reached, by name.
    var remembered: [String: String] { get }

    /// What the drive's own clock said when it was last reached, beside this machine's; nil for
    /// drives without one.
    var clockReading: DriveClockReading? { get }

    /// How much room there is; nil where the drive does not tell, or cannot be asked now.
    func space() async -> DriveSpace?

    /// How ids of items are compared where one id comes in several spellings: the form in which
    /// two that are one are equal, nil for an id that is compared byte for byte. Nil where all are.
    var comparableID: (@Sendable ([UInt8]) -> [UInt8]?)? { get }

    /// Whether `item`, which lies here, may be the very thing that `other` is, as another drive has
    /// it: one folder can be reached through two drives. Then neither is a copy of the other.
    func mayBeOne(_ item: ItemValues, _ other: ItemValues) -> Bool

    /// Everything on the drive, once. O(items).
    func list(progress: DriveProgressHandler?) async throws(DriveError) -> DriveListing

    /// Compares `items`, as a listing or a plan knows them, with what is there now.
    ///
    /// One answer for each item, in their order. What an item does not say is not compared.
    func recheck(_ items: [ItemValues]) async throws(DriveError) -> [ItemCheck]

    /// Which rows have equal bytes, proved by reading them.
    ///
    /// Each group holds rows of `listing` that lie on this drive and have one size; groups are not
    /// compared with each other. A row that cannot be read to its end exactly as it was listed is
    /// in no class.
    func contentClasses(
        of groups: [[Int]], in listing: Listing, progress: DriveProgressHandler?
    ) async throws(DriveError) -> ContentComparison

    /// What stands at `path`, below the root as listings write paths; a file is read, or its SHA-256
    /// taken from the service, if it has at most `byteCountMax` bytes.
    func sighting(ofFile path: String, byteCountMax: Int64) async -> FileSighting

    /// The hashes of the contents of `rows`, which lie on this drive, by reading each once.
    func contentHashes(
        of rows: [Int], algorithms: Set<HashAlgorithm>, in listing: Listing,
        progress: DriveProgressHandler?
    ) async throws(DriveError) -> ContentHashes
}

extension Drive {
    /// None: what is listed is what is there.
    public var listingLagSeconds: Int64 { 0 }
    /// Never: each listing is whole.
    public var hasLostThread: Bool { false }
    /// Nothing.
    public var remembered: [String: String] { [:] }
    /// Those of OneDrive come in several spellings.
    public var comparableID: (@Sendable ([UInt8]) -> [UInt8]?)? {
        guard kind == .onedrive else { return nil }
        return { (id: [UInt8]) -> [UInt8]? in GraphID.comparable(item: id) }
    }
    /// The tags of local files tell which file they are of; all other drives have their own items.
    public func mayBeOne(_ item: ItemValues, _ other: ItemValues) -> Bool {
        guard kind == .local, let tag = item.eTag, let there = other.eTag else { return false }
        return FileTag.mayBeOfOneFile(tag, there)
    }
    /// It has no clock of its own.
    public var clockReading: DriveClockReading? { nil }
    /// It does not tell.
    public func space() async -> DriveSpace? { nil }
}

/// What two clocks said at one moment.
public struct DriveClockReading: Sendable, Hashable {
    /// The drive's clock.
    public var there: Timestamp
    /// This machine's.
    public var here: Timestamp

    /// The given instants.
    public init(there: Timestamp, here: Timestamp) {
        self.there = there
        self.here = here
    }

    /// By how many seconds they differ, whichever is ahead.
    public var differenceSeconds: Int64 {
        Int64(clamping: (there.secondsSinceEpoch - here.secondsSinceEpoch).magnitude)
    }
}

/// What a drive can do.
public struct DriveCapabilities: Sendable, Hashable {
    /// The fields that it can supply at all; any other field is missing for every item.
    public var fields: Set<Field>
    /// Whether an item that was deleted can be brought back by this program.
    public var canRestore: Bool
    /// The algorithms in which it can give hashes.
    public var hashAlgorithms: Set<HashAlgorithm>

    /// The given abilities.
    public init(fields: Set<Field>, canRestore: Bool, hashAlgorithms: Set<HashAlgorithm>) {
        self.fields = fields
        self.canRestore = canRestore
        self.hashAlgorithms = hashAlgorithms
    }

    /// The fields that every drive supplies: they follow from path, type, size and dates.
    public static let commonFields: Set<Field> = [
        .name, .path, .nameRegex, .pathRegex, .ext, .kind, .size, .empty, .age, .modifiedAge,
        .createdAge, .knownFor, .modified, .created, .depth, .drive,
    ]
}

/// What tells a drive from another; equal as long as it is the same drive.
public struct DriveIdentity: Sendable, Hashable, CustomStringConvertible {
    /// The kind of the drive.
    public var kind: DriveKind
    /// A text that no other drive of the kind has.
    public var value: String

    /// What else tells the drive from another one that came to have the same value, by name; it may
    /// be known of the one and not of the other.
    public var marks: [String: String]

    /// The identity `value` among drives of `kind`.
    public init(kind: DriveKind, value: String, marks: [String: String] = [:]) {
        self.kind = kind
        self.value = value
        self.marks = marks
    }

    /// The mark that tells the file system of a local drive.
    package static let fileSystemMark = "file_system"
    /// The mark that tells when the root of a local drive was made.
    package static let rootCreatedMark = "root_created"

    /// The kind, a colon, and the value.
    public var description: String { "\(kind.rawValue):\(value)" }
}

/// How far a long call has come.
public struct DriveProgress: Sendable, Hashable {
    /// Items listed or read so far.
    public var items: Int
    /// Bytes read so far.
    public var bytes: Int64

    /// So many items and bytes.
    public init(items: Int = 0, bytes: Int64 = 0) {
        self.items = items
        self.bytes = bytes
    }
}

/// Told how far a call has come: now and then, one call at a time, on any thread.
public typealias DriveProgressHandler = @Sendable (DriveProgress) -> Void

/// What drives keep in the state file by `remembered`.
package enum DriveMemory {
    /// Whether the drive tells which albums items are in.
    package static let albums = "albums"
    /// It does.
    package static let told = "told"
    /// It was asked, and has none to tell of.
    package static let untold = "untold"
}
