// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
package import StateLedger
internal import Wording

extension ReviewSession {
    /// What is decided of the members of one group at once.
    package struct GroupChoice: Sendable, Hashable {
        /// The members that stay.
        package var stay: [String]
        /// The members that go.
        package var go: [String]

        /// That choice.
        package init(stay: [String], go: [String]) {
            self.stay = stay
            self.go = go
        }
    }

    /// Decides the group of that card member by member, as one step; what `choice` does not name
    /// stays undecided.
    ///
    /// Throws `lastCopy` if no member would stay, whatever is said: a group never goes as a whole by
    /// this way. Besides: `staleCard`, `protected`, `overQuota`, `decidedElsewhere`, `invalid`.
    package func decideGroup(
        _ id: String, _ choice: GroupChoice, _ terms: Terms = Terms()
    ) async throws(ReviewError) -> ReviewStep {
        try await refresh()
        let deck = try theDeck()
        guard let card = deck.card(id) else { throw Self.stale }
        let members = deck.cards[card]
        var places: [(place: Int, verdict: ReviewVerdict?)] = []
        for (ids, verdict) in [(choice.stay, ReviewVerdict.keep), (choice.go, .delete)] {
            for id in ids.prefix(Self.groupMax + 1) {
                guard let place = deck.place(id) else { throw Self.stale }
                guard members.contains(place), deck.plan.items[place].group != nil,
                    !places.contains(where: { $0.place == place })
                else { throw ReviewError(.invalid, .refuseNoMember) }
                places.append((place, verdict))
            }
        }
        guard !places.isEmpty, places.count <= Self.groupMax else {
            throw ReviewError(.invalid, .refuseTooMany(limit: Self.groupMax, count: places.count))
        }
        var terms = terms
        terms.acceptsLastCopy = false
        return try await shown(
            try await decide(places, choice.stay.isEmpty ? .delete : .keep, terms))
    }

    /// Decides the group as `proposal` has it.
    package func accept(
        _ id: String, _ proposal: GroupProposal, _ terms: Terms = Terms()
    ) async throws(ReviewError) -> ReviewStep {
        try await decideGroup(id, proposal.choice, terms)
    }

    /// Notes that the member of that id is not what the member of that look shows: the two are never
    /// a pair again while both contents are the same. Nothing is decided about either.
    ///
    /// Throws `invalid` where bytes decide, or where nothing tells when one of them changes.
    package func callDifferent(
        _ id: String, from look: String
    ) async throws(ReviewError) -> ReviewState {
        try await refresh()
        let deck = try theDeck()
        guard let place = deck.place(id), let other = deck.item(look: look) else {
            throw Self.stale
        }
        guard deck.plan.items[place].kind == .similar, deck.pair(place, other) != nil else {
            throw ReviewError(.invalid, .refuseNoPair)
        }
        let now = source.clock()
        // Also where another one was to stay: the plan found it to be like the first.
        let others = [other, deck.alike(place)].compactMap { $0 }
        let pairs = Set(others.compactMap { deck.pair(place, $0) }).sorted { $0.b < $1.b }
        let shared = others.filter { deck.isShared(place, with: $0) }
            .compactMap { deck.pair(place, $0) }
        let item = deck.plan.items[place].item
        let group = deck.objection(place, other)
        try await asking { ledger async throws(LedgerError) in
            try await ledger.keepUnlike(
                pairs, of: item, shared: Set(shared), group: group, at: now)
        }
        called.append((pairs, id))
        try await takeUnlike()
        return try await stateNow()
    }

    /// Takes back what was called different last, if nothing was decided since; its item, or nil.
    package func takeBackDifferent() async throws(ReviewError) -> RecordedItem? {
        guard let last = called.popLast() else { return nil }
        let now = source.clock()
        try await asking { ledger async throws(LedgerError) in
            try await ledger.removeUnlike(last.pairs, at: now)
        }
        try await takeUnlike()
        guard let deck, let place = deck.place(last.id) else { return nil }
        if let card = deck.card(last.id) { bringUp(card) }
        return deck.plan.items[place].item
    }

    /// Whether there is something called different that can be taken back.
    package var canTakeBackDifferent: Bool { !called.isEmpty }

    /// The undecided groups: the most certain first, then those that win most bytes. The cards of
    /// the ids `told` are left out, and not counted.
    package func groups(
        offset: Int = 0, most: Int, besides told: [String] = []
    ) async throws(ReviewError) -> (cards: [ReviewCard], total: Int) {
        try await refresh()
        guard let deck else { return ([], 0) }
        let now = source.clock()
        let others = deck.openByRule(at: now)
        let known = Set(told.compactMap { deck.card($0) })
        let groups = deck.groups(at: now).filter { !known.contains($0) }
        return (
            groups.dropFirst(max(0, offset)).prefix(min(max(0, most), Self.cardsAtOnceMax))
                .map { deck.shown($0, others: others, at: now) }, groups.count
        )
    }

    /// Has the card of that id come first, until it is decided.
    package func bringUp(_ id: String) async throws(ReviewError) -> ReviewState {
        try await refresh()
        guard let card = try theDeck().card(id) else { throw Self.stale }
        bringUp(card)
        return try await stateNow()
    }

    /// The item that a picture is asked for by.
    package func item(look: String) async throws(ReviewError) -> RecordedItem {
        try await refresh()
        guard let item = try theDeck().item(look: look) else { throw Self.stale }
        return item
    }

    /// What can be said of the members of a card, in their order.
    package func memberDetails(_ card: ReviewCard) async -> [MemberDetails] {
        card.isGroup ? await source.members(card) : []
    }
}
