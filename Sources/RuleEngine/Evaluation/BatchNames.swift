// SPDX-License-Identifier: Apache-2.0

/// The folded names of one batch, one after the other in memory that stays in the cache.
struct BatchNames {
    private let bytes: Column<UInt8> = Column(capacity: 1 << 17)
    /// Where each name begins; one more for the end of the last.
    let offsets: Column<UInt32> = Column(repeating: 0, count: Batch.rowsMax + 1)

    /// The first byte of the first name; eight bytes before it may be read.
    var base: UnsafePointer<UInt8> { unsafe UnsafePointer(bytes.base) }

    /// The folded name of `row` of the batch.
    @inline(__always)
    subscript(row: Int) -> TextSlice {
        let start = unsafe Int(offsets.base[row])
        return unsafe TextSlice(start: base + start, count: Int(offsets.base[row &+ 1]) &- start)
    }

    /// Folds the names of `count` rows from `first`. O(bytes).
    mutating func load(_ listing: Listing, first: Int, count: Int) {
        let places = unsafe listing.names.offsets.base + first
        let start = unsafe Int(places[0])
        let length = unsafe Int(places[count]) - start
        bytes.truncate(to: 0)
        bytes.reserve(length + 64)
        bytes.append(repeating: 0, count: 8)
        var place = listing.folded.firstPlace(atOrAfter: first)
        var row = 0
        while true {
            // A stretch of ASCII names is folded in one go, eight bytes at a time.
            let hasUnusual =
                unsafe place < listing.folded.rows.count
                && Int(listing.folded.rows[place]) < first + count
            let end = hasUnusual ? Int(listing.folded.rows[place]) - first : count
            unsafe fold(listing.names.bytes.base, places, rows: row..<end)
            guard hasUnusual else { break }
            unsafe offsets.base[end] = unsafe UInt32(truncatingIfNeeded: bytes.count)
            bytes.append(listing.folded.texts[place])
            place += 1
            row = end + 1
        }
        unsafe offsets.base[count] = unsafe UInt32(truncatingIfNeeded: bytes.count)
        bytes.reserve(64)
    }

    @inline(__always)
    private func fold(
        _ source: UnsafeMutablePointer<UInt8>, _ places: UnsafeMutablePointer<UInt32>,
        rows: Range<Int>
    ) {
        if rows.isEmpty { return }
        let start = unsafe Int(places[rows.lowerBound])
        let length = unsafe Int(places[rows.upperBound]) - start
        let target = unsafe bytes.count
        let shift = UInt32(truncatingIfNeeded: target &- start)
        for row in rows { unsafe offsets.base[row] = unsafe places[row] &+ shift }
        unsafe bytes.append(UnsafePointer(source + start), count: length)
        var index = 0
        let raw = unsafe UnsafeMutableRawPointer(bytes.base + target)
        // Whole words: past the end lies padding, which the next append overwrites.
        while index < length {
            let word = unsafe raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            unsafe raw.storeBytes(of: lowercaseASCII(word), toByteOffset: index, as: UInt64.self)
            index &+= 8
        }
    }
}

extension Column where Element == UInt8 {
    /// Adds the bytes of `text`.
    @inline(__always)
    package func append(_ text: TextSlice) { unsafe append(text.start, count: text.count) }
}
