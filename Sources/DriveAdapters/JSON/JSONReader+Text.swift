// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import RuleEngine

extension JSONReader {
    /// The text whose first byte, after the quote, is at `place`; steps over the closing quote.
    @inline(__always)
    mutating func text(_ place: inout UnsafePointer<UInt8>) throws(JSONFault) -> TextSlice {
        let start = unsafe place
        var at = unsafe start
        while true {
            let stops = unsafe ByteWords.textStops(ByteWords.load(at))
            if stops == 0 {
                unsafe at += 8
                continue
            }
            unsafe at += stops.trailingZeroBitCount >> 3
            if unsafe at[0] == UInt8(ascii: "\"") {
                unsafe place = unsafe at + 1
                return unsafe TextSlice(start: start, count: at - start)
            }
            if unsafe at[0] < 0x80 { break }
            try unsafe skipUnicode(&at)
        }
        return try unsafe unusualText(start, at, &place)
    }

    /// Steps over bytes above 0x7F, which must be UTF-8 (RFC 3629: shortest form, no surrogates).
    @inline(never)
    func skipUnicode(_ place: inout UnsafePointer<UInt8>) throws(JSONFault) {
        func follows(_ offset: Int, _ range: ClosedRange<UInt8> = 0x80...0xbf) -> Bool {
            unsafe range.contains(place[offset])
        }
        while unsafe place[0] >= 0x80 {
            let isValid: Bool
            let length: Int
            switch unsafe place[0] {
            case 0xc2...0xdf:
                length = 2
                isValid = follows(1)
            case 0xe0...0xef:
                length = 3
                let low: UInt8 = unsafe place[0] == 0xe0 ? 0xa0 : 0x80
                let high: UInt8 = unsafe place[0] == 0xed ? 0x9f : 0xbf
                isValid = follows(1, low...high) && follows(2)
            case 0xf0...0xf4:
                length = 4
                let low: UInt8 = unsafe place[0] == 0xf0 ? 0x90 : 0x80
                let high: UInt8 = unsafe place[0] == 0xf4 ? 0x8f : 0xbf
                isValid = follows(1, low...high) && follows(2) && follows(3)
            default:
                length = 1
                isValid = false
            }
            if !isValid {
                throw unsafe JSONFault(place, String(clause: "the bytes here are not UTF-8"))
            }
            unsafe place += length
        }
    }

    /// A text in which a backslash or a control character stands at `stop`.
    @inline(never)
    private mutating func unusualText(
        _ start: UnsafePointer<UInt8>, _ stop: UnsafePointer<UInt8>,
        _ place: inout UnsafePointer<UInt8>
    ) throws(JSONFault) -> TextSlice {
        var at = unsafe stop
        while unsafe at[0] != UInt8(ascii: "\"") {
            if unsafe at[0] >= 0x80 {
                try unsafe skipUnicode(&at)
            } else if unsafe at[0] < 0x20 {
                throw unsafe controlCharacter(at)
            } else if unsafe at[0] == UInt8(ascii: "\\") {
                _ = try unsafe JSONEscape(at)
                unsafe at += JSONEscape.length(at)
            } else {
                unsafe at += 1
            }
        }
        unsafe place = unsafe at + 1
        return unsafe unescape(start, at)
    }

    private func controlCharacter(_ place: UnsafePointer<UInt8>) -> JSONFault {
        if unsafe place[0] == 0, unsafe place != end {
            return unsafe JSONFault(place, String(clause: "a NUL has no place in a listing"))
        }
        if unsafe place == end || (place[0] == 0x0a && !spansLines) {
            return unsafe unexpected(place, String(clause: "the closing quote of a text"))
        }
        return unsafe JSONFault(
            place, String(clause: "a control character in a text is written with a backslash"))
    }

    /// The text between `start` and `stop`, all of whose escapes are known to be right.
    private mutating func unescape(
        _ start: UnsafePointer<UInt8>, _ stop: UnsafePointer<UInt8>
    ) -> TextSlice {
        let target = unsafe scratch.reserve(stop - start)
        var count = 0
        var at = unsafe start
        while unsafe at < stop {
            guard unsafe at[0] == UInt8(ascii: "\\"), let escape = try? unsafe JSONEscape(at) else {
                unsafe target[count] = unsafe at[0]
                count += 1
                unsafe at += 1
                continue
            }
            for byte in String(escape.scalar).utf8 {
                unsafe target[count] = byte
                count += 1
            }
            unsafe at += JSONEscape.length(at)
        }
        return unsafe TextSlice(start: UnsafePointer(target), count: count)
    }
}

/// One escape of a JSON text, or two if they are a pair of surrogates.
struct JSONEscape {
    /// The character that it stands for.
    let scalar: Unicode.Scalar

    /// The escape whose backslash is at `place`.
    init(_ place: UnsafePointer<UInt8>) throws(JSONFault) {
        switch unsafe place[1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
            scalar = unsafe Unicode.Scalar(place[1])
        case UInt8(ascii: "b"): scalar = "\u{8}"
        case UInt8(ascii: "f"): scalar = "\u{c}"
        case UInt8(ascii: "n"): scalar = "\n"
        case UInt8(ascii: "r"): scalar = "\r"
        case UInt8(ascii: "t"): scalar = "\t"
        case UInt8(ascii: "u"): scalar = try unsafe JSONEscape.unicode(place)
        default:
            throw unsafe JSONFault(
                place,
                String(
                    clause: "a backslash is followed by one of \" \\ / b f n r t, or by u"
                        + " and four digits"
                ))
        }
    }

    /// How many bytes the escape has whose backslash is at `place`, known to be right.
    static func length(_ place: UnsafePointer<UInt8>) -> Int {
        if unsafe place[1] != UInt8(ascii: "u") { return 2 }
        guard let unit = unsafe hexUnit(place + 2), unit & 0xfc00 == 0xd800 else { return 6 }
        return 12
    }

    private static func unicode(
        _ place: UnsafePointer<UInt8>
    ) throws(JSONFault) -> Unicode.Scalar {
        guard let first = unsafe hexUnit(place + 2) else {
            throw unsafe JSONFault(
                place, String(clause: "\\u is followed by four hexadecimal digits"))
        }
        if first == 0 {
            throw unsafe JSONFault(place, String(clause: "a NUL has no place in a listing"))
        }
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard first < 0xdc00, unsafe place[6] == UInt8(ascii: "\\"),
            unsafe place[7] == UInt8(ascii: "u"),
            let second = unsafe hexUnit(place + 8), second & 0xfc00 == 0xdc00,
            let scalar = Unicode.Scalar(0x10000 + (first - 0xd800) << 10 + (second - 0xdc00))
        else { throw unsafe JSONFault(place, String(clause: "half a surrogate pair stands alone")) }
        return scalar
    }

    /// The value of four hexadecimal digits.
    private static func hexUnit(_ place: UnsafePointer<UInt8>) -> UInt32? {
        var unit: UInt32 = 0
        for index in 0..<4 {
            switch unsafe place[index] {
            case 0x30...0x39: unit = unsafe unit << 4 | UInt32(place[index] - 0x30)
            case 0x41...0x46: unit = unsafe unit << 4 | UInt32(place[index] - 0x37)
            case 0x61...0x66: unit = unsafe unit << 4 | UInt32(place[index] - 0x57)
            default: return nil
            }
        }
        return unit
    }
}
