// SPDX-License-Identifier: Apache-2.0

public import Messages
internal import PhotoLooks

/// What keeps a listing from being made.
public struct ListingError: ClausedError, Sendable, Equatable {
    /// What is wrong and what to do, one sentence without a full stop.
    public var clause: Message

    /// An error that says `clause`.
    public init(_ clause: Message) {
        self.clause = clause
    }

    /// The sentence in English.
    public var message: String { clause.description }
}

/// Takes items in any order and makes a `Listing` of them.
///
/// Where two items have the same drive and id, the later one counts. What lies in `/.cleanrules`
/// is left out. Paths are taken as they come: the caller has checked that they begin with `/` and
/// have no empty, `.` or `..` component (`PathRules`).
public struct ListingBuilder: ~Copyable, Sendable {
    /// The longest path and the most folders that a path may have.
    public enum Bounds {
        /// Bytes of a path.
        public static let pathBytes = 32_768
        /// Components of a path.
        public static let pathComponents = 1_000
        /// Bytes of one text column together (32-bit offsets).
        package static let textBytes = Int(UInt32.max) - 1
        /// Drives of one listing.
        public static let drives = 4_096
        /// Bytes that the paths of folders may take whatever the items are.
        package static let folderBytes = 64 << 20
    }

    /// The rows taken so far; those with an earlier row of the same id are still among them.
    package internal(set) var listing = Listing()
    /// What this builder's numbers are in the one that its rows were last moved to.
    var forwarding = ListingForwarding()
    /// By UTF-8, since strings of other scalars may compare equal and names of drives do not.
    private var driveNumbers: [[UInt8]: UInt16] = [:]
    private var idsAreUnique: Bool
    /// How many bytes the rows may take together; growing needs about as much again.
    package var bytesMax = Int.max
    /// How many bytes of folder paths the rows account for; see `checkFolders`.
    var folderAllowance = Bounds.folderBytes
    /// Whether a row may lie in the program's own folder; such rows go at the end, since until
    /// then they replace earlier ones.
    var mayHaveOwnRows = false
    var quickXor = HashColumn(algorithm: .quickXor)
    var sha1 = HashColumn(algorithm: .sha1)
    var sha256 = HashColumn(algorithm: .sha256)

    /// An empty builder; `idsAreUnique` skips the search for items listed twice.
    public init(idsAreUnique: Bool = false) {
        self.idsAreUnique = idsAreUnique
    }

    /// A builder that holds what `finish()` gave, so that other drives can be joined to it.
    ///
    /// Nothing is copied: no copy of `listing` may be read once this builder takes more items.
    package init(_ listing: consuming Listing) {
        idsAreUnique = true
        for (number, drive) in listing.drives.enumerated() {
            driveNumbers[Array(drive.name.utf8)] = UInt16(truncatingIfNeeded: number)
        }
        if let hashes = listing.hashes[.quickXor] { quickXor = hashes }
        if let hashes = listing.hashes[.sha1] { sha1 = hashes }
        if let hashes = listing.hashes[.sha256] { sha256 = hashes }
        listing.hashes = [:]
        listing.folded = FoldedNames()
        folderAllowance += listing.folders.textByteCount
        self.listing = listing
    }

    /// How many items were taken so far.
    public var count: Int { listing.count }

    /// The number of the drive `name`, a new one if need be.
    public mutating func drive(
        named name: String, kind: DriveKind
    ) throws(ListingError) -> UInt16 {
        if let known = driveNumbers[Array(name.utf8)] { return known }
        guard listing.drives.count < Bounds.drives else {
            throw ListingError(Message("the listing names more than \(Bounds.drives) drives"))
        }
        let number = UInt16(listing.drives.count)
        driveNumbers[Array(name.utf8)] = number
        listing.drives.append(ListedDrive(name: name, kind: kind))
        return number
    }

    /// The number of `drive`, which is as it says from now on.
    mutating func drive(_ drive: ListedDrive) throws(ListingError) -> UInt16 {
        let number = try self.drive(named: drive.name, kind: drive.kind)
        listing.drives[Int(number)].isRecorded = drive.isRecorded
        return number
    }

    /// The number of the drive `name` if it has one.
    package func existingDrive(named name: String) -> UInt16? {
        driveNumbers[Array(name.utf8)]
    }

    /// The number of the folder at `path`, which keeps the rules of paths.
    package mutating func folderNumber(
        drive: UInt16, path: TextSlice
    ) throws(ListingError) -> UInt32 {
        try checkFolders()
        return listing.folders.number(drive: drive, path: path)
    }

    /// Moves a row that was given before its path was known.
    package mutating func setFolder(_ folder: UInt32, ofRow row: Int) {
        listing.folder[row] = folder
        noteOwn(row)
    }

