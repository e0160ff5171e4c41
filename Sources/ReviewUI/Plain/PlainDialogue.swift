// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
internal import StateLedger
internal import Text
internal import Wording

/// The talk of one plain review: what was said, and what comes next.
struct PlainDialogue {
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
    private var words: Words { review.words }
    private var spoken: ReviewWords { ReviewWords(words) }

    // MARK: The course of it

    mutating func run() async throws(ReviewError) -> ReviewEnd {
        let plan = try await session.state().plan
        say(ReviewWords.planNotice(plan, now: session.now))
        if plan == nil { return await end(.quit) }
        while true {
            let told = try await toldNow()
            if waiting.isEmpty {
                guard let line = await ask(told.card == nil ? .plainPromptShort : .plainPrompt)
                else {
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
                say(VisibleText.guarded(words(error.message)) + ".")
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
            end.setNext(after: state.plan, now: session.now)
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

    private func say(_ line: String) { output(line + "\n") }

    private func say(_ phrase: Phrase?) {
        if let phrase { say(words(phrase)) }
    }

    private func ask(_ prompt: Phrase) async -> String? {
        output(words(prompt))
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
                say(.plainDone)
            } else {
                say(spoken.stop(state.quota, zone))
                say(.plainLeft(left: state.remaining, more: spoken.moreToday))
            }
            say(.reviewMarked(tally: spoken.tally(state.marked)))
            return
        }
        if !hasToldQuota, let notice = spoken.nearEnd(state.quota) {
            say(.plainNote(text: notice))
            hasToldQuota = true
        }
        let details = await session.details(card)
        let (number, total) = (state.total - state.remaining + 1, state.total)
        let (quota, name) = (spoken.quota(state.quota), VisibleText.escaped(card.name))
        let (sort, amount) = (spoken.sort(card), spoken.size(card.item))
        if let taken = details.taken {
            say(
                .plainItemTaken(
                    number: number, total: total, quota: quota, name: name, sort: sort,
                    what: amount, date: Moment(taken, zone, .date)))
        } else if let modified = card.item.modified {
            let instant = Timestamp(secondsSinceEpoch: modified)
            say(
                .plainItemChanged(
                    number: number, total: total, quota: quota, name: name, sort: sort,
                    what: amount, date: Moment(instant, zone, .date)))
        } else {
            say(
                .plainItem(
                    number: number, total: total, quota: quota, name: name, sort: sort,
                    what: amount))
        }
        say(
            .plainWhere(
                folder: VisibleText.escaped(card.folder),
                drive: VisibleText.escaped(card.item.drive), why: spoken.reason(card, details)))
        if card.isLastCopy { say(.reviewLastCopy) }
        if card.isGroup { tellMembers(card) }
        if card.nextOfRule > 0 {
            say(
                card.nextOfRule < card.othersOfRule
                    ? .plainOfRuleNext(n: card.othersOfRule, count: card.nextOfRule)
                    : .plainOfRule(n: card.othersOfRule))
        }
    }

    private func tellMembers(_ card: ReviewCard) {
        say(.plainEqual(n: card.members.count))
        for (index, member) in card.members.enumerated() {
            let fate: Phrase = member.id == nil ? .reviewStays : .reviewUndecided
            say(
                .plainMember(
                    number: index + 1, path: VisibleText.escaped(member.item.path),
                    drive: VisibleText.escaped(member.item.drive), fate: fate))
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

    private mutating func tell(_ step: ReviewStep) {
        made.add(step.act)
        told = nil
        say(.plainStep(what: spoken.step(step.act, zone)))
        if step.unstaged > 0 {
            say(.reviewUnstaged(n: step.unstaged))
        }
    }

    private mutating func undo() async throws(ReviewError) {
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
                more: spoken.moreToday))
    }

    private static let markedMax = 100

    private mutating func tellMarked() async throws(ReviewError) {
        let seen = try await session.state().seenDecision
        let cards = try await session.marked(most: Self.markedMax)
        guard !cards.isEmpty else { return say(.reviewNothingMarked) }
        for (index, card) in cards.enumerated() {
            say(
                "  \(index + 1) \(VisibleText.escaped(card.item.path)),"
                    + " \(spoken.size(card.item))")
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
