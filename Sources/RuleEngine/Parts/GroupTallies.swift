// SPDX-License-Identifier: Apache-2.0

/// What one part tells of its members of groups that reach into other parts, when set rules are settled
/// and together with the plain ones: how many there are and stay, which one stands first in plan order,
/// and the first of those that stay, as a line of a plan says them.
package struct GroupTallies: Sendable {
    /// What is told, by bucket; each is answered. Where nothing is to be told again, its beginning alone.
    package let bodies: [[UInt8]]
    /// The shape of each of them, which its answer names.
    let shapes: [UInt64]
    /// The outcome of each set rule.
    let outcomes: [SetOutcome]
    /// By place of a shared group: whether the part names its members in a line of the plan.
    let areNamed: [Bool]
    /// Where the shared groups of each bucket begin, and one more for the end of the last.
    let starts: [Int]

    /// What is told of the shared groups of `outcomes`, whose keys `found` can tell, by `combined`.
    /// Without `isTold`, nothing is written but which of them lines name. O(members log members).
    init(
        _ outcomes: [SetOutcome], _ found: [FoundGroups?], _ combined: VerdictPass,
        _ listing: Listing, starts: [Int], isTold: Bool
    ) {
        self.outcomes = outcomes
        self.starts = starts
        let count = starts.last ?? 0
        let keys = Dictionary(
            found.compactMap { found in
                found.flatMap { found in found.telling.map { (found.rule.number, $0.key) } }
            }, uniquingKeysWith: { first, _ in first })
        var places = Array(repeating: (outcome: 0, group: 0), count: count)
        for (place, outcome) in outcomes.enumerated() {
            for group in 0..<outcome.groups.count {
                guard let shared = outcome.sharedPlace(ofGroup: group) else { continue }
                places[shared] = (place, group)
            }
        }
        var areNamed = Array(repeating: false, count: count)
        var bodies: [[UInt8]] = []
        var shapes: [UInt64] = []
        let first = ToldShape(listing)
        var telling = Telling(listing: listing, combined: combined)
        for bucket in 0..<(starts.count - 1) {
            let writer = PartWriter()
            var shape = first
            for place in starts[bucket]..<starts[bucket + 1] {
                let outcome = outcomes[places[place].outcome]
                guard let key = keys[outcome.rule.number] else { continue }
                areNamed[place] = telling.find(outcome, places[place].group, &shape)
                if isTold { telling.write(outcome, places[place].group, key: key, to: writer) }
            }
            let head = PartWriter()
            head.fixed(shape.number)
            head.count(starts[bucket + 1] - starts[bucket])
            bodies.append(head.array + writer.array)
            shapes.append(shape.number)
        }
        self.bodies = bodies
        self.shapes = shapes
        self.areNamed = areNamed
    }
}

/// Tells of single groups.
private struct Telling {
    let listing: Listing
    let combined: VerdictPass
    private let scratch: Column<UInt8> = Column()
    /// The members that stay of the group that was looked at, and how many of them nobody put off.
    private var staying: [Int] = []
    private var steady = 0
    /// Whether one of them is named in a line.
    private var isNamed = false

    init(listing: Listing, combined: VerdictPass) {
        self.listing = listing
        self.combined = combined
    }

    /// Looks at the group; whether its members are named in a line of the plan.
    mutating func find(_ outcome: SetOutcome, _ number: Int, _ shape: inout ToldShape) -> Bool {
        let group = unsafe outcome.groups[number]
        staying.removeAll(keepingCapacity: true)
        (isNamed, steady) = (false, 0)
        for place in group.indices {
            let row = unsafe Int(group[place])
            if unsafe combined.verdict.base[row] == Verdict.keep.number {
                staying.append(row)
                if combined.isKept(row) { steady += 1 }
            } else if outcome.given[row] {
                isNamed = true
            }
        }
        shape.add(outcome.rule.number)
        shape.add(isNamed ? 1 : 0)
        for count in [group.count, staying.count, steady] { shape.add(count) }
        return isNamed
    }

    /// Writes what is told of the group that was looked at last.
    mutating func write(
        _ outcome: SetOutcome, _ number: Int, key: any SharedKey, to writer: PartWriter
    ) {
        let group = unsafe outcome.groups[number]
        guard var first = unsafe group.first.map({ Int($0) }) else { return }
        for place in group.indices {
            let row = unsafe Int(group[place])
            if RowOrder.inPlan(listing, row, first) < 0 { first = row }
        }
        scratch.truncate(to: 0)
        key.append(keyOf: first, to: PartWriter(scratch))
        writer.count(outcome.rule.number)
        unsafe writer.text(TextSlice(start: UnsafePointer(scratch.base), count: scratch.count))
        writer.fixed(UInt8(isNamed ? 1 : 0))
        writer.count(group.count)
        writer.count(staying.count)
        writer.count(steady)
        ToldMember.writePlace(first, of: listing, to: writer)
        staying.sort { RowOrder.inPlan(listing, $0, $1) < 0 }
        var trimming = NamedMembers(steadyMax: max(GroupObligation.survivorsMax, outcome.survivors))
        let named = staying.filter { trimming.takes(isSnoozed: !combined.isKept($0)) }
        writer.count(named.count)
        for row in named {
            ToldMember.write(row, of: listing, isSnoozed: !combined.isKept(row), to: writer)
        }
    }
}

/// Which members of a group that stay are told of: the first hundred, and the first of those that nobody
/// put off, as many as a deletion names. The first of several parts are among the first of each.
struct NamedMembers {
    private let steadyMax: Int
    private var (all, steady) = (0, 0)

    init(steadyMax: Int) { self.steadyMax = steadyMax }

    /// Whether nothing more is taken.
    var isFull: Bool { all >= GroupObligation.survivorsMax && steady >= steadyMax }

    /// Whether the next member in plan order is told of.
    mutating func takes(isSnoozed: Bool) -> Bool {
        let isTaken =
            all < GroupObligation.survivorsMax || (!isSnoozed && steady < steadyMax)
        all += 1
        if !isSnoozed { steady += 1 }
        return isTaken
    }
}
