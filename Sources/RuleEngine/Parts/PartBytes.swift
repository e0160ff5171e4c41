// SPDX-License-Identifier: Apache-2.0

/// Writes numbers and texts that parts of a fleet tell each other, each in one way only.
struct PartWriter {
    /// What was written.
    let bytes: Column<UInt8>

    /// Writes at the end of `bytes`.
    init(_ bytes: Column<UInt8> = Column()) { self.bytes = bytes }

    /// What was written.
    var array: [UInt8] {
        unsafe Array(UnsafeBufferPointer(start: bytes.base, count: bytes.count))
    }

    /// A number in as many bytes as its type has, the lowest first.
    func fixed(_ value: some FixedWidthInteger) {
        unsafe withUnsafeBytes(of: value.littleEndian) { buffer in
            guard let start = buffer.baseAddress else { return }
            unsafe bytes.append(
                start.assumingMemoryBound(to: UInt8.self), count: buffer.count)
        }
    }

    /// A number, seven bits a byte, the lowest first.
    func number(_ value: UInt64) {
        var rest = value
        while rest > 127 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 128)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    /// A number that is not negative.
    func count(_ value: Int) { number(UInt64(truncatingIfNeeded: value)) }

    /// A number of either sign, small ones in few bytes.
    func signed(_ value: Int64) {
        number(UInt64(bitPattern: value &<< 1) ^ UInt64(bitPattern: value &>> 63))
    }

    /// Bytes behind their number.
    func text(_ text: TextSlice) {
        count(text.count)
        append(text)
    }

    /// The bytes of a string behind their number.
    func text(_ text: String) {
        var text = text
        text.withUTF8 { buffer in
            count(buffer.count)
            if let start = buffer.baseAddress { unsafe bytes.append(start, count: buffer.count) }
        }
    }

    /// The path of `row` behind the number of its bytes.
    func path(_ row: Int, of listing: Listing) {
        count(listing.folders.path(Int(listing.folder[row])).count + 1 + listing.names[row].count)
        listing.appendPath(row, to: bytes)
    }

    /// Bytes with the capitals of ASCII made small.
    func append(lowercased text: TextSlice) {
        let start = unsafe bytes.count
        append(text)
        for place in unsafe start..<bytes.count {
            let byte = unsafe bytes.base[place]
            if (65...90).contains(byte) { unsafe bytes.base[place] = byte | 32 }
        }
    }

    /// Bytes as they are.
    func append(_ text: TextSlice) { unsafe bytes.append(text.start, count: text.count) }
}

/// What was told, one record after another; all together may be more than a `TextColumn` holds.
struct ToldRecords {
    private let bytes: Column<UInt8> = Column()
    private let ends: Column<Int> = Column()

    /// How many records there are.
    var count: Int { unsafe ends.count }

    /// Writes the next record.
    var writer: PartWriter { PartWriter(bytes) }

    /// Ends the record to which everything was added that was written since the last one.
    func end() { unsafe ends.append(bytes.count) }

    /// The record at `number`; valid until more is written.
    subscript(number: Int) -> TextSlice {
        let start = number == 0 ? 0 : ends[number - 1]
        return unsafe TextSlice(
            start: UnsafePointer(bytes.base) + start, count: ends[number] - start)
    }
}

/// What stands for all that a part told in one bucket: of whose drives, of which groups, and of how many
/// members. An answer that is to something else names another number. It finds damage, and protects from
/// nobody.
struct ToldShape {
    private(set) var number: UInt64 = 0x9e37_79b9_7f4a_7c15

    /// Of the part whose items are `listing`; no drive is in two parts.
    init(_ listing: Listing) {
        for drive in listing.drives {
            var name = Array(drive.name.utf8)
            unsafe name.withUnsafeMutableBufferPointer { name in
                guard let start = name.baseAddress else { return }
                unsafe add(stableChecksum(TextSlice(start: start, count: name.count)))
            }
        }
    }

    /// Adds a number.
    mutating func add(_ next: UInt64) {
        number = mixed(number ^ next, 0xd6e8_feb8_6659_fd93) &+ 0x9e37_79b9_7f4a_7c15
    }

    /// The same.
    mutating func add(_ next: Int) { add(UInt64(truncatingIfNeeded: next)) }
}

/// Reads what `PartWriter` wrote, and nothing past its end; what is told is believed no further.
struct PartReader {
    /// All of it.
    let bytes: [UInt8]
    private(set) var position = 0

    /// Reads `bytes` from the beginning.
    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Whether everything was read.
    var isAtEnd: Bool { position == bytes.count }

    /// How many bytes are left.
    var left: Int { bytes.count - position }

    /// What `PartWriter.fixed` wrote.
    mutating func fixed<Number: FixedWidthInteger>(_: Number.Type) throws(PartError) -> Number {
        let width = MemoryLayout<Number>.size
        guard left >= width else { throw .damaged }
        var number: Number = 0
        for byte in bytes[position..<(position + width)].reversed() {
            number = number << 8 | Number(truncatingIfNeeded: byte)
        }
        position += width
        return number
    }

    /// What `PartWriter.number` wrote.
    mutating func number() throws(PartError) -> UInt64 {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            let part = UInt64(byte & 127)
            guard shift < 63 || (shift == 63 && part < 2) else { throw .damaged }
            value |= part << shift
            if byte < 128 {
                // In one way only: no number ends in nothing.
                guard part > 0 || shift == 0 else { throw .damaged }
                return value
            }
            shift += 7
        }
        throw .damaged
    }

    /// A number that is at most `most`.
    mutating func count(most: Int) throws(PartError) -> Int {
        let number = try number()
        guard number <= UInt64(max(0, most)) else { throw .damaged }
        return Int(number)
    }

    /// What `PartWriter.signed` wrote.
    mutating func signed() throws(PartError) -> Int64 {
        let number = try number()
        return Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
    }

    /// Where the text lies that comes next.
    mutating func span() throws(PartError) -> Range<Int> {
        let length = try count(most: left)
        return try span(length)
    }

    /// Where the next `length` bytes lie.
    mutating func span(_ length: Int) throws(PartError) -> Range<Int> {
        guard length <= left else { throw .damaged }
        let start = position
        position += length
        return start..<position
    }

    /// The text that comes next, which is UTF-8.
    mutating func string() throws(PartError) -> String {
        let span = try span()
        guard let text = String(validating: bytes[span], as: UTF8.self) else { throw .damaged }
        return text
    }
}

/// The bytewise order of a stretch of `left` and one of `right`.
func order(
    _ left: [UInt8], _ first: Range<Int>, _ right: [UInt8], _ second: Range<Int>
) -> Int {
    unsafe left.withUnsafeBufferPointer { left in
        unsafe right.withUnsafeBufferPointer { right in
            let shared = min(first.count, second.count)
            guard let one = left.baseAddress, let other = right.baseAddress else {
                return first.count - second.count
            }
            let difference = unsafe compareBytes(
                one + first.lowerBound, other + second.lowerBound, shared)
            return difference != 0 ? difference : first.count - second.count
        }
    }
}
