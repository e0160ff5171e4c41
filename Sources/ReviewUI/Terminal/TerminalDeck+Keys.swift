// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
internal import StateLedger
internal import Text
internal import Wording

extension TerminalDeck {
    /// Does what `key`, typed at that instant, means on the screen that is shown.
    func take(_ key: TerminalKey, _ at: UInt64) async throws(ReviewError) {
        switch view.screen {
        case .card: try await takeOnCard(key, at)
        case .facts(let from): takeOnFacts(key, from)
        case .marked(let list): try await takeOnMarked(key, at, list)
        case .sameRule(let list): try await takeOnSameRule(key, at, list)
        case .groups(let list): try await takeOnGroups(key, list)
        case .lastCopy(let card, let verdict): try await takeOnLastCopy(key, at, card, verdict)
        case .help(let from): takeOnHelp(key, from)
        }
    }

    // MARK: The card

    private func takeOnCard(_ key: TerminalKey, _ at: UInt64) async throws(ReviewError) {
        if view.isCardShown, let card = view.card, card.isGroup {
            if key == .tab {
                view.firstMember += 9
                if view.firstMember >= card.members.count { view.firstMember = 0 }
                return
            }
            if case .character(let sign) = key, let digit = Self.digit(sign), digit > 0 {
                guard isMeant(at) else { return }
                return try await keepOnly(card, view.firstMember + digit - 1)
            }
        }
        let isGroup = view.isCardShown && view.pair != nil
        guard let action = isGroup ? DeckKeys.groupAction(key) : DeckKeys.action(key) else {
            return
        }
        switch action {
        case .accept:
            guard isMeant(at) else { return }
            try await accept()
        case .flip: view.pair?.isFlipped.toggle()
        case .walk: walk(key == .right ? 1 : -1)
        case .stayToo: change { $0.toggle($1) }
        case .stayInstead: change { $0.choose($1) }
        case .unlike:
            guard isMeant(at) else { return }
            try await callDifferent()
        case .delete, .keep, .later, .pin, .snooze:
            guard let verdict = action.verdict, view.isCardShown, isMeant(at) else { return }
            try await decide(verdict)
        case .undo: try await undo()
        case .redo: try await redo()
        case .why: if view.isCardShown { view.screen = .facts(from: 0) }
        case .open: if view.isCardShown { await open() }
        case .sameRule: try await beginSameRule()
        case .marked: try await beginMarked()
        case .groups: try await beginGroups()
        case .preview: togglePreview()
        case .help: view.screen = .help(from: 0)
        case .quit: quit()
        }
    }

    private static func digit(_ sign: Unicode.Scalar) -> Int? {
        (0x30...0x39).contains(sign.value) ? Int(sign.value) - 0x30 : nil
    }

    private func decide(
        _ verdict: ReviewVerdict, acceptsLastCopy: Bool = false
    ) async throws(ReviewError) {
        guard view.isCardShown, let card = view.card else { return }
        var terms = terms()
        terms.acceptsLastCopy = acceptsLastCopy
        if verdict == .snooze {
            let seconds = PlainCommand.snoozeDays * CivilTime.secondsPerDay
            terms.until = Timestamp(secondsSinceEpoch: session.now.secondsSinceEpoch + seconds)
        }
        do throws(ReviewError) {
            tell(try await session.decide(card.id, verdict, terms))
        } catch {
            guard error.kind == .lastCopy, !acceptsLastCopy else { throw error }
            view.screen = .lastCopy(card: card.id, verdict: verdict)
            return
        }
        try await reload()
    }

    private func keepOnly(_ card: ReviewCard, _ place: Int) async throws(ReviewError) {
        guard card.members.indices.contains(place) else { return }
        guard let id = card.members[place].id else {
            view.message = words(.reviewStaysAnyway)
            return
        }
        tell(try await session.keepOnly(id, terms()))
        try await reload()
    }

    // MARK: Copies

