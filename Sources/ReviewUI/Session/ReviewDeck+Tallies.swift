// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
internal import StateLedger

/// What the decisions come to.
extension ReviewDeck {
    /// What is marked, kept, and deleted by rules as things stand.
    func tallies(
        at now: Timestamp
    ) -> (marked: ReviewTally, kept: ReviewTally, byRules: ReviewTally) {
        var (marked, kept, byRules) = (ReviewTally(), ReviewTally(), deletedByRules)
        for place in gone where plan.items[place].verdict == .delete {
            byRules.remove(plan.items[place].item)
        }
        for place in standing.keys where !gone.contains(place) {
            guard let decision = decision(place, at: now) else { continue }
            let entry = plan.items[place]
            switch decision.verdict {
            case .delete: if entry.verdict == .review { marked.add(entry.item) }
            case .keep, .pin, .snooze:
                kept.add(entry.item)
                if entry.verdict == .delete { byRules.remove(entry.item) }
            }
        }
        return (marked, kept, byRules)
    }

    /// The entries that go as things stand: marked by a person, or by a rule and not kept.
    func going(at now: Timestamp) -> [Int] {
        plan.items.indices.filter { !gone.contains($0) && fate($0, at: now) == .delete }
    }

    /// `count` of these entries in no order, the same each time for one plan.
    func sample(_ places: [Int], _ count: Int) -> [Int] {
        var random = SplitMix(seed: plan.record.id.utf8.reduce(1) { $0 &* 31 &+ UInt64($1) })
        return Array(places.shuffled(using: &random).prefix(count))
    }

    /// The `count` largest of these entries, the largest first.
    func largest(_ places: [Int], _ count: Int) -> [Int] {
        var found: [(place: Int, size: Int64)] = []
        for place in places {
            guard let size = plan.items[place].item.size else { continue }
            if found.count == count, let least = found.last, least.size >= size { continue }
            let position = found.firstIndex { $0.size < size } ?? found.endIndex
            found.insert((place, size), at: position)
            if found.count > count { found.removeLast() }
        }
        return found.map(\.place)
    }

    /// The entries that a person marked to be deleted, by the number of the decision, newest first.
    func marked(at now: Timestamp) -> [Int] {
        decided(at: now) { $0.verdict == .delete }
    }

    /// The entries that were decided in this plan, newest first.
    func decided(at now: Timestamp, _ isMeant: (DecisionRecord) -> Bool) -> [Int] {
        standing.compactMap { place, _ -> (Int, Int64)? in
            guard !gone.contains(place), let decision = decision(place, at: now), isMeant(decision)
            else { return nil }
            return (place, decision.number)
        }
        .sorted { $0.1 > $1.1 }.map(\.0)
    }
}
