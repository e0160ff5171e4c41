// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import RuleEngine

/// Reads strict JSON (RFC 8259) from bytes by hand, value by value, as its caller asks.
///
/// The buffer ends in a byte that no value can hold (a newline when one line is read, else a zero
/// at `end`) and is padded by 64 more, so no step checks for the end. Texts come back as slices of
/// the buffer, or of `scratch` if they had escapes.
struct JSONReader: ~Copyable {
    /// The most arrays and objects that may be open at once.
    static let depthMax = 128

    /// Unescaped texts.
    var scratch = JSONScratch()
    /// Keys of the objects that are open.
    var names = JSONNames()
    /// Whether a value may go on after a newline.
    var spansLines = false
    /// The byte after the last one of the buffer, a zero.
    var end: UnsafePointer<UInt8>

    /// A reader of bytes that end at `end`.
    init(end: UnsafePointer<UInt8>) {
        self.end = end
    }

    /// Steps over blanks; newlines are blanks only if values may span lines.
    @inline(__always)
    func skipBlanks(_ place: inout UnsafePointer<UInt8>) {
        while place[0] <= 0x20 {
            switch place[0] {
            case 0x20, 0x09, 0x0d: place += 1
            case 0x0a where spansLines: place += 1
            default: return
            }
        }
    }

    /// Steps over `byte` and the blanks around it.
    @inline(__always)
    func expect(
        _ byte: UInt8, _ place: inout UnsafePointer<UInt8>, _ what: StaticString
    ) throws(JSONFault) {
        if place[0] <= 0x20 { skipBlanks(&place) }
        if place[0] != byte { throw unexpected(place, "\(what)") }
        place += 1
        if place[0] <= 0x20 { skipBlanks(&place) }
    }

    /// After a member or an element: true if another one follows, false at `closing`.
    @inline(__always)
    func another(
        _ closing: UInt8, _ place: inout UnsafePointer<UInt8>
    ) throws(JSONFault) -> Bool {
        if place[0] <= 0x20 { skipBlanks(&place) }
        if place[0] == UInt8(ascii: ",") {
            place += 1
            if place[0] <= 0x20 { skipBlanks(&place) }
            return true
        }
        if place[0] == closing {
            place += 1
            return false
        }
        throw unexpected(place, closing == UInt8(ascii: "}") ? "\",\" or \"}\"" : "\",\" or \"]\"")
    }

    /// Steps over the opening bracket at `place`: true if a member or an element follows.
    @inline(__always)
    func open(_ closing: UInt8, _ place: inout UnsafePointer<UInt8>) -> Bool {
        place += 1
        if place[0] <= 0x20 { skipBlanks(&place) }
        if place[0] == closing {
            place += 1
            return false
        }
        return true
    }

    /// The key at `place`; steps over it and the colon.
    @inline(__always)
    mutating func key(_ place: inout UnsafePointer<UInt8>) throws(JSONFault) -> TextSlice {
        if place[0] != UInt8(ascii: "\"") {
            throw unexpected(place, String(clause: "a key in quotes"))
        }
        place += 1
        let key = try text(&place)
        if place[0] == UInt8(ascii: ":"), place[1] > 0x20 {
            place += 1
        } else {
            try expect(UInt8(ascii: ":"), &place, "\":\"")
        }
        return key
    }

    /// Steps over `true`, `false` or `null`, whichever stands at `place`.
    func literal(_ place: inout UnsafePointer<UInt8>) throws(JSONFault) -> JSONLiteral {
        for literal in JSONLiteral.allCases {
            let text = literal.text
            if compareBytes(place, text.utf8Start, text.utf8CodeUnitCount) == 0 {
                place += text.utf8CodeUnitCount
                return literal
            }
        }
        throw unexpected(place, String(clause: "a value"))
    }

    /// The fault of meeting something else than `wanted` at `place`.
    @inline(never)
    func unexpected(_ place: UnsafePointer<UInt8>, _ wanted: String) -> JSONFault {
        switch place[0] {
        case 0 where place == end:
            return JSONFault(place, String(clause: "the file ends where \(wanted) is expected"))
        case 0: return JSONFault(place, String(clause: "a NUL has no place in a listing"))
        case 0x0a where !spansLines:
            return JSONFault(place, String(clause: "the line ends where \(wanted) is expected"))
        case 0x21...0x7e:
            let found = String(Unicode.Scalar(place[0]))
            return JSONFault(place, String(clause: "\(wanted) is expected, not \(quoted(found))"))
        default: return JSONFault(place, String(clause: "\(wanted) is expected here"))
        }
    }
}

/// The three words of JSON.
enum JSONLiteral: CaseIterable {
    case null
    case `true`
    case `false`

    /// How it is written.
    var text: StaticString {
        switch self {
        case .null: "null"
        case .true: "true"
        case .false: "false"
        }
    }
}
