// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
internal import StateLedger
internal import Text
internal import Wording

/// What comes of the answers.
extension PlainDialogue {
    /// Does what a command says about what was told.
    mutating func answer(
        _ command: PlainCommand, _ told: Told
    ) async throws(ReviewError) {
        switch command {
        case .decide(let verdict): try await decide(verdict, nil, told)
        case .snooze(let days):
            let until = session.now.secondsSinceEpoch + days * CivilTime.secondsPerDay
            try await decide(.snooze, Timestamp(secondsSinceEpoch: until), told)
        case .keepOnly(let number): try await keepOnly(number, told)
        case .accept(let numbers): try await accept(numbers, told)
        case .unlike(let number): try await callDifferent(number, told)
        case .undo: try await undo()
        case .redo: try await redo()
        case .why: try await tellWhy(told.card)
        case .group: try await decideTogether(told.card)
        case .groups: try await tellGroups()
        case .moreGroups: try await tellMoreGroups()
        case .bringUp(let number): try await bringUp(number)
        case .marked: try await tellMarked()
        case .quota: tellQuota(try await session.state())
        case .open: try await open(told.card)
        case .again: self.told = nil
        case .help:
            for line in PlainCommand.table {
                say(.plainHelpLine(letter: line.letter, word: line.word, help: line.help))
            }
        case .quit: break
        case .unknown(let text): say(.plainUnknown(text: text))
        }
    }

    private func terms(seenDecision: Int64) -> ReviewSession.Terms {
        var terms = ReviewSession.Terms()
        terms.seenDecision = seenDecision
        return terms
    }

    private func nothingShown() { say(.plainNoItem) }

    private mutating func decide(
        _ verdict: ReviewVerdict, _ until: Timestamp?, _ told: Told
    ) async throws(ReviewError) {
        guard let card = told.card else { return nothingShown() }
        var terms = terms(seenDecision: told.seenDecision)
        terms.until = until
        do throws(ReviewError) {
            tell(try await session.decide(card.id, verdict, terms))
        } catch {
            guard error.kind == .lastCopy else { throw error }
            let answer = await ask(.plainLastCopy(yes: Phrase.plainYes))
            // The English word is good in every language, as the commands are.
            guard answer == words(.plainYes) || answer == Words.english(.plainYes) else {
                waiting = []
                refused += 1
                return say(.reviewNothingDecided)
            }
            terms.acceptsLastCopy = true
            tell(try await session.decide(card.id, verdict, terms))
        }
    }

    private mutating func keepOnly(
        _ number: Int, _ told: Told
    ) async throws(ReviewError) {
        guard let card = told.card, card.isGroup else {
            return say(.plainSingle)
        }
        guard number <= card.members.count else {
            return say(.plainTooFew(n: card.members.count))
        }
        guard let id = card.members[number - 1].id else {
            return say(.plainStaysAnyway)
        }
        tell(try await session.keepOnly(id, terms(seenDecision: told.seenDecision)))
    }

    private mutating func accept(_ numbers: [Int], _ told: Told) async throws(ReviewError) {
        guard let card = told.card, card.isGroup else { return say(.plainSingle) }
        var proposal = GroupProposal(card)
        for number in Set(numbers) {
            guard number <= card.members.count else {
                return say(.plainTooFew(n: card.members.count))
            }
            guard proposal.toggle(number - 1) else { return say(.plainStaysAnyway) }
        }
        tell(
            try await session.accept(
                card.id, proposal, terms(seenDecision: told.seenDecision)))
    }

    private mutating func callDifferent(
        _ number: Int, _ told: Told
    ) async throws(ReviewError) {
        guard let card = told.card, card.isGroup else { return say(.plainSingle) }
        guard number <= card.members.count else {
            return say(.plainTooFew(n: card.members.count))
        }
        let member = card.members[number - 1]
        guard member.isOpen, let id = member.id, number - 1 != card.leader else {
            return say(.plainStaysAnyway)
        }
        _ = try await session.callDifferent(id, from: card.members[card.leader].look)
        self.told = nil
        say(.deckUnlike(name: VisibleText.escaped(member.name)))
    }

