// SPDX-License-Identifier: Apache-2.0

/// Columns of text, padded to line up.
struct TextTable {
    let rows: [[String]]
    /// Columns set to the left; all others are set to the right.
    let leftColumns: Set<Int>
    /// The widest that a left column is padded to.
    var widthMax = 60

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
            for (column, cell) in row.enumerated() {
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
}

/// How many columns a terminal uses for text.
enum DisplayWidth {
    /// Columns of `text`: none for marks, two for wide scripts and emoji.
    static func of(_ text: String) -> Int {
        text.unicodeScalars.reduce(0) { $0 + width($1) }
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
