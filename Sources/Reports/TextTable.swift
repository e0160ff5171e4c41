// SPDX-License-Identifier: Apache-2.0

internal import Text

/// Columns of text, padded to line up.
package struct TextTable {
    let rows: [[String]]
    /// Columns set to the left; all others are set to the right.
    package let leftColumns: Set<Int>
    /// The widest that a left column is padded to.
    package let widthMax: Int
    /// The columns of the terminal, to which the last cell of a line is cut: it tells why, and a path
    /// never stands there. Nil where nothing is cut.
    package let terminalWidth: Int?

    /// A table of `rows`.
    package init(
        rows: [[String]], leftColumns: Set<Int>, widthMax: Int = 60, terminalWidth: Int? = nil
    ) {
        self.rows = rows
        self.leftColumns = leftColumns
        self.widthMax = widthMax
        self.terminalWidth = terminalWidth
    }

    /// The lines, without blanks at their ends.
    package var lines: [String] {
        var widths: [Int] = []
        for row in rows {
            for (column, cell) in row.enumerated() {
                if column == widths.count { widths.append(0) }
                widths[column] = max(widths[column], min(CellWidth.of(cell), widthMax))
            }
        }
        return rows.map { row in
            var line = ""
            for (column, whole) in row.enumerated() {
                let cell = column + 1 == row.count ? cut(whole, after: line) : whole
                let gap = String(
                    repeating: " ", count: max(0, widths[column] - CellWidth.of(cell)))
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
        let room = terminalWidth - CellWidth.of(line)
        return room < Self.roomMin ? cell : CellWidth.cut(cell, to: room)
    }

    /// In less room a text says nothing any more.
    private static let roomMin = 12
}
