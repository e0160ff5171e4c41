// SPDX-License-Identifier: Apache-2.0

package import RuleEngine
internal import Text

/// Strings of JSON (RFC 8259) that are safe to show on a terminal.
package enum JSONText {
    /// Appends `text` escaped: quotes, backslashes, control characters, and the bidirectional and
    /// line-breaking controls that could make a terminal or a page show something else.
    package static func append(_ text: TextSlice, to bytes: Column<UInt8>) {
        var start = 0
        var index = 0
        while index < text.count {
            let byte = text.start[index]
            if byte >= 0x20, byte < 0x7f, byte != 0x22, byte != 0x5c {
                index += 1
                continue
            }
            let (scalar, length) = decodeScalar(text.start + index)
            if byte >= 0x80, !isHidden(scalar) {
                index += length
                continue
            }
            bytes.append(text.start + start, count: index - start)
            escape(scalar, to: bytes)
            index += length
            start = index
        }
        bytes.append(text.start + start, count: text.count - start)
    }

    /// `text` as a JSON string with its quotes.
    package static func quoted(_ text: String) -> String {
        let bytes: Column<UInt8> = Column(capacity: text.utf8.count + 2)
        bytes.append(0x22)
        Array(text.utf8).withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return }
            append(TextSlice(start: start, count: buffer.count), to: bytes)
        }
        bytes.append(0x22)
        return TextSlice(start: bytes.base, count: bytes.count).string
    }

    private static func isHidden(_ scalar: UInt32) -> Bool {
        Unicode.Scalar(scalar)?.isHiddenOrControl ?? true
    }

    private static func escape(_ scalar: UInt32, to bytes: Column<UInt8>) {
        func pair(_ byte: UInt8) {
            bytes.append(0x5c)
            bytes.append(byte)
        }
        switch scalar {
        case 0x22: pair(0x22)
        case 0x5c: pair(0x5c)
        case 0x0a: pair(UInt8(ascii: "n"))
        case 0x0d: pair(UInt8(ascii: "r"))
        case 0x09: pair(UInt8(ascii: "t"))
        case 0x1_0000...:
            unit(0xd800 + (scalar - 0x1_0000) >> 10, to: bytes)
            unit(0xdc00 + (scalar - 0x1_0000) & 0x3ff, to: bytes)
        default: unit(scalar, to: bytes)
        }
    }

    private static func unit(_ unit: UInt32, to bytes: Column<UInt8>) {
        let digits = Array("0123456789abcdef".utf8)
        bytes.append(0x5c)
        bytes.append(UInt8(ascii: "u"))
        for shift in [UInt32(12), 8, 4, 0] { bytes.append(digits[Int(unit >> shift & 15)]) }
    }
}
