// SPDX-License-Identifier: Apache-2.0

/// Text from a file as a terminal may safely show it.
enum SafeText {
    /// The text with control and bidirectional characters written as their numbers.
    static func escaped(_ text: String) -> String {
        text.unicodeScalars.map { $0 == "\t" ? "\\t" : shown($0) }.joined()
    }

    /// One scalar of a source line: a tab as a blank, what is dangerous as its number.
    static func shown(_ scalar: Unicode.Scalar) -> String {
        if scalar == "\t" { return " " }
        return isDangerous(scalar) ? "<\(scalar.codePoint)>" : String(scalar)
    }

    /// How many columns of a terminal the text takes.
    static func width(_ text: String) -> Int {
        text.unicodeScalars.reduce(0) { $0 + width($1) }
    }

    /// Controls, formats that reorder or hide text, line separators and what is no character.
    private static func isDangerous(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
        case .format: scalar != "\u{200D}" && scalar != "\u{200C}"
        default: false
        }
    }

    /// 0 for marks that combine, 2 for wide scalars of East Asia and for emoji, else 1.
    private static func width(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C,
            0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF,
            0x20000...0x3FFFD:
            return 2
        default:
            return 1
        }
    }
}
