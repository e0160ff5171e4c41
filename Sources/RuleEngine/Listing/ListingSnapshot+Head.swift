// SPDX-License-Identifier: Apache-2.0

internal import Messages

/// The table of contents of a stored listing.
///
/// The bytes: `CLRS`, version, how many rows, how many other parts; for each of these the length
/// of its name, the name, its chunk, how many values and bytes it has, and their checksum; last
/// the checksum of all that.
struct SnapshotHead {
    /// The name of the part.
    static let name = "head"
    private static let magic: UInt32 = 0x5352_4c43

    /// What the head says of one part.
    struct Entry {
        var name: String
        var chunk: Int
        /// How many rows, folders or texts.
        var count: Int
        var byteCount: Int
        var checksum: UInt64
    }

    /// How many rows the listing has.
    let rowCount: Int
    /// All other parts.
    let entries: [Entry]

    /// The head of `pieces`.
    init(pieces: [ListingSnapshot.Piece], rowCount: Int) {
        self.rowCount = rowCount
        entries = pieces.map { piece in
            Entry(
                name: piece.part.name, chunk: piece.part.chunk, count: piece.count,
                byteCount: piece.part.bytes.count, checksum: snapshotChecksum(piece.part.bytes))
        }
    }

    /// Reads what `bytes()` wrote.
    init(_ bytes: [UInt8]) throws(ListingError) {
        guard bytes.count >= 8 else { throw .damagedSnapshot }
        let body = Array(bytes.dropLast(8))
        var end = SnapshotScan(bytes: Array(bytes.suffix(8)))
        guard end.number(UInt64.self) == snapshotChecksum(body) else { throw .damagedSnapshot }
        var scan = SnapshotScan(bytes: body)
        guard scan.number(UInt32.self) == SnapshotHead.magic else { throw .damagedSnapshot }
        guard scan.number(UInt32.self) == ListingSnapshot.version else {
            throw ListingError(
                Message(
                    "the stored listing is of another version of cleanrules; run 'cleanrules sync'"
                        + " to read the drive afresh"))
        }
        guard let rowCount = scan.count(below: Int(UInt32.max) - 1),
            let entryCount = scan.count(below: 1 << 30)
        else { throw .damagedSnapshot }
        var entries: [Entry] = []
        // Not reserved: what the head says of their number may be wrong.
        for _ in 0..<entryCount {
            guard let entry = scan.entry() else { throw .damagedSnapshot }
            entries.append(entry)
        }
        guard scan.isAtEnd else { throw .damagedSnapshot }
        self.rowCount = rowCount
        self.entries = entries
    }

    /// The head as the bytes of a part.
    func bytes() -> [UInt8] {
        var bytes: [UInt8] = []
        func add(_ number: some FixedWidthInteger) {
            unsafe withUnsafeBytes(of: number.littleEndian) { unsafe bytes.append(contentsOf: $0) }
        }
        add(SnapshotHead.magic)
        add(ListingSnapshot.version)
        add(UInt64(truncatingIfNeeded: rowCount))
        add(UInt64(truncatingIfNeeded: entries.count))
        for entry in entries {
            add(UInt8(truncatingIfNeeded: entry.name.utf8.count))
            bytes.append(contentsOf: entry.name.utf8)
            add(UInt64(truncatingIfNeeded: entry.chunk))
            add(UInt64(truncatingIfNeeded: entry.count))
            add(UInt64(truncatingIfNeeded: entry.byteCount))
            add(entry.checksum)
        }
        add(snapshotChecksum(bytes))
        return bytes
    }
}

/// Reads numbers one after another, and nothing past the end.
private struct SnapshotScan {
    let bytes: [UInt8]
    private var index = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { index == bytes.count }

    mutating func number<Number: FixedWidthInteger>(_: Number.Type) -> Number? {
        let width = MemoryLayout<Number>.size
        guard bytes.count - index >= width else { return nil }
        var number: Number = 0
        for byte in bytes[index..<(index + width)].reversed() {
            number = number << 8 | Number(truncatingIfNeeded: byte)
        }
        index += width
        return number
    }

    /// A number of 64 bits that must be below `bound`.
    mutating func count(below bound: Int) -> Int? {
        guard let number = number(UInt64.self), number < UInt64(bound) else { return nil }
        return Int(number)
    }

    mutating func entry() -> SnapshotHead.Entry? {
        guard let length = number(UInt8.self).map(Int.init), bytes.count - index >= length
        else { return nil }
        let name = String(decoding: bytes[index..<(index + length)], as: UTF8.self)
        index += length
        guard let chunk = count(below: 1 << 30), let values = count(below: 1 << 30),
            let byteCount = count(below: 1 << 40), let checksum = number(UInt64.self)
        else { return nil }
        return SnapshotHead.Entry(
            name: name, chunk: chunk, count: values, byteCount: byteCount, checksum: checksum)
    }
}

/// A 64-bit checksum that any damage changes, as good as surely; no cryptography.
///
/// Four sums side by side keep the multiplier busy: O(bytes) at the speed of memory.
package func snapshotChecksum(_ bytes: [UInt8]) -> UInt64 {
    unsafe bytes.withUnsafeBytes { raw in
        let count = raw.count
        var sums: (UInt64, UInt64, UInt64, UInt64) = (
            0x9e37_79b9_7f4a_7c15 ^ UInt64(count), 0xd6e8_feb8_6659_fd93,
            0xa076_1d64_78bd_642f, 0xe703_7ed1_a0b4_28db
        )
        func word(_ index: Int) -> UInt64 {
            unsafe UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
        }
        var index = 0
        while index &+ 32 <= count {
            sums.0 = mixed(sums.0 ^ word(index), 0xd6e8_feb8_6659_fd93)
            sums.1 = mixed(sums.1 ^ word(index &+ 8), 0xa076_1d64_78bd_642f)
            sums.2 = mixed(sums.2 ^ word(index &+ 16), 0xe703_7ed1_a0b4_28db)
            sums.3 = mixed(sums.3 ^ word(index &+ 24), 0x9e37_79b9_7f4a_7c15)
            index &+= 32
        }
        while index < count {
            sums.0 = unsafe mixed(sums.0 ^ UInt64(raw[index]) ^ 0x100, 0xd6e8_feb8_6659_fd93)
            index &+= 1
        }
        let first = mixed(sums.0 ^ sums.1.byteSwapped, 0xa076_1d64_78bd_642f)
        let second = mixed(sums.2 ^ sums.3.byteSwapped, 0xe703_7ed1_a0b4_28db)
        return mixed(first ^ second.byteSwapped, 0x9e37_79b9_7f4a_7c15)
    }
}
