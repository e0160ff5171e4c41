// SPDX-License-Identifier: Apache-2.0

internal import Messages

/// Writes the rows of one drive as parts.
struct SnapshotWriter {
    private let listing: Listing
    /// The rows of the drive, rising.
    private let rows: Column<UInt32>
    private var pieces: [ListingSnapshot.Piece] = []

    /// A writer of the rows of `drive`.
    init(_ listing: Listing, drive: Int) {
        let rows: Column<UInt32> = Column(capacity: listing.count)
        for row in 0..<listing.count where listing.drive(row) == drive {
            rows.append(UInt32(truncatingIfNeeded: row))
        }
        self.init(listing, rows: rows)
    }

    /// A writer of `rows`, which rise, and are all of one drive.
    init(_ listing: Listing, rows: Column<UInt32>) {
        self.listing = listing
        self.rows = rows
    }

    /// All parts. O(bytes).
    mutating func parts() throws(ListingError) -> [SnapshotPart] {
        try addFolders()
        try addNames()
        try checkDates()
        let (ids, flags) = (listing.ids, listing.flags)
        let (size, created, modified) = (listing.size, listing.created, listing.modified)
        addRowTexts(.id) { row in ids[row] }
        addRowNumbers(.flags) { row in flags[row] }
        addRowNumbers(.size) { row in size[row] }
        addRowNumbers(.created) { row in created[row] }
        addRowNumbers(.modified) { row in modified[row] }
        add(.taken, listing.taken)
        add(.accessed, listing.accessed)
        add(.firstSeen, listing.firstSeen)
        add(.width, listing.width)
        add(.height, listing.height)
        add(.duration, listing.duration)
        add(.mime, listing.mime)
        add(.owner, listing.owner)
        add(.ownerAddress, listing.ownerAddress)
        add(.camera, listing.camera)
        add(.album, listing.album)
        add(.link, listing.link)
        add(.eTag, listing.eTag)
        add(.cTag, listing.cTag)
        add(.photo, listing.photo)
        for algorithm in HashAlgorithm.allCases {
            if let hashes = listing.hashes[algorithm] { add(SnapshotColumn(algorithm), hashes) }
        }
        return unsafe ListingSnapshot.sealed(pieces, rowCount: rows.count)
    }

    // MARK: Folders and names

    /// Numbers the folders that rows need from 0, parents first, and writes them.
    private mutating func addFolders() throws(ListingError) {
        let folders = listing.folders
        let unused = UInt32.max
        let numbers = Column<UInt32>(repeating: unused, count: folders.count)
        for place in unsafe 0..<rows.count { numbers[Int(listing.folder[Int(rows[place])])] = 0 }
        for folder in (0..<folders.count).reversed() where numbers[folder] == 0 {
            numbers[Int(folders.parents[folder])] = 0
        }
        let used: Column<UInt32> = Column()
        var check = FolderTable()
        for folder in 0..<folders.count where numbers[folder] != unused {
            numbers[folder] = unsafe UInt32(truncatingIfNeeded: used.count)
            used.append(UInt32(truncatingIfNeeded: folder))
            let parent = Int(numbers[Int(folders.parents[folder])])
            guard check.append(drive: 0, path: folders.path(folder), parent: parent) else {
                throw unfit(folders.path(folder).string)
            }
        }
        unsafe addNumbers(.folderParent, count: used.count) { place in
            numbers[Int(folders.parents[Int(used[place])])]
        }
        unsafe addTexts(.folderPath, count: used.count) { place in folders.path(Int(used[place])) }
        let base = unsafe listing.folder.base
        addRowNumbers(.folder) { row in unsafe numbers[Int(base[row])] }
    }

