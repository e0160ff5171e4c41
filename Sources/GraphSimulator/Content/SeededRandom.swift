// SPDX-License-Identifier: Apache-2.0

/// A fixed series of numbers (SplitMix64): the same on every machine.
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    /// The series of `seed`.
    init(seed: UInt64) {
        state = seed
    }

    /// A seed from a text (FNV-1a).
    static func seed(of text: String) -> UInt64 {
        text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
    }

    /// The next number.
    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// The next number below `bound`.
    mutating func below(_ bound: Int) -> Int {
        Int(next() % UInt64(max(1, bound)))
    }

    /// The next fraction, from 0 to below 1.
    mutating func fraction() -> Double {
        Double(next() >> 11) / Double(1 << 53)
    }
}
