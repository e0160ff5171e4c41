// SPDX-License-Identifier: Apache-2.0

/// Reads JSON (RFC 8259) value by value, as its form is known, without building a tree.
///
/// Bytes that are no UTF-8 become U+FFFD in texts; who minds looks first. The reader of listings is
/// another one (`DriveAdapters`): it reads a million lines in place.
package struct JSONReader {
    /// The text does not have the form that was asked for.
    package struct Malformed: Error, Equatable {
        /// Why, one clause.
        package let reason: String
        /// The same, where it is one of the faults that this reader finds.
        package let fault: Fault?

        /// What a reader of something finds.
        package init(_ reason: String) {
            self.reason = reason
            fault = nil
        }

        /// That fault.
        package init(_ fault: Fault = .value) {
            reason = fault.rawValue
            self.fault = fault
        }

        /// Whether the same is said of both.
        package static func == (left: Malformed, right: Malformed) -> Bool {
            left.reason == right.reason
        }
    }

    /// What is wrong with a text that is no JSON, or not that which was expected.
    package enum Fault: String, CaseIterable, Sendable {
        case object = "an object begins with '{'"
        case colon = "a ':' is missing"
        case objectEnd = "a ',' or the '}' at the end is missing"
        case list = "a list begins with '['"
        case listEnd = "a ',' or the ']' at the end is missing"
        case text = "a text in quotes is missing"
        case control = "a control character stands in a text"
        case textEnd = "a text has no end"
        case integer = "a whole number is missing"
        case number = "a number is missing"
        case truth = "true or false is missing"
        case depth = "values lie too deep"
        case escape = "an escape in a text is none"
        case half = "half a character stands in a text"
        case more = "something follows the value"
        case value = "a value is not what it should be"
    }

    /// The deepest nesting that is skipped.
    private static let depthMax = 64

    private let bytes: [UInt8]
    private var position = 0
    /// Where the key begins that was read last, in bytes.
    package private(set) var keyOffset = 0

    /// How many bytes were read.
    package var offset: Int { position }

    /// A reader at the start of `text`.
    package init(_ text: String) { self.init(Array(text.utf8)) }

    /// A reader at the start of a text of these bytes.
    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Whether `text` is one JSON value with whole numbers only.
    package static func isValid(_ text: String) -> Bool {
        var reader = JSONReader(text)
        do {
            try reader.skip()
            try reader.end()
            return true
        } catch {
            return false
        }
    }

    /// Nothing may follow.
    package mutating func end() throws(Malformed) {
        skipBlanks()
        if position != bytes.count { throw Malformed(.more) }
    }

    // MARK: - Values

    /// Reads an object; `body` has to read, or skip, the value of each key.
    package mutating func object(
        _ body: (inout JSONReader, String) throws(Malformed) -> Void
    ) throws(Malformed) {
        try expect("{", .object)
        if take("}") { return }
        repeat {
            skipBlanks()
            keyOffset = position
            let key = try string()
            try expect(":", .colon)
            try body(&self, key)
        } while take(",")
        try expect("}", .objectEnd)
    }

    /// Reads a list; `body` has to read each element.
    package mutating func array(
        _ body: (inout JSONReader) throws(Malformed) -> Void
    ) throws(Malformed) {
        try expect("[", .list)
        if take("]") { return }
        repeat { try body(&self) } while take(",")
        try expect("]", .listEnd)
    }

    /// Reads a text.
    package mutating func string() throws(Malformed) -> String {
        try expect("\"", .text)
        let start = position
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                position += 1
                return String(decoding: bytes[start..<(position - 1)], as: UTF8.self)
            case UInt8(ascii: "\\"):
                return try escapedString(from: start)
            case ..<0x20:
                throw Malformed(.control)
            default:
                position += 1
            }
        }
        throw Malformed(.textEnd)
    }

    /// Reads a whole number.
    package mutating func integer() throws(Malformed) -> Int64 {
        skipBlanks()
        let start = position
        _ = takeByte("-")
        skipDigits()
        guard let value = Int64(text(from: start)) else {
            throw Malformed(.integer)
        }
        return value
    }

    /// Reads any number; `whole` is nil if it is none, or does not fit.
    package mutating func number() throws(Malformed) -> (whole: Int64?, value: Double) {
        skipBlanks()
        let start = position
        _ = takeByte("-")
        let first = position
        var isNumber = skipDigits()
        // RFC 8259 section 6: nothing stands after a zero at the front.
        if position > first + 1, bytes[first] == UInt8(ascii: "0") { isNumber = false }
        var isWhole = true
        if takeByte(".") {
            isWhole = false
            isNumber = skipDigits() && isNumber
        }
        if takeByte("e") || takeByte("E") {
            isWhole = false
            if !takeByte("+") { _ = takeByte("-") }
            isNumber = skipDigits() && isNumber
        }
        guard isNumber, let value = Double(text(from: start)) else {
            throw Malformed(.number)
        }
        return (isWhole ? Int64(text(from: start)) : nil, value)
    }

    /// Reads a truth.
    package mutating func boolean() throws(Malformed) -> Bool {
        if word("true") { return true }
        if word("false") { return false }
        throw Malformed(.truth)
    }

    /// Reads over `null`, if it stands here.
    package mutating func null() -> Bool { word("null") }

    /// Reads a list of texts.
    package mutating func strings() throws(Malformed) -> [String] {
        var values: [String] = []
        try array { (reader) throws(Malformed) in values.append(try reader.string()) }
        return values
    }

    /// Reads an object of texts.
    package mutating func dictionary() throws(Malformed) -> [String: String] {
        var values: [String: String] = [:]
        try object { (reader, key) throws(Malformed) in values[key] = try reader.string() }
        return values
    }

    // MARK: - Any value

    /// The kinds of value.
    package enum Kind {
        case object, list, text, number, other
    }

    /// What kind of value comes next.
    package mutating func nextKind() -> Kind {
        skipBlanks()
        guard position < bytes.count else { return .other }
        switch bytes[position] {
        case UInt8(ascii: "{"): return .object
        case UInt8(ascii: "["): return .list
        case UInt8(ascii: "\""): return .text
        case UInt8(ascii: "-"), 0x30...0x39: return .number
        default: return .other
        }
    }

    /// Reads over any value.
    package mutating func skip() throws(Malformed) { try skip(depth: 0) }

    /// Reads over any value; its text as it is written.
    package mutating func text() throws(Malformed) -> String {
        skipBlanks()
        let start = position
        try skip()
        return text(from: start)
    }

    private mutating func skip(depth: Int) throws(Malformed) {
        guard depth < Self.depthMax else { throw Malformed(.depth) }
        switch nextKind() {
        case .object:
            try object { (reader, _) throws(Malformed) in try reader.skip(depth: depth + 1) }
        case .list: try array { (reader) throws(Malformed) in try reader.skip(depth: depth + 1) }
        case .text: _ = try string()
        case .number: _ = try integer()
        case .other: if !null() { _ = try boolean() }
        }
    }

    // MARK: - Escapes

    /// Goes on at the first backslash of a text that began at `start`.
    private mutating func escapedString(from start: Int) throws(Malformed) -> String {
        var text = Array(bytes[start..<position])
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"): text.append(contentsOf: try escape())
            case ..<0x20: throw Malformed(.control)
            default: text.append(byte)
            }
        }
        throw Malformed(.textEnd)
    }

    private mutating func escape() throws(Malformed) -> [UInt8] {
        guard position < bytes.count else { throw Malformed(.textEnd) }
        let byte = bytes[position]
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "u"): return try unicodeEscape()
        default: throw Malformed(.escape)
        }
    }

    /// One scalar; those above U+FFFF are two units in two escapes.
    private mutating func unicodeEscape() throws(Malformed) -> [UInt8] {
        var unit = try fourDigits()
        if unit & 0xFC00 == 0xD800, takeByte("\\") {
            guard takeByte("u") else { throw Malformed(.half) }
            let low = try fourDigits()
            guard low & 0xFC00 == 0xDC00 else {
                throw Malformed(.half)
            }
            unit = 0x10000 + (unit & 0x3FF) << 10 + (low & 0x3FF)
        }
        guard let scalar = Unicode.Scalar(unit) else {
            throw Malformed(.half)
        }
        return Array(String(scalar).utf8)
    }

    private mutating func fourDigits() throws(Malformed) -> UInt32 {
        guard position + 4 <= bytes.count else { throw Malformed(.textEnd) }
        var value: UInt32 = 0
        for byte in bytes[position..<position + 4] {
            guard let digit = HexDigits.value(of: byte) else {
                throw Malformed(.escape)
            }
            value = value << 4 | UInt32(digit)
        }
        position += 4
        return value
    }

    // MARK: - Bytes

    private func text(from start: Int) -> String {
        String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func skipBlanks() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return
            }
        }
    }

    @discardableResult
    private mutating func skipDigits() -> Bool {
        let start = position
        while position < bytes.count, (0x30...0x39).contains(bytes[position]) { position += 1 }
        return position > start
    }

    private mutating func takeByte(_ scalar: Unicode.Scalar) -> Bool {
        guard position < bytes.count, bytes[position] == UInt8(ascii: scalar) else {
            return false
        }
        position += 1
        return true
    }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        skipBlanks()
        return takeByte(scalar)
    }

    private mutating func expect(
        _ scalar: Unicode.Scalar, _ fault: Fault
    ) throws(Malformed) {
        if !take(scalar) { throw Malformed(fault) }
    }

    private mutating func word(_ word: StaticString) -> Bool {
        skipBlanks()
        let text = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
        guard bytes[position...].starts(with: text) else { return false }
        position += text.count
        return true
    }
}
