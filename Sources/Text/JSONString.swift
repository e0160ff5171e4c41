// SPDX-License-Identifier: Apache-2.0

/// Writes texts of JSON (RFC 8259).
package enum JSONString {
    /// What is written as an escape beside quotes, backslashes and controls; each format that is
    /// kept, signed or compared has one and stays with it.
    package enum Escapes: Sendable {
        /// Nothing else: what only programs read.
        case controls
        /// Nothing else; line feed, return and tab have their short forms.
        case shortControls
        /// DEL as well.
        case controlsAndDelete
        /// All that is not ASCII: nothing in it can make a terminal show something else.
        case allButASCII
        /// Every hidden character; line feed, return and tab have their short forms.
        case hidden
    }

    private static let backslash = UInt8(ascii: "\\")

    /// Appends `text` with its quotes. O(bytes).
    package static func append(
        _ text: String, to bytes: inout [UInt8], _ escapes: Escapes = .controls
    ) {
        bytes.append(UInt8(ascii: "\""))
        appendContent(text, to: &bytes, escapes)
        bytes.append(UInt8(ascii: "\""))
    }

    /// Appends `text` without quotes around it.
    package static func appendContent(
        _ text: String, to bytes: inout [UInt8], _ escapes: Escapes = .controls
    ) {
        if escapes == .allButASCII {
            for unit in text.utf16 {
                if unit < 0x7F {
                    append(UInt8(truncatingIfNeeded: unit), to: &bytes, escapes)
                } else {
                    appendEscape(unit, to: &bytes)
                }
            }
            return
        }
        if escapes == .hidden {
            for scalar in text.unicodeScalars { append(visible: scalar, to: &bytes) }
            return
        }
        var text = text
        text.withUTF8 { text in
            if text.allSatisfy({ $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C && $0 != 0x7F }) {
                bytes.append(contentsOf: text)
            } else {
                for byte in text { append(byte, to: &bytes, escapes) }
            }
        }
    }

    /// `text` with its quotes.
    package static func quoted(_ text: String, _ escapes: Escapes = .controls) -> String {
        var bytes: [UInt8] = []
        append(text, to: &bytes, escapes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The same document of JSON with every hidden character in its texts written as an escape, which
    /// means the same; between texts there are none.
    package static func escapingHidden(inDocument text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x7F }) { return text }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            if scalar.value >= 0x7F, scalar.isHiddenOrControl {
                for unit in UTF16.encode(scalar) ?? .init() { appendEscape(unit, to: &bytes) }
            } else {
                bytes.append(contentsOf: UTF8.encode(scalar) ?? .init())
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func append(visible scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
        if scalar.value < 0x7F {
            append(UInt8(truncatingIfNeeded: scalar.value), to: &bytes, .shortControls)
        } else if scalar.isHiddenOrControl {
            for unit in UTF16.encode(scalar) ?? .init() { appendEscape(unit, to: &bytes) }
        } else {
            bytes.append(contentsOf: UTF8.encode(scalar) ?? .init())
        }
    }

    private static func append(_ byte: UInt8, to bytes: inout [UInt8], _ escapes: Escapes) {
        switch byte {
        case UInt8(ascii: "\""), backslash:
            bytes.append(backslash)
            bytes.append(byte)
        case 0x0A where escapes == .shortControls: bytes += [backslash, UInt8(ascii: "n")]
        case 0x0D where escapes == .shortControls: bytes += [backslash, UInt8(ascii: "r")]
        case 0x09 where escapes == .shortControls: bytes += [backslash, UInt8(ascii: "t")]
        case 0..<0x20: appendEscape(UInt16(byte), to: &bytes)
        case 0x7F where escapes == .controlsAndDelete: appendEscape(0x7F, to: &bytes)
        default: bytes.append(byte)
        }
    }

    private static func appendEscape(_ unit: UInt16, to bytes: inout [UInt8]) {
        bytes.append(backslash)
        bytes.append(UInt8(ascii: "u"))
        HexDigits.append(UInt64(unit), digits: 4, to: &bytes, upper: false)
    }
}
