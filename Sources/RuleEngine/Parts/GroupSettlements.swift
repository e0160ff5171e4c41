// SPDX-License-Identifier: Apache-2.0

/// What other parts of a fleet have to do with the groups of one rule in this part.
struct GroupSettlements: Sendable {
    /// By number of a group: 0 for one that lies here alone, else its place among the shared ones, and
    /// one.
    fileprivate let places: Column<UInt32>
    /// By number of a shared group: how many of those who may go stay.
    fileprivate let counts: Column<UInt32>

    fileprivate init(groupCount: Int) {
        places = Column(repeating: 0, count: groupCount)
        counts = Column(repeating: 0, count: groupCount)
    }

    /// How many of those who may go stay in the group of that number; nil where it lies here alone.
    func staying(inGroup number: Int) -> Int? {
        places[number] == 0 ? nil : Int(counts[number])
    }

    /// Those of `groups` that are groups: shared ones, and others of two members or more; with the place
    /// of each among the shared ones, and one.
    func groups(_ groups: Groups) -> (Groups, Column<UInt32>) {
        let kept = Groups()
        let shared: Column<UInt32> = Column()
        for number in 0..<groups.count {
            let group = unsafe groups[number]
            guard group.count > 1 || places[number] > 0 else { continue }
            unsafe kept.append(group)
            shared.append(places[number])
        }
        return (kept, shared)
    }
}

extension GroupSummaries {
    /// What `answers`, one to each of the bodies, say of the groups: by the place of their rule; and
    /// where the shared groups of each bucket begin among all, and one more.
    func settlements(
        _ answers: [[UInt8]]
    ) throws(PartError) -> (settlements: [Int: GroupSettlements], starts: [Int]) {
        guard answers.count == shapes.count else { throw PartError(.missing) }
        var settlements: [Int: GroupSettlements] = [:]
        for (set, found) in found.enumerated() {
            guard let found, found.telling != nil else { continue }
            settlements[set] = GroupSettlements(groupCount: found.groups.count)
        }
        var starts = [0]
        var shared = 0
        for (bucket, answer) in answers.enumerated() {
            var reader = PartReader(answer)
            let records = records(of: bucket)
            guard try reader.fixed(UInt64.self) == shapes[bucket],
                try reader.count(most: records.count) == records.count
            else { throw PartError(.misplaced) }
            for record in records {
                let told = told[record]
                let value = try reader.count(most: told.named + 1)
                guard value > 0 else { continue }
                shared += 1
                settlements[told.set]?.places[told.group] = UInt32(truncatingIfNeeded: shared)
                settlements[told.set]?.counts[told.group] = UInt32(truncatingIfNeeded: value - 1)
            }
            guard reader.isAtEnd else { throw .damaged }
            starts.append(shared)
        }
        return (settlements, starts)
    }

    private func records(of bucket: Int) -> Range<Int> { starts[bucket]..<starts[bucket + 1] }
}
