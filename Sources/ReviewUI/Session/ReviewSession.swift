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

    private let ledger: Ledger
    let source: ReviewSource
    private let front: String
    private let order: ReviewOrder
    private let rule: String?
    private var deck: ReviewDeck?
    private var sequence: Int64 = 0
    private var seenDecision: Int64 = 0
    /// The steps that stand, by number.
    private var standingActs: [ReviewAct] = []
    /// Those of them that were made without a picture, by number.
    private var blindActs: Set<Int64> = []
    /// The step that an undo takes back: what is deleted already is for 'restore'.
    private var newestAct: ReviewAct? {
        standingActs.last { act in !(deck?.isGone(act) ?? false) }
    }
    /// Undone steps that can be made again, the newest last, with the newest decision that was
    /// known when they were undone.
    private var undone: [(act: ReviewAct, seen: Int64)] = []

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
        let blind = blindActs
        let unseen = going.lazy.filter { place in
            deck.decision(place, at: now)?.act.map { blind.contains($0) } ?? false
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
        card.isBlind = card.act.map { blindActs.contains($0) } ?? false
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

    /// What can be said of the item of a card.
    package func details(_ card: ReviewCard) async -> ReviewDetails {
        await source.details(card.entry)
    }

    /// The cards of the items that `wanted` names, in the same order, and what stands about each.
    ///
    /// O(items of the plan + standing decisions + wanted).
    package func lookUp(
        _ wanted: [ReviewQuery]
    ) async throws(ReviewError) -> [ReviewFinding] {
        try await refresh()
        let deck = try theDeck()
        let now = source.clock()
        let standing = try await asking { ledger async throws(LedgerError) in
            try await ledger.decisions()
        }
        // In files that scripts write, all lines mostly name their items in one way.
        let forms = Set(wanted.map(\.form))
        var decided: [ReviewQuery.Key: DecisionRecord] = [:]
        for decision in standing {
            for form in forms { decided[form.key(of: decision.item)] = decision }
        }
        var places: [ReviewQuery.Key: Int] = [:]
        var ambiguous: Set<ReviewQuery.Key> = []
        for place in deck.plan.items.indices {
            for form in forms {
                let key = form.key(of: deck.plan.items[place].item)
                if places.updateValue(place, forKey: key) != nil { ambiguous.insert(key) }
            }
        }
        var findings = wanted.map { query in
            let place = places[query.key]
            let decision =
                if let place {
                    deck.decision(place, at: now) ?? deck.decisionAboutTheSame(place)
                } else { decided[query.key] }
            return ReviewFinding(
                card: place.map { deck.single($0, at: now) }, standing: decision,
                isAmbiguous: ambiguous.contains(query.key))
        }
        let others = findings.indices.filter { findings[$0].card == nil }
        if !others.isEmpty {
            let fates = try await source.fates(others.map { wanted[$0] })
            for (index, fate) in zip(others, fates) { findings[index].fate = fate }
        }
        return findings
    }

    /// The ids among `ids` of the items that a protection of the rules in force covers.
    package func protected(_ ids: [String]) async throws(ReviewError) -> Set<String> {
        try await refresh()
        let deck = try theDeck()
        var entries: [ReviewItem] = []
        for id in ids {
            guard let place = deck.place(id) else { throw Self.stale }
            entries.append(deck.plan.items[place])
        }
        if entries.isEmpty { return [] }
        return Set(try await source.protected(entries).map { ids[$0] })
    }

    /// The undecided cards of the same rule as that card, itself first, of at most `groupMax` items
    /// together.
    package func cardsOfSameRule(
        _ id: String
    ) async throws(ReviewError) -> [ReviewCard] {
        try await refresh()
        let deck = try theDeck()
        guard let place = deck.place(id) else { throw Self.stale }
        let now = source.clock()
        let others = deck.openByRule(at: now)
        // A card that is decided already is none of them.
        let own = deck.card(id).flatMap { deck.isDecided($0, at: now) ? nil : $0 }
        let open = others[deck.plan.items[place].reviewed.rule ?? ""] ?? OpenCards()
        let first = own.map { deck.shown($0, others: others, at: now) }
        if let first, first.undecidedItems > Self.groupMax { return [] }
        let together = open.together(with: own ?? -1, of: first?.undecidedItems ?? 0)
        return (first.map { [$0] } ?? [])
            + together.map { deck.shown($0, others: others, at: now) }
    }

    // MARK: Deciding

    /// What a step is, besides its verdict.
    package struct Terms: Sendable {
        /// Until when a snooze lasts.
        package var until: Timestamp?
        /// Tells a repeated request from a new one.
        package var key: String?
        /// How long the person looked, in milliseconds.
        package var milliseconds: Int64?
        /// Whether there was no picture of it yet.
        package var isBlind = false
        /// The newest decision that the person could know of.
        package var seenDecision: Int64?
        /// Whether it is all right that no copy is left.
        package var acceptsLastCopy = false
        /// Whether the item is meant by itself, though it may stand for a group.
        package var isAlone = false

        /// A step of which nothing else is known.
        package init() {}
    }

    /// Decides the card of that id. Of a group: its members that are undecided, else all of them, at
    /// most `groupMax`.
    ///
    /// Throws `staleCard`, `protected`, `overQuota`, `decidedElsewhere`, `lastCopy`, `invalid`.
    package func decide(
        _ id: String, _ verdict: ReviewVerdict, _ terms: Terms = Terms()
    ) async throws(ReviewError) -> ReviewStep {
        try await refresh()
        let deck = try theDeck()
        guard let place = deck.place(id) else { throw Self.stale }
        let places = deck.card(id).map { deck.cards[$0] } ?? [place]
        // The first member stands for its group; any other is meant by itself.
        let isGroup = places.first == place && !terms.isAlone
        return try await shown(
            try await decide(
                (isGroup ? open(places, deck) : [place]).map { ($0, nil) }, verdict, terms))
    }

    /// Those of `places` that are undecided, else all, as many as a step may decide.
    private func open(_ places: [Int], _ deck: ReviewDeck) -> [Int] {
        let now = source.clock()
        let open = places.filter { !deck.isSettled($0, at: now) }
        return Array((open.isEmpty ? places : open).prefix(Self.groupMax))
    }

    /// Keeps the member of a group of that id, and marks the other ones under review.
    package func keepOnly(
        _ id: String, _ terms: Terms = Terms()
    ) async throws(ReviewError) -> ReviewStep {
        try await refresh()
        let deck = try theDeck()
        guard let place = deck.place(id), let card = deck.card(id) else { throw Self.stale }
        guard deck.cards[card].count > 1 || deck.plan.items[place].group != nil else {
            throw ReviewError(.invalid, .refuseNoMember)
        }
        // What stands already, as what is kept for good, stays as it is.
        let others = open(deck.cards[card].filter { $0 != place }, deck).prefix(Self.groupMax - 1)
        return try await shown(
            try await decide([(place, .keep)] + others.map { ($0, .delete) }, .keep, terms))
    }

    /// Decides the undecided items of several cards at once, as one step: `count` is how many items
    /// the person typed.
    ///
    /// Throws `wrongCount` if it is another number than there are.
    package func decideTogether(
        _ ids: [String], _ verdict: ReviewVerdict, typed count: Int, _ terms: Terms = Terms()
    ) async throws(ReviewError) -> ReviewStep {
        try await refresh()
        let deck = try theDeck()
        var cards: [Int] = []
        for id in ids.prefix(Self.groupMax + 1) {
            guard let card = deck.card(id) else { throw Self.stale }
            if !cards.contains(card) { cards.append(card) }
        }
        let places = cards.flatMap { open(deck.cards[$0], deck) }
        guard !places.isEmpty, places.count <= Self.groupMax, ids.count <= Self.groupMax else {
            throw ReviewError(
                .invalid, .refuseTooMany(limit: Self.groupMax, count: places.count))
        }
        guard count == places.count else {
            throw ReviewError(
                .wrongCount, .refuseWrongCount(count: places.count, typed: count))
        }
        return try await shown(
            try await decide(places.map { ($0, nil) }, verdict, terms))
    }

    private func decide(
        _ places: [(place: Int, verdict: ReviewVerdict?)], _ verdict: ReviewVerdict, _ terms: Terms
    ) async throws(ReviewError) -> ReviewRecorded {
        let now = source.clock()
        let going = places.filter { ($0.verdict ?? verdict) == .delete }.map(\.place)
        if let refusal = try await protections(of: going).min(by: { $0.key < $1.key }) {
            throw refusal.value
        }
        var known = GroupSurvival()
        let request = try request(places, verdict, terms, at: now, &known)
        guard let result = try await record([request]).first else { throw Self.stale }
        return try result.get()
    }

    /// What is to be recorded, if it can be decided so but for protections and the quota.
    func request(
        _ places: [(place: Int, verdict: ReviewVerdict?)], _ verdict: ReviewVerdict, _ terms: Terms,
        at now: Timestamp, _ known: inout GroupSurvival
    ) throws(ReviewError) -> ReviewRequest {
        let deck = try theDeck()
        if let lost = places.first(where: { deck.isGone($0.place) }) {
            throw ReviewError(
                .tooLate,
                .refuseGone(
                    path: VisibleText.escaped(deck.plan.items[lost.place].item.path),
                    command: .restore))
        }
        if verdict == .snooze {
            guard let until = terms.until, until > now else {
                throw ReviewError(.invalid, .refuseSnoozePast)
            }
        }
        let going = places.filter { ($0.verdict ?? verdict) == .delete }.map(\.place)
        let staying = Set(places.map(\.place)).subtracting(going)
        if !terms.acceptsLastCopy, deck.losesAll(going, staying: staying, at: now, &known) {
            throw ReviewError(.lastCopy, .refuseLastCopy)
        }
        var request = ReviewRequest(
            verdict, until: verdict == .snooze ? terms.until : nil,
            items: places.map { place, own in
                var reviewed = deck.plan.items[place].reviewed
                reviewed.verdict = own
                return reviewed
            },
            at: now, day: source.timeZone.day(at: now).text, zone: source.timeZone.identifier,
            source: front, key: terms.key)
        request.milliseconds = terms.milliseconds.map { max(0, $0) }
        request.isBlind = terms.isBlind
        request.seenDecision = terms.seenDecision
        return request
    }

    /// Records `requests` in one transaction; what became of each.
    func record(
        _ requests: [ReviewRequest]
    ) async throws(ReviewError) -> [StepOutcome] {
        let terms = try await source.terms(source.clock())
        let together = try await asking { ledger async throws(LedgerError) in
            try await ledger.review(requests, terms: terms)
        }
        // What was just recorded need not be read again, unless somebody else wrote in between.
        if let plan = deck?.plan.record, together.sequenceBefore == sequence {
            take(together.changes, plan)
        } else {
            try await refresh()
        }
        var isFull: ReviewError?
        var results: [StepOutcome] = []
        for outcome in together.outcomes {
            switch outcome {
            case .recorded(let act, let takenBack):
                undone = []
                results.append(
                    .success(
                        ReviewRecorded(act: act, unstaged: takenBack.count, newest: seenDecision)))
            case .repeated(let act):
                var repeated = ReviewRecorded(act: act, unstaged: 0, newest: seenDecision)
                repeated.isRepeated = true
                results.append(.success(repeated))
            case .keyTaken:
                results.append(
                    .failure(
                        ReviewError(.invalid, .refuseKeyUsed)))
            case .overQuota:
                let refusal = if let isFull { isFull } else { try await quotaRefusal() }
                isFull = refusal
                results.append(.failure(refusal))
            case .decidedElsewhere(let decision):
                results.append(
                    .failure(
                        ReviewError(
                            .decidedElsewhere,
                            .refuseDecidedElsewhere(what: decision.verdict.phrase))))
            }
        }
        return results
    }

    private func quotaRefusal() async throws(ReviewError) -> ReviewError {
        let quota = try await quota(at: source.clock())
        return ReviewError(
            .overQuota,
            .refuseOverQuota(
                used: quota.used, limit: quota.limit ?? 0,
                time: Moment(quota.nextDay, source.timeZone)))
    }

    /// The refusals of those of `places` that a protection of the rules covers, by place.
    func protections(of places: [Int]) async throws(ReviewError) -> [Int: ReviewError] {
        if places.isEmpty { return [:] }
        let items = try theDeck().plan.items
        let entries = places.map { items[$0] }
        var refusals: [Int: ReviewError] = [:]
        for found in try await source.protected(entries) {
            refusals[places[found]] = ReviewError(
                .protected, .refuseProtected(path: VisibleText.escaped(entries[found].item.path)))
        }
        return refusals
    }

    private func shown(_ recorded: ReviewRecorded) async throws(ReviewError) -> ReviewStep {
        let (act, unstaged) = (recorded.act, recorded.unstaged)
        try await refresh()
        let now = source.clock()
        var card: ReviewCard?
        if let deck, let place = deck.place(drive: act.drive, id: act.id) {
            card =
                deck.card(deck.id(place)).map {
                    deck.shown($0, others: deck.openByRule(at: now), at: now)
                } ?? deck.single(place, at: now)
        }
        return ReviewStep(
            act: act, card: card, unstaged: unstaged, state: try await stateNow())
    }

    // MARK: Undo

    /// Takes back the step of that number, by default the newest; nil: there is nothing to undo.
    ///
    /// Throws `tooLate` if its items were deleted meanwhile.
    package func undo(act number: Int64? = nil) async throws(ReviewError) -> ReviewStep? {
        let now = source.clock()
        let result = try await asking { ledger async throws(LedgerError) in
            try await ledger.undoReview(act: number, at: now)
        }
        switch result {
        case .nothing: return nil
        case .tooLate(let act, let gone):
            let path = VisibleText.escaped(gone.first?.order.item.path ?? act.path)
            throw ReviewError(
                .tooLate,
                gone.count > 1
                    ? .refuseGoneMore(n: gone.count - 1, path: path, command: .restore)
                    : .refuseGone(path: path, command: .restore))
        case .undone(let act, _, let takenBack):
            try await refresh()
            undone.append((act, seenDecision))
            return try await shown(
                ReviewRecorded(act: act, unstaged: takenBack.count, newest: seenDecision))
        }
    }

    /// Makes the step again that was undone last in this session; nil: there is none.
    ///
    /// Throws `decidedElsewhere` if one of its items was decided since.
    package func redo() async throws(ReviewError) -> ReviewStep? {
        // Taken off at once, so that two that come together do not make it twice.
        guard let last = undone.popLast() else { return nil }
        let rest = undone
        do throws(ReviewError) {
            let recorded = try await redo(last.act, seen: last.seen)
            // Older steps about the same item may be made again over this one.
            let (drive, id) = (last.act.drive, last.act.id)
            undone = rest.map { step in
                let isSame =
                    step.act.drive.utf8.elementsEqual(drive.utf8)
                    && step.act.id.utf8.elementsEqual(id.utf8)
                return isSame ? (step.act, recorded.newest) : step
            }
            return try await shown(recorded)
        } catch {
            // It can be tried again, unless others have decided meanwhile.
            if error.kind != .decidedElsewhere { undone.append(last) }
            throw error
        }
    }

    private func redo(
        _ act: ReviewAct, seen: Int64
    ) async throws(ReviewError) -> ReviewRecorded {
        let made = try await asking { ledger async throws(LedgerError) in
            try await ledger.decisions(ofAct: act.number)
        }
        try await refresh()
        let deck = try theDeck()
        var places: [(place: Int, verdict: ReviewVerdict?)] = made.compactMap { decision in
            deck.place(drive: decision.item.drive, id: decision.item.id).map {
                ($0, ReviewVerdict(rawValue: decision.verdict.rawValue))
            }
        }
        if places.isEmpty, let place = deck.place(drive: act.drive, id: act.id) {
            places = deck.card(deck.id(place)).map { deck.cards[$0].map { ($0, nil) } } ?? []
        }
        guard !places.isEmpty else { throw Self.stale }
        var terms = Terms()
        terms.until = act.until
        terms.isBlind = act.isBlind
        terms.seenDecision = seen
        // What was said once was meant: nothing was decided about these items since.
        terms.acceptsLastCopy = true
        return try await decide(places, act.verdict, terms)
    }

    // MARK: Quota

    /// Allows `reviews` more today.
    package func extendQuota(by reviews: Int64) async throws(ReviewError) -> ReviewState {
        let now = source.clock()
        let day = source.timeZone.day(at: now).text
        _ = try await asking { ledger async throws(LedgerError) in
            try await ledger.extendReviews(day: day, by: reviews, actor: "person", at: now)
        }
        return try await state()
    }

    private func quota(at now: Timestamp) async throws(ReviewError) -> ReviewQuota {
        let today = source.timeZone.day(at: now).text
        let counted = try await asking { ledger async throws(LedgerError) in
            try await ledger.quotaUse(day: today)
        }
        let limit = try await source.terms(now)?.reviewsPerDay.map { limit in
            limit.addingReportingOverflow(counted.use.extraReviews).overflow
                ? Int64.max : limit + counted.use.extraReviews
        }
        let percent = await source.warnAtPercent()
        return ReviewQuota(
            used: counted.use.reviews, limit: limit,
            warnAt: limit.map { limit in
                let (product, isHuge) = limit.multipliedReportingOverflow(by: percent)
                return isHuge ? limit : (product + 99) / 100
            }, day: counted.effectiveDay,
            nextDay: source.timeZone.nextDayStart(after: now))
    }

    // MARK: What there is

    static let stale = ReviewError(.staleCard, .refuseStale)

    func theDeck() throws(ReviewError) -> ReviewDeck {
        guard let deck else {
            throw ReviewError(.noPlan, .refuseNoPlan(command: .plan))
        }
        return deck
    }

    private func stateNow() async throws(ReviewError) -> ReviewState {
        let now = source.clock()
        let quota = try await quota(at: now)
        let tallies = deck?.tallies(at: now)
        let queue = deck?.queue(at: now) ?? []
        return ReviewState(
            revision: sequence, plan: deck?.plan.record, remaining: queue.count,
            putOff: deck.map { deck in queue.count { deck.putOff[$0] != nil } } ?? 0,
            total: deck?.cards.count ?? 0, marked: tallies?.marked ?? ReviewTally(),
            kept: tallies?.kept ?? ReviewTally(), byRules: tallies?.byRules ?? ReviewTally(),
            quota: quota, undo: newestAct, canRedo: !undone.isEmpty, seenDecision: seenDecision)
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
                return
            }
        }
        guard newest != nil else {
            deck = nil
            return
        }
        try await readAnew()
    }

    private func take(_ changes: ReviewChanges, _ record: PlanRecord) {
        sequence = changes.sequence
        if deck?.plan.record != record { deck = deck.map { $0.with(record) } }
        for (item, standing) in changes.items {
            deck?.take(standing, on: item)
            seenDecision = max(seenDecision, standing?.number ?? 0)
        }
        for (item, isGone) in changes.gone { deck?.take(isGone: isGone, item) }
        for act in changes.acts { deck?.take(act, isNews: true) }
        if !changes.acts.isEmpty { adoptNewest(changes.acts) }
    }

    private func adoptNewest(_ acts: [ReviewAct]) {
        // Steps come in their order; only an undo, or its taking back, is about one that is known.
        let known = standingActs.last?.number ?? 0
        let news = Set(acts.lazy.map(\.number).filter { $0 <= known })
        if !news.isEmpty { standingActs.removeAll { news.contains($0.number) } }
        standingActs += acts.filter { $0.undoneAt == nil }
        if !news.isEmpty { standingActs.sort { $0.number < $1.number } }
        for act in acts {
            if act.isBlind, act.undoneAt == nil {
                blindActs.insert(act.number)
            } else {
                blindActs.remove(act.number)
            }
        }
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
        var deck = ReviewDeck(plan, order: order, rule: rule)
        for decision in decisions {
            deck.take(decision, on: decision.identity)
            seenDecision = max(seenDecision, decision.number)
        }
        for act in acts { deck.take(act, isNews: false) }
        for item in deleted { deck.take(isGone: true, item) }
        self.deck = deck
        self.sequence = sequence
        standingActs = acts.filter { $0.undoneAt == nil }
        blindActs = Set(standingActs.lazy.filter(\.isBlind).map(\.number))
    }

    private func asking<Value: Sendable>(
        _ body: (Ledger) async throws(LedgerError) -> Value
    ) async throws(ReviewError) -> Value {
        do throws(LedgerError) {
            return try await body(ledger)
        } catch {
            throw ReviewError(error)
        }
    }
}
