// SPDX-License-Identifier: Apache-2.0

internal import Text

/// How many colours a terminal has.
enum ColourDepth: Int, Sendable, Comparable {
    /// None, or none are wanted.
    case none
    /// The sixteen that the terminal's owner chose.
    case few
    /// 256.
    case many
    /// All.
    case full

    static func < (one: ColourDepth, other: ColourDepth) -> Bool { one.rawValue < other.rawValue }
}

/// A colour of a cell.
enum CellColour: Sendable, Hashable {
    /// One of the sixteen that the terminal's owner chose.
    case own(UInt8)
    /// Red, green, blue.
    case exact(UInt8, UInt8, UInt8)
}

/// How a cell looks.
struct CellStyle: Sendable, Hashable {
    var front: CellColour?
    var back: CellColour?
    var isBold = false
    var isDim = false
    var isReversed = false

    static let plain = CellStyle()
    static let bold = CellStyle(isBold: true)
    static let dim = CellStyle(isDim: true)
    static let reversed = CellStyle(isReversed: true)
    // Not red and green, which many cannot tell apart; a sign and a word say it as well.
    static let keep = CellStyle(front: .own(4), isBold: true)
    static let delete = CellStyle(front: .own(3), isBold: true)
    static let warning = CellStyle(front: .own(3), isBold: true)
}

/// One cell of a screen.
struct Cell: Sendable, Hashable {
    /// A character with its marks; empty for the second half of a wide one.
    var text = " "
    var style = CellStyle.plain
    /// Whether a picture lies here that the terminal draws, so that nothing may be written.
    var isPicture = false

    static let blank = Cell()
}

/// What is to be on a screen, cell by cell.
struct CellGrid: Sendable, Equatable {
    /// The largest screen that is filled; more stays empty.
    static let columnMax = 500
    static let rowMax = 200

    let columns: Int
    let rows: Int
    private(set) var cells: [Cell]

    /// An empty screen.
    init(columns: Int, rows: Int) {
        self.columns = min(max(columns, 1), Self.columnMax)
        self.rows = min(max(rows, 1), Self.rowMax)
        cells = Array(repeating: .blank, count: self.columns * self.rows)
    }

    subscript(row: Int, column: Int) -> Cell { cells[row * columns + column] }

    /// Writes `text`, in which names stand escaped, from `column` on, at most `most` cells; where it ended.
    @discardableResult
    mutating func write(
        _ text: String, row: Int, column: Int, most: Int = .max, _ style: CellStyle = .plain
    ) -> Int {
        let end = most > columns - column ? columns : column + max(0, most)
        guard (0..<rows).contains(row), column >= 0, column < end else { return column }
        var at = column
        let shown = VisibleName.cutGuarded(text, cells: end - column)
        for piece in VisibleName.guardedPieces(shown) {
            if at + piece.width > end { break }
            set(row, at, Cell(text: piece.text, style: style))
            if piece.width > 2 {
                // An escape: one sign a cell.
                for (offset, sign) in piece.text.unicodeScalars.enumerated() {
                    set(row, at + offset, Cell(text: String(sign), style: style))
                }
            } else if piece.width == 2 {
                set(row, at + 1, Cell(text: "", style: style))
            }
            at += piece.width
        }
        return at
    }

    /// Puts `cell` there, if there is such a place.
    mutating func set(_ row: Int, _ column: Int, _ cell: Cell) {
        guard (0..<rows).contains(row), (0..<columns).contains(column) else { return }
        let place = row * columns + column
        // Half of a wide character does not stand alone.
        if column > 0, cells[place].text.isEmpty { cells[place - 1] = .blank }
        if column + 1 < columns, cells[place + 1].text.isEmpty { cells[place + 1] = .blank }
        cells[place] = cell
    }

    /// The screen as lines of text, for tests and for people who look at them.
    var lines: [String] {
        (0..<rows).map { row in
            var line = ""
            for cell in cells[row * columns..<(row + 1) * columns] {
                line += cell.isPicture ? "·" : cell.text
            }
            while line.hasSuffix(" ") { line.removeLast() }
            return line
        }
    }
}
