// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
internal import StateLedger

/// The talk of one plain review: what was said, and what comes next.
struct PlainTalk {
    let review: PlainReview
    let input: @Sendable () async -> String?
    let output: @Sendable (String) -> Void
    /// Steps made in this review that were not undone.
    private var made = 0
    /// Whether the card is to be told once more.
    private var isNew = true
    private var hasToldQuota = false
    /// What was answered and is not carried out yet.
    private var waiting: ArraySlice<PlainCommand> = []

    init(
        review: PlainReview, input: @escaping @Sendable () async -> String?,
        output: @escaping @Sendable (String) -> Void
    ) {
        self.review = review
        self.input = input
        self.output = output
    }

    private var session: ReviewSession { review.session }
    private var zone: RuleTimeZone { review.session.timeZone }

    // MARK: The course of it

    mutating func run() async throws(ReviewError) -> ReviewEnd {
        var state = try await session.state()
        say(ReviewWords.planNotice(state.plan, now: session.now))
        if state.plan == nil { return await end(.quit) }
        while true {
            state = try await session.state()
            let card =
                state.quota.isUsedUp ? nil : try await session.cards(most: 1).first
            if isNew { try await tell(card, state) }
            if waiting.isEmpty {
                guard let line = await ask(card == nil ? Self.shortPrompt : Self.prompt) else {
                    return await end(.inputEnded)
                }
                // Where a person types, a word that is no command is a slip, and nothing else.
                waiting = review.isEchoing ? PlainCommand.script(line)[...] : [PlainCommand(line)]
            }
            isNew = false
            let command = waiting.removeFirst()
            if command == .quit { return await end(.quit) }
            do throws(ReviewError) {
                try await answer(command, card, state)
            } catch {
                guard Self.canGoOn(error) else { throw error }
                // What was meant for the cards after this one is not guessed.
                waiting = []
                say(VisibleName.escaped(error.message) + ".")
                isNew = error.kind == .staleCard || error.kind == .decidedElsewhere
            }
        }
    }

    /// What is known of the review at its end.
    func end(_ reason: ReviewEnd.Reason) async -> ReviewEnd {
        var end = ReviewEnd(reason: reason, decided: max(0, made))
        if let state = try? await session.state() {
            end.marked = state.marked
            end.isQuotaUsedUp = state.quota.isUsedUp && state.remaining > 0
        }
        return end
    }

    private static func canGoOn(_ error: ReviewError) -> Bool {
        switch error.kind {
        case .failed, .noPlan: false
        default: true
        }
    }

    // MARK: Words

    private static let prompt =
        "[k]eep [d]elete [s]later [u]ndo [i]why [o]pen [m]arked [?]help [q]uit > "
    private static let shortPrompt = "[u]ndo [m]arked [r]quota [?]help [q]uit > "

    private func say(_ line: String?) {
        if let line { output(line + "\n") }
    }

    private func ask(_ prompt: String) async -> String? {
        output(prompt)
        let line = await input()
        if let line {
            if review.isEchoing { output(VisibleName.cut(line, cells: 200) + "\n") }
        } else {
            output("\n")
        }
        return line
    }

    private mutating func tell(_ card: ReviewCard?, _ state: ReviewState) async throws(ReviewError)
    {
        guard let card else {
            if state.remaining == 0 {
                say("All done: nothing is left to decide in this plan.")
            } else {
                say(ReviewWords.stop(state.quota, zone))
                say("\(state.remaining) left to decide. \(ReviewWords.moreToday)")
            }
            say("Marked for deletion: \(ReviewWords.tally(state.marked)).")
            return
        }
        if !hasToldQuota, let notice = ReviewWords.nearEnd(state.quota) {
            say("Note: \(notice).")
            hasToldQuota = true
        }
        let details = await session.details(card)
        var first = "Item \(state.total - state.remaining + 1) of \(state.total),"
        first += " \(ReviewWords.quota(state.quota)). \(VisibleName.escaped(card.name)),"
        first += " \(ReviewWords.sort(card)), \(ReviewWords.size(card.item))"
        if let taken = details.taken {
            first += ", taken \(ReviewWords.date(taken, zone))"
        } else if let modified = card.item.modified {
            let instant = Timestamp(secondsSinceEpoch: modified)
            first += ", changed \(ReviewWords.date(instant, zone))"
        }
        say(first + ".")
        let drive = VisibleName.escaped(card.item.drive)
        say(
            "Folder: \(VisibleName.escaped(card.folder)) on \(drive)."
                + " \(ReviewWords.reason(card, details)).")
        if card.isLastCopy { say("It is the last copy: no other one would be left.") }
        if card.isGroup { tellMembers(card) }
        if card.othersOfRule > 0 {
            say("\(card.othersOfRule) more of this rule; g decides them together.")
        }
    }

    private func tellMembers(_ card: ReviewCard) {
        say("\(card.members.count) equal items; a number keeps that one only:")
        for (index, member) in card.members.enumerated() {
            let path = VisibleName.escaped(member.item.path)
            let fate = member.id == nil ? "stays" : "undecided"
            say("  \(index + 1) \(path) on \(VisibleName.escaped(member.item.drive)), \(fate)")
        }
    }

    // MARK: Answers

    private mutating func answer(
        _ command: PlainCommand, _ card: ReviewCard?, _ state: ReviewState
    ) async throws(ReviewError) {
        switch command {
        case .decide(let verdict): try await decide(verdict, nil, card, state)
        case .snooze(let days):
            let until = session.now.secondsSinceEpoch + days * CivilTime.secondsPerDay
            try await decide(.snooze, Timestamp(secondsSinceEpoch: until), card, state)
        case .keepOnly(let number): try await keepOnly(number, card, state)
        case .undo: try await undo()
        case .redo: try await redo()
        case .why: try await tellWhy(card)
        case .group: try await decideTogether(card)
        case .marked: try await tellMarked()
        case .quota: tellQuota(state)
        case .open: try await open(card)
        case .again: isNew = true
        case .help:
            for line in PlainCommand.table { say("  \(line.letter) or \(line.word): \(line.help)") }
        case .quit: break
        case .unknown(let text): say("'\(text)' is no answer here; ? lists the answers.")
        }
    }

