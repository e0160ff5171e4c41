// SPDX-License-Identifier: Apache-2.0

/// Finds the rows that are no items: those that a later row of the same drive and id replaces,
/// and those that lie in the program's own folder.
///
/// A later row replaces an earlier one first, so an item that was moved into the own folder is
/// gone altogether.
enum ListingDeduplication {
    /// The rows that remain, rising; nil when all do. O(n) expected.
    ///
    /// `marks` is what `markRepeats` filled, or empty.
    static func survivors(
        of listing: Listing, marks: Column<Bool>, dropsOwn: Bool
    ) -> Column<UInt32>? {
        if dropsOwn {
            if unsafe marks.count == 0 { marks.append(repeating: false, count: listing.count) }
            for row in 0..<listing.count where listing.isOwn(row) { marks[row] = true }
        }
        if unsafe marks.count == 0 { return nil }
        let rows: Column<UInt32> = Column(capacity: listing.count)
        for row in 0..<listing.count where !marks[row] { rows.append(UInt32(row)) }
        return rows
    }

    /// Marks the rows that a later one replaces; `marks` stays empty when there is none.
    ///
    /// A slot of the table holds a row, plus one, below the upper half of its hash: texts, which
    /// are scattered over memory, are then compared for true repeats only.
    static func markRepeats(in listing: Listing, _ marks: Column<Bool>) {
        var slots = 64
        while slots < listing.count &+ listing.count / 2 { slots *= 2 }
        let table = Column<UInt64>(repeating: 0, count: slots)
        let mask = slots - 1
        let hash = TextHash.ofProcess
        let hasOneDrive = listing.drives.count < 2
        let scratch: Column<UInt8> = Column(capacity: 256)
        let other: Column<UInt8> = Column(capacity: 256)
        for row in 0..<listing.count {
            let id = text(of: row, in: listing, scratch: scratch)
            let drive = hasOneDrive ? 0 : listing.drive(row)
            let mix = hash(id) ^ UInt64(drive) &* 0x9e37_79b9_7f4a_7c15
            let tag = mix & 0xffff_ffff_0000_0000
            var slot = Int(truncatingIfNeeded: mix) & mask
            while table[slot] != 0 {
                if table[slot] & 0xffff_ffff_0000_0000 == tag {
                    let earlier = Int(table[slot] & 0xffff_ffff) &- 1
                    let isRepeat =
                        (hasOneDrive || listing.drive(earlier) == drive)
                        && TextSlice.equal(text(of: earlier, in: listing, scratch: other), id)
                    if isRepeat {
                        if unsafe marks.count == 0 {
                            marks.append(repeating: false, count: listing.count)
                        }
                        marks[earlier] = true
                        break
                    }
                }
                slot = (slot &+ 1) & mask
            }
            table[slot] = tag | UInt64(row &+ 1)
        }
    }

    @inline(__always)
    private static func text(
        of row: Int, in listing: Listing, scratch: Column<UInt8>
    ) -> TextSlice {
        let id = listing.ids[row]
        return id.isEmpty ? path(of: row, in: listing, scratch: scratch) : id
    }

    @inline(never)
    private static func path(
        of row: Int, in listing: Listing, scratch: Column<UInt8>
    ) -> TextSlice {
        scratch.truncate(to: 0)
        listing.appendPath(row, to: scratch)
        return unsafe TextSlice(start: UnsafePointer(scratch.base), count: scratch.count)
    }
}
