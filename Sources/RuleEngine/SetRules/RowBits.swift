// SPDX-License-Identifier: Apache-2.0

/// One bit for each row.
struct RowBits: Sendable {
    private let words: Column<UInt64>

    /// All bits 0.
    init(count: Int) {
        words = Column(repeating: 0, count: count / 64 + 1)
    }

    /// The bit of `row`.
    @inline(__always)
    subscript(row: Int) -> Bool {
        unsafe words.base[row >> 6] >> UInt64(row & 63) & 1 != 0
    }

    /// Sets the bit of `row`; for one thread at a time.
    @inline(__always)
    func insert(_ row: Int) {
        unsafe words.base[row >> 6] |= 1 << UInt64(row & 63)
    }

    /// Clears the bit of `row`; for one thread at a time.
    func remove(_ row: Int) {
        unsafe words.base[row >> 6] &= ~(1 << UInt64(row & 63))
    }

    /// Sets the bits of rows whose mask is at least `least`. `first` is a multiple of 64, so that
    /// batches of different threads touch different words.
    func insert(_ mask: Mask, first: Int, count: Int, atLeast least: UInt8) {
        for row in 0..<count where unsafe mask[row] >= least { insert(first &+ row) }
    }
}
