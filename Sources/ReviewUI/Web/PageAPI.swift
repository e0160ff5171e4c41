// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
internal import Text
internal import Wording

/// What the page asks for and what it changes.
struct PageAPI: Sendable {
    let session: ReviewSession
    let services: PageServices
    let hub: EventHub
    /// In which words the page is answered.
    var words = Words.english

    /// What can be read.
    static let reads: Set<String> = [
        "/api/state", "/api/queue", "/api/card", "/api/same-rule", "/api/groups",
        "/api/marked",
        "/api/by-rules", "/api/history", "/api/plan", "/api/stats", "/api/stats/chart.svg",
        "/api/stats/share.svg",
        "/api/about", "/api/accounts", "/api/help", "/api/export", "/api/settings",
        "/api/tier", "/api/events", "/api/sign-in",
    ]
    /// What can be changed.
    static let changes: Set<String> = [
        "/api/decide", "/api/keep-only", "/api/group", "/api/unlike", "/api/front", "/api/together",
        "/api/undo", "/api/redo",
        "/api/quota/extend", "/api/tier/later", "/api/tier/code", "/api/plan/stage",
        "/api/plan/cancel",
        "/api/settings", "/api/offer", "/api/sign-in", "/api/sign-in/cancel", "/api/welcome",
        "/api/tour", "/api/sign-out",
    ]
    /// How many of the next cards stand in a state, for the page to have them ready.
    private static let cardsAhead = 5

    // MARK: What is shown

    /// How things stand, with the next cards.
    func state(_ visitor: KeyRing.Visitor) async throws(PageRefusal) -> JSONValue {
        try await state(
            visitor, asking { () async throws(ReviewError) in try await session.state() })
    }

    /// The same for a state that is known already.
    func state(
        _ visitor: KeyRing.Visitor, _ state: ReviewState
    ) async throws(PageRefusal) -> JSONValue {
        await hub.announce(state.revision)
        let cards = try await asking { () async throws(ReviewError) in
            try await session.cards(most: Self.cardsAhead)
        }
        var told = state
        if !cards.isEmpty { told.quota.warns = await session.warns(of: state.quota) }
        return .object(
            [
                ("format", .number(1)), ("revision", .number(state.revision)),
                ("token", visitor.isBrowser ? .null : .text(visitor.token)),
                ("key", .text(visitor.readKey)),
            ] + told.members + [
                ("notice_seconds", .number(Int64(session.noticeSeconds))),
                ("time_zone", .text(session.timeZone.identifier)),
                ("now", .instant(session.now)), ("streak", .number(await services.streak())),
                ("drives", .texts(await services.drives())),
                ("version", .text(services.version)),
                ("can_alike", .bool(await session.canTakeBackDifferent)),
                ("cards", await detailed(cards)),
            ])
    }

    /// Cards with all that is known of their items.
    func detailed(_ cards: [ReviewCard]) async -> JSONValue {
        var values: [JSONValue] = []
        for card in cards { values.append(await detailed(card)) }
        return .list(values)
    }

    /// A card with all that is known of its item.
    func detailed(_ card: ReviewCard) async -> JSONValue {
        card.json(
            canPicture: services.canPicture(card.item), details: await session.details(card),
            memberDetails: await session.memberDetails(card),
            canPictureMember: services.canPicture, words: words)
    }

    /// Cards as they are.
    func plain(_ cards: [ReviewCard]) -> JSONValue {
        .list(
            cards.map {
                $0.json(
                    canPicture: services.canPicture($0.item),
                    canPictureMember: services.canPicture, words: words)
            })
    }

    /// The same, with what a session refuses put into an answer's words.
    func asking<Value: Sendable>(
        _ body: () async throws(ReviewError) -> Value
    ) async throws(PageRefusal) -> Value {
        do throws(ReviewError) {
            return try await body()
        } catch {
            throw PageRefusal(error)
        }
    }
}
