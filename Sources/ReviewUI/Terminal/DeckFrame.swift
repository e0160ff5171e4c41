// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
internal import StateLedger
internal import Text
internal import Wording

/// What the deck shows, as cells.
struct DeckFrame: Sendable {
    /// The smallest terminal.
    static let columnMin = 60
    static let rowMin = 18

    /// A rectangle of cells.
    struct Box: Sendable, Hashable {
        var row: Int
        var column: Int
        var columns: Int
        var rows: Int
    }

    /// The cells.
    var grid: CellGrid
    /// Where the terminal is to draw its picture; nil: nowhere.
    var picture: Box?

    let view: DeckView
    var columns: Int { grid.columns }
    var words: Words { view.words }
    var say: ReviewWords { ReviewWords(words) }
    /// Rows that are written: the last one stays free, since some terminals scroll after sixels.
    private var rows: Int { grid.rows - 1 }
    var undoRow: Int { rows - 3 }
    private var messageRow: Int { rows - 2 }
    var keyRow: Int { rows - 1 }

    /// Whether so many cells are enough.
    static func fits(columns: Int, rows: Int) -> Bool { columns >= columnMin && rows >= rowMin }

    /// The rectangle inside the frame of the picture.
    static func pictureBox(columns: Int, rows: Int) -> Box {
        let (columns, rows) = (
            min(columns, CellGrid.columnMax), min(rows, CellGrid.rowMax)
        )
        return Box(
            row: 2, column: 2, columns: max(1, columns * 11 / 20 - 2), rows: max(1, rows - 7))
    }

    /// How wide a terminal is for two pictures side by side.
    static let pairColumnMin = 110
    /// How many of its columns are for words.
    private static let pairWords = 38

    /// The rectangles inside the frames of two pictures side by side; nil where it is too narrow.
    static func pairBoxes(columns: Int, rows: Int) -> (left: Box, right: Box)? {
        guard columns >= pairColumnMin else { return nil }
        let box = pictureBox(columns: columns, rows: rows)
        let (columns, _) = (min(columns, CellGrid.columnMax), rows)
        let width = (columns - pairWords - 6) / 2
        return (
            Box(row: box.row, column: 2, columns: width, rows: box.rows),
            Box(row: box.row, column: 2 + width + 2, columns: width, rows: box.rows)
        )
    }

    /// The cells for `view`.
    init(_ view: DeckView, columns: Int, rows: Int) {
        self.view = view
        grid = CellGrid(columns: columns, rows: rows)
        guard Self.fits(columns: columns, rows: rows) else {
            drawTooSmall(columns, rows)
            return
        }
        drawHeader()
        switch view.screen {
        case .card: drawCard()
        case .facts(let from): drawFacts(from)
        case .marked(let list): drawMarked(list)
        case .sameRule(let list): drawSameRule(list)
        case .groups(let list): drawGroups(list)
        case .lastCopy: drawLastCopy()
        case .help(let from): drawHelp(from)
        }
        // The help needs the room.
        if case .help = view.screen { return }
        drawNotice()
        if let message = view.message {
            grid.write(message, row: messageRow, column: 1, most: self.columns - 2, .warning)
        }
    }

    // MARK: Frame

    private mutating func drawTooSmall(_ columns: Int, _ rows: Int) {
        let lines = words([
            .deckTooSmall1(columns: columns, rows: rows),
            .deckTooSmall2(columns: Self.columnMin, rows: Self.rowMin), .deckTooSmall3,
        ])
        for (row, line) in lines.enumerated() { grid.write(line, row: row, column: 0) }
    }

    private mutating func drawHeader() {
        let title = words(.deckTitle)
        guard let quota = view.state?.quota else {
            grid.write(title, row: 0, column: 1, .bold)
            return
        }
        var right = words(.reviewQuotaFree(used: quota.used))
        if let limit = quota.limit, limit > 0 {
            let barCells = columns >= 100 ? 25 : 10
            let share = Double(min(quota.used, limit)) / Double(limit)
            let full = Int((share * Double(barCells)).rounded())
            right =
                words(.deckQuota(used: quota.used, limit: limit)) + "  "
                + String(repeating: "█", count: full)
                + String(repeating: "░", count: barCells - full)
        }
        let start = columns - 1 - CellWidth.of(right)
        grid.write(title, row: 0, column: 1, most: start - 2, .bold)
        grid.write(
            right, row: 0, column: max(1, start), quota.isNearEnd ? .warning : .plain)
    }

