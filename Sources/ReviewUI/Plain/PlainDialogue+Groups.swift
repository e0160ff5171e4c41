// SPDX-License-Identifier: Apache-2.0

internal import Wording

/// The overview of the groups of copies, told some at a time. A number keeps its meaning until the
/// overview is asked for anew, whatever was decided since.
extension PlainDialogue {
    /// How many groups are told at once.
    private static let groupsAtOnce = 20

    /// Tells the first of the undecided groups.
    mutating func tellGroups() async throws(ReviewError) {
        overview = []
        let (cards, left) = try await readGroups(Self.groupsAtOnce)
        guard !cards.isEmpty else { return say(.reviewGroupsNone) }
        say(.plainGroups(what: Phrase.reviewGroups(n: cards.count + left)))
        list(cards, left)
    }

    /// Tells the groups that follow those that were told.
    mutating func tellMoreGroups() async throws(ReviewError) {
        if overview.isEmpty { return try await tellGroups() }
        let (cards, left) = try await readGroups(Self.groupsAtOnce)
        guard !cards.isEmpty else { return say(.plainGroupsNoMore) }
        list(cards, left)
    }

    /// Has the group of that number come first, and be told.
    mutating func bringUp(_ number: Int) async throws(ReviewError) {
        var isMore = true
        while overview.count < number, isMore {
            let (cards, _) = try await readGroups(number - overview.count)
            isMore = !cards.isEmpty
        }
        guard number <= overview.count else {
            return say(overview.isEmpty ? .reviewGroupsNone : .plainNoNumber)
        }
        let card: ReviewCard
        do throws(ReviewError) {
            card = try await session.card(overview[number - 1])
        } catch {
            // The numbers are those of a plan that is none any more.
            if error.kind == .staleCard { overview = [] }
            throw error
        }
        guard card.undecidedItems > 0 else { return say(.plainGroupsDecided) }
        _ = try await session.bringUp(card.id)
        told = nil
    }

    /// The next groups of the overview, and how many there are after them.
    private mutating func readGroups(
        _ most: Int
    ) async throws(ReviewError) -> (cards: [ReviewCard], left: Int) {
        let (cards, total) = try await session.groups(most: most, besides: overview)
        overview += cards.map(\.id)
        return (cards, total - cards.count)
    }

    /// Tells the newest groups of the overview, a line each.
    private func list(_ cards: [ReviewCard], _ left: Int) {
        for (index, card) in cards.enumerated() {
            say("  \(overview.count - cards.count + index + 1) \(spoken.group(card))")
        }
        if left > 0 { say(.plainGroupsMore(n: left)) }
    }
}
