// SPDX-License-Identifier: Apache-2.0

/// Numbers distinct texts 0, 1, 2 … in the order in which they are first seen.
///
/// Listings come folder by folder, so the last answer is tried first. A slot of the table holds
/// a number, plus one, below the upper half of the text's hash, which also chooses the slot:
/// texts are compared only if these agree, and the table grows without looking at any.
package struct Interner: Sendable {
    /// The texts by number.
    package private(set) var texts = TextColumn()
    private var table: Column<UInt64> = Column(repeating: 0, count: 64)
    private var shift: UInt64 = 58
    private var last: UInt32 = .max
    private let hash = TextHash.ofProcess

    /// No texts.
    package init() {}

    /// How many distinct texts were seen.
    package var count: Int { texts.count }

    /// How many bytes they and their table take.
    package var byteCount: Int { texts.byteCount + table.byteCount }

    /// The number of `text`, a new one if it was not seen before. O(length) expected.
    @inline(__always)
    package mutating func number(of text: TextSlice) -> UInt32 {
        if last != .max, TextSlice.equal(texts[Int(last)], text) { return last }
        last = find(text)
        return last
    }

    /// The number of `text` if it was seen before.
    package func existingNumber(of text: TextSlice) -> UInt32? {
        let slot = slot(of: text, hash: hash(text))
        return table[slot] == 0 ? nil : UInt32(truncatingIfNeeded: table[slot]) &- 1
    }

    @inline(never)
    private mutating func find(_ text: TextSlice) -> UInt32 {
        if unsafe texts.count * 2 >= table.count { grow() }
        let hash = hash(text)
        let slot = slot(of: text, hash: hash)
        if table[slot] != 0 { return UInt32(truncatingIfNeeded: table[slot]) &- 1 }
        unsafe precondition(
            texts.bytes.count + text.count < Int(UInt32.max), "4 GiB of distinct texts at most")
        let number = UInt32(truncatingIfNeeded: texts.count)
        table[slot] = hash & Interner.tagMask | UInt64(number + 1)
        texts.append(text)
        return number
    }

    private static let tagMask: UInt64 = 0xffff_ffff_0000_0000

    /// The slot that holds `text`, or the empty one where it belongs.
    @inline(__always)
    private func slot(of text: TextSlice, hash: UInt64) -> Int {
        let mask = unsafe table.count - 1
        var slot = Int(truncatingIfNeeded: hash >> shift)
        while true {
            let entry = table[slot]
            if entry == 0 { return slot }
            if (entry ^ hash) & Interner.tagMask == 0 {
                let number = UInt32(truncatingIfNeeded: entry) &- 1
                if TextSlice.equal(texts[Int(number)], text) { return slot }
            }
            slot = (slot &+ 1) & mask
        }
    }

    private mutating func grow() {
        let fresh = unsafe Column<UInt64>(repeating: 0, count: table.count * 2)
        let mask = unsafe fresh.count - 1
        shift -= 1
        for old in unsafe 0..<table.count where table[old] != 0 {
            var slot = Int(truncatingIfNeeded: table[old] >> shift)
            while fresh[slot] != 0 { slot = (slot &+ 1) & mask }
            fresh[slot] = table[old]
        }
        table = fresh
    }
}
