// SPDX-License-Identifier: Apache-2.0

package import RuleEngine
internal import Text

/// Text on its way into a page: hidden characters written out, then escaped for where it goes.
package enum HTMLReportText {
    /// Where text is put.
    package enum Place {
        /// Between tags, or between the quotes of an attribute.
        case markup
        /// Inside a string of JSON in a `script` element, which ends at `</script` whatever JSON
        /// says: `<`, `>` and `&` are therefore written as escapes.
        case data
    }

    /// `text` with hidden characters written out, escaped for markup.
    package static func markup(_ text: String) -> String { escaped(text, for: .markup) }

    /// The same of a text in which names stand escaped already.
    package static func markup(shown text: String) -> String {
        var bytes: [UInt8] = []
        for byte in VisibleText.guarded(text).utf8 { append(byte, for: .markup, to: &bytes) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// `text` with hidden characters written out, as a string of JSON with its quotes.
    package static func data(_ text: String) -> String { "\"" + escaped(text, for: .data) + "\"" }

    /// Appends `text`, UTF-8, with hidden characters written out and escaped for `place`.
    package static func append(_ text: TextSlice, for place: Place, to bytes: inout [UInt8]) {
        if text.buffer.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && !isSpecial($0) }) {
            bytes.append(contentsOf: text.buffer)
            return
        }
        var visible: [UInt8] = []
        VisibleText.append(text.buffer, to: &visible)
        for byte in visible { append(byte, for: place, to: &bytes) }
    }

    private static func append(_ byte: UInt8, for place: Place, to bytes: inout [UInt8]) {
        if isSpecial(byte) {
            bytes.append(contentsOf: escape(byte, for: place).utf8)
        } else {
            bytes.append(byte)
        }
    }

    private static func escaped(_ text: String, for place: Place) -> String {
        var bytes: [UInt8] = []
        Array(text.utf8).withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return }
            append(TextSlice(start: start, count: buffer.count), for: place, to: &bytes)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func isSpecial(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"), UInt8(ascii: "\""),
            UInt8(ascii: "'"), UInt8(ascii: "\\"):
            true
        default: false
        }
    }

    private static func escape(_ byte: UInt8, for place: Place) -> String {
        switch (byte, place) {
        case (UInt8(ascii: "<"), .markup): "&lt;"
        case (UInt8(ascii: ">"), .markup): "&gt;"
        case (UInt8(ascii: "&"), .markup): "&amp;"
        case (UInt8(ascii: "\""), .markup): "&quot;"
        case (UInt8(ascii: "'"), .markup): "&#39;"
        case (UInt8(ascii: "<"), .data): "\\u003C"
        case (UInt8(ascii: ">"), .data): "\\u003E"
        case (UInt8(ascii: "&"), .data): "\\u0026"
        case (UInt8(ascii: "\""), .data): "\\\""
        case (UInt8(ascii: "\\"), .data): "\\\\"
        default: String(Unicode.Scalar(byte))
        }
    }
}
