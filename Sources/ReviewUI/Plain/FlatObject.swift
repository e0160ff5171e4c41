// SPDX-License-Identifier: Apache-2.0

internal import Wording

/// One JSON object (RFC 8259) of nothing but texts, as a line of a file of decisions is.
struct FlatObject {
    /// Why a line is none, one clause.
    struct Malformed: Error, Equatable {
        let reason: Phrase

        init(_ reason: Phrase) { self.reason = reason }

        /// It is no such object.
        init(_ detail: String) { reason = .fileJson(detail: detail) }
    }

    /// The texts by their names; what is `null` is not there.
    private(set) var texts: [String: String] = [:]

    private let bytes: [UInt8]
    private var at = 0

    /// Reads `bytes`, all of them.
    init(_ bytes: some Collection<UInt8>) throws(Malformed) {
        self.bytes = Array(bytes)
        guard String(validating: self.bytes, as: UTF8.self) != nil else {
            throw Malformed("it is not UTF-8")
        }
        var names: Set<[UInt8]> = []
        try expect("{", "an object begins with '{'")
        if !take("}") {
            repeat {
                skipBlanks()
                let name = try text()
                guard names.insert(Array(name.utf8)).inserted else {
                    throw Malformed("'\(VisibleName.escaped(name))' is there twice")
                }
                try expect(":", "a ':' is missing")
                skipBlanks()
                if try isNull() { continue }
                texts[name] = try text()
            } while take(",")
            try expect("}", "a ',' or the '}' at the end is missing")
        }
        skipBlanks()
        guard at == self.bytes.count else { throw Malformed("something follows the object") }
    }

    private mutating func skipBlanks() {
        while at < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[at]) { at += 1 }
    }

    private mutating func take(_ sign: Unicode.Scalar) -> Bool {
        skipBlanks()
        guard at < bytes.count, bytes[at] == UInt8(ascii: sign) else { return false }
        at += 1
        return true
    }

    private mutating func expect(_ sign: Unicode.Scalar, _ reason: String) throws(Malformed) {
        if !take(sign) { throw Malformed(reason) }
    }

    private mutating func isNull() throws(Malformed) -> Bool {
        guard bytes[at...].starts(with: "null".utf8) else { return false }
        at += 4
        return true
    }

    private mutating func text() throws(Malformed) -> String {
        guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") else {
            throw Malformed("a text in quotes is missing")
        }
        at += 1
        var units: [UInt8] = []
        while at < bytes.count {
            let byte = bytes[at]
            at += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: units, as: UTF8.self)
            case UInt8(ascii: "\\"): units += try escape()
            case 0..<0x20: throw Malformed("a control character stands in a text")
            default: units.append(byte)
            }
        }
        throw Malformed("a text has no end")
    }

    private mutating func escape() throws(Malformed) -> [UInt8] {
        guard at < bytes.count else { throw Malformed("a text has no end") }
        let sign = bytes[at]
        at += 1
        switch sign {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [sign]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "u"): break
        default: throw Malformed("an escape in a text is none")
        }
        var unit = try hex()
        if (0xD800...0xDBFF).contains(unit), bytes[at...].starts(with: "\\u".utf8) {
            at += 2
            let low = try hex()
            guard (0xDC00...0xDFFF).contains(low) else {
                throw Malformed("half a character stands in a text")
            }
            unit = 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
        }
        guard let scalar = Unicode.Scalar(unit) else {
            throw Malformed("half a character stands in a text")
        }
        return Array(String(scalar).utf8)
    }

    private mutating func hex() throws(Malformed) -> UInt32 {
        guard at + 4 <= bytes.count else { throw Malformed("a text has no end") }
        var value: UInt32 = 0
        for byte in bytes[at..<at + 4] {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw Malformed("an escape in a text is none")
            }
            value = value << 4 | UInt32(digit)
        }
        at += 4
        return value
    }
}
