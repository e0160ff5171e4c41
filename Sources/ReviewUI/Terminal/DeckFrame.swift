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
    private(set) var grid: CellGrid
    /// Where the terminal is to draw its picture; nil: nowhere.
    private(set) var picture: Box?

    private let view: DeckView
    private var columns: Int { grid.columns }
    private var words: Words { view.words }
    private var say: ReviewWords { ReviewWords(words) }
    /// Rows that are written: the last one stays free, since some terminals scroll after sixels.
    private var rows: Int { grid.rows - 1 }
    private var undoRow: Int { rows - 3 }
    private var messageRow: Int { rows - 2 }
    private var keyRow: Int { rows - 1 }

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
        if let left = say.nearEnd(state.quota) { text = left + " · " + text }
        return text
    }

    /// The line of keys: as many as there is room for, help and quit always.
    private mutating func drawKeys(_ actions: [DeckAction]) {
        func hint(_ entry: DeckKeys.Entry, _ isLong: Bool) -> String {
            let arrow = entry.others.first.flatMap { $0.count == 1 ? $0 + " " : nil } ?? ""
            return (isLong ? arrow : "") + "\(entry.letter) \(entry.label.map { words($0) } ?? "")"
        }
        var entries = DeckKeys.table.filter { actions.contains($0.action) && $0.label != nil }
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

    private mutating func write(_ hints: [String]) {
        var at = 1
        for hint in hints {
            at = grid.write(hint, row: keyRow, column: at, .dim) + 3
        }
    }

    private mutating func write(_ lines: [String], from row: Int, _ style: CellStyle = .plain) {
        for (offset, line) in lines.enumerated() where row + offset < undoRow {
            grid.write(line, row: row + offset, column: 2, most: columns - 4, style)
        }
    }

    /// Writes phrases below each other, in as many lines as each needs.
    private mutating func writeWhole(_ phrases: [Phrase], from row: Int) {
        write(phrases.flatMap { Self.wrapped(words($0), cells: columns - 4) }, from: row)
    }

    // MARK: The card

    private mutating func drawCard() {
        guard let state = view.state, state.plan != nil else {
            writeWhole([.deckNoPlan, .verbatim(""), .deckMakePlan(command: .plan)], from: 3)
            drawKeys([.help, .quit])
            return
        }
        if view.isStopped {
            drawStop(state)
        } else if let card = view.card {
            drawCard(card)
        } else {
            drawDone(state)
        }
    }

    private mutating func drawStop(_ state: ReviewState) {
        write([words(.deckStopTitle)], from: 3, .bold)
        writeWhole(
            [
                .deckStopUsed(
                    n: state.remaining, used: state.quota.used, limit: state.quota.limit ?? 0),
                .deckStopAgain(time: Moment(state.quota.nextDay, view.zone)), .verbatim(""),
                .deckStopUndo, say.moreToday, .reviewMarked(tally: say.tally(state.marked)),
            ], from: 5)
        drawKeys([.undo, .marked, .help, .quit])
    }

    private mutating func drawDone(_ state: ReviewState) {
        write([words(.deckDoneTitle)], from: 3, .bold)
        var lines: [Phrase] = [
            .deckDoneText, .reviewMarked(tally: say.tally(state.marked)),
        ]
        if state.marked.items > 0 {
            var end = ReviewEnd(reason: .quit)
            end.setNext(after: state.plan, now: view.now)
            lines.append(.deckDoneNext(command: end.next))
        }
        writeWhole(lines, from: 5)
        drawKeys([.undo, .marked, .help, .quit])
    }

    private mutating func drawCard(_ card: ReviewCard) {
        var left = 2
        if view.picture != .off {
            drawPicture(card)
            let box = Self.pictureBox(columns: grid.columns, rows: grid.rows)
            left = box.column + box.columns + 3
        }
        let room = columns - left - 1
        var row = 1
        let name = VisibleName.cutInMiddle(card.name, cells: room)
        // The slash says that it is a folder, in every colour and in none.
        grid.write(
            name + (card.item.isFolder ? "/" : ""), row: row, column: left, most: room, .bold)
        for line in facts(card, room) {
            row += 1
            grid.write(line, row: row, column: left, most: room)
        }
        row += 1
        if card.isLastCopy {
            row += 1
            grid.write(words(.deckLastCopy), row: row, column: left, most: room, .warning)
        }
        row += 1
        if card.isGroup {
            drawMembers(card, row, left, room)
        } else {
            drawReason(card, row, left, room)
        }
        drawKeys([
            .delete, .keep, .later, .undo, .why, .open, .sameRule, .marked, .help, .quit,
        ])
    }

    private func facts(_ card: ReviewCard, _ room: Int) -> [String] {
        let details = view.details
        var first = [say.size(card.item), say.sort(card)]
        if let width = details?.width, let height = details?.height {
            first.append("\(width)×\(height)")
        }
        var lines = [first.joined(separator: "  ")]
        if let taken = details?.taken {
            lines.append(words(.deckTaken(time: Moment(taken, view.zone))))
        } else if let modified = card.item.modified {
            let instant = Timestamp(secondsSinceEpoch: modified)
            lines.append(words(.deckChanged(time: Moment(instant, view.zone))))
        }
        lines.append(VisibleName.cutInMiddle(card.folder, cells: room))
        lines.append(words(.deckOnDrive(drive: VisibleText.escaped(card.item.drive))))
        return lines
    }

    private mutating func drawReason(_ card: ReviewCard, _ row: Int, _ left: Int, _ room: Int) {
        var row = row
        for line in Self.wrapped(say.reason(card, view.details), cells: room)
        where row < undoRow {
            grid.write(line, row: row, column: left, most: room)
            row += 1
        }
        for condition in (view.details?.conditions ?? []) where row < undoRow {
            let sign =
                switch condition.outcome {
                case .yes: "✓"
                case .no: "✗"
                case .unknown: "?"
                }
            let text =
                condition.isException
                ? words(.reviewUnless(text: condition.text)) : condition.text
            let actual = condition.actual.map { " (\(VisibleText.escaped($0)))" } ?? ""
            grid.write("  \(sign) \(text)\(actual)", row: row, column: left, most: room, .dim)
            row += 1
        }
    }

    private mutating func drawMembers(_ card: ReviewCard, _ row: Int, _ left: Int, _ room: Int) {
        let shown = card.members.dropFirst(view.firstMember).prefix(9)
        grid.write(
            words(.deckEqual(n: card.members.count)), row: row, column: left, most: room)
        var row = row + 1
        for (index, member) in shown.enumerated() where row < undoRow {
            let sign = member.id == nil ? "+" : "\(index + 1)"
            let path = VisibleName.cutInMiddle(member.item.path, cells: max(5, room - 10))
            let fate = member.id == nil ? " " + words(.reviewStays) : ""
            grid.write(" \(sign) \(path)\(fate)", row: row, column: left, most: room)
            row += 1
        }
        let more = card.members.count - shown.count
        if more > 0, row < undoRow {
            grid.write(
                "   " + words(.deckMoreTab(n: more)), row: row, column: left, most: room, .dim)
        }
    }

    // MARK: The picture

    private mutating func drawPicture(_ card: ReviewCard) {
        let inside = Self.pictureBox(columns: grid.columns, rows: grid.rows)
        drawBorder(inside)
        switch view.picture {
        case .off: break
        case .loading: drawIcon(card, "…", inside)
        case .none(let reason): drawIcon(card, words(.told(reason)), inside)
        case .cells(let cells):
            let place = centred(
                columns: cells.map(\.count).max() ?? 0, rows: cells.count, inside)
            for (row, line) in cells.prefix(inside.rows).enumerated() {
                for (column, cell) in line.prefix(inside.columns).enumerated() {
                    grid.set(place.row + row, place.column + column, cell)
                }
            }
        case .pixels(let columns, let rows):
            let place = centred(columns: columns, rows: rows, inside)
            picture = place
            for row in 0..<place.rows {
                for column in 0..<place.columns {
                    grid.set(
                        place.row + row, place.column + column, Cell(text: " ", isPicture: true))
                }
            }
        }
    }

    private func centred(columns: Int, rows: Int, _ box: Box) -> Box {
        let (columns, rows) = (min(columns, box.columns), min(rows, box.rows))
        return Box(
            row: box.row + (box.rows - rows) / 2, column: box.column + (box.columns - columns) / 2,
            columns: columns, rows: rows)
    }

    private mutating func drawBorder(_ inside: Box) {
        let line = String(repeating: "─", count: inside.columns)
        grid.write("┌\(line)┐", row: inside.row - 1, column: inside.column - 1, .dim)
        grid.write("└\(line)┘", row: inside.row + inside.rows, column: inside.column - 1, .dim)
        for row in inside.row..<inside.row + inside.rows {
            grid.write("│", row: row, column: inside.column - 1, .dim)
            grid.write("│", row: row, column: inside.column + inside.columns, .dim)
        }
    }

    /// What sort of item it is, where there is no picture, and why there is none.
    private mutating func drawIcon(_ card: ReviewCard, _ reason: String, _ box: Box) {
        let middle = box.row + box.rows / 2
        for (offset, line) in [say.sort(card), reason].enumerated() {
            let text = VisibleName.cut(line, cells: box.columns)
            grid.write(
                text, row: middle - 1 + offset,
                column: box.column + (box.columns - CellWidth.of(text)) / 2, .dim)
        }
    }

    // MARK: What lies over the card

    private mutating func drawFacts(_ from: Int) {
        guard let card = view.card else { return }
        let facts = ReviewFacts(
            card: card, details: view.details ?? ReviewDetails(), zone: view.zone,
            words: words
        ).lines.flatMap { Self.wrapped($0, cells: columns - 4) }
        write([VisibleName.cutInMiddle(card.name, cells: columns - 4)], from: 2, .bold)
        write(Array(facts.dropFirst(min(from, max(0, facts.count - 1)))), from: 4)
        write(words([.deckScroll, .deckBack]))
    }

    private mutating func drawHelp(_ from: Int) {
        write([words(.deckKeys)], from: 1, .bold)
        let indent = 13
        let lines = DeckKeys.table.flatMap { entry in
            let keys = ([String(entry.letter)] + entry.others).joined(separator: " ")
            let text = Self.wrapped(words(entry.help), cells: columns - 4 - indent)
            return text.enumerated().map { offset, line in
                let key = offset == 0 ? keys : ""
                return key + String(repeating: " ", count: max(1, indent - CellWidth.of(key)))
                    + line
            }
        }
        let room = keyRow - 2
        let first = min(from, max(0, lines.count - room))
        for (offset, line) in lines.dropFirst(first).prefix(room).enumerated() {
            grid.write(line, row: 2 + offset, column: 2, most: columns - 4)
        }
        write(words(lines.count > room ? [.deckScroll, .deckBack] : [.deckBack]))
    }

    private mutating func drawLastCopy() {
        guard let card = view.card else { return }
        write([words(.deckLastTitle)], from: 3, .warning)
        write([VisibleName.cutInMiddle(card.item.path, cells: columns - 4)], from: 5)
        writeWhole([.deckLastText, .verbatim(""), .deckLastKeys], from: 7)
        write(words([.deckLastMark, .deckBack]))
    }

    private mutating func drawMarked(_ list: DeckView.Marked) {
        let tally = view.state?.marked ?? ReviewTally()
        write([words(.deckMarked(tally: say.tally(tally)))], from: 1, .bold)
        let room = max(1, undoRow - 3)
        let signs = words([.deckRowKept, .deckRowMarked])
        let signWidth = signs.map { CellWidth.of($0) }.max() ?? 0
        let from = max(0, min(list.selected - room / 2, list.cards.count - room))
        for (offset, card) in list.cards.dropFirst(from).prefix(room).enumerated() {
            let isKept = list.kept.contains(card.id)
            let size = say.size(card.item)
            let sign =
                (isKept ? signs[0] : signs[1])
                + String(
                    repeating: " ", count: signWidth - CellWidth.of(isKept ? signs[0] : signs[1]))
            let path = VisibleName.cutInMiddle(
                card.item.path, cells: max(5, columns - 8 - signWidth - CellWidth.of(size)))
            let isSelected = from + offset == list.selected
            grid.write(
                "\(isSelected ? ">" : " ") \(sign) \(path)  \(size)", row: 3 + offset, column: 1,
                most: columns - 2, isSelected ? .reversed : .plain)
        }
        if list.cards.isEmpty { write([words(.reviewNothingMarked)], from: 3) }
        write(words([.deckChoose, .deckRowKeyKeep, .deckRowKeyMark, .deckUndo, .deckBack]))
    }

    private mutating func drawSameRule(_ list: DeckView.SameRule) {
        let rule = VisibleText.escaped(list.cards.first?.entry.reviewed.rule ?? "")
        let items = ReviewWords.items(list.cards)
        let title: Phrase =
            items > list.cards.count
            ? .deckSameItems(n: list.cards.count, count: items, rule: rule)
            : .deckSameTitle(n: list.cards.count, rule: rule)
        write([words(title)], from: 1, .bold)
        let room = max(1, undoRow - 7)
        for (offset, card) in list.cards.dropFirst(list.from).prefix(room).enumerated() {
            let tail = "\(say.others(card))  \(say.size(card.item))"
            let path = VisibleName.cutInMiddle(
                card.item.path, cells: max(5, columns - 6 - CellWidth.of(tail)))
            grid.write(path + tail, row: 3 + offset, column: 2, most: columns - 4)
        }
        let line: Phrase =
            switch list.verdict {
            case .delete: .deckSameDelete(count: items)
            case .keep: .deckSameKeep(count: items)
            default: .deckSameChoose
            }
        let at = grid.write(
            words(line), row: undoRow - 2, column: 2, most: columns - 4, .bold)
        if list.verdict != nil {
            grid.write(list.typed + "_", row: undoRow - 2, column: at, most: columns - at - 1)
        }
        write(words([.deckSameKeyKeep, .deckSameKeyMark, .deckSameKeyEnter, .deckBack]))
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
