// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
internal import StateLedger

/// The talk of one plain review: what was said, and what comes next.
struct PlainTalk {
    let review: PlainReview
    let input: @Sendable () async -> String?
    let output: @Sendable (String) -> Void
    private var made = MadeSteps()
    private var refused = 0
    /// What answers are about; nil: what comes first is to be told before the next one.
    private var told: Told?
    private var hasToldQuota = false
    /// What was answered and is not carried out yet.
    private var waiting: ArraySlice<PlainCommand> = []

    /// What was told, and what was known then.
    private struct Told {
        /// The card; nil: that there is none to decide.
        var card: ReviewCard?
        /// The newest decision that the person could know of.
        var seenDecision: Int64
    }

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
        let plan = try await session.state().plan
        say(ReviewWords.planNotice(plan, now: session.now))
        if plan == nil { return await end(.quit) }
        while true {
            let told = try await toldNow()
            if waiting.isEmpty {
                guard let line = await ask(told.card == nil ? Self.shortPrompt : Self.prompt) else {
                    return await end(.inputEnded)
                }
                // Where a person types, a word that is no command is a slip, and nothing else.
                waiting = review.isEchoing ? PlainCommand.script(line)[...] : [PlainCommand(line)]
            }
            let command = waiting.removeFirst()
            if command == .quit { return await end(.quit) }
            do throws(ReviewError) {
                try await answer(command, told)
            } catch {
                guard canGoOn(error) else { throw error }
                // What was meant for the cards after this one is not guessed.
                waiting = []
                // That the day's reviews are used up has a status of its own.
                if error.kind != .overQuota { refused += 1 }
                say(VisibleName.guarded(error.message) + ".")
                switch error.kind {
                case .staleCard, .decidedElsewhere, .overQuota: self.told = nil
                default: break
                }
            }
        }
    }

    /// What the next answer is about: the card that was told, whatever others decided since, and
    /// only where none is, the one that comes first now.
    private mutating func toldNow() async throws(ReviewError) -> Told {
        if let told, told.card != nil { return told }
        // In this order: what was decided in between is then taken for unknown, not for known.
        let state = try await session.state()
        let card = state.quota.isUsedUp ? nil : try await session.cards(most: 1).first
        if let told {
            if card == nil { return told }
            // A card that came up meanwhile was not what was answered.
            waiting = []
        }
        try await tell(card, state)
        let told = Told(card: card, seenDecision: state.seenDecision)
        self.told = told
        return told
    }

    /// What is known of the review at its end.
    func end(_ reason: ReviewEnd.Reason) async -> ReviewEnd {
        var end = ReviewEnd(reason: reason, decided: await made.standing(in: session))
        end.refused = review.isEchoing ? refused : 0
        if let state = try? await session.state() {
            end.marked = state.marked
            end.isQuotaUsedUp = state.quota.isUsedUp && state.remaining > 0
        }
        return end
    }

    private func canGoOn(_ error: ReviewError) -> Bool {
        switch error.kind {
        case .failed, .noPlan: false
        // A person may try again; a script goes by how it ends.
        case .busy: !review.isEchoing
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
        _ command: PlainCommand, _ told: Told
    ) async throws(ReviewError) {
        switch command {
        case .decide(let verdict): try await decide(verdict, nil, told)
        case .snooze(let days):
            let until = session.now.secondsSinceEpoch + days * CivilTime.secondsPerDay
            try await decide(.snooze, Timestamp(secondsSinceEpoch: until), told)
        case .keepOnly(let number): try await keepOnly(number, told)
        case .undo: try await undo()
        case .redo: try await redo()
        case .why: try await tellWhy(told.card)
        case .group: try await decideTogether(told.card)
        case .marked: try await tellMarked()
        case .quota: tellQuota(try await session.state())
        case .open: try await open(told.card)
        case .again: self.told = nil
        case .help:
            for line in PlainCommand.table { say("  \(line.letter) or \(line.word): \(line.help)") }
        case .quit: break
        case .unknown(let text): say("'\(text)' is no answer here; ? lists the answers.")
        }
    }

    private func terms(seenDecision: Int64) -> ReviewSession.Terms {
        var terms = ReviewSession.Terms()
        terms.seenDecision = seenDecision
        return terms
    }

    private func nothingShown() { say("There is no item to decide; u undoes, q ends.") }

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
            let answer = await ask("No copy of it would be left. Type yes if that is meant > ")
            guard answer == "yes" else {
                waiting = []
                refused += 1
                return say("Nothing was decided.")
            }
            terms.acceptsLastCopy = true
            tell(try await session.decide(card.id, verdict, terms))
        }
    }

    private mutating func keepOnly(
        _ number: Int, _ told: Told
    ) async throws(ReviewError) {
        guard let card = told.card, card.isGroup else {
            return say("A number chooses among equal items; this is a single one.")
        }
        guard number <= card.members.count else {
            return say("There are \(card.members.count) of them; nothing was decided.")
        }
        guard let id = card.members[number - 1].id else {
            return say("That one stays anyway; d marks the others, k keeps them.")
        }
        tell(try await session.keepOnly(id, terms(seenDecision: told.seenDecision)))
    }

    private mutating func tell(_ step: ReviewStep) {
        made.add(step.act)
        told = nil
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
        made.remove(step.act)
        told = nil
        say("\(ReviewWords.undone(step.act, zone)). U makes it again.")
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
            say(await opener(place).map { VisibleName.guarded($0) } ?? "Opened.")
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
        let seen = try await session.state().seenDecision
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
        guard case .keepOnly(let number) = PlainCommand(line) else { return told = nil }
        guard number <= cards.count else { return say("There is no such number.") }
        var terms = terms(seenDecision: seen)
        terms.isAlone = true
        tell(try await session.decide(cards[number - 1].id, .keep, terms))
    }

    private mutating func decideTogether(_ card: ReviewCard?) async throws(ReviewError) {
        guard let card else { return nothingShown() }
        let seen = try await session.state().seenDecision
        let cards = try await session.cardsOfSameRule(card.id)
        guard cards.count > 1 else { return say("There is no other undecided item of this rule.") }
        for (index, other) in cards.enumerated() {
            say(
                "  \(index + 1) \(VisibleName.escaped(other.item.path))\(ReviewWords.others(other)),"
                    + " \(ReviewWords.size(other.item))")
        }
        let items = ReviewWords.items(cards)
        let line = await ask(
            "Type keep or delete and how many items these are, as in 'keep \(items)' > ")
        let words = (line ?? "").split(separator: " ")
        let verdicts: [Substring: ReviewVerdict] = [
            "keep": .keep, "k": .keep, "delete": .delete, "d": .delete,
        ]
        guard words.count == 2, let verdict = verdicts[words[0]], let count = Int(words[1]) else {
            return say("Nothing was decided.")
        }
        tell(
            try await session.decideTogether(
                cards.map(\.id), verdict, typed: count, terms(seenDecision: seen)))
    }
}
