// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
internal import StateLedger

/// What a card of copies proposes, and what a person changed of it before accepting it.
package struct GroupProposal: Sendable, Hashable {
    /// What becomes of a member if the card is accepted as it is.
    package enum Fate: Sendable, Hashable {
        /// It is the one that stays.
        case stays
        /// It stays too, for a person said so.
        case staysToo
        /// It would go.
        case goes
        /// It is marked already.
        case went
        /// It stays anyway: by the rules, or by what was decided.
        case staysAnyway
    }

    /// The members of the card, in its order.
    package private(set) var members: [ReviewMember]
    private let proposed: Int
    /// Those that stay too, by their ids.
    package private(set) var kept: Set<String> = []
    /// The one that stays instead of the proposed one, by its id.
    package private(set) var chosen: String?

    /// What `card` proposes.
    package init(_ card: ReviewCard) {
        members = card.members
        proposed = card.leader
    }

    /// The place of the one that stays.
    package var leader: Int {
        guard let chosen else { return proposed }
        return members.firstIndex { $0.isOpen && $0.id == chosen } ?? proposed
    }

    /// The places of the others: those that nobody decided about first.
    package var others: [Int] {
        let others = members.indices.filter { $0 != leader }
        return others.filter { members[$0].isOpen } + others.filter { !members[$0].isOpen }
    }

    /// What becomes of the member at `place`.
    package func fate(_ place: Int) -> Fate {
        let member = members[place]
        if place == leader { return .stays }
        guard member.isOpen, let id = member.id else {
            return member.verdict == .delete ? .went : .staysAnyway
        }
        return kept.contains(id) ? .staysToo : .goes
    }

    /// The members that would go.
    package var goers: [ReviewMember] {
        members.indices.filter { fate($0) == .goes }.map { members[$0] }
    }

    /// What accepting it decides, as far as one step goes.
    package var choice: ReviewSession.GroupChoice {
        func ids(_ fates: Set<Fate>) -> [String] {
            members.indices.filter { members[$0].isOpen && fates.contains(fate($0)) }
                .compactMap { members[$0].id }
        }
        let stay = Array(ids([.stays, .staysToo]).prefix(ReviewSession.groupMax - 1))
        let most = ReviewSession.groupMax - max(1, stay.count)
        return ReviewSession.GroupChoice(stay: stay, go: Array(ids([.goes]).prefix(most)))
    }

    /// Has the member at `place` stay too, or not any more; whether it can be decided at all.
    package mutating func toggle(_ place: Int) -> Bool {
        guard members.indices.contains(place), members[place].isOpen, let id = members[place].id
        else { return false }
        if kept.remove(id) == nil { kept.insert(id) }
        return true
    }

    /// Has the member at `place` be the one that stays; whether that can be said of it.
    package mutating func choose(_ place: Int) -> Bool {
        guard members.indices.contains(place), members[place].isOpen, let id = members[place].id
        else { return false }
        chosen = id
        kept.remove(id)
        return true
    }

    /// The number by which the member at `place` is told: the one that stays is the first.
    package func number(_ place: Int) -> Int {
        place == leader ? 1 : (others.firstIndex(of: place) ?? 0) + 2
    }
}