    private func terms(_ state: ReviewState) -> ReviewSession.Terms {
        var terms = ReviewSession.Terms()
        terms.seenDecision = state.seenDecision
        return terms
    }

    private func nothingShown() { say("There is no item to decide; u undoes, q ends.") }

    private mutating func decide(
        _ verdict: ReviewVerdict, _ until: Timestamp?, _ card: ReviewCard?, _ state: ReviewState
    ) async throws(ReviewError) {
        guard let card else { return nothingShown() }
        var terms = terms(state)
        terms.until = until
        do throws(ReviewError) {
            tell(try await session.decide(card.id, verdict, terms))
        } catch {
            guard error.kind == .lastCopy else { throw error }
            let answer = await ask("No copy of it would be left. Type yes if that is meant > ")
            guard answer == "yes" else {
                waiting = []
                return say("Nothing was decided.")
            }
            terms.acceptsLastCopy = true
            tell(try await session.decide(card.id, verdict, terms))
        }
    }

    private mutating func keepOnly(
        _ number: Int, _ card: ReviewCard?, _ state: ReviewState
    ) async throws(ReviewError) {
        guard let card, card.isGroup else {
            return say("A number chooses among equal items; this is a single one.")
        }
        guard number <= card.members.count else {
            return say("There are \(card.members.count) of them; nothing was decided.")
        }
        guard let id = card.members[number - 1].id else {
            return say("That one stays anyway; d marks the others, k keeps them.")
        }
        tell(try await session.keepOnly(id, terms(state)))
    }

    private mutating func tell(_ step: ReviewStep) {
        made += 1
        isNew = true
        say(
            "\(ReviewWords.done(step.act, zone)): \(ReviewWords.subject(step.act)). u undoes it.")
        if step.unstaged > 0 {
            say("\(step.unstaged) that waited for deletion, and do not any more.")
        }
    }

    private mutating func undo() async throws(ReviewError) {
        guard let step = try await session.undo() else {
            return say("There is nothing to undo.")
        }
        made -= 1
        isNew = true
        say(
            "Undone: \(ReviewWords.done(step.act, zone).lowercased()):"
                + " \(ReviewWords.subject(step.act)). U makes it again.")
    }

    private mutating func redo() async throws(ReviewError) {
        guard let step = try await session.redo() else {
            return say("There is nothing to make again.")
        }
        tell(step)
    }

    // MARK: Looking

    private func tellWhy(_ card: ReviewCard?) async throws(ReviewError) {
        guard let card else { return nothingShown() }
        let details = await session.details(card)
        for line in ReviewFacts(card: card, details: details, zone: zone).lines { say("  " + line) }
    }

    private func open(_ card: ReviewCard?) async throws(ReviewError) {
        guard let card else { return nothingShown() }
        guard let place = await session.details(card).place else {
            return say("It is not known where it can be opened.")
        }
        if let opener = review.opener {
            say(await opener(place).map { VisibleName.escaped($0) } ?? "Opened.")
        } else {
            say("It lies at \(VisibleName.escaped(place))")
        }
    }

    private func tellQuota(_ state: ReviewState) {
        guard state.quota.limit != nil else {
            return say("\(state.quota.used) reviews today; there is no limit.")
        }
        say(
            "\(ReviewWords.quota(state.quota)); the count starts again at"
                + " \(ReviewWords.instant(state.quota.nextDay, zone)). \(ReviewWords.moreToday)")
    }

    private static let markedMax = 100

    private mutating func tellMarked() async throws(ReviewError) {
        let cards = try await session.marked(most: Self.markedMax)
        guard !cards.isEmpty else { return say("Nothing is marked.") }
        for (index, card) in cards.enumerated() {
            say(
                "  \(index + 1) \(VisibleName.escaped(card.item.path)),"
                    + " \(ReviewWords.size(card.item))")
        }
        let tally = try await session.state().marked
        say("Marked for deletion: \(ReviewWords.tally(tally)).")
        guard let line = await ask("A number keeps that one after all, Enter goes back > ") else {
            return
        }
        guard case .keepOnly(let number) = PlainCommand(line) else { return isNew = true }
        guard number <= cards.count else { return say("There is no such number.") }
        var terms = ReviewSession.Terms()
        terms.isAlone = true
        tell(try await session.decide(cards[number - 1].id, .keep, terms))
    }

    private mutating func decideTogether(_ card: ReviewCard?) async throws(ReviewError) {
        guard let card else { return nothingShown() }
        let cards = try await session.cardsOfSameRule(card.id)
        guard cards.count > 1 else { return say("There is no other undecided item of this rule.") }
        for (index, other) in cards.enumerated() {
            say(
                "  \(index + 1) \(VisibleName.escaped(other.item.path)),"
                    + " \(ReviewWords.size(other.item))")
        }
        let line = await ask(
            "Type keep or delete and how many these are, as in 'keep \(cards.count)' > ")
        let words = (line ?? "").split(separator: " ")
        let verdicts: [Substring: ReviewVerdict] = [
            "keep": .keep, "k": .keep, "delete": .delete, "d": .delete,
        ]
        guard words.count == 2, let verdict = verdicts[words[0]], let count = Int(words[1]) else {
            return say("Nothing was decided.")
        }
        tell(try await session.decideTogether(cards.map(\.id), verdict, typed: count))
    }
}
