// SPDX-License-Identifier: Apache-2.0

/// What one part tells of its groups that may reach into other parts: of each, how many members stay
/// whatever the rule says, and those that would stay first of the others, as many as may.
///
/// A group may have any number of members; what is told of it is bounded by `copies`.
package struct GroupSummaries: Sendable {
    /// A group that was told of.
    struct Told: Sendable {
        /// The place of its rule among the set rules.
        let set: Int
        /// Its number among the groups of the rule.
        let group: Int
        /// How many of those who would stay first were named.
        let named: Int
    }

    /// What is told, by bucket; each is answered. Where nothing is to be told again, its beginning alone.
    package let bodies: [[UInt8]]
    /// The shape of each of them, which its answer names.
    let shapes: [UInt64]
    /// The groups, bucket by bucket, in the order in which they were told of.
    let told: [Told]
    /// Where in `told` each bucket begins, and one more for the end of the last.
    let starts: [Int]
    /// The groups of each set rule, by its place.
    let found: [FoundGroups?]

    /// A group that is told of, and where what is told of it was written.
    private struct Entry {
        let bucket: Int
        let checksum: UInt64
        let number: Int
        let told: Told
    }

    /// What is told of those of `found` that may reach into other parts, in so many buckets by their
    /// keys; where `common` is known, of its keys alone. Without `isTold`, nothing is written but which
    /// groups these are, for whoever has told of them before.
    /// O(rows + told members × ranks + told groups log told groups).
    init(
        _ found: [FoundGroups?], _ input: PlanInput, _ plain: PlainPass, common: CommonKeys?,
        buckets: Int, isTold: Bool
    ) {
        self.found = found
        let (keys, records) = (ToldRecords(), ToldRecords())
        var entries = GroupSummaries.entries(
            found, input, plain, common: common, buckets: buckets, keys, isTold ? records : nil)
        entries.sort { left, right in
            if left.bucket != right.bucket { return left.bucket < right.bucket }
            if left.told.set != right.told.set { return left.told.set < right.told.set }
            return TextSlice.order(keys[left.number], keys[right.number]) < 0
        }
        // Taken out once: to copy what was found takes longer than to write of a group.
        let numbers = found.map { $0?.rule.number ?? 0 }
        let first = ToldShape(input.listing)
        var bodies: [[UInt8]] = []
        var shapes: [UInt64] = []
        var starts = [0]
        var next = 0
        for bucket in 0..<buckets {
            var end = next
            var shape = first
            while end < entries.count, entries[end].bucket == bucket {
                shape.add(entries[end].checksum)
                shape.add(numbers[entries[end].told.set])
                shape.add(entries[end].told.named)
                end += 1
            }
            let writer = PartWriter()
            writer.fixed(shape.number)
            writer.count(end - next)
            if isTold {
                for entry in entries[next..<end] {
                    writer.count(numbers[entry.told.set])
                    writer.text(keys[entry.number])
                    writer.append(records[entry.number])
                }
            }
            bodies.append(writer.array)
            shapes.append(shape.number)
            starts.append(end)
            next = end
        }
        self.bodies = bodies
        self.shapes = shapes
        self.starts = starts
        told = entries.map(\.told)
    }

    /// The groups that are told of. Their keys are written to `keys`, and what is told besides to `records`.
    private static func entries(
        _ found: [FoundGroups?], _ input: PlanInput, _ plain: PlainPass, common: CommonKeys?,
        buckets: Int, _ keys: ToldRecords, _ records: ToldRecords?
    ) -> [Entry] {
        let shared = SharedRules(input.ruleFile)
        var entries: [Entry] = []
        for (set, found) in found.enumerated() {
            guard let found, let telling = found.telling else { continue }
            let summary = Summary(found, telling, input.listing, plain)
            let (groups, rule, key) = (found.groups, found.rule.number, telling.key)
            let kind = shared.rules[rule]?.kind
            var rows: RowBits?
            if let common, let kind { rows = common.rows(kind, key, count: input.listing.count) }
            for group in 0..<groups.count {
                let first = unsafe Int(groups[group][0])
                if let rows, !rows[first] { continue }
                let number = keys.count
                key.append(keyOf: first, to: keys.writer)
                keys.end()
                let checksum = stableChecksum(keys[number])
                let named = unsafe summary.write(groups[group], to: records?.writer)
                records?.end()
                entries.append(
                    Entry(
                        bucket: GroupSummaries.bucket(of: checksum, rule: rule, of: buckets),
                        checksum: checksum, number: number,
                        told: Told(set: set, group: group, named: named)))
            }
        }
        return entries
    }

    /// The bucket, of so many, into which a key with that checksum falls: the same on every machine.
    static func bucket(of checksum: UInt64, rule: Int, of buckets: Int) -> Int {
        let hash = mixed(checksum ^ UInt64(rule), 0x9e37_79b9_7f4a_7c15)
        return Int(hash.multipliedFullWidth(by: UInt64(buckets)).high)
    }
}

/// Tells of single groups of one rule.
private final class Summary {
    private let listing: Listing
    private let copies: Int
    private let isBefore: (Int, Int) -> Bool
    private let order: MemberOrder
    private var division: GroupDivision

    init(
        _ found: FoundGroups, _ telling: FoundGroups.Telling, _ listing: Listing, _ plain: PlainPass
    ) {
        self.listing = listing
        copies = found.survivors
        isBefore = found.isBefore
        order = telling.order
        division = GroupDivision(plain, found)
    }

    /// How many stay anyway, and who would stay first; how many these are. Without `writer`, that alone.
    func write(_ group: UnsafeBufferPointer<UInt32>, to writer: PartWriter?) -> Int {
        unsafe division.divide(group)
        let named = min(copies, division.candidates.count)
        guard let writer else { return named }
        // The one that stays first, or as many as may in their order.
        if division.candidates.count > 1 { division.order(first: copies, isBefore) }
        writer.count(division.counted)
        writer.count(named)
        for row in division.candidates.prefix(named) {
            for rank in order.ranks(row) { writer.signed(rank) }
            writer.path(row, of: listing)
            writer.text(listing.driveName(row))
            // Nothing stands for the path.
            writer.text(listing.ids[row])
        }
        return named
    }
}
