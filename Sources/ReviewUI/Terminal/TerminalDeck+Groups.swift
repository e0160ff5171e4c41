// SPDX-License-Identifier: Apache-2.0

internal import Text
internal import Wording

/// The overview of the groups of copies: one that is chosen there comes first.
extension TerminalDeck {
    /// How many groups are read at once.
    private static let groupsAtOnce = 100

    /// Shows the undecided groups, if there are any.
    func beginGroups() async throws(ReviewError) {
        let (cards, total) = try await session.groups(most: Self.groupsAtOnce)
        guard !cards.isEmpty else {
            view.message = words(.reviewGroupsNone)
            return
        }
        view.screen = .groups(DeckView.Groups(cards: cards, total: total))
    }

    /// Does what `key` means among the groups.
    func takeOnGroups(_ key: TerminalKey, _ list: DeckView.Groups) async throws(ReviewError) {
        var list = list
        switch key {
        case .enter: try await bringUp(list)
        case .character("G"), .character("q"), .escape: view.screen = .card
        default:
            guard let row = Self.row(key, list.selected, of: list.total) else { return }
            if row >= list.cards.count { try await readOn(&list) }
            list.selected = min(row, list.cards.count - 1)
            view.screen = .groups(list)
        }
    }

    /// Reads the groups that follow those of the list.
    private func readOn(_ list: inout DeckView.Groups) async throws(ReviewError) {
        let (cards, left) = try await session.groups(
            most: Self.groupsAtOnce, besides: list.cards.map(\.id))
        list.total = list.cards.count + left
        list.cards += cards
    }

    /// Has the selected group come first, and goes to it.
    private func bringUp(_ list: DeckView.Groups) async throws(ReviewError) {
        guard list.cards.indices.contains(list.selected) else { return }
        let chosen = list.cards[list.selected]
        guard try await session.card(chosen.id).undecidedItems > 0 else {
            let decided = await decidedMeanwhile(chosen, say.staying(chosen))
            view.message = words(decided)
            return
        }
        _ = try await session.bringUp(chosen.id)
        view.screen = .card
        try await reload()
    }
}
