// SPDX-License-Identifier: Apache-2.0

/// Finds the rows of a drive in an earlier listing of it, by id.
///
/// Drives list their items in much the same order each time, so the rows after the last one that
/// was found are tried first. When that fails for the first time, a table of all rows is made, and
/// the rest is looked for on two threads.
struct FirstSeenMatching {
    /// Stands for the match of a row whose id is new.
    static let none = UInt32.max - 1
    /// Stands for the match of a row of another drive.
    static let foreign = UInt32.max

    private let fresh: Listing
    private let drive: Int
    private let old: Listing
    private let oldDrive: Int

    /// A search for the rows of `drive` among those of `oldDrive`.
    init(_ fresh: Listing, drive: Int, _ old: Listing, oldDrive: Int) {
        self.fresh = fresh
        self.drive = drive
        self.old = old
        self.oldDrive = oldDrive
    }

    /// For each row the one that it was, `none` or `foreign`. O(bytes of ids) expected.
    func matches() -> Column<UInt32> {
        let matches = Column<UInt32>(repeating: FirstSeenMatching.none, count: fresh.count)
        var search = Search(self, table: nil)
        let done = search.fill(matches, 0..<fresh.count)
        if done == fresh.count || old.count == 0 { return matches }
        let table = makeTable()
        let rest = fresh.count - done
        let parts = rest > 1 << 16 ? 2 : 1
        Parallel.run(parts: parts) { part in
            let range = Parallel.range(part: part, of: parts, count: rest)
            var search = Search(self, table: table)
            _ = search.fill(matches, (done + range.lowerBound)..<(done + range.upperBound))
        }
        return matches
    }

    /// How many rows of the old drive are the match of no row.
    func unmatchedCount(_ matches: Column<UInt32>) -> Int64 {
        let isMatched = Column<Bool>(repeating: false, count: old.count)
        for row in unsafe 0..<matches.count where matches[row] < FirstSeenMatching.none {
            isMatched[Int(matches[row])] = true
        }
        var count: Int64 = 0
        for row in 0..<old.count where !isMatched[row] && isOld(row) { count += 1 }
        return count
    }

    @inline(__always)
    private func isFresh(_ row: Int) -> Bool {
        fresh.drives.count == 1 || fresh.drive(row) == drive
    }

    @inline(__always)
    private func isOld(_ row: Int) -> Bool { old.drives.count == 1 || old.drive(row) == oldDrive }

    private static let tagMask: UInt64 = 0xffff_ffff_0000_0000

    /// A slot holds an old row, plus one, below the upper half of the hash of its id; ids are
    /// compared only if these agree.
    private func makeTable() -> Column<UInt64> {
        var slots = 64
        while slots < old.count + old.count / 2 { slots *= 2 }
        let hashes = Column<UInt64>(repeating: 0, count: old.count)
        let parts = old.count > 1 << 16 ? 2 : 1
        Parallel.run(parts: parts) { part in
            let scratch: Column<UInt8> = Column(capacity: 256)
            for row in Parallel.range(part: part, of: parts, count: old.count) {
                hashes[row] = hashBytes(FirstSeenMatching.key(of: row, in: old, scratch))
            }
        }
        let table = Column<UInt64>(repeating: 0, count: slots)
        for row in 0..<old.count where isOld(row) {
            var slot = Int(truncatingIfNeeded: hashes[row]) & (slots - 1)
            while table[slot] != 0 { slot = (slot &+ 1) & (slots - 1) }
            table[slot] = hashes[row] & FirstSeenMatching.tagMask | UInt64(row + 1)
        }
        return table
    }

    /// What a row is known by; a path is put together in `scratch`.
    @inline(__always)
    private static func key(
        of row: Int, in listing: Listing, _ scratch: Column<UInt8>
    ) -> TextSlice {
        let id = listing.ids[row]
        return id.isEmpty ? path(of: row, in: listing, scratch) : id
    }

