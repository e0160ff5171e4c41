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

    /// What is told, by bucket: `answered` is what it is answered by.
    package let bodies: [[UInt8]]
    /// The groups, bucket by bucket, in the order in which they were told of.
    let told: [Told]
    /// Where in `told` each bucket begins, and one more for the end of the last.
    let starts: [Int]
    /// The groups of each set rule, by its place.
    let found: [FoundGroups?]

    /// What is told of those of `found` that may reach into other parts, in so many buckets by their
    /// keys; where `common` is known, of its keys alone. O(members × ranks + groups log groups).
    init(
        _ found: [FoundGroups?], _ input: PlanInput, _ plain: PlainPass, common: CommonKeys?,
        buckets: Int
    ) {
        let shared = SharedRules(input.ruleFile)
        let scratch: Column<UInt8> = Column()
        self.found = found
        let keys = ToldRecords()
        let records = ToldRecords()
        var entries: [(bucket: Int, number: Int, told: Told)] = []
        for (set, found) in found.enumerated() {
            guard let found, let telling = found.telling else { continue }
            let summary = Summary(found, telling, input.listing, plain)
            let (groups, rule, key) = (found.groups, found.rule.number, telling.key)
            let kind = shared.rules[rule]?.kind
            for group in 0..<groups.count {
                scratch.truncate(to: 0)
                unsafe key.append(keyOf: Int(groups[group][0]), to: PartWriter(scratch))
                let text = unsafe TextSlice(
                    start: UnsafePointer(scratch.base), count: scratch.count)
                let checksum = stableChecksum(text)
                if let common, let kind, !common.mayHave(kind, checksum) { continue }
                let number = keys.count
                keys.writer.append(text)
                keys.end()
                let named = unsafe summary.write(groups[group], to: records.writer)
                records.end()
                let told = Told(set: set, group: group, named: named)
                let bucket = GroupSummaries.bucket(of: checksum, rule: rule, of: buckets)
                entries.append((bucket, number, told))
            }
        }
        entries.sort { left, right in
            if left.bucket != right.bucket { return left.bucket < right.bucket }
            if left.told.set != right.told.set { return left.told.set < right.told.set }
            return TextSlice.order(keys[left.number], keys[right.number]) < 0
        }
        // Taken out once: to copy what was found takes longer than to write of a group.
        let numbers = found.map { $0?.rule.number ?? 0 }
        var bodies: [[UInt8]] = []
        var starts = [0]
        var next = 0
        for bucket in 0..<buckets {
            var end = next
            while end < entries.count, entries[end].bucket == bucket { end += 1 }
            let writer = PartWriter()
            writer.count(end - next)
            for entry in entries[next..<end] {
                writer.count(numbers[entry.told.set])
                writer.text(keys[entry.number])
                writer.append(records[entry.number])
            }
            bodies.append(writer.array)
            starts.append(end)
            next = end
        }
        self.bodies = bodies
        self.starts = starts
        told = entries.map(\.told)
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

    /// How many stay anyway, and who would stay first; how many these are.
    func write(_ group: UnsafeBufferPointer<UInt32>, to writer: PartWriter) -> Int {
        unsafe division.divide(group)
        let named = min(copies, division.candidates.count)
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
