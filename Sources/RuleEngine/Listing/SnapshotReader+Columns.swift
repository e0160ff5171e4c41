// SPDX-License-Identifier: Apache-2.0

extension SnapshotReader {
    /// The listing, as the only drive of a builder.
    func builder(drive name: String, kind: DriveKind) throws(ListingError) -> ListingBuilder {
        var builder = ListingBuilder(idsAreUnique: true)
        let drive = try builder.drive(named: name, kind: kind)
        guard let folders = folders(drive: drive), addColumns(to: &builder),
            areInBounds(builder.listing, folders)
        else { throw .damagedSnapshot }
        builder.listing.folders = folders
        builder.folderAllowance += folders.textByteCount
        builder.listing.count = rowCount
        // A finished listing has no such rows; if there are some, they go in the end.
        builder.mayHaveOwnRows = (0..<rowCount).contains { builder.listing.isOwn($0) }
        return builder
    }

    private func folders(drive: UInt16) -> FolderTable? {
        let paths = TextColumn()
        let parents: Column<UInt32> = Column()
        guard texts(of: .folderPath, into: paths),
            numbers(of: .folderParent, into: parents, missing: 0),
            unsafe paths.count == parents.count
        else { return nil }
        var folders = FolderTable()
        for folder in 0..<paths.count {
            let parent = Int(parents[folder])
            guard folders.append(drive: drive, path: paths[folder], parent: parent) else {
                return nil
            }
        }
        return folders
    }

    /// Fills all columns, side by side; false if one of them is not well-formed in itself.
    private func addColumns(to builder: inout ListingBuilder) -> Bool {
        var filling = Filling(reader: self)
        var listing = builder.listing
        filling.add(.name, listing.names)
        filling.add(.id, listing.ids)
        filling.add(.folder, listing.folder)
        filling.add(.flags, listing.flags)
        filling.add(.size, listing.size)
        filling.addDates(.created, listing.created)
        filling.addDates(.modified, listing.modified)
        listing.taken = filling.dates(.taken)
        listing.accessed = filling.dates(.accessed)
        listing.firstSeen = filling.dates(.firstSeen)
        listing.width = filling.pixels(.width)
        listing.height = filling.pixels(.height)
        listing.duration = filling.pixels(.duration)
        listing.eTag = filling.texts(.eTag)
        listing.cTag = filling.texts(.cTag)
        listing.photo = filling.texts(.photo)
        filling.add(.quickXor, builder.quickXor)
        filling.add(.sha1, builder.sha1)
        filling.add(.sha256, builder.sha256)
        guard let mime = filling.interned(.mime), let owner = filling.interned(.owner),
            let ownerAddress = filling.interned(.ownerAddress),
            let camera = filling.interned(.camera), let album = filling.interned(.album),
            let link = filling.interned(.link),
            SnapshotReader.holds(filling.jobs)
        else { return false }
        listing.mime = mime
        listing.owner = owner
        listing.ownerAddress = ownerAddress
        listing.camera = camera
        listing.album = album
        listing.link = link
        builder.listing = listing
        return adoptTexts(.quickXor, &builder.quickXor) && adoptTexts(.sha1, &builder.sha1)
            && adoptTexts(.sha256, &builder.sha256)
    }

    private func adoptTexts(_ column: SnapshotColumn, _ hashes: inout HashColumn) -> Bool {
        guard let texts = pool(of: column) else { return false }
        return hashes.adopt(oddTexts: texts)
    }

    /// Whether what one column says fits what others say, for every row.
    private func areInBounds(_ listing: Listing, _ folders: FolderTable) -> Bool {
        let lengths: Column<UInt32> = Column(capacity: folders.count)
        for folder in 0..<folders.count {
            lengths.append(UInt32(truncatingIfNeeded: folders.path(folder).count))
        }
        for row in 0..<rowCount {
            let folder = Int(listing.folder[row])
            guard unsafe folder < lengths.count,
                Int(lengths[folder]) + 1 + listing.names[row].count
                    <= ListingBuilder.Bounds.pathBytes,
                listing.flags[row] & 0xc0 == 0,
                listing.size[row] >= Missing.number
            else { return false }
        }
        return true
    }

    // MARK: One column

    /// The jobs that fill columns, which do not have their values before all jobs are done.
    private struct Filling {
        let reader: SnapshotReader
        private(set) var jobs: [@Sendable () -> Bool] = []

        init(reader: SnapshotReader) { self.reader = reader }

        mutating func add<Number: FixedWidthInteger & BitwiseCopyable & Sendable>(
            _ column: SnapshotColumn, _ target: Column<Number>, missing: Number = 0
        ) {
            jobs.append { [reader] in reader.numbers(of: column, into: target, missing: missing) }
        }

        mutating func add(_ column: SnapshotColumn, _ target: TextColumn) {
            jobs.append { [reader] in reader.texts(of: column, into: target) }
        }

        mutating func add(_ column: SnapshotColumn, _ target: HashColumn) {
            guard reader.has(column) else { return }
            jobs.append { [reader] in
                var target = target
                return reader.hashes(of: column, into: &target)
            }
        }

        mutating func addDates(_ column: SnapshotColumn, _ target: Column<Int64>) {
            jobs.append { [reader] in
                unsafe reader.numbers(of: column, into: target, missing: Missing.date)
                    && (0..<target.count).allSatisfy { ListingSnapshot.isDate(target[$0]) }
            }
        }

