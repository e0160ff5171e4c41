// SPDX-License-Identifier: Apache-2.0

internal import StateLedger

extension ReviewDeck {
    /// `cards` of `plan` in that order.
    static func ordered(
        _ cards: [[Int]], _ plan: ReviewPlan, _ order: ReviewOrder
    ) -> [[Int]] {
        func entry(_ card: [Int]) -> ReviewItem { plan.items[card[0]] }
        func path(_ card: [Int]) -> String { entry(card).item.path }
        func isBefore(_ one: [Int], _ other: [Int]) -> Bool {
            path(one).utf8.lexicographicallyPrecedes(path(other).utf8)
        }
        switch order {
        case .rule:
            var numbers: [String: Int] = [:]
            for card in cards {
                let rule = entry(card).reviewed.rule ?? ""
                if numbers[rule] == nil { numbers[rule] = numbers.count }
            }
            return cards.sorted { one, other in
                let (a, b) = (
                    numbers[entry(one).reviewed.rule ?? ""] ?? 0,
                    numbers[entry(other).reviewed.rule ?? ""] ?? 0
                )
                return a == b ? isBefore(one, other) : a < b
            }
        case .size:
            return cards.sorted { one, other in
                let (a, b) = (entry(one).item.size ?? -1, entry(other).item.size ?? -1)
                return a == b ? isBefore(one, other) : a > b
            }
        case .oldest:
            return cards.sorted { one, other in
                let (a, b) = (
                    entry(one).item.modified ?? .max, entry(other).item.modified ?? .max
                )
                return a == b ? isBefore(one, other) : a < b
            }
        case .random:
            var random = SplitMix(seed: plan.record.id.utf8.reduce(0) { $0 &* 31 &+ UInt64($1) })
            return cards.shuffled(using: &random)
        }
    }
}

/// SplitMix64: a small generator that gives the same numbers for the same seed everywhere.
struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    /// The generator of that seed.
    init(seed: UInt64) { state = seed }

    /// The next number.
    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
