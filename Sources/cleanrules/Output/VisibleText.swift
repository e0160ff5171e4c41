// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine

/// Text from a drive as a person may safely see it: what is invisible or moves other text about
/// is written out as an escape.
///
/// `\n`, `\r` and `\t` stand for themselves, every other such character is `\u` and four hex
/// digits, or `\u{...}` above U+FFFF. A backslash is doubled, so that no two names look the same:
/// a text is escaped once, where it is put among others.
enum VisibleText {
    /// `text` with all such characters written out.
    static func escaped(_ text: String) -> String {
        written(text, where: \.isEscapedInNames)
    }

    /// `text`, in which names stand escaped already, with nothing hidden left in it: backslashes
    /// stay as they are.
    static func guarded(_ text: String) -> String {
        written(text, where: \.isHiddenOrControl)
    }

    private static func written(
        _ text: String, where isWrittenOut: (Unicode.Scalar) -> Bool
    ) -> String {
        var text = text
        let isPlain = text.withUTF8 { !mayNeedEscapes($0) }
        if isPlain { return text }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count + 16)
        text.withUTF8 { append($0, to: &bytes, where: isWrittenOut) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the UTF-8 of `text` with all such characters written out; what is no UTF-8 becomes
    /// U+FFFD. O(bytes).
    static func append(
        _ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8],
        where isWrittenOut: (Unicode.Scalar) -> Bool = \.isEscapedInNames
    ) {
        guard mayNeedEscapes(text) else {
            bytes.append(contentsOf: text)
            return
        }
        for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
            if isWrittenOut(scalar) {
                bytes.append(contentsOf: scalar.escape.utf8)
            } else {
                bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            }
        }
    }

    /// Whether `scalar` never stands in what is shown: there is one list of such characters.
    static func isEscaped(_ scalar: Unicode.Scalar) -> Bool { scalar.isHiddenOrControl }

    /// Whether a byte can begin a character that is written out; other plain ASCII says no.
    private static func mayNeedEscapes(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        for byte in text where byte < 0x20 || byte >= 0x7F || byte == UInt8(ascii: "\\") {
            return true
        }
        return false
    }
}
