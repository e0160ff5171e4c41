// SPDX-License-Identifier: Apache-2.0

package import RuleEngine
package import StateLedger
internal import Text
internal import Wording

/// A person's way through the ambiguous items of the newest plan.
///
/// Every front end works through one of these. All that is decided is in the state file before a
/// call returns, so a process may die at any moment, and several sessions over one state file see
/// each other's decisions.
package actor ReviewSession {
    /// The most items that one step decides.
    package static let groupMax = 50
    /// The most cards that one call hands out.
    package static let cardsAtOnceMax = 500

    let ledger: Ledger
    let source: ReviewSource
    let front: String
    private let order: ReviewOrder
    private let rule: String?
    private(set) var deck: ReviewDeck?
    /// How far the state file has been read.
    private(set) var sequence: Int64 = 0
    /// The newest decision that is known.
    private(set) var seenDecision: Int64 = 0
    private var steps = StandingSteps()
    /// Undone steps that can be made again, the newest last, with the newest decision that was
    /// known when they were undone.
    var undone: [(act: ReviewAct, seen: Int64)] = []

    /// The newest day on which few reviews were left, and whether it is this session that said so.
    var warned: (day: String, isOurs: Bool)?

    /// What was called different since the newest step of this session, the newest last.
    var called: [(pairs: [UnlikePair], id: String)] = []

    /// A session over the state of `ledger`.
    ///
    /// `front` is what its decisions name as their source: `web`, `terminal`, `plain` or `file`.
    package init(
        ledger: Ledger, source: ReviewSource, front: String, order: ReviewOrder = .rule,
        rule: String? = nil
    ) {
        self.ledger = ledger
        self.source = source
        self.front = front
        self.order = order
        self.rule = rule
    }

    /// The zone of days and times.
    package nonisolated var timeZone: RuleTimeZone { source.timeZone }
    /// How long the notice with the undo button stays, in seconds.
    package nonisolated var noticeSeconds: Double { source.noticeSeconds }
    /// The present instant by the session's clock.
    package nonisolated var now: Timestamp { source.clock() }

    // MARK: Looking

    /// Where the review stands.
    package func state() async throws(ReviewError) -> ReviewState {
        try await refresh()
        return try await stateNow()
    }

    /// Rises with every change of the state file, whoever made it; cheap to ask.
    package func revision() async throws(ReviewError) -> Int64 {
        try await asking { ledger async throws(LedgerError) in try await ledger.newestSequence() }
    }

    /// The next cards that are to be decided, after the first `offset` of them.
    package func cards(
        offset: Int = 0, most: Int
    ) async throws(ReviewError) -> [ReviewCard] {
        try await refresh()
        guard let deck else { return [] }
        let now = source.clock()
        let others = deck.openByRule(at: now)
        return deck.queue(at: now).dropFirst(max(0, offset))
            .prefix(min(max(0, most), Self.cardsAtOnceMax))
            .map { deck.shown($0, others: others, at: now) }
    }

    /// The card of that id, decided or not.
    package func card(_ id: String) async throws(ReviewError) -> ReviewCard {
        try await refresh()
        let deck = try theDeck()
        let now = source.clock()
        guard let card = deck.card(id) else {
            guard let place = deck.place(id) else { throw Self.stale }
            return withSight(deck.single(place, at: now))
        }
        return withSight(deck.shown(card, others: deck.openByRule(at: now), at: now))
    }

    /// What a person marked to be deleted, newest first; of it what `most` allows.
    package func marked(
        offset: Int = 0, most: Int
    ) async throws(ReviewError) -> [ReviewCard] {
        try await refresh()
        guard let deck else { return [] }
        let now = source.clock()
        return deck.marked(at: now).dropFirst(max(0, offset)).prefix(max(0, most))
            .map { withSight(deck.single($0, at: now)) }
    }

    /// Some of what goes as things stand, for a last look before it is staged: the `count` largest,
    /// as many at random, and up to 500 that were decided without a picture.
    package func goingAtAGlance(
        _ count: Int
    ) async throws(ReviewError) -> ReviewGlance {
        try await refresh()
        guard let deck else { return ReviewGlance() }
        let now = source.clock()
        let going = deck.going(at: now)
        let steps = steps
        let unseen = going.lazy.filter { place in
            deck.decision(place, at: now)?.act.map { steps.isBlind($0) } ?? false
        }
        func shown(_ places: some Sequence<Int>) -> [ReviewCard] {
            places.map { withSight(deck.single($0, at: now)) }
        }
        return ReviewGlance(
            largest: shown(deck.largest(going, count)), random: shown(deck.sample(going, count)),
            blind: shown(unseen.prefix(Self.cardsAtOnceMax)))
    }

    /// The card, with whether it was decided before there was a picture.
    private func withSight(_ card: ReviewCard) -> ReviewCard {
        var card = card
        card.isBlind = card.act.map { steps.isBlind($0) } ?? false
        return card
    }

    /// What the rules of the plan delete by themselves, in the plan's order.
    package func deletedByRules(
        offset: Int = 0, most: Int
    ) async throws(ReviewError) -> [ReviewCard] {
        try await refresh()
        guard let deck else { return [] }
        let now = source.clock()
        return deck.plan.items.indices.lazy.filter { deck.plan.items[$0].verdict == .delete }
            .dropFirst(max(0, offset)).prefix(max(0, most)).map { deck.single($0, at: now) }
    }

    /// The newest steps, newest first, taken back ones included.
    package func history(most: Int) async throws(ReviewError) -> [ReviewAct] {
        try await asking { ledger async throws(LedgerError) in
            try await ledger.newestReviewActs(most: max(0, most))
        }
    }

    /// Reads which contents people called different.
    func takeUnlike() async throws(ReviewError) {
        let known = try await asking { ledger async throws(LedgerError) in
            try await ledger.unlikePairs()
        }
        deck?.take(known)
    }

    /// Has the card of that number come first.
    func bringUp(_ card: Int) { deck?.bringUp(card) }

    // MARK: What there is

    static let stale = ReviewError(.staleCard, .refuseStale)

    func theDeck() throws(ReviewError) -> ReviewDeck {
        guard let deck else {
            throw ReviewError(.noPlan, .refuseNoPlan(command: .plan))
        }
        return deck
    }

    /// The step that an undo takes back: what is deleted already is for 'restore'.
    private var undoable: ReviewAct? {
        steps.newest { act in !(deck?.isGone(act) ?? false) }
    }

    func stateNow() async throws(ReviewError) -> ReviewState {
        let now = source.clock()
        let quota = try await quota(at: now)
        let tallies = deck?.tallies(at: now)
        let queue = deck?.queue(at: now) ?? []
        return ReviewState(
            revision: sequence, plan: deck?.plan.record, remaining: queue.count,
            putOff: deck.map { deck in queue.count { deck.putOff[$0] != nil } } ?? 0,
            groups: deck.map { deck in queue.count { deck.isGroup($0) } } ?? 0,
            total: deck?.cards.count ?? 0, marked: tallies?.marked ?? ReviewTally(),
            kept: tallies?.kept ?? ReviewTally(), byRules: tallies?.byRules ?? ReviewTally(),
            quota: quota, undo: undoable, canRedo: !undone.isEmpty, seenDecision: seenDecision,
            looks: deck?.plan.looks, hearsDevices: deck?.hearsDevices ?? false)
    }

    /// Reads what changed since the last look, whoever changed it.
    func refresh() async throws(ReviewError) {
        let newest = try await asking { ledger async throws(LedgerError) in
            try await ledger.newestPlan()
        }
        if let deck, let newest, deck.plan.record.id == newest.id {
            let since = sequence
            let changes = try await asking { ledger async throws(LedgerError) in
                try await ledger.reviewChanges(after: since)
            }
            // Another call may have read further meanwhile.
            if let changes {
                if changes.sequence > sequence { take(changes, newest) }
                if changes.hasCalled { try await takeUnlike() }
                return
            }
        }
        guard newest != nil else {
            deck = nil
            return
        }
        try await readAnew()
    }

    /// Takes over what has changed.
    func take(_ changes: ReviewChanges, _ record: LedgerPlan) {
        sequence = changes.sequence
        if deck?.plan.record != record { deck = deck.map { $0.with(record) } }
        for (item, standing) in changes.items {
            deck?.take(standing, on: item)
            seenDecision = max(seenDecision, standing?.number ?? 0)
        }
        for (item, isGone) in changes.gone { deck?.take(isGone: isGone, item) }
        for act in changes.acts { deck?.take(act, isNews: true) }
        steps.adopt(changes.acts)
    }

    private func readAnew() async throws(ReviewError) {
        guard let plan = try await source.plan() else {
            deck = nil
            return
        }
        let (sequence, decisions, acts, deleted) = try await asking {
            ledger async throws(LedgerError) in
            let sequence = try await ledger.newestSequence()
            return (
                sequence, try await ledger.decisions(), try await ledger.reviewActs(),
                try await ledger.deletedItems(sincePlan: plan.record.id)
            )
        }
        let unlike = try await asking { ledger async throws(LedgerError) in
            try await ledger.unlikePairs()
        }
        var deck = ReviewDeck(plan, order: order, rule: rule)
        for decision in decisions {
            deck.take(decision, on: decision.identity)
            seenDecision = max(seenDecision, decision.number)
        }
        for act in acts { deck.take(act, isNews: false) }
        for item in deleted { deck.take(isGone: true, item) }
        deck.take(unlike)
        self.deck = deck
        self.sequence = sequence
        steps = StandingSteps(acts)
    }

    /// What `body` asks of the state file.
    func asking<Value: Sendable>(
        _ body: (Ledger) async throws(LedgerError) -> Value
    ) async throws(ReviewError) -> Value {
        do throws(LedgerError) {
            return try await body(ledger)
        } catch {
            throw ReviewError(error)
        }
    }
}
