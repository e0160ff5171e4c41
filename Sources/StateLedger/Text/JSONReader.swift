// SPDX-License-Identifier: Apache-2.0

/// Reads the JSON that this module writes, value by value, without building a tree.
///
/// What does not have the form asked for throws `Malformed`: then the state file is damaged.
/// Whole numbers only; nothing is deeper than `depthMax`.
struct JSONReader {
    /// The text is not what this module writes.
    struct Malformed: Error {}

    /// The deepest nesting that is skipped.
    static let depthMax = 64

    private let bytes: [UInt8]
    private var position = 0

    /// A reader at the start of `text`.
    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    /// A reader at the start of a text of these bytes.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Whether `text` is one JSON value as this module writes it.
    static func isValid(_ text: String) -> Bool {
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
    mutating func end() throws(Malformed) {
        skipBlanks()
        if position != bytes.count { throw Malformed() }
    }

    /// Reads an object; `body` has to read, or skip, the value of each key.
    mutating func object(
        _ body: (inout JSONReader, String) throws(Malformed) -> Void
    ) throws(Malformed) {
        try expect("{")
        if take("}") { return }
        repeat {
            let key = try string()
            try expect(":")
            try body(&self, key)
        } while take(",")
        try expect("}")
    }

    /// Reads a list; `body` has to read each element.
    mutating func array(
        _ body: (inout JSONReader) throws(Malformed) -> Void
    ) throws(Malformed) {
        try expect("[")
        if take("]") { return }
        repeat { try body(&self) } while take(",")
        try expect("]")
    }

    /// Reads a text.
    mutating func string() throws(Malformed) -> String {
        try expect("\"")
        let start = position
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                position += 1
                return String(decoding: bytes[start..<(position - 1)], as: UTF8.self)
            case UInt8(ascii: "\\"):
                return try escapedString(from: start)
            case ..<0x20:
                throw Malformed()
            default:
                position += 1
            }
        }
        throw Malformed()
    }

    /// Goes on after the first backslash of a text that began at `start`.
    private mutating func escapedString(from start: Int) throws(Malformed) -> String {
        var text = Array(bytes[start..<position])
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"): text.append(contentsOf: try escape())
            case ..<0x20: throw Malformed()
            default: text.append(byte)
            }
        }
        throw Malformed()
    }

    private mutating func escape() throws(Malformed) -> [UInt8] {
        guard position < bytes.count else { throw Malformed() }
        let byte = bytes[position]
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
        case UInt8(ascii: "n"): return [0x0a]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "r"): return [0x0d]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0c]
        case UInt8(ascii: "u"): return try unicodeEscape()
        default: throw Malformed()
        }
    }

    private mutating func unicodeEscape() throws(Malformed) -> [UInt8] {
        guard position + 4 <= bytes.count else { throw Malformed() }
        let digits = String(decoding: bytes[position..<(position + 4)], as: UTF8.self)
        guard let code = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(code) else {
            throw Malformed()
        }
        position += 4
        return Array(String(Character(scalar)).utf8)
    }

    /// Reads a whole number.
    mutating func integer() throws(Malformed) -> Int64 {
        skipBlanks()
        let start = position
        if position < bytes.count, bytes[position] == UInt8(ascii: "-") { position += 1 }
        while position < bytes.count, (0x30...0x39).contains(bytes[position]) { position += 1 }
        guard let value = Int64(String(decoding: bytes[start..<position], as: UTF8.self)) else {
            throw Malformed()
        }
        return value
    }

    /// Reads a truth.
    mutating func boolean() throws(Malformed) -> Bool {
        if word("true") { return true }
        if word("false") { return false }
        throw Malformed()
    }

    /// Reads a list of texts.
    mutating func strings() throws(Malformed) -> [String] {
        var values: [String] = []
        try array { (reader) throws(Malformed) in values.append(try reader.string()) }
        return values
    }

    /// Reads an object of texts.
    mutating func dictionary() throws(Malformed) -> [String: String] {
        var values: [String: String] = [:]
        try object { (reader, key) throws(Malformed) in values[key] = try reader.string() }
        return values
    }

    /// Reads over any value.
    mutating func skip() throws(Malformed) {
        try skip(depth: 0)
    }

    /// The kinds of value.
    enum Kind {
        case object, list, text, number, other
    }

    /// What kind of value comes next.
    mutating func nextKind() -> Kind {
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

    /// Reads over any value; its text as it is written.
    mutating func text() throws(Malformed) -> String {
        skipBlanks()
        let start = position
        try skip()
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func skip(depth: Int) throws(Malformed) {
        guard depth < Self.depthMax else { throw Malformed() }
        skipBlanks()
        guard position < bytes.count else { throw Malformed() }
        switch bytes[position] {
        case UInt8(ascii: "{"):
            try object { (reader, _) throws(Malformed) in try reader.skip(depth: depth + 1) }
        case UInt8(ascii: "["):
            try array { (reader) throws(Malformed) in try reader.skip(depth: depth + 1) }
        case UInt8(ascii: "\""): _ = try string()
        case UInt8(ascii: "t"), UInt8(ascii: "f"): _ = try boolean()
        case UInt8(ascii: "n"): if !word("null") { throw Malformed() }
        default: _ = try integer()
        }
    }

    private mutating func skipBlanks() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x0a, 0x0d, 0x09: position += 1
            default: return
            }
        }
    }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        skipBlanks()
        guard position < bytes.count, bytes[position] == UInt8(ascii: scalar) else {
            return false
        }
        position += 1
        return true
    }

    private mutating func expect(_ scalar: Unicode.Scalar) throws(Malformed) {
        if !take(scalar) { throw Malformed() }
    }

    private mutating func word(_ word: StaticString) -> Bool {
        skipBlanks()
        let text = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
        guard bytes[position...].starts(with: text) else { return false }
        position += text.count
        return true
    }
}
