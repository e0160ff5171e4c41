// SPDX-License-Identifier: Apache-2.0

internal import Messages
public import RuleEngine

/// A drive held in memory: for the demo, for tests, and as the plainest reading of what a drive
/// promises.
///
/// Every item that is put has a tag of its own, so that a change between two calls is seen.
public final class MemoryDrive: DeletingDrive {
    /// The name that rules use.
    public let name: String
    private let identityValue: String
    /// All of it as it is now; who takes it and puts it into another drive has a copy.
    package let state: Lock<State>

    /// One item with its content.
    public struct Item: Sendable, Hashable {
        /// What is known of it; `size` and `drive` are set by the drive.
        public var values: ItemValues
        /// Its bytes; nil for folders and for files whose content cannot be read.
        public var content: [UInt8]?

        /// An item with `values` and `content`.
        public init(_ values: ItemValues, content: [UInt8]? = nil) {
            self.values = values
            self.content = content
        }

        /// A file at `path` that holds `content`.
        public init(path: String, content: [UInt8]) {
            self.init(ItemValues(path: path), content: content)
        }

        /// A folder at `path`.
        public init(folder path: String) {
            self.init(ItemValues(path: path, type: .folder))
        }
    }

    /// What is on the drive, and what was deleted from it.
    package struct State: Sendable {
        /// By the bytes of the id (of the path, where an item has none): strings would take names
        /// for the same that differ in their normalisation only.
        package var items: [[UInt8]: Item] = [:]
        var problems: [DriveProblem] = []
        var tagCount = 0
        /// What was deleted and can be brought back.
        package var bin = Bin()

        mutating func put(_ item: Item, drive: String) {
            var item = item
            tagCount += 1
            item.values.drive = drive
            item.values.id = item.values.id ?? item.values.path
            item.values.eTag = item.values.eTag ?? "tag-\(tagCount)"
            if let content = item.content { item.values.size = Int64(content.count) }
            items[item.values.key] = item
        }
    }

    /// A drive that holds `items`; a later item replaces an earlier one of the same id.
    public init(name: String, items: [Item] = [], identity: String? = nil) {
        self.name = name
        identityValue = identity ?? name
        var start = State()
        for item in items { start.put(item, drive: name) }
        state = Lock(start)
    }

    // MARK: - What is on it

    /// Puts an item on the drive, in place of one with the same id.
    public func put(_ item: Item) {
        state.withLock { $0.put(item, drive: name) }
    }

    /// Takes the item with that id (its path, if it has none) off the drive.
    public func remove(id: String) {
        _ = state.withLock { $0.items.removeValue(forKey: Array(id.utf8)) }
    }

    /// Makes listings partial from now on, for these reasons; none makes them complete again.
    public func setProblems(_ problems: [DriveProblem]) {
        state.withLock { $0.problems = problems }
    }

    // MARK: - Drive

    /// Always `.memory`.
    public var kind: DriveKind { .memory }

    /// Everything that an item can say.
    public var capabilities: DriveCapabilities {
        DriveCapabilities(
            fields: Set(Field.allCases), canRestore: true,
            hashAlgorithms: Set(HashAlgorithm.allCases))
    }

    /// The identity that it was given, or else its name.
    public func identity() async throws(DriveError) -> DriveIdentity {
        DriveIdentity(kind: .memory, value: identityValue)
    }

    /// All items, in the order of their paths.
    public func list(progress: DriveProgressHandler?) async throws(DriveError) -> DriveListing {
        let (items, problems) = state.withLock { ($0.items.values, $0.problems) }
        var builder = ListingBuilder(idsAreUnique: true)
        do throws(ListingError) {
            let number = try builder.drive(named: name, kind: .memory)
            let sorted = items.sorted { left, right in
                (left.values.path, left.values.id ?? "")
                    < (right.values.path, right.values.id ?? "")
            }
            for item in sorted { try builder.append(item.values, drive: number) }
        } catch {
            throw DriveError(operation: .list, message: error.message, underlying: error)
        }
        progress?(DriveProgress(items: items.count))
        return DriveListing(
            builder: builder,
            completeness: problems.isEmpty ? .complete : .partial(DriveProblems(problems)))
    }

