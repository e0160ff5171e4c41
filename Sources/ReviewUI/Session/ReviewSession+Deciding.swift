// SPDX-License-Identifier: Apache-2.0

package import RuleEngine
package import StateLedger
internal import Text
internal import Wording

extension ReviewSession {
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
        let places = deck.card(id).map { deck.places(of: $0) } ?? [place]
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
        let others = open(deck.places(of: card).filter { $0 != place }, deck).prefix(
            Self.groupMax - 1)
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
        // What only looks alike is looked at, a few groups at least.
        let unseen = cards.map { deck.groupsToOpen($0) }.max() ?? 0
        if verdict == .delete, unseen > 0 {
            throw ReviewError(.invalid, .refuseUnopened(n: unseen))
        }
        let places = cards.flatMap { open(deck.places(of: $0), deck) }
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

    func decide(
        _ places: [(place: Int, verdict: ReviewVerdict?)], _ verdict: ReviewVerdict, _ terms: Terms
    ) async throws(ReviewError) -> ReviewRecorded {
        let now = source.clock()
        let places = try whole(places, verdict)
        let going = places.filter { ($0.verdict ?? verdict) == .delete }.map(\.place)
        if let refusal = try await protections(of: going).min(by: { $0.key < $1.key }) {
            throw refusal.value
        }
        var known = GroupSurvival()
        let request = try request(places, verdict, terms, at: now, &known)
        guard let result = try await record([request]).first else { throw Self.stale }
        return try result.get()
    }

    /// `places` with the files that go with the pictures among them, which get the same.
    ///
    /// What is said of such a file holds for its picture too, but for a deletion: nobody loses a picture
    /// by a word about what a program keeps beside it. Throws `invalid` for that, and where a part of a
    /// picture that is to go was decided to stay.
    func whole(
        _ places: [(place: Int, verdict: ReviewVerdict?)], _ verdict: ReviewVerdict
    ) throws(ReviewError) -> [(place: Int, verdict: ReviewVerdict?)] {
        let deck = try theDeck()
        let now = source.clock()
        let named = Set(places.map(\.place))
        var taken: Set<Int> = []
        var all: [(place: Int, verdict: ReviewVerdict?)] = []
        func take(_ place: Int, _ own: ReviewVerdict?) {
            if taken.insert(place).inserted { all.append((place, own)) }
        }
        for (place, own) in places {
            let (picture, meant) = (deck.picture(of: place) ?? place, own ?? verdict)
            if picture != place {
                // The word about the picture itself is the one that counts.
                if named.contains(picture) { continue }
                if meant == .delete {
                    throw ReviewError(.invalid, .refusePart(path: Self.path(deck, picture)))
                }
            }
            take(picture, own)
            // What is only put off has no decision, and comes again as a whole.
            if meant == .later { continue }
            for part in deck.parts(of: picture) where !deck.isGone(part) {
                if meant == .delete, let decided = deck.decision(part, at: now)?.verdict,
                    decided != .delete
                {
                    throw ReviewError(.invalid, .refusePartKept(path: Self.path(deck, part)))
                }
                take(part, own)
            }
        }
        return all
    }

    private static func path(_ deck: ReviewDeck, _ place: Int) -> String {
        VisibleText.escaped(deck.plan.items[place].item.path)
    }

    func shown(_ recorded: ReviewRecorded) async throws(ReviewError) -> ReviewStep {
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
}
