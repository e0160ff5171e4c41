// SPDX-License-Identifier: Apache-2.0

extension Unicode.Scalar {
    /// Whether the scalar is written out wherever a person or a terminal gets it: controls,
    /// bidirectional marks, embeddings, overrides and isolates, line separators, and what cannot be
    /// seen. There is one list of these.
    package var isHiddenOrControl: Bool {
        switch value {
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

    /// Whether the scalar is written out in names, so that what is shown stands for one name only:
    /// what is hidden, and the backslash that every escape begins with.
    package var isEscapedInNames: Bool { self == "\\" || isHiddenOrControl }

    /// How the scalar is written out: `\n`, `\r`, `\t`, `\\`, else `\u` and four hex digits, or
    /// `\u{...}` above U+FFFF.
    package var escape: String {
        switch self {
        case "\n": return "\\n"
        case "\r": return "\\r"
        case "\t": return "\\t"
        case "\\": return "\\\\"
        default:
            let digits = String(value, radix: 16, uppercase: true)
            if digits.utf8.count > 4 { return "\\u{\(digits)}" }
            return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
        }
    }
}