    private func accept() async throws(ReviewError) {
        guard let card = view.card, let pair = view.pair, pair.card == card.id else { return }
        tell(try await session.accept(card.id, pair.proposal, terms()))
        try await reload()
    }

    /// Notes that the one that is looked at is not what the one that stays shows.
    private func callDifferent() async throws(ReviewError) {
        guard let pair = view.pair, let current = pair.current else { return }
        let (member, leader) = (
            pair.proposal.members[current], pair.proposal.members[pair.proposal.leader]
        )
        guard member.isOpen, let id = member.id else {
            view.message = words(.deckPairStaysAnyway)
            return
        }
        _ = try await session.callDifferent(id, from: leader.look)
        try await reload()
        view.message = words(.deckUnlike(name: VisibleText.escaped(member.name)))
    }

    /// Looks at the next of the others, or at the one before.
    private func walk(_ by: Int) {
        guard var pair = view.pair else { return }
        let count = pair.proposal.others.count
        guard count > 0 else { return }
        pair.place = (pair.place + by + count) % count
        pair.isFlipped = false
        view.pair = pair
    }

    /// Changes what is proposed about the one that is looked at.
    private func change(_ body: (inout GroupProposal, Int) -> Bool) {
        guard var pair = view.pair, let current = pair.current else { return }
        let leader = pair.proposal.leader
        guard body(&pair.proposal, current) else {
            view.message = words(.deckPairStaysAnyway)
            return
        }
        if pair.proposal.leader != leader {
            pair.place = pair.proposal.others.firstIndex(of: leader) ?? 0
            pair.isFlipped = false
        }
        view.pair = pair
    }

    private func undo() async throws(ReviewError) {
        if let item = try await session.takeBackDifferent() {
            try await reload()
            view.message = words(.deckUnlikeBack(name: VisibleText.escaped(item.path)))
            return
        }
        guard let step = try await session.undo() else {
            view.message = words(.reviewNoUndo)
            return
        }
        made.remove(step.act)
        view.notice = DeckView.Notice(
            sign: "<", text: words(.deckRedo(what: say.undone(step.act, view.zone))),
            seconds: nil, isUndoable: false)
        try await reload()
    }

    private func redo() async throws(ReviewError) {
        guard let step = try await session.redo() else {
            view.message = words(.reviewNoRedo)
            return
        }
        tell(step)
        try await reload()
    }

    private func takeOnLastCopy(
        _ key: TerminalKey, _ at: UInt64, _ card: String, _ verdict: ReviewVerdict
    ) async throws(ReviewError) {
        if key == .character("y"), !isMeant(at) { return }
        view.screen = .card
        guard key == .character("y"), view.card?.id == card else {
            view.message = words(.reviewNothingDecided)
            return
        }
        try await decide(verdict, acceptsLastCopy: true)
    }

    // MARK: The facts

    private func takeOnFacts(_ key: TerminalKey, _ from: Int) {
        view.screen = Self.line(key, from).map { .facts(from: $0) } ?? .card
    }

    private func takeOnHelp(_ key: TerminalKey, _ from: Int) {
        view.screen = Self.line(key, from).map { .help(from: $0) } ?? .card
    }

    /// The line that lines are shown from after `key`; nil for a key that scrolls nothing.
    private static func line(_ key: TerminalKey, _ from: Int) -> Int? {
        switch key {
        case .down, .pageDown: min(from + 1, 1_000)
        case .up, .pageUp: max(0, from - 1)
        default: nil
        }
    }

    // MARK: What is marked

    private static let markedMax = 500

    private func beginMarked() async throws(ReviewError) {
        view.screen = .marked(try await readMarked())
    }

    private func readMarked() async throws(ReviewError) -> DeckView.Marked {
        // In this order: what was decided in between is then taken for unknown, not for known.
        let seen = try await session.state().seenDecision
        return DeckView.Marked(
            number: nextList(), seenDecision: seen,
            cards: try await session.marked(most: Self.markedMax))
    }

