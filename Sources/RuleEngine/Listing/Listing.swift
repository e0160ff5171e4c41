// SPDX-License-Identifier: Apache-2.0

package import PhotoLooks

/// A drive as a listing knows it.
public struct ListedDrive: Sendable, Hashable {
    /// The drive's name.
    public var name: String
    /// The kind, which decides what it supplies.
    public var kind: DriveKind
    /// Whether of its items only that is known which a plan recorded: that an item says nothing of
    /// albums says nothing then.
    package var isRecorded = false

    /// A drive of `kind` under `name`.
    public init(name: String, kind: DriveKind) {
        self.name = name
        self.kind = kind
    }
}

/// Everything that lies on the drives in scope, in columns; the planner's only input of items.
///
/// Rows are numbered 0 ..< `count` in the order of the source, which plays no part in a plan.
/// Read-only once `ListingBuilder.finish()` has made it.
public struct Listing: Sendable {
    /// The drives by number.
    public internal(set) var drives: [ListedDrive] = []
    /// How many items there are.
    public internal(set) var count = 0
    /// All folders that hold items.
    package var folders = FolderTable()
    /// The folder of each row.
    package var folder: Column<UInt32> = Column()
    /// The names.
    package var names = TextColumn()
    /// The ids; an empty one stands for the path.
    package var ids = TextColumn()
    /// What each row is.
    package var flags: Column<UInt8> = Column()
    /// Bytes, or `Missing.number`.
    package var size: Column<Int64> = Column()
    /// Seconds since 1970, or `Missing.date`.
    package var created: Column<Int64> = Column()
    /// Seconds since 1970, or `Missing.date`.
    package var modified: Column<Int64> = Column()
    /// Seconds since 1970, or `Missing.date`.
    package var taken = OptionalColumn<Int64>(missing: Missing.date)
    /// Seconds since 1970, or `Missing.date`.
    package var accessed = OptionalColumn<Int64>(missing: Missing.date)
    /// Seconds since 1970, or `Missing.date`.
    package var firstSeen = OptionalColumn<Int64>(missing: Missing.date)
    /// Pixels across, or `Missing.number`.
    package var width = OptionalColumn<Int64>(missing: Missing.number)
    /// Pixels down, or `Missing.number`.
    package var height = OptionalColumn<Int64>(missing: Missing.number)
    /// How long films are, in milliseconds, or `Missing.number`.
    package var duration = OptionalColumn<Int64>(missing: Missing.number)
    /// The MIME types.
    package var mime = InternedColumn()
    /// The creators' names.
    package var owner = InternedColumn()
    /// The creators' addresses.
    package var ownerAddress = InternedColumn()
    /// Make and model.
    package var camera = InternedColumn()
    /// The albums that items are in, as `AlbumNames` writes them.
    package var album = InternedColumn()
    /// Equal within one drive for hard links to one file.
    package var link = InternedColumn()
    /// Tags of metadata and content.
    package var eTag = OptionalTextColumn()
    /// Tags of content.
    package var cTag = OptionalTextColumn()
    /// What was read of pictures themselves, as `PhotoFacts.text`; empty: not looked at.
    package var photo = OptionalTextColumn()
    /// Hashes, for each algorithm that some row has.
    package var hashes: [HashAlgorithm: HashColumn] = [:]
    /// Names that are not plain ASCII, normalised and folded once.
    package var folded = FoldedNames()

    init() {}

    /// What `row` is.
    @inline(__always)
    package func itemFlags(_ row: Int) -> ItemFlags { unsafe ItemFlags(rawValue: flags.base[row]) }

    /// Whether `row` is a folder.
    @inline(__always)
    package func isFolder(_ row: Int) -> Bool {
        unsafe flags.base[row] & ItemFlags.folder.rawValue != 0
    }

    /// Whether `row` is the program's own folder on its drive, or lies below it.
    package func isOwn(_ row: Int) -> Bool {
        let above = unsafe Int(folder.base[row])
        return folders.isOwn[above]
            || (folders.parents[above] == above && TextSlice.equal(names[row], .ownFolderName))
    }

    /// The number of the drive of `row`.
    @inline(__always)
    package func drive(_ row: Int) -> Int { unsafe Int(folders.drives.base[Int(folder.base[row])]) }

    /// The number of the drive that is called exactly `name`: compared by scalars, as listed.
    public func driveNumber(named name: String) -> Int? {
        drives.firstIndex { $0.name.utf8.elementsEqual(name.utf8) }
    }

    /// The name of the drive of `row`.
    public func driveName(_ row: Int) -> String { drives[drive(row)].name }