    /// Takes one item. O(length of its texts) amortised.
    public mutating func append(_ item: ItemRecord) throws(ListingError) {
        let row = listing.count
        noteAllowance(of: item)
        try checkFolders()
        if row & 0xff == 0 { try checkBytes() }
        let folder = listing.folders.number(drive: item.drive, path: item.folder)
        guard
            unsafe listing.names.bytes.count + item.name.count < Bounds.textBytes,
            unsafe listing.ids.bytes.count + item.id.count < Bounds.textBytes,
            listing.eTag.textByteCount + item.eTag.count < Bounds.textBytes,
            listing.cTag.textByteCount + item.cTag.count < Bounds.textBytes,
            listing.photo.textByteCount + item.photo.count < Bounds.textBytes,
            row < Int(UInt32.max) - 1
        else { throw .tooLarge }
        listing.count = row + 1
        listing.folder.append(folder)
        listing.names.append(item.name)
        listing.ids.append(item.id)
        listing.flags.append(item.flags.rawValue)
        let hasSize = item.flags.isDisjoint(with: [.folder, .shortcut])
        listing.size.append(hasSize ? item.size : Missing.number)
        listing.created.append(item.created)
        listing.modified.append(item.modified)
        if item.name.count == TextSlice.ownFolderName.count || listing.folders.isOwn[Int(folder)] {
            noteOwn(row)
        }
        appendRare(item, row: row)
    }

    /// Takes an item given as strings; for tests, demos and small drives.
    public mutating func append(_ values: ItemValues, drive: UInt16) throws(ListingError) {
        var record = ItemRecord()
        record.drive = drive
        record.flags = ItemFlags(values)
        record.size = values.size ?? Missing.number
        record.created = values.created?.secondsSinceEpoch ?? Missing.date
        record.modified = values.modified?.secondsSinceEpoch ?? Missing.date
        record.taken = values.taken?.secondsSinceEpoch ?? Missing.date
        record.accessed = values.accessed?.secondsSinceEpoch ?? Missing.date
        record.firstSeen = values.firstSeen?.secondsSinceEpoch ?? Missing.date
        record.width = values.width ?? Missing.number
        record.height = values.height ?? Missing.number
        record.duration = values.duration ?? Missing.number
        let arena: Column<UInt8> = Column(capacity: 1024)
        let cut = values.path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? values.path.startIndex
        let texts: [String] = [
            String(values.path[..<cut]), String(values.path[cut...].dropFirst()),
            values.id ?? "", values.mime ?? "", values.owner ?? "", values.ownerAddress ?? "",
            values.camera ?? "", values.link ?? "", values.eTag ?? "", values.cTag ?? "",
            values.quickXor ?? "", values.sha1 ?? "", values.sha256 ?? "",
            values.photo?.text ?? "", values.albums.map(AlbumNames.text) ?? "",
        ]
        for text in texts { for byte in text.utf8 { arena.append(byte) } }
        var start = unsafe UnsafePointer(arena.base)
        let slices = texts.map { text in
            defer { unsafe start += text.utf8.count }
            return unsafe TextSlice(start: start, count: text.utf8.count)
        }
        record.folder = slices[0]
        record.name = slices[1]
        record.id = slices[2]
        record.mime = slices[3]
        record.owner = slices[4]
        record.ownerAddress = slices[5]
        record.camera = slices[6]
        record.link = slices[7]
        record.eTag = slices[8]
        record.cTag = slices[9]
        record.quickXor = slices[10]
        record.sha1 = slices[11]
        record.sha256 = slices[12]
        record.photo = slices[13]
        record.album = slices[14]
        try withExtendedLifetime(arena) { () throws(ListingError) in try append(record) }
    }

    /// Takes all items of `other`, which count as later. O(bytes of `other`), a plain copy mostly.
    public mutating func append(contentsOf other: consuming ListingBuilder) throws(ListingError) {
        var other = other
        // An empty builder takes the other over as it is: a listing is never held twice.
        let isEmpty = listing.drives.isEmpty
        let areUnique = other.idsAreUnique && (isEmpty || idsAreUnique)
        if isEmpty { self = other } else { try append(rowsOf: &other) }
        idsAreUnique = areUnique
    }

    /// Gives what it holds, and is an empty builder afterwards.
    ///
    /// Exchanging two builders in place is done by this and an assignment: `swap` of values that
    /// cannot be copied may free what they own twice once the optimizer has inlined it.
    package mutating func take() -> ListingBuilder {
        let taken = self
        self = ListingBuilder()
        return taken
    }

    /// The listing of all items taken, without those that a later one replaced.
    public consuming func finish() -> Listing {
        // Names are folded while repeats are looked for; rarely, that is done in vain.
        let marks: Column<Bool> = Column()
        let folded = FoldedNames()
        let isLarge = listing.count > 1 << 16
        Parallel.run(parts: isLarge && !idsAreUnique ? 2 : 1) { [listing, idsAreUnique] part in
            if part == 0, !idsAreUnique { ListingDeduplication.markRepeats(in: listing, marks) }
            if part == 1 { folded.fill(names: listing.names) }
        }
        let survivors = ListingDeduplication.survivors(
            of: listing, marks: marks, dropsOwn: mayHaveOwnRows)
        if let survivors { keep(rows: survivors) }
        pad()
        for column in [quickXor, sha1, sha256] where column.presentCount > 0 {
            listing.hashes[column.algorithm] = column
        }
        let isFolded = isLarge && !idsAreUnique && survivors == nil
        listing.folded = isFolded ? folded : FoldedNames(names: listing.names)
        return listing
    }

