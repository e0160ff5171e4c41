// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
internal import StateLedger
internal import Text
internal import Wording

/// A card of copies: the one that stays, and beside it one of those that would go.
extension DeckFrame {
    /// Draws both pictures where there is room for two, else the one that is looked at, with what is
    /// known of it and the list of all.
    mutating func drawPair(_ card: ReviewCard, _ pair: DeckView.Pair) {
        var left = 2
        if let second = view.second,
            let boxes = Self.pairBoxes(columns: grid.columns, rows: grid.rows)
        {
            drawPicture(card, view.picture, boxes.left)
            drawPicture(card, second, boxes.right)
            left = boxes.right.column + boxes.right.columns + 3
        } else if view.picture != .off {
            let box = Self.pictureBox(columns: grid.columns, rows: grid.rows)
            drawPicture(card, view.picture, box)
            left = box.column + box.columns + 3
        }
        let room = columns - left - 1
        var row = 1
        func line(_ text: String, _ style: CellStyle = .plain) {
            guard row < undoRow else { return }
            grid.write(text, row: row, column: left, most: room, style)
            row += 1
        }
        let place = pair.isFlipped ? pair.proposal.leader : pair.current ?? pair.proposal.leader
        let told = PairWords(card, pair.proposal, pair.details, words)
        line(VisibleName.cutInMiddle(told.shot(place), cells: room), .bold)
        line(told.place(place), pair.proposal.fate(place) == .goes ? .warning : .plain)
        for text in told.facts(place, view.zone, cells: room) { line(text) }
        if let alike = told.likeness(place) { line(alike) }
        if let decided = told.decided(place) {
            for text in Self.wrapped(decided, cells: room) { line(text, .warning) }
        }
        row += 1
        line(told.accepting, .bold)
        if card.isLastCopy { line(words(.deckLastCopy), .warning) }
        if Self.tells.contains(card.entry.reason) {
            for text in Self.wrapped(say.reason(card, view.details), cells: room) {
                line(text, .dim)
            }
        }
        row += 1
        drawMembers(pair, told, row, left, room)
        drawKeys([
            .accept, .flip, .walk, .stayToo, .stayInstead, .undo, .why, .open, .sameRule, .marked,
            .groups, .help, .quit,
        ])
    }

    /// Reasons that say more than the pictures do: why a person is asked at all.
    private static let tells: Set<Reason> = [
        .decidedBefore, .similarUnproved, .trial, .biggerThan, .lastCopy, .survivorUnderReview,
        .unknown,
    ]

    private mutating func drawMembers(
        _ pair: DeckView.Pair, _ told: PairWords, _ row: Int, _ left: Int, _ room: Int
    ) {
        let members = pair.proposal.members
        let shown = members.indices.dropFirst(view.firstMember).prefix(9)
        grid.write(told.heading, row: row, column: left, most: room)
        var row = row + 1
        for (index, place) in shown.enumerated() where row < undoRow {
            let sign = members[place].id == nil ? "+" : "\(index + 1)"
            let fate = told.fate(place)
            let path = VisibleName.cutInMiddle(
                members[place].item.path, cells: max(5, room - 5 - CellWidth.of(fate)))
            let mark = place == pair.current ? ">" : " "
            grid.write("\(mark)\(sign) \(path) \(fate)", row: row, column: left, most: room)
            row += 1
        }
        let more = members.count - shown.count
        if more > 0, row < undoRow {
            grid.write(
                "   " + words(.deckMoreTab(n: more)), row: row, column: left, most: room, .dim)
        }
    }
}
