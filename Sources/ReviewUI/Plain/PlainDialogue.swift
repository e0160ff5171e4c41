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
    var made = MadeSteps()
    var refused = 0
    /// What answers are about; nil: what comes first is to be told before the next one.
    var told: Told?
    /// The day of which was said that few reviews are left.
    private var warnedDay: String?
    /// What was answered and is not carried out yet.
    var waiting: ArraySlice<PlainCommand> = []
    /// The cards of the overview as it was told, each at its number.
    var overview: [String] = []

    /// What was told, and what was known then.
    struct Told {
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

    var session: ReviewSession { review.session }
    var zone: RuleTimeZone { review.session.timeZone }
    var words: Words { review.words }
    var spoken: ReviewWords { ReviewWords(words) }

    // MARK: The course of it

    mutating func run() async throws(ReviewError) -> ReviewEnd {
        let begin = try await session.state()
        say(ReviewWords.planNotice(begin.plan, now: session.now))
        if begin.plan == nil { return await end(.quit) }
        if let looks = spoken.looks(begin.looks) { say(looks) }
        while true {
            let told = try await toldNow()
            if waiting.isEmpty {
                guard let line = await ask(prompt(told)) else {
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

    private func prompt(_ told: Told) -> Phrase {
        guard let card = told.card else { return .plainPromptShort }
        return card.isGroup ? .plainPairPrompt : .plainPrompt
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

    func say(_ line: String) { output(line + "\n") }

    func say(_ phrase: Phrase?) {
        if let phrase { say(words(phrase)) }
    }

    func ask(_ prompt: Phrase) async -> String? {
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
                say(.plainLeft(left: state.remaining, more: spoken.more(state.quota)))
                for line in spoken.invitation(state.quota) { say(line) }
            }
            say(.reviewMarked(tally: spoken.tally(state.marked)))
            return
        }
        if warnedDay != state.quota.day, let notice = spoken.nearEnd(state.quota),
            await session.warns(of: state.quota)
        {
            say(.plainNote(text: notice))
            warnedDay = state.quota.day
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
        if card.isGroup {
            await tellMembers(card)
        } else {
            if let album = details.album { say(.factAlbum(text: VisibleText.escaped(album))) }
            if let shot = card.shot { say(.factParts(text: VisibleText.escaped(shot))) }
        }
        if card.nextOfRule > 0 { tellOthers(card) }
    }

    /// What may be decided together with the card.
    private func tellOthers(_ card: ReviewCard) {
        let (others, next) = (card.othersOfRule, card.nextOfRule)
        if card.groupsToOpen > 0 {
            say(
                next < others
                    ? .plainOfRuleKeepNext(n: others, count: next) : .plainOfRuleKeep(n: others))
            say(.plainToOpen(n: card.groupsToOpen))
        } else {
            say(next < others ? .plainOfRuleNext(n: others, count: next) : .plainOfRule(n: others))
        }
    }

    private func tellMembers(_ card: ReviewCard) async {
        let proposal = GroupProposal(card)
        let told = PairWords(card, proposal, await session.memberDetails(card), words)
        let count = card.members.count
        say(card.entry.kind == .similar ? .plainAlike(n: count) : .plainEqual(n: count))
        for (place, member) in card.members.enumerated() {
            say(
                .plainMember(
                    number: place + 1, path: VisibleText.escaped(member.item.path),
                    drive: VisibleText.escaped(member.item.drive), fate: told.spoken(place)))
        }
        say(.plainPairAccept(n: proposal.goers.count, size: card.bytesWon))
    }
}