    private mutating func drawNotice() {
        var end = columns - 1
        if let right = progress {
            end = columns - 1 - CellWidth.of(right)
            grid.write(right, row: undoRow, column: max(1, end), .dim)
        }
        guard let notice = view.notice else { return }
        var tail = notice.isUndoable ? "   " + words(.deckUndo) : ""
        if let seconds = notice.seconds { tail += " (\(seconds) s)" }
        let room = end - 2 - CellWidth.of(tail)
        let text = VisibleName.cutGuardedInMiddle(
            "\(notice.sign) \(notice.text)", cells: max(1, room))
        let at = grid.write(text, row: undoRow, column: 1, most: max(1, room))
        grid.write(tail, row: undoRow, column: at, .bold)
    }

    /// Which card of how many, and how many more of its rule.
    private var progress: String? {
        guard let state = view.state, view.isCardShown, let card = view.card else { return nil }
        var text = words(
            .deckPlace(number: state.total - state.remaining + 1, total: state.total))
        if card.othersOfRule > 0, columns >= 100 {
            text += " · " + words(.deckOfRule(n: card.othersOfRule))
        }
        if state.quota.warns, let left = say.nearEnd(state.quota) { text = left + " · " + text }
        return text
    }

    /// The line of keys: as many as there is room for, help and quit always.
    mutating func drawKeys(_ actions: [DeckAction]) {
        func hint(_ entry: DeckKeys.Entry, _ isLong: Bool) -> String {
            let arrow = entry.others.first.flatMap { $0.count == 1 ? $0 + " " : nil } ?? ""
            return (isLong ? arrow : "") + "\(entry.letter) \(entry.label.map { words($0) } ?? "")"
        }
        var entries = (DeckKeys.groupTable + DeckKeys.table).filter {
            actions.contains($0.action) && $0.label != nil
        }
        func width(_ isLong: Bool) -> Int {
            entries.reduce(0) { $0 + CellWidth.of(hint($1, isLong)) + 3 }
        }
        let isLong = width(true) <= columns - 2
        while width(isLong) > columns + 1,
            let place = entries.lastIndex(where: { $0.action != .help && $0.action != .quit })
        {
            entries.remove(at: place)
        }
        write(entries.map { hint($0, isLong) })
    }

    mutating func write(_ hints: [String]) {
        var at = 1
        for hint in hints {
            at = grid.write(hint, row: keyRow, column: at, .dim) + 3
        }
    }

    mutating func write(_ lines: [String], from row: Int, _ style: CellStyle = .plain) {
        for (offset, line) in lines.enumerated() where row + offset < undoRow {
            grid.write(line, row: row + offset, column: 2, most: columns - 4, style)
        }
    }

    /// Writes phrases below each other, in as many lines as each needs.
    mutating func writeWhole(_ phrases: [Phrase], from row: Int) {
        write(phrases.flatMap { Self.wrapped(words($0), cells: columns - 4) }, from: row)
    }

    /// `text`, in which names stand escaped, in lines of at most `cells` cells.
    static func wrapped(_ text: String, cells: Int) -> [String] {
        var lines = [""]
        var width = 0
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            var word = VisibleText.guarded(String(word))
            let size = CellWidth.of(word)
            if width > 0, width + 1 + size > cells {
                lines.append("")
                width = 0
            }
            if size > cells { word = VisibleName.cutGuardedInMiddle(word, cells: cells) }
            if width > 0 || lines.count == 1 && lines[0].isEmpty && word.isEmpty {
                lines[lines.count - 1] += " "
                width += 1
            }
            lines[lines.count - 1] += word
            width += CellWidth.of(word)
        }
        return lines
    }
}
