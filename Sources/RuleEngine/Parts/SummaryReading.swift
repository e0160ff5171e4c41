// SPDX-License-Identifier: Apache-2.0

/// What one part told of its groups in one bucket, read.
struct SummaryReading {
    /// What is told of a group.
    struct Record {
        let rule: Int
        let shared: SharedRules.Shared
        let key: Range<Int>
        let counted: Int
        /// The members of `candidates` that were named.
        let named: Range<Int>
    }

    /// A member that would stay.
    struct Candidate {
        let ranks: Range<Int>
        let path: Range<Int>
        let drive: Range<Int>
        let id: Range<Int>
    }

    let bytes: [UInt8]
    /// What its answer names.
    let shape: UInt64
    private(set) var records: [Record] = []
    private(set) var candidates: [Candidate] = []
    private var ranks: [Int64] = []

    /// The most members that a group may have in one part.
    private static let membersMax = Int(UInt32.max)

    /// Reads `body`, whose records rise by rule and key, and whose members stand in their order.
    init(_ body: [UInt8], _ rules: SharedRules) throws(PartError) {
        bytes = body
        var reader = PartReader(body)
        shape = try reader.fixed(UInt64.self)
        let count = try reader.count(most: body.count)
        for _ in 0..<count {
            let (rule, shared) = try rules.rule(&reader)
            let key = try reader.span()
            let counted = try reader.count(most: Self.membersMax)
            let first = candidates.count
            let named = try reader.count(most: min(shared.copies, reader.left))
            for place in 0..<named {
                try readCandidate(&reader, shared)
                guard place == 0 || order(candidates.count - 2, candidates.count - 1, self) < 0
                else { throw .damaged }
            }
            let record = Record(
                rule: rule, shared: shared, key: key, counted: counted,
                named: first..<candidates.count)
            if let last = records.last, order(last, record, self) >= 0 { throw .damaged }
            records.append(record)
        }
        guard reader.isAtEnd else { throw .damaged }
    }

    private mutating func readCandidate(
        _ reader: inout PartReader, _ shared: SharedRules.Shared
    ) throws(PartError) {
        let first = ranks.count
        for _ in 0..<shared.rankCount { ranks.append(try reader.signed()) }
        candidates.append(
            Candidate(
                ranks: first..<ranks.count, path: try reader.span(), drive: try reader.span(),
                id: try reader.span()))
    }

    /// The order of a record here and one of `other`.
    func order(_ left: Record, _ right: Record, _ other: SummaryReading) -> Int {
        if left.rule != right.rule { return left.rule - right.rule }
        return RuleEngine.order(bytes, left.key, other.bytes, right.key)
    }

    /// The order in which a candidate here and one of `other` survive: by ranks, then as
    /// `RowOrder.tieBreak` has it.
    func order(_ left: Int, _ right: Int, _ other: SummaryReading) -> Int {
        let (one, two) = (candidates[left], other.candidates[right])
        for (a, b) in zip(ranks[one.ranks], other.ranks[two.ranks]) where a != b {
            return a < b ? -1 : 1
        }
        var order = RuleEngine.order(bytes, one.path, other.bytes, two.path)
        if order != 0 { return order }
        order = RuleEngine.order(bytes, one.drive, other.bytes, two.drive)
        if order != 0 { return order }
        return RuleEngine.order(
            bytes, one.id.isEmpty ? one.path : one.id, other.bytes,
            two.id.isEmpty ? two.path : two.id)
    }
}