    private mutating func tell(_ step: ReviewStep) {
        made.add(step.act)
        told = nil
        say(.plainStep(what: spoken.step(step.act, zone)))
        if step.unstaged > 0 {
            say(.reviewUnstaged(n: step.unstaged))
        }
    }

    private mutating func undo() async throws(ReviewError) {
        if let item = try await session.takeBackDifferent() {
            told = nil
            return say(.deckUnlikeBack(name: VisibleText.escaped(item.path)))
        }
        guard let step = try await session.undo() else {
            return say(.reviewNoUndo)
        }
        made.remove(step.act)
        told = nil
        say(.plainUndone(what: spoken.undone(step.act, zone)))
    }

    private mutating func redo() async throws(ReviewError) {
        guard let step = try await session.redo() else {
            return say(.reviewNoRedo)
        }
        tell(step)
    }

    // MARK: Looking

    private func tellWhy(_ card: ReviewCard?) async throws(ReviewError) {
        guard let card else { return nothingShown() }
        let details = await session.details(card)
        for line in ReviewFacts(card: card, details: details, zone: zone, words: words).lines {
            say("  " + line)
        }
    }

    private func open(_ card: ReviewCard?) async throws(ReviewError) {
        guard let card else { return nothingShown() }
        guard let place = await session.details(card).place else {
            return say(.reviewNoPlace)
        }
        if let opener = review.opener {
            say(await opener(place) ?? .reviewOpened)
        } else {
            say(.reviewPlace(place: VisibleText.escaped(place)))
        }
    }

    private func tellQuota(_ state: ReviewState) {
        guard state.quota.limit != nil else {
            return say(.plainNoLimit(n: state.quota.used))
        }
        say(
            .plainQuota(
                quota: spoken.quota(state.quota), time: Moment(state.quota.nextDay, zone),
                more: spoken.more(state.quota)))
    }

    private static let markedMax = 100

    private mutating func tellMarked() async throws(ReviewError) {
        let seen = try await session.state().seenDecision
        let cards = try await session.marked(most: Self.markedMax)
        guard !cards.isEmpty else { return say(.reviewNothingMarked) }
        for (index, card) in cards.enumerated() {
            let parts: [String?] = [
                VisibleText.escaped(card.item.path), spoken.size(card.item),
                spoken.device(card, zone),
            ]
            say("  \(index + 1) " + parts.compactMap(\.self).joined(separator: ", "))
        }
        let tally = try await session.state().marked
        say(.reviewMarked(tally: spoken.tally(tally)))
        guard let line = await ask(.plainKeepNumber) else {
            return
        }
        guard case .keepOnly(let number) = PlainCommand(line) else { return told = nil }
        guard number <= cards.count else { return say(.plainNoNumber) }
        var terms = terms(seenDecision: seen)
        terms.isAlone = true
        tell(try await session.decide(cards[number - 1].id, .keep, terms))
    }

    private mutating func decideTogether(_ card: ReviewCard?) async throws(ReviewError) {
        guard let card else { return nothingShown() }
        let seen = try await session.state().seenDecision
        let cards = try await session.cardsOfSameRule(card.id)
        guard cards.count > 1 else { return say(.plainNoOthers) }
        for (index, other) in cards.enumerated() {
            say(
                "  \(index + 1) \(VisibleText.escaped(other.item.path))\(spoken.others(other)),"
                    + " \(spoken.size(other.item))")
        }
        let items = ReviewWords.items(cards)
        let toOpen = cards.map(\.groupsToOpen).max() ?? 0
        if toOpen > 0 { say(.plainToOpen(n: toOpen)) }
        let line = await ask(.plainTogether(count: items))
        let words = (line ?? "").split(separator: " ")
        let verdicts: [Substring: ReviewVerdict] = [
            "keep": .keep, "k": .keep, "delete": .delete, "d": .delete,
        ]
        guard words.count == 2, let verdict = verdicts[words[0]], let count = Int(words[1]) else {
            return say(.reviewNothingDecided)
        }
        tell(
            try await session.decideTogether(
                cards.map(\.id), verdict, typed: count, terms(seenDecision: seen)))
    }
}