    @inline(never)
    private static func path(
        of row: Int, in listing: Listing, _ scratch: Column<UInt8>
    ) -> TextSlice {
        scratch.truncate(to: 0)
        listing.appendPath(row, to: scratch)
        return unsafe TextSlice(start: UnsafePointer(scratch.base), count: scratch.count)
    }

    // MARK: One thread's share

    /// Goes through rows one after another.
    private struct Search {
        private let whole: FirstSeenMatching
        private let fresh: Listing
        private let old: Listing
        private let table: Column<UInt64>?
        /// The old row after the last one that was found.
        private var next = 0
        /// How many rows from there are tried: more than one only while that is worth it.
        private var reach = 4
        private let freshKey: Column<UInt8> = Column(capacity: 256)
        private let oldKey: Column<UInt8> = Column(capacity: 256)
        /// A folder, and one of the old listing that has the same path.
        private var sameFolders: (UInt32, UInt32) = (.max, .max)

        init(_ whole: FirstSeenMatching, table: Column<UInt64>?) {
            self.whole = whole
            self.table = table
            fresh = whole.fresh
            old = whole.old
        }

        /// Fills in the matches of `rows`, without a table only up to the first row that needs
        /// one; where it stopped.
        mutating func fill(_ matches: Column<UInt32>, _ rows: Range<Int>) -> Int {
            for row in rows {
                if !whole.isFresh(row) {
                    matches[row] = FirstSeenMatching.foreign
                } else if let found = neighbour(of: row) {
                    matches[row] = UInt32(truncatingIfNeeded: found)
                    next = found + 1
                    reach = 4
                } else {
                    guard let table else { return row }
                    guard let found = search(row, table) else { continue }
                    matches[row] = UInt32(truncatingIfNeeded: found)
                    next = found + 1
                    reach = 1
                }
            }
            return rows.upperBound
        }

        @inline(__always)
        private mutating func neighbour(of row: Int) -> Int? {
            let end = min(next + reach, old.count)
            var candidate = next
            while candidate < end {
                if isSame(row, candidate), whole.isOld(candidate) { return candidate }
                candidate += 1
            }
            return nil
        }

        @inline(never)
        private mutating func search(_ row: Int, _ table: Column<UInt64>) -> Int? {
            let hash = hashBytes(FirstSeenMatching.key(of: row, in: fresh, freshKey))
            let mask = unsafe table.count - 1
            var slot = Int(truncatingIfNeeded: hash) & mask
            while table[slot] != 0 {
                if (table[slot] ^ hash) & FirstSeenMatching.tagMask == 0 {
                    let candidate = Int(table[slot] & ~FirstSeenMatching.tagMask) - 1
                    if isSame(row, candidate) { return candidate }
                }
                slot = (slot &+ 1) & mask
            }
            return nil
        }

        /// Whether the row and one of the old listing have the same id.
        @inline(__always)
        private mutating func isSame(_ row: Int, _ candidate: Int) -> Bool {
            let (id, oldID) = (fresh.ids[row], old.ids[candidate])
            if !id.isEmpty && !oldID.isEmpty { return TextSlice.equal(id, oldID) }
            if id.isEmpty && oldID.isEmpty { return hasSamePath(row, candidate) }
            return TextSlice.equal(
                FirstSeenMatching.key(of: row, in: fresh, freshKey),
                FirstSeenMatching.key(of: candidate, in: old, oldKey))
        }

        /// Compares paths without putting them together: names first, and folders once.
        @inline(__always)
        private mutating func hasSamePath(_ row: Int, _ candidate: Int) -> Bool {
            guard TextSlice.equal(fresh.names[row], old.names[candidate]) else { return false }
            let folders = (fresh.folder[row], old.folder[candidate])
            if folders == sameFolders { return true }
            let path = fresh.folders.path(Int(folders.0))
            guard TextSlice.equal(path, old.folders.path(Int(folders.1))) else { return false }
            sameFolders = folders
            return true
        }
    }
}
