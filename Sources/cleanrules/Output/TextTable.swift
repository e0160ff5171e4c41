// SPDX-License-Identifier: Apache-2.0

/// Columns of text, padded to line up.
struct TextTable {
    let rows: [[String]]
    /// Columns set to the left; all others are set to the right.
    let leftColumns: Set<Int>
    /// The widest that a left column is padded to.
    var widthMax = 60
    /// The columns of the terminal, to which the last cell of a line is cut: it tells why, and a path
    /// never stands there. Nil where nothing is cut.
    var terminalWidth: Int?

    /// The lines, without blanks at their ends.
    var lines: [String] {
        var widths: [Int] = []
        for row in rows {
            for (column, cell) in row.enumerated() {
                if column == widths.count { widths.append(0) }
                widths[column] = max(widths[column], min(DisplayWidth.of(cell), widthMax))
            }
        }
        return rows.map { row in
            var line = ""
            for (column, whole) in row.enumerated() {
                let cell = column + 1 == row.count ? cut(whole, after: line) : whole
                let gap = String(
                    repeating: " ", count: max(0, widths[column] - DisplayWidth.of(cell)))
                line += (leftColumns.contains(column) ? cell + gap : gap + cell)
                if column + 1 < row.count {
                    line += leftColumns.contains(column) && column == 0 ? " " : "  "
                }
            }
            while line.last == " " { line.removeLast() }
            return line
        }
    }

    private func cut(_ cell: String, after line: String) -> String {
        guard let terminalWidth else { return cell }
        let room = terminalWidth - DisplayWidth.of(line)
        return room < Self.roomMin ? cell : DisplayWidth.cut(cell, to: room)
    }

    /// In less room a text says nothing any more.
    private static let roomMin = 12
}

/// How many columns a terminal uses for text.
enum DisplayWidth {
    /// Columns of `text`: none for marks and for what `Ink` adds, two for wide scripts and emoji.
    static func of(_ text: String) -> Int {
        var width = 0
        var isColor = false
        for scalar in text.unicodeScalars {
            if scalar == "\u{1b}" { isColor = true }
            if !isColor { width += self.width(scalar) }
            if scalar == "m" { isColor = false }
        }
        return width
    }

    /// `text`, or as much of its beginning as fits into `columns` with a sign that it goes on.
    static func cut(_ text: String, to columns: Int) -> String {
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

    private static func width(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case 0..<0x300: 1
        case 0xfe00...0xfe0f, 0x200b...0x200f: 0
        case 0x1100...0x115f, 0x2e80...0xa4cf, 0xac00...0xd7a3, 0xf900...0xfaff,
            0xfe30...0xfe6f, 0xff00...0xff60, 0xffe0...0xffe6, 0x1f300...0x1faff,
            0x20000...0x3fffd:
            2
        default: scalar.properties.canonicalCombiningClass == .notReordered ? 1 : 0
        }
    }
}
