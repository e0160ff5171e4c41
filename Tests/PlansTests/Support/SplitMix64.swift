// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A small seeded generator, so that a failing case can be made again.
struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
        return mixed ^ mixed >> 31
    }

    /// One of `choices`.
    mutating func pick<Element>(_ choices: [Element]) -> Element {
        choices[Int(next() % UInt64(choices.count))]
    }

    /// True once in `times`.
    mutating func once(in times: UInt64) -> Bool { next() % times == 0 }

    /// A number below `bound`.
    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
}

/// The seeds of a property test: 200 of them, or the one in CLEANRULES_SEED.
var propertySeeds: [UInt64] {
    if let text = ProcessInfo.processInfo.environment["CLEANRULES_SEED"], let seed = UInt64(text) {
        return [seed]
    }
    return Array(1...200)
}
