// SPDX-License-Identifier: Apache-2.0

extension Unicode.Scalar {
    /// Whether the scalar is written out wherever a person or a terminal gets it: it cannot be seen,
    /// turns or breaks text, commands a terminal, or looks like any other that no font knows.
    ///
    /// There is one list of these, and it is Unicode's: categories C (controls, formats, private use,
    /// unassigned), Zl and Zp, and what is ignorable by default. Two kinds are left out. Arabic,
    /// Syriac and Kaithi signs that span a number are formats and can be seen. U+FE0E and U+FE0F
    /// belong to ordinary pictures; `VisibleText` writes them out where they stand behind none.
    package var isHiddenOrControl: Bool {
        switch value {
        // What most names are made of, without a look into tables.
        case 0x20...0x7E, 0xA0...0xAC, 0xAE...0x2FF, 0x400...0x52F, 0x3041...0x3096,
            0x30A1...0x30FF, 0x4E00...0x9FFF, 0xAC00...0xD7A3:
            return false
        // Signs that span a number (PropList.txt, Prepended_Concatenation_Mark).
        case 0x600...0x605, 0x6DD, 0x70F, 0x890...0x891, 0x8E2, 0x110BD, 0x110CD: return false
        case 0xFE0E...0xFE0F: return false
        default: break
        }
        switch properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
            .paragraphSeparator:
            return true
        default: return properties.isDefaultIgnorableCodePoint
        }
    }

    /// Whether the scalar is, or begins, a picture (emoji), by itself or with U+FE0F.
    var isPicture: Bool {
        value == 0xA9 || value == 0xAE || value >= 0x203C && properties.isEmoji
    }

    /// How the scalar is written out: `\n`, `\r`, `\t`, `\\`, else `\u` and four hex digits, or
    /// `\u{...}` above U+FFFF.
    package var escape: String {
        switch self {
        case "\n": return "\\n"
        case "\r": return "\\r"
        case "\t": return "\\t"
        case "\\": return "\\\\"
        default:
            let digits = HexDigits.text(value, atLeast: 4, upper: true)
            return value > 0xFFFF ? "\\u{\(digits)}" : "\\u" + digits
        }
    }
}
