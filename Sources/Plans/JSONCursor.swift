// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine

/// Writes bytes of JSON into memory that it makes room in: no string is made, and nothing is counted
/// beside where the next byte goes.
struct JSONCursor {
    private let storage: Column<UInt8>
    private var next: UnsafeMutablePointer<UInt8>
    private var end: UnsafeMutablePointer<UInt8>

    /// A cursor at the beginning of `storage`, whose elements are room and no more.
    init(_ storage: Column<UInt8>) {
        self.storage = storage
        if storage.count < 1 << 16 { storage.append(repeating: 0, count: 1 << 16) }
        next = storage.base
        end = storage.base + storage.count
    }

    /// How many bytes were written.
    var count: Int { next - storage.base }

    /// What was written; valid until more is.
    var written: TextSlice { TextSlice(start: UnsafePointer(storage.base), count: count) }

    /// Forgets what was written.
    mutating func clear() { next = storage.base }

    /// Sees to it that `length` more bytes fit, and eight more that may be written over.
    @inline(__always)
    private mutating func need(_ length: Int) {
        if end - next < length &+ 8 { grow(length &+ 8) }
    }

    @inline(never)
    private mutating func grow(_ length: Int) {
        let used = count
        storage.append(repeating: 0, count: max(length, storage.count))
        next = storage.base + used
        end = storage.base + storage.count
    }

    /// Adds bytes.
    @inline(__always)
    mutating func put(_ text: TextSlice) {
        need(text.count)
        next.update(from: text.start, count: text.count)
        next += text.count
    }

    /// Adds a literal.
    @inline(__always)
    mutating func put(_ text: StaticString) {
        let count = text.utf8CodeUnitCount
        need(count)
        next.update(from: text.utf8Start, count: count)
        next += count
    }

    /// Adds text that is made while the program runs. It has a label, as literals would be taken for it else.
    mutating func put(string text: String) {
        var text = text
        text.withUTF8 { bytes in
            guard let start = bytes.baseAddress else { return }
            put(TextSlice(start: start, count: bytes.count))
        }
    }

    /// Adds one byte.
    @inline(__always)
    mutating func put(_ byte: UInt8) {
        need(1)
        next.pointee = byte
        next += 1
    }

    /// Adds a decimal number.
    @inline(__always)
    mutating func put(_ number: Int64) {
        need(20)
        var rest = number.magnitude
        if number < 0 {
            next.pointee = UInt8(ascii: "-")
            next += 1
        }
        var length = 1
        var bound: UInt64 = 10
        while length < 20, rest >= bound {
            length &+= 1
            let (product, isOver) = bound.multipliedReportingOverflow(by: 10)
            if isOver { break }
            bound = product
        }
        var place = length
        while place > 0 {
            place &-= 1
            next[place] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
        next += length
    }

    /// Adds an instant as `Timestamp` writes it.
    @inline(__always)
    mutating func put(instant seconds: Int64) {
        // The years 1 to 9999: those of others are of other lengths.
        guard seconds >= -62_135_596_800, seconds < 253_402_300_800 else {
            return put(string: Timestamp(secondsSinceEpoch: seconds).description)
        }
        need(20)
        let shifted = seconds &+ 62_135_596_800
        let date = CivilTime.day(daysSinceEpoch: shifted / 86_400 &- 719_162)
        let second = shifted % 86_400
        let (year, month, day) = (Int64(date.year), Int64(date.month), Int64(date.day))
        pair(year / 100, at: 0)
        pair(year % 100, at: 2)
        next[4] = UInt8(ascii: "-")
        pair(month, at: 5)
        next[7] = UInt8(ascii: "-")
        pair(day, at: 8)
        next[10] = UInt8(ascii: "T")
        pair(second / 3_600, at: 11)
        next[13] = UInt8(ascii: ":")
        pair(second / 60 % 60, at: 14)
        next[16] = UInt8(ascii: ":")
        pair(second % 60, at: 17)
        next[19] = UInt8(ascii: "Z")
        next += 20
    }

    @inline(__always)
    private func pair(_ number: Int64, at place: Int) {
        next[place] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number / 10)
        next[place &+ 1] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number % 10)
    }

    /// Adds what `write` writes at the pointer, which has room for `most` bytes; it says how many.
    @inline(__always)
    mutating func put(most: Int, _ write: (UnsafeMutablePointer<UInt8>) -> Int) -> Bool {
        need(most)
        let count = write(next)
        next += count
        return count > 0
    }

    /// Adds `text`, of a column, as the inside of a JSON string; see `JSONText`.
    ///
    /// Eight bytes may be read past the end of the text, as texts of columns allow.
    @inline(__always)
    mutating func put(escaped text: TextSlice) {
        need(text.count)
        var index = 0
        while index < text.count {
            let word = UnsafeRawPointer(text.start + index).loadUnaligned(as: UInt64.self)
            if Self.hasSpecialByte(word) { break }
            UnsafeMutableRawPointer(next + index).storeBytes(of: word, as: UInt64.self)
            index &+= 8
        }
        if index >= text.count {
            next += text.count
            return
        }
        next += index
        putSlowly(TextSlice(start: text.start + index, count: text.count &- index))
    }

    @inline(never)
    private mutating func putSlowly(_ text: TextSlice) {
        let escaped: Column<UInt8> = Column(capacity: text.count)
        JSONText.append(text, to: escaped)
        put(TextSlice(start: UnsafePointer(escaped.base), count: escaped.count))
    }

    /// Whether one of eight bytes is a quote, a backslash, or nothing that is printed as it is.
    @inline(__always)
    private static func hasSpecialByte(_ word: UInt64) -> Bool {
        let (ones, tops): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
        @inline(__always)
        func hasZero(_ word: UInt64) -> UInt64 { (word &- ones) & ~word & tops }
        let control = (word &- ones &* 0x20) & ~word & tops
        let quote = hasZero(word ^ ones &* 0x22)
        let backslash = hasZero(word ^ ones &* 0x5c)
        let delete = hasZero(word ^ ones &* 0x7f)
        return (word & tops) | control | quote | backslash | delete != 0
    }
}
