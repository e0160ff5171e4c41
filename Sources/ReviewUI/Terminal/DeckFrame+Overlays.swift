// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
internal import StateLedger
internal import Text
internal import Wording

/// What lies over the card.
extension DeckFrame {
    /// All that is known of the card's item, from one line on.
    mutating func drawFacts(_ from: Int) {
        guard let card = view.card else { return }
        let facts = ReviewFacts(
            card: card, details: view.details ?? ReviewDetails(), zone: view.zone,
            words: words
        ).lines.flatMap { Self.wrapped($0, cells: columns - 4) }
        write([VisibleName.cutInMiddle(card.name, cells: columns - 4)], from: 2, .bold)
        write(Array(facts.dropFirst(min(from, max(0, facts.count - 1)))), from: 4)
        write(words([.deckScroll, .deckBack]))
    }

    /// What each key does, from one line on, and how much of the pictures is known.
    mutating func drawHelp(_ from: Int) {
        write([words(.deckKeys)], from: 1, .bold)
        let indent = 13
        var lines = (DeckKeys.table + DeckKeys.groupTable).flatMap { entry in
            let keys = ([String(entry.letter)] + entry.others).joined(separator: " ")
            let text = Self.wrapped(words(entry.help), cells: columns - 4 - indent)
            return text.enumerated().map { offset, line in
                let key = offset == 0 ? keys : ""
                return key + String(repeating: " ", count: max(1, indent - CellWidth.of(key)))
                    + line
            }
        }
        if let looks = say.looks(view.state?.looks) {
            lines += [""] + Self.wrapped(looks, cells: columns - 4)
        }
        let room = keyRow - 2
        let first = min(from, max(0, lines.count - room))
        for (offset, line) in lines.dropFirst(first).prefix(room).enumerated() {
            grid.write(line, row: 2 + offset, column: 2, most: columns - 4)
        }
        write(words(lines.count > room ? [.deckScroll, .deckBack] : [.deckBack]))
    }

    /// The question that comes before the last copy of something is marked.
    mutating func drawLastCopy() {
        guard let card = view.card else { return }
        write([words(.deckLastTitle)], from: 3, .warning)
        write([VisibleName.cutInMiddle(card.item.path, cells: columns - 4)], from: 5)
        writeWhole([.deckLastText, .verbatim(""), .deckLastKeys], from: 7)
        write(words([.deckLastMark, .deckBack]))
    }

    /// What is marked to be deleted.
    mutating func drawMarked(_ list: DeckView.Marked) {
        let tally = view.state?.marked ?? ReviewTally()
        write([words(.deckMarked(tally: say.tally(tally)))], from: 1, .bold)
        let signs = words([.deckRowKept, .deckRowMarked])
        let signWidth = signs.map { CellWidth.of($0) }.max() ?? 0
        let shown = listed(around: list.selected, of: list.cards.count)
        for (row, card) in zip(shown, list.cards[shown]) {
            let isKept = list.kept.contains(card.id)
            let parts: [String?] = [say.size(card.item), decidedOn(card)]
            let size = parts.compactMap(\.self).joined(separator: " · ")
            let sign =
                (isKept ? signs[0] : signs[1])
                + String(
                    repeating: " ", count: signWidth - CellWidth.of(isKept ? signs[0] : signs[1]))
            let path = VisibleName.cutInMiddle(
                card.item.path, cells: max(5, columns - 8 - signWidth - CellWidth.of(size)))
            drawRow(
                "\(sign) \(path)  \(size)", row - shown.lowerBound,
                isSelected: row == list.selected)
        }
        if list.cards.isEmpty { write([words(.reviewNothingMarked)], from: 3) }
        write(words([.deckChoose, .deckRowKeyKeep, .deckRowKeyMark, .deckUndo, .deckBack]))
    }

    /// On which other device a card was decided, and when, as far as there is room for that.
    private func decidedOn(_ card: ReviewCard) -> String? {
        if columns >= 110 { return say.device(card, view.zone) }
        return card.device.map { words(.devicesDecided(device: VisibleText.escaped($0))) }
    }

    /// The groups that are not decided, and below them the selected one in full.
    mutating func drawGroups(_ list: DeckView.Groups) {
        write([words(.reviewGroups(n: list.total))], from: 1, .bold)
        let shown = listed(around: list.selected, of: list.cards.count, besides: 4)
        for (row, card) in zip(shown, list.cards[shown]) {
            let tail = words(.reviewGroupsGo(n: card.goers.count, size: card.bytesWon))
            let path = VisibleName.cutInMiddle(
                say.staying(card), cells: max(5, columns - 6 - CellWidth.of(tail)))
            drawRow(
                "\(path)  \(tail)", row - shown.lowerBound, isSelected: row == list.selected)
        }
        if list.cards.indices.contains(list.selected) {
            write(
                Self.wrapped(say.group(list.cards[list.selected]), cells: columns - 4),
                from: 4 + shown.count)
        }
        write(words([.deckChoose, .deckGroupsEnter, .deckBack]))
    }

    /// The rows of a list of `count` that there is room for, around the selected one, where so many
    /// lines are for other things.
    private func listed(
        around selected: Int, of count: Int, besides lines: Int = 0
    ) -> Range<Int> {
        let room = max(1, undoRow - 3 - lines)
        let from = max(0, min(selected - room / 2, count - room))
        return from..<min(count, from + room)
    }

    /// Writes a row of a list, with a sign before the selected one.
    private mutating func drawRow(_ text: String, _ offset: Int, isSelected: Bool) {
        grid.write(
            "\(isSelected ? ">" : " ") \(text)", row: 3 + offset, column: 1, most: columns - 2,
            isSelected ? .reversed : .plain)
    }

    /// The cards of the same rule, to be decided together.
    mutating func drawSameRule(_ list: DeckView.SameRule) {
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
}