    /// Writes the names, unless the reader would not take one of them.
    private mutating func addNames() throws(ListingError) {
        let (names, folders, folder) = (listing.names, listing.folders, listing.folder)
        for place in unsafe 0..<rows.count {
            let row = Int(rows[place])
            let bytes = folders.path(Int(folder[row])).count + 1 + names[row].count
            if bytes > ListingBuilder.Bounds.pathBytes { throw unfit(listing.path(row)) }
        }
        let first = pieces.count
        addRowTexts(.name) { row in names[row] }
        for piece in pieces[first...] {
            guard SnapshotReader.areNames(piece.part.bytes, count: piece.count) else {
                // The chunk is known; which row of it is to blame is looked up once.
                let start = piece.part.chunk * ListingSnapshot.chunkLength
                let row = (start..<(start + piece.count)).map { Int(rows[$0]) }
                    .first { !ItemPath.isProper("/" + names[$0].string) }
                throw unfit(row.map { listing.path($0) } ?? "")
            }
        }
    }

    private func checkDates() throws(ListingError) {
        let (created, modified) = (listing.created, listing.modified)
        let (taken, accessed, seen) = (listing.taken, listing.accessed, listing.firstSeen)
        for place in unsafe 0..<rows.count {
            let row = Int(rows[place])
            guard ListingSnapshot.isDate(created[row]), ListingSnapshot.isDate(modified[row]),
                ListingSnapshot.isDate(taken[row]), ListingSnapshot.isDate(accessed[row]),
                ListingSnapshot.isDate(seen[row])
            else {
                let path = listing.path(row).quotable
                throw ListingError(Message("a date of '\(path)' is none that a listing can keep"))
            }
        }
    }

    private func unfit(_ path: String) -> ListingError {
        ListingError(Message("the path '\(path.quotable)' is none that a listing can keep"))
    }

    // MARK: Values of rows

    private mutating func add(_ column: SnapshotColumn, _ values: OptionalColumn<Int64>) {
        guard values.column != nil else { return }
        addRowNumbers(column, unless: values.missing) { row in values[row] }
    }

    private mutating func add(_ column: SnapshotColumn, _ values: OptionalTextColumn) {
        guard values.byteCount > 0 else { return }
        addRowTexts(column, skipsEmpty: true) { row in values.slice(row) }
    }

    private mutating func add(_ column: SnapshotColumn, _ values: InternedColumn) {
        guard values.numbers.column != nil, let texts = column.texts else { return }
        // Numbered afresh, in the order of the rows: the texts of other drives do not go along.
        let map = Column<UInt32>(repeating: 0, count: values.texts.count + 1)
        let used: Column<UInt32> = Column()
        addRowNumbers(column, unless: 0) { row -> UInt32 in
            let number = Int(values.numbers[row])
            if number == 0 { return 0 }
            if map[number] == 0 {
                used.append(UInt32(truncatingIfNeeded: number - 1))
                map[number] = unsafe UInt32(truncatingIfNeeded: used.count)
            }
            return map[number]
        }
        unsafe addTexts(texts, count: used.count) { place in values.texts.texts[Int(used[place])] }
    }

    /// States first, then the packed bytes of the chunk.
    private mutating func add(_ column: SnapshotColumn, _ hashes: HashColumn) {
        let width = hashes.algorithm.width
        let map = Column<UInt32>(repeating: .max, count: hashes.oddTexts.count)
        let used: Column<UInt32> = Column()
        for (chunk, places) in unsafe chunks(of: rows.count) {
            let states = places.map { hashes.states[Int(rows[$0])] }
            if states.allSatisfy({ $0 == HashColumn.State.missing }) { continue }
            var bytes = states
            bytes.reserveCapacity(states.count * (width + 1))
            for place in places {
                let row = Int(rows[place])
                let start = bytes.count
                let packed = unsafe UnsafeBufferPointer(
                    start: hashes.bytes.base + row * width, count: width)
                unsafe bytes.append(contentsOf: packed)
                guard hashes.states[row] == HashColumn.State.odd else { continue }
                let number = hashes.oddNumber(row)
                if map[number] == .max {
                    map[number] = unsafe UInt32(truncatingIfNeeded: used.count)
                    used.append(UInt32(truncatingIfNeeded: number))
                }
                unsafe withUnsafeBytes(of: map[number].littleEndian) { digits in
                    unsafe bytes.replaceSubrange(start..<(start + 4), with: digits)
                }
            }
            append(column, chunk, places.count, bytes)
        }
        if let texts = column.texts {
            unsafe addTexts(texts, count: used.count) { place in
                hashes.oddTexts.texts[Int(used[place])]
            }
        }
    }

