// SPDX-License-Identifier: Apache-2.0

/// Eight bytes at once in one ordinary register: the technique that is known as SWAR.
///
/// Swift's wide SIMD types are slower than this on plain x86-64, and this needs no C.
enum ByteWords {
    /// A one in each byte.
    static let ones: UInt64 = 0x0101_0101_0101_0101
    /// The highest bit of each byte.
    static let highs: UInt64 = 0x8080_8080_8080_8080

    /// The eight bytes at `place`, the first in the lowest bits.
    @inline(__always)
    static func load(_ place: UnsafePointer<UInt8>) -> UInt64 {
        unsafe UInt64(littleEndian: UnsafeRawPointer(place).loadUnaligned(as: UInt64.self))
    }

    /// The four bytes at `place`, the first in the lowest bits.
    @inline(__always)
    static func loadHalf(_ place: UnsafePointer<UInt8>) -> UInt32 {
        unsafe UInt32(littleEndian: UnsafeRawPointer(place).loadUnaligned(as: UInt32.self))
    }

    /// Non-zero if a byte of `word` ends the plain part of a JSON text: a quote, a backslash, a
    /// control character or a byte above 0x7F.
    ///
    /// The lowest bit that is set stands for the first such byte; those above it may be wrong.
    @inline(__always)
    static func textStops(_ word: UInt64) -> UInt64 {
        let quote = word ^ (ones &* 0x22)
        let backslash = word ^ (ones &* 0x5c)
        let control = (word &- (ones &* 0x20)) & ~word
        let found = ((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash) | control
        return (found | word) & highs
    }

    /// The highest bit of each byte of `word` that is a slash, and no other bit.
    @inline(__always)
    static func slashes(_ word: UInt64) -> UInt64 { matches(word, 0x2f) }

    /// How many newlines there are between `start` and `end`.
    static func newlineCount(
        from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>
    ) -> Int {
        var count = 0
        var at = unsafe start
        while unsafe end - at >= 8 {
            unsafe count &+= matches(load(at), 0x0a).nonzeroBitCount
            unsafe at += 8
        }
        while unsafe at < end {
            if unsafe at[0] == 0x0a { count &+= 1 }
            unsafe at += 1
        }
        return count
    }

    /// The highest bit of each byte of `word` that is `byte`, and no other bit.
    @inline(__always)
    private static func matches(_ word: UInt64, _ byte: UInt64) -> UInt64 {
        let other = word ^ (ones &* byte)
        let low = (other & ~highs) &+ ~highs
        return ~(low | other) & highs
    }
}
