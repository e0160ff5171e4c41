// SPDX-License-Identifier: Apache-2.0

/// How many cells of a terminal text takes: the width that terminals and the C library give it.
package enum CellWidth {
    /// 0 for marks that stand on the character before them and for what cannot be seen, 2 for wide
    /// ones, else 1.
    package static func of(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case 0..<0x300: return scalar.value == 0xAD ? 0 : 1
        // Vowels and finals of conjoining Hangul stand on what they begin with.
        case 0x1160...0x11FF, 0xD7B0...0xD7FF: return 0
        default: break
        }
        if isMark(scalar) { return 0 }
        // Pictures that are newer than the table are wide, too.
        let isNewPicture = scalar.value >= 0x1F300 && scalar.properties.isEmojiPresentation
        return isWide(scalar.value) || isNewPicture ? 2 : 1
    }

    /// The cells of `text`, which holds no control characters but those of colours.
    package static func of(_ text: String) -> Int {
        var width = 0
        var isColour = false
        for scalar in text.unicodeScalars {
            if scalar == "\u{1B}" { isColour = true }
            if !isColour { width += of(scalar) }
            if scalar == "m" { isColour = false }
        }
        return width
    }

    /// `text`, or as much of its beginning as fits into `columns` with a sign that it goes on.
    package static func cut(_ text: String, to columns: Int) -> String {
        if of(text) <= columns { return text }
        var cut = ""
        var width = 0
        for character in text {
            width += of(String(character))
            if width >= columns { break }
            cut.append(character)
        }
        return columns > 0 ? cut + "…" : ""
    }

    /// `text` in lines of at most `columns` cells, broken at spaces; a word that is wider has a line
    /// of its own, as it is. At least one line.
    package static func wrapped(_ text: String, to columns: Int) -> [String] {
        var lines = [""]
        var width = 0
        for word in text.split(separator: " ") {
            let size = of(String(word))
            if width > 0, width + 1 + size > columns {
                lines.append("")
                width = 0
            }
            lines[lines.count - 1] += (width > 0 ? " " : "") + word
            width += (width > 0 ? 1 : 0) + size
        }
        return lines
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: true
        case .format: scalar.isHiddenOrControl
        default: false
        }
    }

    private static func isWide(_ value: UInt32) -> Bool {
        var (low, high) = (0, wideScalarRanges.count)
        while low < high {
            let middle = (low + high) / 2
            if wideScalarRanges[middle].last < value { low = middle + 1 } else { high = middle }
        }
        return low < wideScalarRanges.count && wideScalarRanges[low].first <= value
    }
}
