// SPDX-License-Identifier: Apache-2.0

/// What one part told of its members of shared groups in one bucket, read.
struct TallyReading {
    /// What is told of a group.
    struct Record {
        let rule: Int
        let shared: SharedRules.Shared
        let key: Range<Int>
        /// Whether the part names members in a line of the plan.
        let isNamed: Bool
        let members: Int
        let kept: Int
        let steady: Int
        /// The member that stands first in plan order, and all that is told of it.
        let first: (place: ToldMember.Place, span: Range<Int>)
        /// The members of `staying` that were named.
        let named: Range<Int>
    }

    let bytes: [UInt8]
    /// What its answer names.
    let shape: UInt64
    private(set) var records: [Record] = []
    private(set) var staying: [ToldMember.Staying] = []

    /// Reads `body`, whose records rise by rule and key, and whose members stand in plan order.
    init(_ body: [UInt8], _ rules: SharedRules) throws(PartError) {
        bytes = body
        var reader = PartReader(body)
        shape = try reader.fixed(UInt64.self)
        let count = try reader.count(most: body.count)
        for _ in 0..<count {
            let record = try read(&reader, rules)
            if let last = records.last, order(last, record, self) >= 0 { throw .damaged }
            records.append(record)
        }
        guard reader.isAtEnd else { throw .damaged }
    }

    private mutating func read(
        _ reader: inout PartReader, _ rules: SharedRules
    ) throws(PartError) -> Record {
        let (rule, shared) = try rules.rule(&reader)
        let key = try reader.span()
        let flag = try reader.fixed(UInt8.self)
        guard flag < 2 else { throw .damaged }
        let members = try reader.count(most: Int(UInt32.max))
        let kept = try reader.count(most: members)
        let steady = try reader.count(most: kept)
        let start = reader.position
        let first = try ToldMember.Place(&reader)
        let span = start..<reader.position
        let lowest = staying.count
        let named = try reader.count(most: min(kept, reader.left))
        for place in 0..<named {
            let member = try ToldMember.Staying(&reader)
            if place > 0, let last = staying.last, last.place.order(bytes, member.place, bytes) >= 0
            {
                throw .damaged
            }
            staying.append(member)
        }
        guard members > 0, named >= min(kept, GroupObligation.survivorsMax) else { throw .damaged }
        return Record(
            rule: rule, shared: shared, key: key, isNamed: flag == 1, members: members, kept: kept,
            steady: steady, first: (first, span), named: lowest..<staying.count)
    }

    /// The order of a record here and one of `other`.
    func order(_ left: Record, _ right: Record, _ other: TallyReading) -> Int {
        if left.rule != right.rule { return left.rule - right.rule }
        return RuleEngine.order(bytes, left.key, other.bytes, right.key)
    }
}
