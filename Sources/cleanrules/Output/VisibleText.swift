// SPDX-License-Identifier: Apache-2.0

internal import ReviewUI

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

    /// Whether `scalar` is written out: there is one list of such characters.
    static func isEscaped(_ scalar: Unicode.Scalar) -> Bool { VisibleName.isEscaped(scalar) }

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
