// SPDX-License-Identifier: Apache-2.0

import RuleEngine
import StateLedger
import Testing
import Wording

@testable import ReviewUI

@Suite("The deck's overview of groups")
struct DeckGroupsTests {
    private func deck(_ world: ReviewWorld) async throws -> TerminalDeck {
        let preview = try PreviewChoice(flag: "off", environment: [:])
        let deck = TerminalDeck(
            session: world.session("terminal"), options: TerminalDeck.Options(preview: preview),
            pictures: { _, _, _ in .none(reason: "") })
        try await deck.reload()
        return deck
    }

    private func press(_ deck: TerminalDeck, _ keys: TerminalKey...) async throws {
        for key in keys { try await deck.take(key, 0) }
    }

    /// The list that is shown; nil where another screen is.
    private func list(_ deck: TerminalDeck) async -> DeckView.Groups? {
        guard case .groups(let list) = await deck.view.screen else { return nil }
        return list
    }

    /// Lets another window accept the first of the groups.
    private func acceptElsewhere(_ world: ReviewWorld) async throws {
        let session = world.session("web")
        let card = try #require(try await session.groups(most: 1).cards.first)
        _ = try await session.accept(card.id, GroupProposal(card))
    }

    @Test("opens over any card, the most certain first, and what is chosen there comes first")
    func choosing() async throws {
        let world = try await ReviewWorld(ReviewWorld.items(1) + ReviewWorld.alike(3))
        let deck = try await deck(world)
        #expect(await deck.view.card?.isGroup == false)
        try await press(deck, .character("G"))
        #expect(await list(deck)?.cards.map(\.entry.group) == ["g1", "g2", "g3"])
        #expect(await list(deck)?.total == 3)
        for (key, selected) in [
            (TerminalKey.up, 0), (.down, 1), (.pageDown, 2), (.down, 2), (.pageUp, 0), (.tab, 0),
            (.down, 1),
        ] {
            try await press(deck, key)
            #expect(await list(deck)?.selected == selected, "\(key)")
        }
        try await press(deck, .enter)
        #expect(await list(deck) == nil)
        #expect(await deck.view.card?.entry.group == "g2")
        let pair = try #require(await deck.view.pair)
        #expect(await deck.view.card?.id == pair.card)
        #expect(try await world.ledger.decisions().isEmpty)
    }

    @Test("is closed without a choice", arguments: [TerminalKey.escape, .character("G")])
    func closing(key: TerminalKey) async throws {
        let deck = try await deck(ReviewWorld(ReviewWorld.alike(3)))
        try await press(deck, .character("G"), .down, key)
        #expect(await list(deck) == nil)
        #expect(await deck.view.card?.entry.group == "g1")
        #expect(await deck.ended == nil)
    }

    @Test("reads on where it is long")
    func long() async throws {
        let deck = try await deck(ReviewWorld(ReviewWorld.alike(130)))
        try await press(deck, .character("G"))
        #expect(await list(deck)?.cards.count == 100)
        for _ in 0..<10 { try await press(deck, .pageDown) }
        let long = try #require(await list(deck))
        #expect(long.cards.count == 130 && long.total == 130 && long.selected == 100)
        for _ in 0..<9 { try await press(deck, .pageDown) }
        try await press(deck, .enter)
        #expect(await deck.view.card?.entry.group == "g130")
    }

    @Test("says on which other device a group was decided, when and how")
    func onDevice() async throws {
        let world = try await ReviewWorld(ReviewWorld.items(1) + ReviewWorld.alike(2))
        let deck = try await deck(world)
        try await press(deck, .character("G"))
        let card = try #require(try await world.session("web").groups(most: 1).cards.first)
        try await world.hear(.keep, on: "laptop", about: card)
        try await press(deck, .enter)
        #expect(
            await deck.view.message
                == "/keep/1.jpg was decided on laptop, on 2026-11-18 12:06 +01:00: keep")
    }

    @Test("says what another window decided, and that nothing is left")
    func elsewhere() async throws {
        let world = try await ReviewWorld(ReviewWorld.items(1) + ReviewWorld.alike(2))
        let deck = try await deck(world)
        try await press(deck, .character("G"))
        try await acceptElsewhere(world)
        try await press(deck, .enter)
        #expect(await list(deck)?.selected == 0)
        #expect(await deck.view.message == "Decided in another window: /keep/1.jpg")
        try await acceptElsewhere(world)
        try await press(deck, .escape, .character("G"))
        #expect(await list(deck) == nil)
        #expect(await deck.view.message == Words.english(.reviewGroupsNone))
    }
}
