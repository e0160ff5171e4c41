// SPDX-License-Identifier: Apache-2.0

/// Text from a drive as a person may safely see it: what is invisible or moves other text about
/// is written out as an escape.
///
/// `\n`, `\r` and `\t` stand for themselves, every other such character is `\u` and four hex
/// digits, or `\u{...}` above U+FFFF. A backslash stays as it is, so the result is for eyes only.
enum VisibleText {
    /// `text` with all such characters written out.
    static func escaped(_ text: String) -> String {
        var text = text
        let isPlain = text.withUTF8 { !mayNeedEscapes($0) }
        if isPlain { return text }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count + 16)
        text.withUTF8 { append($0, to: &bytes) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the UTF-8 of `text` with all such characters written out; what is no UTF-8 becomes
    /// U+FFFD. O(bytes).
    static func append(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
        guard mayNeedEscapes(text) else {
            bytes.append(contentsOf: text)
            return
        }
        for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
            if isEscaped(scalar) {
                bytes.append(contentsOf: escape(scalar).utf8)
            } else {
                bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            }
        }
    }

    /// Whether `scalar` is written out: controls, bidirectional marks, embeddings, overrides and
    /// isolates, line separators, and what has no width.
    static func isEscaped(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0000...0x001F, 0x007F...0x009F: true  // C0, DEL, C1
        case 0x00AD, 0x034F, 0x061C: true  // soft hyphen, joiner, Arabic letter mark
        case 0x115F...0x1160, 0x3164, 0xFFA0: true  // Hangul fillers
        case 0x17B4...0x17B5, 0x180B...0x180F: true  // invisible Khmer and Mongolian signs
        case 0x200B...0x200F: true  // zero width space to right-to-left mark
        case 0x2028...0x202E: true  // line and paragraph separators, embeddings, overrides
        case 0x2060...0x206F: true  // word joiner, invisible operators, isolates
        case 0xFEFF, 0xFFF9...0xFFFB: true  // byte-order mark, annotations
        case 0x1D173...0x1D17A: true  // invisible musical signs
        case 0xE0000...0xE0FFF: true  // tags, further variation selectors
        default: false
        }
    }

    /// Whether a byte can begin a character that `isEscaped` speaks of; plain ASCII says no.
    private static func mayNeedEscapes(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        for byte in text where byte < 0x20 || byte >= 0x7F { return true }
        return false
    }

    /// How `scalar` is written out.
    private static func escape(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\n": return "\\n"
        case "\r": return "\\r"
        case "\t": return "\\t"
        default:
            let digits = String(scalar.value, radix: 16, uppercase: true)
            if digits.utf8.count > 4 { return "\\u{\(digits)}" }
            return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
        }
    }
}