    // MARK: Parts

    @inline(__always)
    private mutating func addRowNumbers<Number: FixedWidthInteger & BitwiseCopyable>(
        _ column: SnapshotColumn, unless missing: Number? = nil, _ value: (Int) -> Number
    ) {
        let rows = unsafe rows.base
        unsafe addNumbers(column, count: self.rows.count, unless: missing) {
            unsafe value(Int(rows[$0]))
        }
    }

    @inline(__always)
    private mutating func addRowTexts(
        _ column: SnapshotColumn, skipsEmpty: Bool = false, _ text: (Int) -> TextSlice
    ) {
        let rows = unsafe rows.base
        unsafe addTexts(column, count: self.rows.count, skipsEmpty: skipsEmpty) {
            unsafe text(Int(rows[$0]))
        }
    }

    /// Numbers one after another; a chunk in which all are `missing` is left out.
    @inline(__always)
    private mutating func addNumbers<Number: FixedWidthInteger & BitwiseCopyable>(
        _ column: SnapshotColumn, count: Int, unless missing: Number? = nil,
        _ value: (Int) -> Number
    ) {
        let width = MemoryLayout<Number>.size
        for (chunk, places) in chunks(of: count) {
            var hasAny = missing == nil
            let size = places.count * width
            let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, used in
                let raw = UnsafeMutableRawBufferPointer(buffer)
                var offset = 0
                for place in places {
                    let number = value(place)
                    if number != missing { hasAny = true }
                    unsafe raw.storeBytes(
                        of: number.littleEndian, toByteOffset: offset, as: Number.self)
                    offset &+= width
                }
                used = size
            }
            if hasAny { append(column, chunk, places.count, bytes) }
        }
    }

    /// Where each text of a chunk ends, then all their bytes.
    @inline(__always)
    private mutating func addTexts(
        _ column: SnapshotColumn, count: Int, skipsEmpty: Bool = false,
        _ text: (Int) -> TextSlice
    ) {
        for (chunk, places) in chunks(of: count) {
            let length = places.reduce(0) { $0 &+ text($1).count }
            if skipsEmpty, length == 0 { continue }
            let ends = places.count * 4
            let bytes = unsafe [UInt8](unsafeUninitializedCapacity: ends + length) { buffer, used in
                let raw = UnsafeMutableRawBufferPointer(buffer)
                var (offset, end) = (0, 0)
                for place in places {
                    let text = text(place)
                    if text.count > 0 {
                        let target = unsafe UnsafeMutableRawBufferPointer(
                            rebasing: raw[(ends + end)..<(ends + end + text.count)])
                        unsafe target.copyMemory(from: UnsafeRawBufferPointer(text.buffer))
                    }
                    end &+= text.count
                    let number = UInt32(truncatingIfNeeded: end).littleEndian
                    unsafe raw.storeBytes(of: number, toByteOffset: offset, as: UInt32.self)
                    offset &+= 4
                }
                used = ends + length
            }
            append(column, chunk, places.count, bytes)
        }
    }

    private mutating func append(
        _ column: SnapshotColumn, _ chunk: Int, _ count: Int, _ bytes: [UInt8]
    ) {
        let part = SnapshotPart(name: column.rawValue, chunk: chunk, bytes: bytes)
        pieces.append(ListingSnapshot.Piece(part: part, count: count))
    }

    /// The stretches of 0 ..< `count` that go into one part each, with their numbers.
    private func chunks(of count: Int) -> some Sequence<(Int, Range<Int>)> {
        let length = ListingSnapshot.chunkLength
        return stride(from: 0, to: count, by: length).lazy.map { start in
            (start / length, start..<min(start + length, count))
        }
    }
}
