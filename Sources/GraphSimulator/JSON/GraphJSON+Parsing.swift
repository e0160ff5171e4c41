// SPDX-License-Identifier: Apache-2.0

extension GraphJSON {
    /// The value that `bytes` hold as JSON (RFC 8259); nil if they are none.
    package init?(_ bytes: [UInt8]) {
        var parser = JSONParser(bytes: bytes)
        guard let value = parser.document() else { return nil }
        self = value
    }

    /// The value that `text` holds as JSON; nil if it is none.
    package init?(parsing text: String) {
        self.init(Array(text.utf8))
    }
}

/// Reads one JSON document; every function gives nil for what is none.
private struct JSONParser {
    let bytes: [UInt8]
    var place = 0
    var depth = 0

    /// The most arrays and objects that may be open at once.
    private static let depthMax = 64

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    private var current: UInt8? { place < bytes.count ? bytes[place] : nil }

    mutating func document() -> GraphJSON? {
        guard let value = value() else { return nil }
        skipBlanks()
        return place == bytes.count ? value : nil
    }

    private mutating func skipBlanks() {
        while let byte = current, byte == 0x20 || byte == 0x09 || byte == 0x0a || byte == 0x0d {
            place += 1
        }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard current == byte else { return false }
        place += 1
        return true
    }

    private mutating func take(_ word: String) -> Bool {
        let end = place + word.utf8.count
        guard end <= bytes.count, bytes[place..<end].elementsEqual(word.utf8) else { return false }
        place = end
        return true
    }

    private mutating func value() -> GraphJSON? {
        skipBlanks()
        switch current {
        case UInt8(ascii: "{"): return nested { $0.object() }
        case UInt8(ascii: "["): return nested { $0.array() }
        case UInt8(ascii: "\""): return string().map { .string($0) }
        case UInt8(ascii: "t"): return take("true") ? .bool(true) : nil
        case UInt8(ascii: "f"): return take("false") ? .bool(false) : nil
        case UInt8(ascii: "n"): return take("null") ? .null : nil
        default: return number()
        }
    }

    private mutating func nested(_ body: (inout JSONParser) -> GraphJSON?) -> GraphJSON? {
        guard depth < JSONParser.depthMax else { return nil }
        depth += 1
        place += 1
        defer { depth -= 1 }
        return body(&self)
    }

    private mutating func array() -> GraphJSON? {
        var elements: [GraphJSON] = []
        skipBlanks()
        if take(UInt8(ascii: "]")) { return .array([]) }
        repeat {
            guard let element = value() else { return nil }
            elements.append(element)
            skipBlanks()
        } while take(UInt8(ascii: ","))
        return take(UInt8(ascii: "]")) ? .array(elements) : nil
    }

    private mutating func object() -> GraphJSON? {
        var members: [GraphJSON.Member] = []
        skipBlanks()
        if take(UInt8(ascii: "}")) { return .object([]) }
        repeat {
            skipBlanks()
            guard current == UInt8(ascii: "\""), let name = string() else { return nil }
            skipBlanks()
            guard take(UInt8(ascii: ":")), let value = value() else { return nil }
            members.append(GraphJSON.Member(name, value))
            skipBlanks()
        } while take(UInt8(ascii: ","))
        return take(UInt8(ascii: "}")) ? .object(members) : nil
    }

    private mutating func number() -> GraphJSON? {
        let start = place
        _ = take(UInt8(ascii: "-"))
        guard digits() else { return nil }
        var isWhole = true
        if take(UInt8(ascii: ".")) {
            isWhole = false
            guard digits() else { return nil }
        }
        if current == UInt8(ascii: "e") || current == UInt8(ascii: "E") {
            isWhole = false
            place += 1
            if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { place += 1 }
            guard digits() else { return nil }
        }
        let text = String(decoding: bytes[start..<place], as: UTF8.self)
        if isWhole, let whole = Int64(text) { return .integer(whole) }
        return Double(text).map { .number($0) }
    }

    private mutating func digits() -> Bool {
        let start = place
        while let byte = current, byte &- 0x30 < 10 { place += 1 }
        return place > start
    }

    private mutating func string() -> String? {
        place += 1
        var text: [UInt8] = []
        while let byte = current {
            place += 1
            switch byte {
            case UInt8(ascii: "\""): return String(validating: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                guard let scalar = escape() else { return nil }
                text.append(contentsOf: Array(String(scalar).utf8))
            case 0..<0x20: return nil
            default: text.append(byte)
            }
        }
        return nil
    }

    private mutating func escape() -> Unicode.Scalar? {
        guard let byte = current else { return nil }
        place += 1
        switch byte {
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{c}"
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "u"): return unicodeEscape()
        default: return nil
        }
    }

    private mutating func unicodeEscape() -> Unicode.Scalar? {
        guard let unit = fourDigits() else { return nil }
        guard unit & 0xfc00 == 0xd800 else { return Unicode.Scalar(unit) }
        guard take("\\u"), let low = fourDigits(), low & 0xfc00 == 0xdc00 else { return nil }
        return Unicode.Scalar(0x10000 + (unit & 0x3ff) << 10 + (low & 0x3ff))
    }

    private mutating func fourDigits() -> UInt32? {
        guard place + 4 <= bytes.count else { return nil }
        var value: UInt32 = 0
        for byte in bytes[place..<place + 4] {
            guard let digit = HexDigits.value(of: byte) else { return nil }
            value = value << 4 | UInt32(digit)
        }
        place += 4
        return value
    }
}
