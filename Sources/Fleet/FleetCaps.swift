// SPDX-License-Identifier: Apache-2.0

internal import Threads

/// A number of items and their bytes.
package struct FleetAmount: Sendable, Hashable {
    /// The items.
    package var items: Int64
    /// Their bytes.
    package var bytes: Int64

    /// So many items of so many bytes in all.
    package init(items: Int64 = 0, bytes: Int64 = 0) {
        self.items = items
        self.bytes = bytes
    }

    /// All that there is.
    package static let unbounded = FleetAmount(items: .max, bytes: .max)

    /// The smaller of both, each for itself.
    package func bounded(by other: FleetAmount) -> FleetAmount {
        FleetAmount(items: min(items, other.items), bytes: min(bytes, other.bytes))
    }

    /// The sum, which stops at the largest number.
    package static func + (left: FleetAmount, right: FleetAmount) -> FleetAmount {
        func sum(_ one: Int64, _ other: Int64) -> Int64 {
            let (sum, isTooMuch) = one.addingReportingOverflow(other)
            return isTooMuch ? .max : sum
        }
        return FleetAmount(
            items: sum(left.items, right.items), bytes: sum(left.bytes, right.bytes))
    }

    /// Takes up `other` as well.
    package mutating func add(_ other: FleetAmount) { self = self + other }

    /// What is left of this after `other`; never below nothing.
    package func less(_ other: FleetAmount) -> FleetAmount {
        FleetAmount(
            items: items == .max ? .max : max(0, items - other.items),
            bytes: bytes == .max ? .max : max(0, bytes - other.bytes))
    }
}

/// What of a day's caps is left, for all rounds that are under way. A round reserves what it may
/// delete before it begins, and gives back what it did not: whatever the order, no more than the
/// caps is reserved at any time.
package final class FleetBudget: Sendable {
    private let state: Lock<(left: FleetAmount, drives: Int64)>

    /// A budget of which `left` is left, and of so many drives.
    package init(left: FleetAmount, drives: Int64) { state = Lock((left, drives)) }

    /// Takes as much of `wanted` as there is; nothing of either where there is no item left.
    package func reserve(_ wanted: FleetAmount) -> FleetAmount {
        state.withLock { state in
            guard state.drives > 0 else { return FleetAmount() }
            let granted = wanted.bounded(by: state.left)
            if granted.items <= 0 { return FleetAmount() }
            state.left = state.left.less(granted)
            if state.drives != .max { state.drives -= 1 }
            return granted
        }
    }

    /// Takes back of `granted` what was not `used`.
    package func giveBack(_ granted: FleetAmount, used: FleetAmount) {
        let unused = granted.less(used)
        state.withLock { state in
            state.left = state.left + unused
            if used.items == 0, granted.items > 0, state.drives != .max { state.drives += 1 }
        }
    }

    /// What is left now.
    package var left: FleetAmount { state.withLock { $0.left } }
}

/// How a cap is divided: everybody has the same, but nobody more than is wanted; what does not come
/// out even goes to the first. Depends on nothing but the wishes and their order.
package enum FleetShares {
    /// The shares of `cap` for `wishes`, in their order; their sum is at most `cap`.
    package static func divide(_ cap: Int64, among wishes: [Int64]) -> [Int64] {
        var shares = wishes.map { _ in Int64(0) }
        var left = max(0, cap)
        // The smallest wishes first: what they leave is for the others. Equal ones by their place.
        var open = wishes.indices.filter { wishes[$0] > 0 }
            .sorted { (wishes[$0], $0) < (wishes[$1], $1) }[...]
        while let first = open.first, left > 0 {
            let even = left / Int64(open.count)
            guard wishes[first] <= even else { break }
            shares[first] = wishes[first]
            left -= wishes[first]
            open.removeFirst()
        }
        if open.isEmpty { return shares }
        let (even, over) = left.quotientAndRemainder(dividingBy: Int64(open.count))
        for (rank, place) in open.sorted().enumerated() {
            shares[place] = min(wishes[place], even + (Int64(rank) < over ? 1 : 0))
        }
        return shares
    }

    /// The shares of `left` for `wishes`, for each of which `most` is the bound.
    package static func divide(
        _ left: FleetAmount, among wishes: [FleetAmount], most: FleetAmount
    ) -> [FleetAmount] {
        let bounded = wishes.map { $0.bounded(by: most) }
        let items = divide(left.items, among: bounded.map(\.items))
        let bytes = divide(left.bytes, among: bounded.map(\.bytes))
        return zip(items, bytes).map { FleetAmount(items: $0, bytes: $1) }
    }
}
