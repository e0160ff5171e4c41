// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import RuleEngine

/// Reads strict JSON (RFC 8259) from bytes by hand, value by value, as its caller asks.
///
/// The buffer ends in a byte that no value can hold (a newline when one line is read, else a zero
/// at `end`) and is padded by 64 more, so no step checks for the end. Texts come back as slices of
/// the buffer, or of `scratch` if they had escapes.
@safe struct JSONReader: ~Copyable {
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
        unsafe self.end = unsafe end
    }

    /// Steps over blanks; newlines are blanks only if values may span lines.
    @inline(__always)
    func skipBlanks(_ place: inout UnsafePointer<UInt8>) {
        while unsafe place[0] <= 0x20 {
            switch unsafe place[0] {
            case 0x20, 0x09, 0x0d: unsafe place += 1
            case 0x0a where spansLines: unsafe place += 1
            default: return
            }
        }
    }

    /// Steps over `byte` and the blanks around it.
    @inline(__always)
    func expect(
        _ byte: UInt8, _ place: inout UnsafePointer<UInt8>, _ what: StaticString
    ) throws(JSONFault) {
        if unsafe place[0] <= 0x20 { unsafe skipBlanks(&place) }
        if unsafe place[0] != byte { throw unsafe unexpected(place, "\(what)") }
        unsafe place += 1
        if unsafe place[0] <= 0x20 { unsafe skipBlanks(&place) }
    }

    /// After a member or an element: true if another one follows, false at `closing`.
    @inline(__always)
    func another(
        _ closing: UInt8, _ place: inout UnsafePointer<UInt8>
    ) throws(JSONFault) -> Bool {
        if unsafe place[0] <= 0x20 { unsafe skipBlanks(&place) }
        if unsafe place[0] == UInt8(ascii: ",") {
            unsafe place += 1
            if unsafe place[0] <= 0x20 { unsafe skipBlanks(&place) }
            return true
        }
        if unsafe place[0] == closing {
            unsafe place += 1
            return false
        }
        throw unsafe unexpected(
            place, closing == UInt8(ascii: "}") ? "\",\" or \"}\"" : "\",\" or \"]\"")
    }

    /// Steps over the opening bracket at `place`: true if a member or an element follows.
    @inline(__always)
    func open(_ closing: UInt8, _ place: inout UnsafePointer<UInt8>) -> Bool {
        unsafe place += 1
        if unsafe place[0] <= 0x20 { unsafe skipBlanks(&place) }
        if unsafe place[0] == closing {
            unsafe place += 1
            return false
        }
        return true
    }

    /// The key at `place`; steps over it and the colon.
    @inline(__always)
    mutating func key(_ place: inout UnsafePointer<UInt8>) throws(JSONFault) -> TextSlice {
        if unsafe place[0] != UInt8(ascii: "\"") {
            throw unsafe unexpected(place, String(clause: "a key in quotes"))
        }
        unsafe place += 1
        let key = try unsafe text(&place)
        if unsafe place[0] == UInt8(ascii: ":"), unsafe place[1] > 0x20 {
            unsafe place += 1
        } else {
            try unsafe expect(UInt8(ascii: ":"), &place, "\":\"")
        }
        return key
    }

    /// Steps over `true`, `false` or `null`, whichever stands at `place`.
    func literal(_ place: inout UnsafePointer<UInt8>) throws(JSONFault) -> JSONLiteral {
        for literal in JSONLiteral.allCases {
            let text = literal.text
            if unsafe compareBytes(place, text.utf8Start, text.utf8CodeUnitCount) == 0 {
                unsafe place += text.utf8CodeUnitCount
                return literal
            }
        }
        throw unsafe unexpected(place, String(clause: "a value"))
    }

    /// The fault of meeting something else than `wanted` at `place`.
    @inline(never)
    func unexpected(_ place: UnsafePointer<UInt8>, _ wanted: String) -> JSONFault {
        switch unsafe place[0] {
        case 0 where unsafe place == end:
            return unsafe JSONFault(
                place, String(clause: "the file ends where \(wanted) is expected"))
        case 0: return unsafe JSONFault(place, String(clause: "a NUL has no place in a listing"))
        case 0x0a where !spansLines:
            return unsafe JSONFault(
                place, String(clause: "the line ends where \(wanted) is expected"))
        case 0x21...0x7e:
            let found = unsafe String(Unicode.Scalar(place[0]))
            return unsafe JSONFault(
                place, String(clause: "\(wanted) is expected, not \(quoted(found))"))
        default: return unsafe JSONFault(place, String(clause: "\(wanted) is expected here"))
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