    /// The whole path of `row`.
    public func path(_ row: Int) -> String {
        folders.path(Int(folder[row])).string + "/" + names[row].string
    }

    /// The drive's id of `row`.
    public func id(_ row: Int) -> String {
        let id = ids[row]
        return id.isEmpty ? path(row) : id.string
    }

    /// Appends the UTF-8 bytes of the path of `row`.
    @inline(__always)
    package func appendPath(_ row: Int, to bytes: Column<UInt8>) {
        let above = unsafe folders.path(Int(folder.base[row]))
        unsafe bytes.append(above.start, count: above.count)
        bytes.append(UInt8(ascii: "/"))
        let name = names[row]
        unsafe bytes.append(name.start, count: name.count)
    }

    /// What was read of the picture at `row`; nil where it was not looked at.
    package func photoFacts(_ row: Int) -> PhotoFacts? {
        let text = photo.slice(row)
        return text.isEmpty ? nil : unsafe PhotoFacts(text: text.buffer)
    }

    /// Everything that is known of `row`.
    public func values(_ row: Int) -> ItemValues {
        func date(_ seconds: Int64) -> Timestamp? {
            seconds == Missing.date ? nil : Timestamp(secondsSinceEpoch: seconds)
        }
        func number(_ value: Int64) -> Int64? { value == Missing.number ? nil : value }
        let what = itemFlags(row)
        var item = ItemValues(path: path(row), type: what.contains(.folder) ? .folder : .file)
        item.drive = driveName(row)
        item.id = id(row)
        item.size = number(size[row])
        item.created = date(created[row])
        item.modified = date(modified[row])
        item.taken = date(taken[row])
        item.accessed = date(accessed[row])
        item.firstSeen = date(firstSeen[row])
        item.mime = mime.text(row)
        item.quickXor = hashes[.quickXor]?.text(row)
        item.sha1 = hashes[.sha1]?.text(row)
        item.sha256 = hashes[.sha256]?.text(row)
        item.shared = what.contains(.sharedKnown) ? what.contains(.shared) : nil
        item.owner = owner.text(row)
        item.ownerAddress = ownerAddress.text(row)
        item.width = number(width[row])
        item.height = number(height[row])
        item.duration = number(duration[row])
        item.camera = camera.text(row)
        item.albums = albums(row)
        item.link = link.text(row)
        item.isShortcut = what.contains(.shortcut)
        item.eTag = eTag.text(row)
        item.cTag = cTag.text(row)
        item.photo = photoFacts(row)
        return item
    }
}

/// Texts of a column that is often empty altogether.
package struct OptionalTextColumn: Sendable {
    private var column: TextColumn?

    /// A column in which no row has a text.
    package init() {}

    /// A column that holds `column` for its first rows.
    package init(_ column: TextColumn) {
        self.column = column
    }

    /// Gives `row`, the newest, its text; empty means that there is none.
    @inline(__always)
    package mutating func append(_ text: TextSlice, row: Int) {
        if text.isEmpty { return }
        if column == nil { column = TextColumn() }
        guard let column else { return }
        if column.count < row { column.pad(to: row) }
        column.append(text)
    }

    /// The text of `row`; empty if it has none.
    package func slice(_ row: Int) -> TextSlice {
        guard let column, row < column.count else { return .empty }
        return column[row]
    }

    /// The text of `row`, or nil.
    package func text(_ row: Int) -> String? {
        let text = slice(row)
        return text.isEmpty ? nil : text.string
    }

    /// How many bytes the texts have.
    package var textByteCount: Int { unsafe column?.bytes.count ?? 0 }

    /// How many bytes the rows take.
    package var byteCount: Int { column?.byteCount ?? 0 }

    /// Adds the rows of `other`, the first of which becomes row `first`.
    package mutating func append(contentsOf other: OptionalTextColumn, first: Int) {
        guard let source = other.column, source.count > 0 else { return }
        if column == nil { column = TextColumn() }
        guard let column else { return }
        if column.count < first { column.pad(to: first) }
        column.append(contentsOf: source)
    }

    /// Forgets all rows but not the room for them.
    package func removeAll() { column?.removeAll() }

    /// Makes room as `Column.reserve(factor:ifBelow:)` does, if there are rows.
    package func reserve(factor: Double, ifBelow share: Double) {
        column?.reserve(factor: factor, ifBelow: share)
    }

    /// Keeps only `rows`, which rise.
    package mutating func keep(rows: Column<UInt32>) {
        guard column != nil else { return }
        let fresh = TextColumn()
        for target in unsafe 0..<rows.count { fresh.append(slice(Int(rows[target]))) }
        column = fresh
    }
}
