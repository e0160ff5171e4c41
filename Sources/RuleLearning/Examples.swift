// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine

/// Decided items in the order of time, of which a window is learned from, parted by it.
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
    /// What is learned from and judged by: all three.
    let window: Bits
    /// When the first of these was decided, where there are earlier ones.
    let since: Timestamp?

    /// The examples `items`, which are in order.
    init(_ items: [DecidedItem], timeZone: RuleTimeZone) {
        self.init(items, items.map { ItemFacts($0, timeZone) }, from: 0)
    }

    /// The same of which only the later half is learned from: what somebody wants may have changed.
    var latterHalf: Examples { Examples(items, facts, from: count / 2) }

    private init(_ items: [DecidedItem], _ facts: [ItemFacts], from start: Int) {
        self.items = items
        self.facts = facts
        let count = items.count
        deleted = Bits(count: count) { items[$0].label == .delete }
        let learned = start + (count - start) * 2 / 3
        let grown = start + (learned - start) * 2 / 3
        growing = Bits(count: count) { $0 >= start && $0 < grown }
        pruning = Bits(count: count) { $0 >= grown && $0 < learned }
        heldOut = Bits(count: count) { $0 >= learned }
        heldOutFrom = learned < count ? items[learned].at : nil
        window = Bits(count: count) { $0 >= start }
        since = start > 0 ? items[start].at : nil
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
