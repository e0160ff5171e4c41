// SPDX-License-Identifier: Apache-2.0

/// Brings together what several parts told of one group.
enum RecordRuns {
    /// A record of a part.
    struct Place: Sendable {
        let part: Int
        let record: Int
    }

    /// A number that equal keys share: the stretch `key` of `bytes`, of the rule of that number.
    static func mix(_ bytes: [UInt8], _ key: Range<Int>, rule: Int) -> UInt64 {
        let checksum = unsafe bytes.withUnsafeBufferPointer { buffer -> UInt64 in
            guard let start = buffer.baseAddress else { return 0 }
            return unsafe stableChecksum(
                TextSlice(start: start + key.lowerBound, count: key.count))
        }
        return mixed(checksum ^ UInt64(truncatingIfNeeded: rule), 0xd6e8_feb8_6659_fd93)
    }

    /// Calls `body` for the records of each group that two parts or more told of. `mixes` has the
    /// number of each record of each part, and `order` orders two records by rule and key.
    /// O(records log records).
    static func forEach(
        _ mixes: [[UInt64]], order: (Place, Place) -> Int,
        _ body: (ArraySlice<Place>) throws(PartError) -> Void
    ) throws(PartError) {
        var all: [(mix: UInt64, place: Place)] = []
        all.reserveCapacity(mixes.reduce(0) { $0 + $1.count })
        for (part, mixes) in mixes.enumerated() {
            for (record, mix) in mixes.enumerated() {
                all.append((mix, Place(part: part, record: record)))
            }
        }
        all.sort { $0.mix < $1.mix }
        var start = 0
        while start < all.count {
            var end = start + 1
            while end < all.count, all[end].mix == all[start].mix { end += 1 }
            if end - start > 1 {
                // Keys that differ may share a number; those of one part always differ.
                let places = all[start..<end].map(\.place).sorted { one, other in
                    let order = order(one, other)
                    return order != 0 ? order < 0 : one.part < other.part
                }
                var first = 0
                for next in 1...places.count
                where next == places.count || order(places[first], places[next]) != 0 {
                    if next - first > 1 { try body(places[first..<next]) }
                    first = next
                }
            }
            start = end
        }
    }
}