    private mutating func noteOwn(_ row: Int) {
        if listing.isOwn(row) { mayHaveOwnRows = true }
    }

    /// The rows that are no part of the program's own folder.
    private func rowsOutsideOwnFolder() -> Column<UInt32> {
        let rows: Column<UInt32> = Column(capacity: listing.count)
        for row in 0..<listing.count {
            let folder = Int(listing.folder[row])
            let isOwn =
                listing.folders.isOwn[folder]
                || (listing.folders.path(folder).isEmpty
                    && TextSlice.equal(listing.names[row], .ownFolderName))
            if !isOwn { rows.append(UInt32(row)) }
        }
        return rows
    }

    private mutating func appendRare(_ item: ItemRecord, row: Int) {
        listing.taken.append(item.taken, row: row)
        listing.accessed.append(item.accessed, row: row)
        listing.firstSeen.append(item.firstSeen, row: row)
        listing.width.append(item.width, row: row)
        listing.height.append(item.height, row: row)
        listing.duration.append(item.duration, row: row)
        listing.mime.append(item.mime, row: row)
        listing.owner.append(item.owner, row: row)
        listing.ownerAddress.append(item.ownerAddress, row: row)
        listing.camera.append(item.camera, row: row)
        listing.album.append(item.album, row: row)
        listing.link.append(item.link, row: row)
        listing.eTag.append(item.eTag, row: row)
        listing.cTag.append(item.cTag, row: row)
        listing.photo.append(item.photo, row: row)
        if !item.quickXor.isEmpty { quickXor.append(item.quickXor, row: row) }
        if !item.sha1.isEmpty { sha1.append(item.sha1, row: row) }
        if !item.sha256.isEmpty { sha256.append(item.sha256, row: row) }
    }

    private mutating func pad() {
        let count = listing.count
        listing.taken.pad(to: count)
        listing.accessed.pad(to: count)
        listing.firstSeen.pad(to: count)
        listing.width.pad(to: count)
        listing.height.pad(to: count)
        listing.duration.pad(to: count)
        listing.mime.pad(to: count)
        listing.owner.pad(to: count)
        listing.ownerAddress.pad(to: count)
        listing.camera.pad(to: count)
        listing.album.pad(to: count)
        listing.link.pad(to: count)
        quickXor.padIfUsed(to: count)
        sha1.padIfUsed(to: count)
        sha256.padIfUsed(to: count)
    }

    /// Keeps only `rows`, which rise.
    package mutating func keep(rows: Column<UInt32>) {
        pad()
        func gather<Element: BitwiseCopyable>(_ column: Column<Element>) {
            for target in unsafe 0..<rows.count { column[target] = column[Int(rows[target])] }
            unsafe column.truncate(to: rows.count)
        }
        func gather(_ column: TextColumn) -> TextColumn {
            let fresh = TextColumn()
            for target in unsafe 0..<rows.count { fresh.append(column[Int(rows[target])]) }
            return fresh
        }
        gather(listing.folder)
        listing.names = gather(listing.names)
        listing.ids = gather(listing.ids)
        gather(listing.flags)
        gather(listing.size)
        gather(listing.created)
        gather(listing.modified)
        listing.taken.keep(rows: rows)
        listing.accessed.keep(rows: rows)
        listing.firstSeen.keep(rows: rows)
        listing.width.keep(rows: rows)
        listing.height.keep(rows: rows)
        listing.duration.keep(rows: rows)
        listing.mime.keep(rows: rows)
        listing.owner.keep(rows: rows)
        listing.ownerAddress.keep(rows: rows)
        listing.camera.keep(rows: rows)
        listing.album.keep(rows: rows)
        listing.link.keep(rows: rows)
        listing.eTag.keep(rows: rows)
        listing.cTag.keep(rows: rows)
        listing.photo.keep(rows: rows)
        quickXor.keep(rows: rows)
        sha1.keep(rows: rows)
        sha256.keep(rows: rows)
        listing.count = unsafe rows.count
    }
}

extension ItemFlags {
    /// The flags that `values` speak of.
    package init(_ values: ItemValues) {
        self = values.type == .folder ? .folder : []
        if values.isShortcut { insert(.shortcut) }
        // A shortcut to a folder leads to items that this listing does not hold.
        if values.isShortcut, values.type == .folder { insert(.neverEmpty) }
        if let shared = values.shared {
            formUnion(shared ? [.sharedKnown, .shared] : .sharedKnown)
        }
    }
}
