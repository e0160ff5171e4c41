// SPDX-License-Identifier: Apache-2.0

package import RuleEngine

/// A rule as the entries of a plan name it.
package struct PlanRule: Sendable, Hashable {
    /// Its id.
    package let id: String
    /// The SHA-256 of what it means, in hex; nil where no entry asks for it.
    package let digest: String?

    /// The given rule.
    package init(id: String, digest: String?) {
        self.id = id
        self.digest = digest
    }
}

/// What follows from the rules that applied; the same for all items they applied to.
package struct PlanHandling: Sendable, Hashable {
    /// Every rule that applied, by its number in the plan, rising.
    package let applied: [UInt16]
    /// How an item would be deleted; nil where that is not said.
    package let method: DeletionMethod?
    /// How long a deletion waits, as rules write it; nil where that is not said.
    package let undoWindow: String?

    /// The given handling.
    package init(applied: [UInt16], method: DeletionMethod?, undoWindow: String?) {
        self.applied = applied
        self.method = method
        self.undoWindow = undoWindow
    }
}

/// Lists of numbers, one after the other.
struct NumberLists: Sendable {
    /// All numbers.
    let values: Column<UInt32>
    /// Where each list begins, and one more for the end of the last.
    let starts: Column<UInt32>

    init() {
        values = Column()
        starts = Column()
        starts.append(0)
    }

    /// Nil unless `starts` rises from 0 to the end of `values`.
    init?(values: Column<UInt32>, starts: Column<UInt32>) {
        guard starts.count > 0, starts[0] == 0, Int(starts[starts.count - 1]) == values.count else {
            return nil
        }
        for index in 1..<max(starts.count, 1) where starts[index] < starts[index - 1] { return nil }
        self.values = values
        self.starts = starts
    }

    var count: Int { starts.count - 1 }

    /// The numbers of the list at `index`.
    @inline(__always)
    subscript(index: Int) -> UnsafeBufferPointer<UInt32> {
        let start = Int(starts.base[index])
        return UnsafeBufferPointer(
            start: values.base + start, count: Int(starts.base[index + 1]) - start)
    }

    /// Ends the list to which everything was added that `values` got since the last one.
    func endList() { starts.append(UInt32(truncatingIfNeeded: values.count)) }
}

/// The groups in which set rules saw items, one row a group and what is asked of it.
struct PlanGroups: Sendable {
    /// What is said of a group beside its numbers.
    struct Kind: OptionSet, Sendable {
        let rawValue: UInt8

        /// Of a `duplicates` rule; else of a `surplus` rule, or of a `similar` one.
        static let duplicates = Kind(rawValue: 1)
        /// How equality is proved before a deletion is said.
        static let saysProof = Kind(rawValue: 2)
        /// It is proved by the bytes; else by a hash.
        static let bytes = Kind(rawValue: 4)
        /// Of a `similar` rule: the first of those that stay is the one that the others look like.
        static let similar = Kind(rawValue: 8)
        static let all: Kind = [.duplicates, .saysProof, .bytes, .similar]
    }

    /// The number of the rule.
    var rule: Column<UInt16> = Column()
    /// `Kind`.
    var kind: Column<UInt8> = Column()
    /// How many survivors must be there; 0 where that is not said.
    var needed: Column<UInt32> = Column()
    /// How many survivors there are in all; `.max` where that is not said.
    var total: Column<UInt32> = Column()
    /// What the group is known by.
    var names = TextColumn()
    /// The rows of the members that stay.
    var survivors = NumberLists()

    var count: Int { rule.count }
}

/// What a plan says of its entries, one row an entry, in the order of plans.
struct PlanColumns: Sendable {
    /// What stands for no rule.
    static let noRule = UInt16.max
    /// What stands for no handling, group or list.
    static let none = UInt32.max

    /// The row of the entry's item among the items.
    var row: Column<UInt32> = Column()
    /// `Verdict.number`.
    var verdict: Column<UInt8> = Column()
    /// `Reason.number`.
    var reason: Column<UInt8> = Column()
    /// The number of the deciding rule, or `noRule`.
    var rule: Column<UInt16> = Column()
    /// The number of the handling, or `none`.
    var handling: Column<UInt32> = Column()
    /// The group in which the deciding rule saw the item.
    var group = OptionalColumn<UInt32>(missing: PlanColumns.none)
    /// The list of groups in which further rules saw it that gave the deletion too.
    var also = OptionalColumn<UInt32>(missing: PlanColumns.none)
    /// When it was taken back the last time.
    var takenBack = OptionalColumn<Int64>(missing: Missing.date)
    /// `PlanLikeness.packed`, or 0.
    var like = OptionalColumn<UInt64>(missing: 0)
    /// For a part of a shot: the entry of the picture that it goes with; else `none`.
    var companion = OptionalColumn<UInt32>(missing: PlanColumns.none)

    var count: Int { verdict.count }
}
