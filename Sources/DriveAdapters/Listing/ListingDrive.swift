// SPDX-License-Identifier: Apache-2.0

internal import Messages
public import RuleEngine

/// A drive that is a listing file: it can be read and planned over, and nothing else.
///
/// Its contents are out of reach, so that copies are told by their hashes alone.
public struct ListingDrive: Drive {
    /// The name that rules use, and that items have which name no drive.
    public let name: String
    /// The listing file; `-` stands for standard input.
    public let path: String

    /// The listing in the file at `path`.
    public init(name: String, path: String) {
        self.name = name
        self.path = path
    }

    /// A listing.
    public var kind: DriveKind { .listing }

    /// Every field, for a listing may hold any.
    public var capabilities: DriveCapabilities {
        DriveCapabilities(
            fields: Set(Field.allCases), canRestore: false,
            hashAlgorithms: Set(HashAlgorithm.allCases))
    }

    /// The path of the file: a listing has nothing else that outlives a new version of it.
    public func identity() async throws(DriveError) -> DriveIdentity {
        DriveIdentity(kind: .listing, value: path == "-" ? "standard input" : path)
    }

    /// All items of the file; a broken line is an error that names it, with the reader's own
    /// error beneath.
    public func list(progress: DriveProgressHandler?) async throws(DriveError) -> DriveListing {
        let outcome = Lock<ListingBuilder?>(nil)
        let failure = Lock<ListingFileError?>(nil)
        let origin = Lock<String?>(nil)
        let reader = ListingReader(defaultDrive: name)
        let source = ListingSource.file(path)
        await WorkerThreads.run(count: 1) { _, _ in
            do throws(ListingFileError) {
                var drive: String?
                var builder: ListingBuilder? = try reader.read(source, drive: &drive) { done in
                    progress?(DriveProgress(items: done.items, bytes: done.bytes))
                }
                let found = drive
                origin.withLock { $0 = found }
                outcome.withLock { $0 = builder.take() }
            } catch {
                failure.withLock { $0 = error }
            }
        }
        if let error = failure.withLock({ $0 }) {
            let shown = path == "-" ? "<standard input>" : path
            let place = error.line == nil ? "\(shown): " : "\(shown):"
            throw DriveError(
                operation: .list, message: "\(place)\(error)", underlying: error)
        }
        guard let builder = outcome.withLock({ $0.take() }) else {
            throw DriveError(
                operation: .list, message: String(clause: "the listing was not read to its end"))
        }
        return DriveListing(
            builder: builder, completeness: .complete, source: origin.withLock { $0 })
    }

    /// No answer: a file says what was, not what is.
    public func recheck(_ items: [ItemValues]) async throws(DriveError) -> [ItemCheck] {
        items.map { item in
            .unanswered(
                DriveProblem(
                    path: item.path,
                    reason: String(clause: "a listing file cannot tell what is there now")))
        }
    }

    /// An error: a listing holds no contents.
    public func contentClasses(
        of groups: [[Int]], in listing: Listing, progress: DriveProgressHandler?
    ) async throws(DriveError) -> ContentComparison {
        throw DriveError(
            operation: .compare, message: String(clause: "a listing file holds no contents"))
    }

    /// An error: a listing holds no contents.
    public func contentHashes(
        of rows: [Int], algorithms: Set<HashAlgorithm>, in listing: Listing,
        progress: DriveProgressHandler?
    ) async throws(DriveError) -> ContentHashes {
        throw DriveError(
            operation: .hash, message: String(clause: "a listing file holds no contents"))
    }
}
