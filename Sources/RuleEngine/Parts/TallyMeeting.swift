// SPDX-License-Identifier: Apache-2.0

/// Where the tallies of all parts meet, bucket by bucket: what each of them is answered.
package enum TallyMeeting {
    /// For each of `bodies`, the tallies of all parts in one bucket: of each of its records, what all
    /// parts together have of the group; and where the part names members, the first of all and those
    /// that stay. O(records log records + named log named).
    package static func answers(
        to bodies: [[UInt8]], _ rules: SharedRules
    ) throws(PartError) -> [[UInt8]] {
        var readings: [TallyReading] = []
        for (part, body) in bodies.enumerated() {
            do throws(PartError) {
                readings.append(try TallyReading(body, rules))
            } catch {
                throw error.at(PartPlace(.tallies, part: part))
            }
        }
        let records = readings.map { _ in ToldRecords() }
        // By part and record: which of the answers of its part is to that record.
        var numbers = readings.map { Array(repeating: -1, count: $0.records.count) }
        try RecordRuns.forEach(
            readings.map { reading in
                reading.records.map { record in
                    RecordRuns.mix(reading.bytes, record.key, rule: record.rule)
                }
            },
            order: { one, other in
                readings[one.part].order(
                    readings[one.part].records[one.record],
                    readings[other.part].records[other.record], readings[other.part])
            }
        ) { run throws(PartError) in
            let total = try Total(run, readings)
            for place in run {
                numbers[place.part][place.record] = records[place.part].count
                let isNamed = readings[place.part].records[place.record].isNamed
                total.write(names: isNamed, to: records[place.part].writer)
                records[place.part].end()
            }
        }
        var answers: [[UInt8]] = []
        for part in bodies.indices {
            let writer = PartWriter()
            writer.fixed(readings[part].shape)
            writer.count(numbers[part].count)
            for number in numbers[part] {
                // Nobody tells of a group that no other part has.
                guard number >= 0 else {
                    throw PartError(.missing, at: PartPlace(.tallies, part: part))
                }
                writer.append(records[part][number])
            }
            answers.append(writer.array)
        }
        return answers
    }

    /// What all parts together have of one group.
    private struct Total {
        private var (members, kept, steady) = (0, 0, 0)
        /// What is told of the member that stands first.
        private let first: ArraySlice<UInt8>
        /// What is told of those that stay, in plan order.
        private let staying: [ArraySlice<UInt8>]

        init(
            _ run: ArraySlice<RecordRuns.Place>, _ readings: [TallyReading]
        ) throws(PartError) {
            var (first, firstPart): (TallyReading.Record?, Int) = (nil, 0)
            var all: [(part: Int, member: Int)] = []
            var steadyMax = 0
            let isNamed = run.contains { readings[$0.part].records[$0.record].isNamed }
            for place in run {
                let reading = readings[place.part]
                let record = reading.records[place.record]
                members += record.members
                kept += record.kept
                steady += record.steady
                steadyMax = record.shared.namedMax
                if isNamed { for member in record.named { all.append((place.part, member)) } }
                if let known = first {
                    let order = record.first.place.order(
                        reading.bytes, known.first.place, readings[firstPart].bytes)
                    if order == 0 { throw .damaged }
                    if order > 0 { continue }
                }
                (first, firstPart) = (record, place.part)
            }
            func order(_ one: (part: Int, member: Int), _ two: (part: Int, member: Int)) -> Int {
                readings[one.part].staying[one.member].place.order(
                    readings[one.part].bytes, readings[two.part].staying[two.member].place,
                    readings[two.part].bytes)
            }
            all.sort { order($0, $1) < 0 }
            for (one, two) in zip(all, all.dropFirst()) where order(one, two) == 0 {
                throw .damaged
            }
            var trimming = NamedMembers(steadyMax: steadyMax)
            var staying: [ArraySlice<UInt8>] = []
            for (part, member) in all where !trimming.isFull {
                let told = readings[part].staying[member]
                if trimming.takes(isSnoozed: told.isSnoozed) {
                    staying.append(readings[part].bytes[told.span])
                }
            }
            self.first = first.map { readings[firstPart].bytes[$0.first.span] } ?? []
            self.staying = staying
        }

        func write(names: Bool, to writer: PartWriter) {
            writer.count(members)
            writer.count(kept)
            writer.count(steady)
            guard names else { return }
            func append(_ told: ArraySlice<UInt8>) {
                unsafe told.withUnsafeBufferPointer { bytes in
                    guard let start = bytes.baseAddress else { return }
                    unsafe writer.append(TextSlice(start: start, count: bytes.count))
                }
            }
            append(first)
            writer.count(staying.count)
            for member in staying { append(member) }
        }
    }
}
