// SPDX-License-Identifier: Apache-2.0

/// The folded forms of those names that are not plain ASCII; ASCII names fold on the fly.
package struct FoldedNames: Sendable {
    /// The rows with such names, rising.
    package let rows: Column<UInt32> = Column()
    /// Their names in Form C, folded.
    package let texts = TextColumn()

    /// No names.
    package init() {}

    /// Folds those of `names` that need it. O(bytes).
    package init(names: TextColumn) {
        fill(names: names)
    }

    /// Folds those of `names` that need it, where there were none before.
    func fill(names: TextColumn) {
        let scratch: Column<UInt8> = Column(capacity: 1024)
        for row in 0..<names.count where !isASCII(names[row]) {
            scratch.truncate(to: 0)
            appendFolded(names[row], to: scratch)
            rows.append(UInt32(truncatingIfNeeded: row))
            unsafe texts.append(TextSlice(start: UnsafePointer(scratch.base), count: scratch.count))
        }
    }

    /// The first place in `rows` that is not below `row`. O(log n).
    package func firstPlace(atOrAfter row: Int) -> Int {
        var low = 0
        var high = unsafe rows.count
        while low < high {
            let middle = (low + high) / 2
            if Int(rows[middle]) < row { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// Whether no byte of `text` is above 0x7F.
@inline(__always)
package func isASCII(_ text: TextSlice) -> Bool {
    var index = 0
    var seen: UInt64 = 0
    while index &+ 8 <= text.count {
        unsafe seen |= UnsafeRawPointer(text.start + index).loadUnaligned(as: UInt64.self)
        index &+= 8
    }
    while index < text.count {
        unsafe seen |= UInt64(text.start[index])
        index &+= 1
    }
    return seen & 0x8080_8080_8080_8080 == 0
}

/// ASCII capitals of eight bytes made small, all other bytes left as they are.
@inline(__always)
package func lowercaseASCII(_ word: UInt64) -> UInt64 {
    let low = word & 0x7f7f_7f7f_7f7f_7f7f
    let atLeastA = low &+ 0x3f3f_3f3f_3f3f_3f3f
    let aboveZ = low &+ 0x2525_2525_2525_2525
    return word | (atLeastA & ~aboveZ & ~word & 0x8080_8080_8080_8080) >> 2
}