    /// Compares `items` with those of the same id.
    public func recheck(_ items: [ItemValues]) async throws(DriveError) -> [ItemCheck] {
        state.withLock { state in
            items.map { item in
                if let proof = Absence(item, in: state) { return .gone(proof) }
                guard let now = state.items[item.key] else { preconditionFailure("it is there") }
                return .comparing(item, now: now.values)
            }
        }
    }

    /// Which rows have equal bytes.
    public func contentClasses(
        of groups: [[Int]], in listing: Listing, progress: DriveProgressHandler?
    ) async throws(DriveError) -> ContentComparison {
        var result = ContentComparison(classes: ContentClasses(rowCount: listing.count))
        var done = DriveProgress()
        for group in groups {
            var rowsByContent: [[UInt8]: [Int]] = [:]
            for row in group where listing.mayBeCompared(row) && listing.size[row] > 0 {
                guard let content = content(row, listing, &result.problems) else { continue }
                done.bytes += Int64(content.count)
                rowsByContent[content, default: []].append(row)
            }
            for rows in rowsByContent.values where rows.count > 1 {
                result.classCount += 1
                let first = rows.reduce(rows[0], min)
                for row in rows { result.classes[row] = UInt32(truncatingIfNeeded: first + 1) }
            }
            done.items += group.count
        }
        progress?(done)
        result.problems.sort()
        return result
    }

    /// The hashes of the contents of `rows`.
    public func contentHashes(
        of rows: [Int], algorithms: Set<HashAlgorithm>, in listing: Listing,
        progress: DriveProgressHandler?
    ) async throws(DriveError) -> ContentHashes {
        var result = ContentHashes(rows: rows, algorithms: algorithms)
        guard var hasher = FileHasher(algorithms) else { throw .digestMissing }
        for (index, row) in rows.enumerated() where listing.mayBeCompared(row) {
            guard let content = content(row, listing, &result.problems) else { continue }
            hasher.reset()
            unsafe content.withUnsafeBytes { unsafe hasher.update($0) }
            unsafe hasher.finish { unsafe result.set($1, $0, at: index) }
        }
        progress?(DriveProgress(items: rows.count))
        result.problems.sort()
        return result
    }

    /// The content of `row`, provided that it is still the item that was listed.
    private func content(
        _ row: Int, _ listing: Listing, _ problems: inout DriveProblems
    ) -> [UInt8]? {
        let item = state.withLock { $0.items[Array(listing.id(row).utf8)] }
        guard let item, item.values.eTag == listing.eTag.text(row) else {
            let reason =
                item == nil
                ? String(clause: "no longer there") : String(clause: "changed since it was listed")
            problems.append(DriveProblem(path: listing.path(row), reason: reason))
            return nil
        }
        if item.content == nil {
            problems.append(
                DriveProblem(
                    path: listing.path(row), reason: String(clause: "its content cannot be read")))
        }
        return item.content
    }
}

extension ItemValues {
    /// What an item of a memory drive is known by.
    var key: [UInt8] { Array((id ?? path).utf8) }
}

extension Listing {
    /// Whether `row` is a file with bytes of its own that its path leads to.
    func mayBeCompared(_ row: Int) -> Bool {
        itemFlags(row).isDisjoint(with: [.folder, .shortcut, .undeletable]) && size[row] >= 0
    }
}

extension DriveError {
    /// What is said where libcrypto was built without an algorithm.
    static var digestMissing: DriveError {
        DriveError(
            operation: .hash, message: String(clause: "libcrypto offers no SHA-1 or no SHA-256"))
    }
}
