// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
internal import StateLedger
internal import Wording

// What is told of items that somebody names.

extension ReviewSession {
    /// What can be said of the item of a card. What was decided about it before is a part of why it is
    /// asked about; of several, that is said of each by itself.
    package func details(_ card: ReviewCard) async -> ReviewDetails {
        var details = await source.details(card.entry)
        if let decided = details.decided, !card.isGroup {
            details.reasonText = Phrase.series([details.reasonText, decided], separator: " · ")
        }
        return details
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
}
