// SPDX-License-Identifier: Apache-2.0

/// Hashes texts for tables that compare the texts afterwards; no cryptography.
///
/// Ids, names and hashes come from strangers, who could choose them so that all fall into one slot
/// of a table whose hash they know. So each process draws numbers of its own for it. Nothing that
/// is written, shown or compared between processes may depend on them: `stableChecksum` and `ofFleets`
/// are for that.
package struct TextHash: Sendable {
    /// What a hash begins with.
    package let start: UInt64
    /// What each eight bytes are multiplied by; odd.
    package let factor: UInt64
    /// What the last bytes are mixed with.
    package let end: UInt64

    /// The hash of this process.
    package static let ofProcess = TextHash()

    /// The same hash everywhere and for good, for what processes tell each other: whoever knows it can
    /// choose texts that fall together, and has others work a little more.
    static let ofFleets = TextHash(
        start: 0x2d35_8dcc_aa6c_78a5, factor: 0x8bb8_4b93_962e_acc9, end: 0x4b33_a62e_d433_d4a3)

    private init(start: UInt64, factor: UInt64, end: UInt64) {
        (self.start, self.factor, self.end) = (start, factor, end)
    }

    /// A hash like no other.
    package init() {
        var generator = SystemRandomNumberGenerator()
        start = generator.next()
        factor = generator.next() | 1
        end = generator.next()
    }

    /// The hash of `text`. O(bytes).
    @inline(__always)
    package func callAsFunction(_ text: TextSlice) -> UInt64 {
        var state = start ^ UInt64(truncatingIfNeeded: text.count) &* 0x9e37_79b9_7f4a_7c15
        var index = 0
        while index &+ 8 <= text.count {
            let word = unsafe UnsafeRawPointer(text.start + index).loadUnaligned(as: UInt64.self)
            state = mixed(state ^ word, factor)
            index &+= 8
        }
        var tail: UInt64 = 0
        while index < text.count {
            tail = unsafe tail << 8 | UInt64(text.start[index])
            index &+= 1
        }
        return mixed(state ^ tail ^ end, factor)
    }

    /// The hash of some numbers whose number is always the same, `key` so far and `next`.
    @inline(__always)
    func chained(_ key: UInt64, _ next: UInt64) -> UInt64 { mixed(key ^ next, factor) }
}

/// The hash of `text` in this process.
@inline(__always)
package func hashBytes(_ text: TextSlice) -> UInt64 { TextHash.ofProcess(text) }

/// Multiplies to 128 bits and folds the halves: one round of the mixers here.
@inline(__always)
package func mixed(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = left.multipliedFullWidth(by: right)
    return product.high ^ product.low
}

/// A 64-bit checksum of bytes that are stored: the same in every process and for good. It finds
/// damage, and protects from nobody. O(bytes).
package func stableChecksum(_ text: TextSlice) -> UInt64 {
    var state = UInt64(truncatingIfNeeded: text.count) &* 0x9e37_79b9_7f4a_7c15
    var index = 0
    while index &+ 8 <= text.count {
        let word = unsafe UnsafeRawPointer(text.start + index).loadUnaligned(as: UInt64.self)
        state = mixed(state ^ word, 0xd6e8_feb8_6659_fd93)
        index &+= 8
    }
    var tail: UInt64 = 0
    while index < text.count {
        tail = unsafe tail << 8 | UInt64(text.start[index])
        index &+= 1
    }
    return mixed(state ^ tail ^ 0xa076_1d64_78bd_642f, 0xe703_7ed1_a0b4_28db)
}
