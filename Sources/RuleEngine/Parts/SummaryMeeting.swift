// SPDX-License-Identifier: Apache-2.0

/// Where the summaries of all parts meet, bucket by bucket: what each of them is answered.
package enum SummaryMeeting {
    /// For each of `bodies`, the summaries of all parts in one bucket: of each of its records, whether
    /// other parts have members of the group, and how many of those that it named stay then.
    /// O(records log records + named log named).
    package static func answers(
        to bodies: [[UInt8]], _ rules: SharedRules
    ) throws(PartError) -> [[UInt8]] {
        var readings: [SummaryReading] = []
        for (part, body) in bodies.enumerated() {
            do throws(PartError) {
                readings.append(try SummaryReading(body, rules))
            } catch {
                throw error.at(PartPlace(.summaries, part: part))
            }
        }
        // 0: the group is of one part; else one more than how many stay.
        var staying = readings.map { Array(repeating: 0, count: $0.records.count) }
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
            for (place, count) in zip(run, try settle(run, readings)) {
                staying[place.part][place.record] = count + 1
            }
        }
        return zip(readings, staying).map { reading, staying in
            let writer = PartWriter()
            writer.fixed(reading.shape)
            writer.count(staying.count)
            for count in staying { writer.count(count) }
            return writer.array
        }
    }

    /// How many of those that each record of `run`, which are of one group, names stay.
    private static func settle(
        _ run: ArraySlice<RecordRuns.Place>, _ readings: [SummaryReading]
    ) throws(PartError) -> [Int] {
        let records = run.map { readings[$0.part].records[$0.record] }
        let counted = records.reduce(0) { $0 + $1.counted }
        let named = records.reduce(0) { $0 + $1.named.count }
        let needed = max(0, (records.first?.shared.copies ?? 0) - counted)
        if needed == 0 { return records.map { _ in 0 } }
        if named <= needed { return records.map(\.named.count) }
        typealias Named = (place: Int, candidate: Int)
        let parts = run.map(\.part)
        var all: [Named] = []
        for (place, record) in records.enumerated() {
            for candidate in record.named { all.append((place, candidate)) }
        }
        func order(_ one: Named, _ two: Named) -> Int {
            readings[parts[one.place]].order(
                one.candidate, two.candidate, readings[parts[two.place]])
        }
        all.sort { order($0, $1) < 0 }
        // No two are alike, for a drive is in one part.
        for (one, two) in zip(all, all.dropFirst()) where order(one, two) == 0 { throw .damaged }
        var counts = records.map { _ in 0 }
        for (place, _) in all.prefix(needed) { counts[place] += 1 }
        return counts
    }
}
