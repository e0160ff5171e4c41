// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TestSupport

/// How much of the proof is tried: a seeded sample, or all of it with `CLEANRULES_TEST_FULL=1` in
/// the environment.
enum ProofScale {
    /// Whether all of it is tried.
    static let isFull = ProcessInfo.processInfo.environment["CLEANRULES_TEST_FULL"] == "1"

    /// The seed that `CLEANRULES_SEED` asks for; nil if it asks for none.
    static let wantedSeed = ProcessInfo.processInfo.environment["CLEANRULES_SEED"].flatMap {
        UInt64($0)
    }

    /// What samples are drawn with.
    static let seed = wantedSeed ?? 1

    /// How to draw the same sample again; stands in every message about a sample.
    static var note: String { isFull ? "full" : "CLEANRULES_SEED=\(seed)" }

    /// All of `cases`, or `count` of them; `name` makes different samples of like lists.
    static func sample<Case>(_ cases: [Case], _ count: Int, _ name: String) -> [Case] {
        if isFull || cases.count <= count { return cases }
        var random = SplitMix64(seed: name.utf8.reduce(seed) { ($0 &* 31) &+ UInt64($1) })
        return Array(cases.shuffled(using: &random).prefix(count))
    }
}
