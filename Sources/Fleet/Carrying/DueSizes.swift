// SPDX-License-Identifier: Apache-2.0

internal import FleetParts
internal import Workflow

/// How many items are due on a drive, by what they bring: in classes, eight for each doubling, so
/// that eight bytes tell of any number of items of about one size.
struct DueSizes: Sendable, Hashable {
    /// So many items of one class.
    struct Class: Sendable, Hashable {
        /// The number of the class: what brings more has a larger one.
        let number: UInt16
        var items: UInt32
    }

    /// The classes that have items; those first that bring most.
    private(set) var classes: [Class] = []

    /// How many classes there are.
    static let count = PartSizes.number(.max) + 1

    /// None.
    init() {}

    /// What `worths` tell of. Adds their items and bytes to `sums`, by class.
    init(_ worths: [DueWorth], addingTo sums: inout [FleetAmount]) {
        var counts: [Int: Int64] = [:]
        for one in worths {
            let number = PartSizes.number(one.rank)
            let amount = FleetAmount(items: Int64(one.items), bytes: max(0, one.bytes))
            counts[number, default: 0] += amount.items
            sums[number] = sums[number] + amount
        }
        classes = counts.sorted { $0.key > $1.key }.map {
            Class(number: UInt16($0.key), items: UInt32(clamping: $0.value))
        }
    }

    /// How many items they are.
    var items: Int64 { classes.reduce(0) { $0 + Int64($1.items) } }

    /// Those that bring most, as many as `bound` has room for, if each has the `mean` bytes of its
    /// class; where one has no room, a smaller one may have.
    func first(_ bound: FleetAmount, _ mean: [Int64]) -> [Class] {
        var left = bound
        return classes.compactMap { one in
            let fitting = left.room(for: Int64(one.items), of: mean[Int(one.number)])
            left = left.less(FleetAmount(items: fitting, of: mean[Int(one.number)]))
            return fitting > 0 ? Class(number: one.number, items: UInt32(fitting)) : nil
        }
    }

    /// Leaves `taken` out, which are some of these.
    mutating func remove(_ taken: [Class]) {
        let gone = Dictionary(taken.map { ($0.number, $0.items) }) { $0 + $1 }
        classes = classes.compactMap { one in
            let left = one.items - min(one.items, gone[one.number] ?? 0)
            return left > 0 ? Class(number: one.number, items: left) : nil
        }
    }
}

extension FleetAmount {
    /// So many items, of so many bytes each; the largest number where they are more.
    init(items: Int64, of each: Int64) {
        let (bytes, isOver) = items.multipliedReportingOverflow(by: each)
        self.init(items: items, bytes: isOver ? .max : bytes)
    }

    /// How many of `wanted` items this has room for, of so many bytes each.
    func room(for wanted: Int64, of each: Int64) -> Int64 {
        let most = max(0, min(wanted, items))
        return each <= 0 || bytes == .max ? most : min(most, bytes / each)
    }
}
