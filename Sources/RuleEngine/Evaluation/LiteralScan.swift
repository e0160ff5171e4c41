// SPDX-License-Identifier: Apache-2.0

/// Looks for literals in all names of a batch at once, eight bytes at a time.
enum LiteralScan {
    /// Calls `found` with each row whose folded name holds one of `literals`, once or more often.
    ///
    /// The first two bytes of a literal are sought in every position of a word by the zero-byte
    /// trick; what it lets through is compared in full. O(bytes × literals / 8) and a little.
    static func rows(
        holding literals: [[UInt8]], in names: BatchNames, count: Int, found: (Int) -> Void
    ) {
        let offsets = unsafe names.offsets.base
        let start = unsafe Int(offsets[0])
        let end = unsafe Int(offsets[count])
        for pair in stride(from: 0, to: literals.count, by: 2) {
            let first = literals[pair]
            let second = pair + 1 < literals.count ? literals[pair + 1] : first
            scan(names, start, end, first, second, count, found)
        }
    }

    /// What that takes of a plan's effort.
    static func steps(of literals: [[UInt8]], in names: BatchNames, count: Int) -> Int {
        unsafe (literals.count + 1) / 2 * Int(names.offsets.base[count] - names.offsets.base[0])
            / 128
    }

    @inline(__always)
    private static func scan(
        _ names: BatchNames, _ start: Int, _ end: Int, _ first: [UInt8], _ second: [UInt8],
        _ count: Int, _ found: (Int) -> Void
    ) {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let highs: UInt64 = 0x8080_8080_8080_8080
        let (a0, a1) = (UInt64(first[0]) &* ones, UInt64(first[1]) &* ones)
        let (b0, b1) = (UInt64(second[0]) &* ones, UInt64(second[1]) &* ones)
        let base = unsafe UnsafeRawPointer(names.base)
        let offsets = unsafe names.offsets.base
        var row = 0
        var index = start
        while index < end {
            let word = unsafe base.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            let next = unsafe base.loadUnaligned(fromByteOffset: index &+ 1, as: UInt64.self)
            let x = (word ^ a0) | (next ^ a1)
            let y = (word ^ b0) | (next ^ b1)
            var hits = (((x &- ones) & ~x) | ((y &- ones) & ~y)) & highs
            while hits != 0 {
                let at = index &+ hits.trailingZeroBitCount >> 3
                hits &= hits &- 1
                if at >= end { break }
                while unsafe Int(offsets[row &+ 1]) <= at { row &+= 1 }
                let room = unsafe Int(offsets[row &+ 1]) &- at
                if unsafe holds(names.base + at, room, first)
                    || holds(names.base + at, room, second)
                {
                    found(row)
                }
            }
            index &+= 8
        }
    }

    @inline(__always)
    private static func holds(
        _ text: UnsafePointer<UInt8>, _ room: Int, _ literal: [UInt8]
    ) -> Bool {
        unsafe room >= literal.count
            && isEqual(literal, TextSlice(start: text, count: literal.count))
    }
}
