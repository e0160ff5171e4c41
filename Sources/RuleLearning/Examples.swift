// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine

/// Decided items in the order of time, parted by it.
struct Examples: Sendable {
    /// The items.
    let items: [DecidedItem]
    /// What literals ask of each.
    let facts: [ItemFacts]
    /// Those that go.
    let deleted: Bits
    /// What rules are grown on: the first four ninths.
    let growing: Bits
    /// What they are pruned on: the next two ninths.
    let pruning: Bits
    /// What had no part in them and says how often they are right: the last third.
    let heldOut: Bits
    /// When the first of those held out was decided.
    let heldOutFrom: Timestamp?

    /// The examples `items`, which are in order.
    init(_ items: [DecidedItem], timeZone: RuleTimeZone) {
        self.items = items
        facts = items.map { ItemFacts($0, timeZone) }
        let count = items.count
        deleted = Bits(count: count) { items[$0].label == .delete }
        let learned = count * 2 / 3
        let grown = learned * 2 / 3
        growing = Bits(count: count) { $0 < grown }
        pruning = Bits(count: count) { $0 >= grown && $0 < learned }
        heldOut = Bits(count: count) { $0 >= learned }
        heldOutFrom = learned < count ? items[learned].at : nil
    }

    /// How many examples.
    var count: Int { items.count }
    /// What is learned from.
    var learned: Bits { growing.or(pruning) }
    /// Those that stay.
    var kept: Bits { all.without(deleted) }
    /// All of them.
    var all: Bits { Bits(count: count) { _ in true } }

    /// Those that meet `condition`.
    func these(_ condition: (DecidedItem) -> Bool) -> Bits {
        Bits(count: count) { condition(items[$0]) }
    }

    /// How often those of `bits` in `part` are among `wanted`.
    func agreement(_ bits: Bits, with wanted: Bits, in part: Bits) -> Agreement {
        let found = bits.and(part)
        let right = found.and(wanted).count
        return Agreement(right: right, wrong: found.count - right)
    }
}
