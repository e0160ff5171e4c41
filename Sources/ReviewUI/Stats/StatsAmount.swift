// SPDX-License-Identifier: Apache-2.0

/// So many items of so many bytes, where that is known.
package struct StatsAmount: Sendable, Hashable {
    /// Items, folders among them.
    package var items: Int64
    /// Bytes of the files whose size is known.
    package var bytes: Int64
    /// Files whose size is not known; they are not guessed.
    package var unknownSizes: Int64

    /// The given amount.
    package init(items: Int64 = 0, bytes: Int64 = 0, unknownSizes: Int64 = 0) {
        self.items = items
        self.bytes = bytes
        self.unknownSizes = unknownSizes
    }

    /// Adds `other`; what does not fit into a number is the largest one.
    package mutating func add(_ other: StatsAmount) {
        items = items.addingOrMost(other.items)
        bytes = bytes.addingOrMost(other.bytes)
        unknownSizes = unknownSizes.addingOrMost(other.unknownSizes)
    }
}

/// What persons said of items, each line of the history counted once.
package struct StatsCounts: Sendable, Hashable {
    /// Items that were kept or pinned.
    package var kept: Int64 = 0
    /// Items that were marked to be deleted.
    package var deleted: Int64 = 0
    /// Items that were snoozed or put to the end.
    package var putOff: Int64 = 0
    /// Decisions that another one of the same day about the same item has replaced.
    package var replaced: Int64 = 0
    /// What was taken back, whatever it was.
    package var undone: Int64 = 0

    /// Nothing.
    package init() {}

    /// Items that were decided: to keep counts as much as to delete.
    package var decided: Int64 { kept + deleted }

    /// Everything that was ever said; the other numbers add up to it.
    package var made: Int64 { kept + deleted + putOff + replaced + undone }

    /// Adds `other`.
    package mutating func add(_ other: StatsCounts) {
        kept += other.kept
        deleted += other.deleted
        putOff += other.putOff
        replaced += other.replaced
        undone += other.undone
    }
}

/// What happened on one local day, or on several together.
package struct StatsTotals: Sendable, Hashable {
    /// What persons said.
    package var counts = StatsCounts()
    /// How many reviews count for the quota.
    package var reviews: Int64 = 0
    /// What was deleted and not brought back.
    package var moved = StatsAmount()
    /// What was deleted and brought back.
    package var restored = StatsAmount()

    /// Nothing.
    package init() {}

    /// Adds `other`.
    package mutating func add(_ other: StatsTotals) {
        counts.add(other.counts)
        reviews = reviews.addingOrMost(other.reviews)
        moved.add(other.moved)
        restored.add(other.restored)
    }
}

extension Int64 {
    /// The sum; where it does not fit, the largest number.
    func addingOrMost(_ other: Int64) -> Int64 {
        let (sum, isOver) = addingReportingOverflow(other)
        return isOver ? .max : sum
    }
}