        mutating func dates(_ column: SnapshotColumn) -> OptionalColumn<Int64> {
            guard reader.has(column) else { return OptionalColumn(missing: Missing.date) }
            let target: Column<Int64> = Column()
            addDates(column, target)
            return OptionalColumn(missing: Missing.date, column: target)
        }

        mutating func pixels(_ column: SnapshotColumn) -> OptionalColumn<Int64> {
            guard reader.has(column) else { return OptionalColumn(missing: Missing.number) }
            let target: Column<Int64> = Column()
            jobs.append { [reader] in
                unsafe reader.numbers(of: column, into: target, missing: Missing.number)
                    && (0..<target.count).allSatisfy { target[$0] >= Missing.number }
            }
            return OptionalColumn(missing: Missing.number, column: target)
        }

        mutating func texts(_ column: SnapshotColumn) -> OptionalTextColumn {
            guard reader.has(column) else { return OptionalTextColumn() }
            let target = TextColumn()
            add(column, target)
            return OptionalTextColumn(target)
        }

        /// Nil if the texts are not well-formed.
        mutating func interned(_ column: SnapshotColumn) -> InternedColumn? {
            guard let texts = reader.pool(of: column) else { return nil }
            guard reader.has(column) else { return InternedColumn(texts: texts, numbers: nil) }
            let target: Column<UInt32> = Column()
            let count = texts.count
            jobs.append { [reader] in
                unsafe reader.numbers(of: column, into: target, missing: 0)
                    && (0..<target.count).allSatisfy { target[$0] <= count }
            }
            return InternedColumn(texts: texts, numbers: target)
        }
    }

    /// Appends the numbers of `column`, with `missing` for chunks that are not there.
    private func numbers<Number: FixedWidthInteger & BitwiseCopyable>(
        of column: SnapshotColumn, into target: Column<Number>, missing: Number
    ) -> Bool {
        let chunks = chunks(of: column)
        target.reserve(end(of: chunks))
        for chunk in chunks {
            let (count, bytes) = (chunk.count, chunk.bytes)
            guard chunk.isIntact, bytes.count == count * MemoryLayout<Number>.size else {
                return false
            }
            unsafe pad(chunk, target.count) { target.append(repeating: missing, count: $0) }
            let fresh = unsafe target.extend(by: count)
            unsafe bytes.withUnsafeBytes { source in
                unsafe UnsafeMutableRawBufferPointer(start: fresh, count: source.count)
                    .copyMemory(from: source)
            }
            if Number(1).littleEndian != 1 {
                for index in 0..<count {
                    unsafe fresh[index] = unsafe Number(littleEndian: fresh[index])
                }
            }
        }
        return true
    }

    /// Appends the texts of `column`, with empty ones for chunks that are not there.
    private func texts(of column: SnapshotColumn, into target: TextColumn) -> Bool {
        let chunks = chunks(of: column)
        target.offsets.reserve(end(of: chunks))
        target.bytes.reserve(chunks.reduce(0) { $0 + $1.bytes.count - $1.count * 4 })
        for chunk in chunks {
            let (count, bytes) = (chunk.count, chunk.bytes)
            pad(chunk, target.count) { target.pad(to: target.count + $0) }
            guard chunk.isIntact,
                column != .name || SnapshotReader.areNames(bytes, count: count),
                SnapshotReader.append(bytes, count: count, to: target)
            else { return false }
        }
        return true
    }

    /// Appends states and bytes; whether they fit together is another question.
    private func hashes(of column: SnapshotColumn, into target: inout HashColumn) -> Bool {
        let chunks = chunks(of: column)
        let width = target.algorithm.width
        target.states.reserve(end(of: chunks))
        target.bytes.reserve(end(of: chunks) * width)
        for chunk in chunks {
            let (count, bytes) = (chunk.count, chunk.bytes)
            guard chunk.isIntact, bytes.count == count * (1 + width) else { return false }
            unsafe pad(chunk, target.states.count) {
                unsafe target.pad(to: target.states.count + $0)
            }
            let states = unsafe target.states.extend(by: count)
            let packed = unsafe target.bytes.extend(by: count * width)
            unsafe bytes.withUnsafeBufferPointer { source in
                guard let start = source.baseAddress else { return }
                unsafe states.update(from: start, count: count)
                unsafe packed.update(from: start + count, count: count * width)
            }
        }
        return true
    }

    /// The distinct texts that `column` numbers; nil if they are not distinct, or not texts.
    private func pool(of column: SnapshotColumn) -> Interner? {
        var pool = Interner()
        guard let source = column.texts, has(source) else { return pool }
        let texts = TextColumn()
        guard self.texts(of: source, into: texts) else { return nil }
        for number in 0..<texts.count {
            guard !texts[number].isEmpty, pool.number(of: texts[number]) == number else {
                return nil
            }
        }
        return pool
    }

    /// How many rows there are up to the last of `chunks`.
    private func end(of chunks: [Chunk]) -> Int {
        chunks.last.map { $0.number * ListingSnapshot.chunkLength + $0.count } ?? 0
    }

    /// Has as many rows added to `count` as stand before `chunk`.
    private func pad(_ chunk: Chunk, _ count: Int, _ add: (Int) -> Void) {
        let missing = chunk.number * ListingSnapshot.chunkLength - count
        if missing > 0 { add(missing) }
    }
}