    private func takeOnMarked(
        _ key: TerminalKey, _ at: UInt64, _ list: DeckView.Marked
    ) async throws(ReviewError) {
        var list = list
        switch key {
        case .character("k"), .right: try await change(&list, to: .keep, at)
        case .character("d"), .left: try await change(&list, to: .delete, at)
        case .character("u"), .backspace:
            try await undo()
            list = try await readMarked()
        case .character("m"), .character("q"), .escape, .enter:
            view.screen = .card
            return
        default:
            guard let row = Self.row(key, list.selected, of: list.cards.count) else { return }
            list.selected = row
        }
        view.screen = .marked(list)
    }

    /// The row of a list of `count` that `key` leads to; nil for a key that moves nothing.
    static func row(_ key: TerminalKey, _ selected: Int, of count: Int) -> Int? {
        switch key {
        case .down: min(selected + 1, max(0, count - 1))
        case .up: max(selected - 1, 0)
        case .pageDown: min(selected + 10, max(0, count - 1))
        case .pageUp: max(selected - 10, 0)
        default: nil
        }
    }

    private func change(
        _ list: inout DeckView.Marked, to verdict: ReviewVerdict, _ at: UInt64
    ) async throws(ReviewError) {
        guard list.cards.indices.contains(list.selected), isMeant(at) else { return }
        let id = list.cards[list.selected].id
        if list.kept.contains(id) == (verdict == .keep) { return }
        var terms = ReviewSession.Terms()
        terms.seenDecision = list.seenSince[id] ?? list.seenDecision
        terms.isAlone = true
        let step: ReviewStep
        do throws(ReviewError) {
            step = try await session.decide(id, verdict, terms)
        } catch {
            // What the list says of it is not so any more.
            if error.kind == .decidedElsewhere { view.screen = .marked(try await readMarked()) }
            throw error
        }
        tell(step)
        // Its newest decision is one's own now.
        list.seenSince[id] = step.state.seenDecision
        if verdict == .keep { list.kept.insert(id) } else { list.kept.remove(id) }
        try await reload()
    }

    // MARK: All cards of a rule

    private func beginSameRule() async throws(ReviewError) {
        guard view.isCardShown, let card = view.card else { return }
        let seen = try await session.state().seenDecision
        let cards = try await session.cardsOfSameRule(card.id)
        guard cards.count > 1 else {
            view.message = words(.deckNoOthers)
            return
        }
        view.screen = .sameRule(
            DeckView.SameRule(number: nextList(), seenDecision: seen, cards: cards))
    }

    private func takeOnSameRule(
        _ key: TerminalKey, _ at: UInt64, _ list: DeckView.SameRule
    ) async throws(ReviewError) {
        var list = list
        switch key {
        case .down, .pageDown: list.from = min(list.from + 1, list.cards.count - 1)
        case .up, .pageUp: list.from = max(0, list.from - 1)
        case .character("k"), .right: list.verdict = .keep
        case .character("d"), .left: list.verdict = .delete
        case .backspace: list.typed = String(list.typed.dropLast())
        case .character(let sign):
            guard list.verdict != nil, let digit = Self.digit(sign), list.typed.utf8.count < 4
            else { return }
            list.typed += String(digit)
        case .enter:
            guard isMeant(at) else { return }
            return try await finish(list)
        case .escape:
            view.screen = .card
            view.message = words(.reviewNothingDecided)
            return
        default: return
        }
        view.screen = .sameRule(list)
    }

    private func finish(_ list: DeckView.SameRule) async throws(ReviewError) {
        guard let verdict = list.verdict, let count = Int(list.typed) else { return }
        var terms = ReviewSession.Terms()
        terms.seenDecision = list.seenDecision
        view.screen = .card
        tell(
            try await session.decideTogether(
                list.cards.map(\.id), verdict, typed: count, terms))
        try await reload()
    }
}
