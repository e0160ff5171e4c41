// SPDX-License-Identifier: Apache-2.0

/// By what a file of a dataset is known: its site and its id there.
struct DatasetKey: Sendable, Hashable, Comparable {
    /// The number of the site.
    let site: UInt32
    /// The first half of the id.
    let high: UInt64
    /// The second half.
    let low: UInt64

    static func < (left: DatasetKey, right: DatasetKey) -> Bool {
        (left.site, left.high, left.low) < (right.site, right.high, right.low)
    }
}

/// What a line of a dataset says of a file, as it is kept between reading and gathering.
struct DatasetRecord: Sendable, Hashable {
    /// The file.
    var key: DatasetKey
    /// When this was so, in seconds since 1970.
    var date: Int64
    /// The line that says so, from 1.
    var number: Int
    /// The number of its drive; nil where it is gone, or is on no drive that is imported any more.
    var drive: Int?
    /// What a listing says of it, but for its end.
    var item: [UInt8]

    private static let gone = UInt32.max
    /// How many bytes stand before the item.
    private static let headBytes = 48

    /// Appends the record. Numbers are little-endian.
    func append(to bytes: inout [UInt8]) {
        Self.append(UInt64(item.count), to: &bytes)
        Self.append(
            UInt64(key.site) | UInt64(drive.map { UInt32($0) } ?? Self.gone) << 32, to: &bytes)
        Self.append(key.high, to: &bytes)
        Self.append(key.low, to: &bytes)
        Self.append(UInt64(bitPattern: date), to: &bytes)
        Self.append(UInt64(number), to: &bytes)
        bytes += item
    }

    /// The record at `place` of `bytes`, which is stepped over; nil where there is no whole one.
    static func read(_ bytes: [UInt8], at place: inout Int) -> DatasetRecord? {
        guard bytes.count - place >= headBytes else { return nil }
        let words = (0..<6).map { word(bytes, at: place + 8 * $0) }
        let start = place + headBytes
        guard words[0] <= UInt64(bytes.count - start), words[5] <= UInt64(Int.max) else {
            return nil
        }
        let end = start + Int(words[0])
        let drive = UInt32(truncatingIfNeeded: words[1] >> 32)
        place = end
        return DatasetRecord(
            key: DatasetKey(
                site: UInt32(truncatingIfNeeded: words[1]), high: words[2], low: words[3]),
            date: Int64(bitPattern: words[4]), number: Int(words[5]),
            drive: drive == gone ? nil : Int(drive), item: Array(bytes[start..<end]))
    }

    static func append(_ word: UInt64, to bytes: inout [UInt8]) {
        for shift in stride(from: 0, to: UInt64(64), by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: word >> shift))
        }
    }

    static func word(_ bytes: [UInt8], at place: Int) -> UInt64 {
        var word: UInt64 = 0
        for byte in bytes[place..<(place + 8)].reversed() { word = word << 8 | UInt64(byte) }
        return word
    }
}
