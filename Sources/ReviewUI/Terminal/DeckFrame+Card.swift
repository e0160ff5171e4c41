// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
internal import StateLedger
internal import Text
internal import Wording

/// The card with its picture, or what stands in its place.
extension DeckFrame {
    /// Draws the card, or why there is none.
    mutating func drawCard() {
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
                .deckStopUndo, say.more(state.quota),
            ] + say.invitation(state.quota) + [
                .reviewMarked(tally: say.tally(state.marked))
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
        if let looks = say.looks(state.looks) { lines.append(.verbatim(looks)) }
        writeWhole(lines, from: 5)
        drawKeys([.undo, .marked, .help, .quit])
    }

    private mutating func drawCard(_ card: ReviewCard) {
        if let pair = view.pair, pair.card == card.id {
            drawPair(card, pair)
            return
        }
        var left = 2
        if view.picture != .off {
            drawPicture(card)
            let box = Self.pictureBox(columns: grid.columns, rows: grid.rows)
            left = box.column + box.columns + 3
        }
        let room = columns - left - 1
        var row = 1
        let name = VisibleName.cutInMiddle(card.shot ?? card.name, cells: room)
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
        drawReason(card, row, left, room)
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
        if let album = details?.album {
            lines.append(words(.factAlbum(text: VisibleText.escaped(album))))
        }
        if card.shot != nil { lines.append(words(.deckShot)) }
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

    // MARK: The picture

    private mutating func drawPicture(_ card: ReviewCard) {
        drawPicture(
            card, view.picture, Self.pictureBox(columns: grid.columns, rows: grid.rows))
    }

    /// Draws what stands in a place for a picture.
    mutating func drawPicture(_ card: ReviewCard, _ shown: DeckView.Picture, _ inside: Box) {
        drawBorder(inside)
        switch shown {
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
}
