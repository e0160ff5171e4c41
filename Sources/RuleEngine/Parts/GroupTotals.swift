// SPDX-License-Identifier: Apache-2.0

/// What all parts of a fleet together have of the groups that reach across them, as far as one part
/// needs it.
final class GroupTotals: Sendable {
    /// What is known of a group.
    struct Total: Sendable {
        /// How many members stay.
        let kept: Int
        /// How many of these nobody put off.
        let steady: Int
        /// The row in `listing` of the member that stands first in plan order; nil where the part names
        /// no members.
        let first: Int?
        /// The rows of those that stay, in plan order, as far as lines of a plan name them.
        let staying: Range<Int>
    }

    /// The members that were told of.
    let listing: Listing
    /// By place of a shared group.
    private let totals: [Total]
    /// The rows of members that a person put off.
    private let snoozed: Set<Int>

    /// What `answers`, one to each of the bodies of `tallies`, say.
    init(_ tallies: GroupTallies, _ answers: [[UInt8]]) throws(PartError) {
        guard answers.count == tallies.shapes.count else { throw PartError(.missing) }
        // Each is a row of its own, one that stays of two groups as well.
        var builder = ListingBuilder(idsAreUnique: true)
        var totals: [Total] = []
        var snoozed: Set<Int> = []
        for (bucket, answer) in answers.enumerated() {
            var reader = PartReader(answer)
            let places = tallies.starts[bucket]..<tallies.starts[bucket + 1]
            guard
                try reader.fixed(UInt64.self) == tallies.shapes[bucket],
                try reader.count(most: places.count) == places.count
            else { throw PartError(.misplaced) }
            for place in places {
                let members = try reader.count(most: 1 << 48)
                let kept = try reader.count(most: members)
                let steady = try reader.count(most: kept)
                guard tallies.areNamed[place] else {
                    totals.append(Total(kept: kept, steady: steady, first: nil, staying: 0..<0))
                    continue
                }
                let first = builder.count
                let item = try ToldMember.Place(&reader).item(answer)
                try GroupTotals.append(item, to: &builder)
                for _ in 0..<(try reader.count(most: min(kept, reader.left))) {
                    let member = try ToldMember.Staying(&reader)
                    if member.isSnoozed { snoozed.insert(builder.count) }
                    try GroupTotals.append(try member.item(answer), to: &builder)
                }
                totals.append(
                    Total(
                        kept: kept, steady: steady, first: first,
                        staying: (first + 1)..<builder.count))
            }
            guard reader.isAtEnd else { throw .damaged }
        }
        listing = builder.finish()
        self.totals = totals
        self.snoozed = snoozed
    }

    private static func append(
        _ item: ItemValues, to builder: inout ListingBuilder
    ) throws(PartError) {
        let drive: UInt16
        do throws(ListingError) {
            drive = try builder.drive(named: item.drive ?? "", kind: .listing)
        } catch {
            throw PartError(.tooManyDrives)
        }
        do throws(ListingError) {
            try builder.append(item, drive: drive)
        } catch {
            throw PartError(.tooLarge)
        }
    }

    /// What is known of a group of `outcome`; nil for one that lies in this part alone.
    @inline(__always)
    func total(ofGroup number: Int, of outcome: SetOutcome) -> Total? {
        outcome.sharedPlace(ofGroup: number).map { totals[$0] }
    }

    /// The rows of those that stay and nobody put off, at most `most`.
    func steady(_ total: Total, most: Int) -> [Int] {
        if snoozed.isEmpty { return Array(total.staying.prefix(most)) }
        return Array(total.staying.lazy.filter { [snoozed] in !snoozed.contains($0) }.prefix(most))
    }
}
