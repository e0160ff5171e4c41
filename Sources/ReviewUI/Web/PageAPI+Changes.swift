// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import RuleEngine
internal import StateLedger
internal import Text
internal import Wording

extension PageAPI {
    /// Makes a change and answers; nil if there is nothing to change at that address.
    func change(
        _ request: PageRequest, _ visitor: KeyRing.Visitor
    ) async throws(PageRefusal) -> PageAnswer? {
        let path = request.head.path
        guard Self.changes.contains(path) else { return nil }
        if path == "/api/settings" {
            let settings = try KeptJSON.object(request.body)
            try await asking { () async throws(ReviewError) in
                try await services.saveSettings(settings)
            }
            return .json(.object([("ok", .bool(true))]))
        }
        let wish = try ChangeRequest(request.body)
        if let answer = try await changeSignIn(path, wish) { return .json(answer) }
        switch path {
        case "/api/quota/extend":
            let reviews = try wish.theReviews()
            guard (1...1_000).contains(reviews) else {
                throw PageRefusal(
                    400, "invalid", Message("a day is extended by 1 to 1,000 reviews"))
            }
            let state = try await asking { () async throws(ReviewError) in
                try await session.extendQuota(by: reviews)
            }
            return .json(.object([("state", try await self.state(visitor, state))]))
        case "/api/offer": return .json(try await offer(wish.theAnswer()))
        case "/api/tour":
            let (step, isOver) = try wish.theTourStep()
            await services.tour(step, isOver)
            return .json(.object([("ok", .bool(true))]))
        case "/api/welcome":
            return .json(.object([("welcome", .text(await services.welcome().map { words($0) }))]))
        case "/api/tier/later":
            let state = try await asking { () async throws(ReviewError) in
                try await session.putOffOffers()
            }
            return .json(.object([("state", try await self.state(visitor, state))]))
        case "/api/tier/code": return .json(try await redeem(wish, visitor))
        case "/api/front":
            let card = try wish.theCard()
            let state = try await asking { () async throws(ReviewError) in
                try await session.bringUp(card)
            }
            return .json(.object([("state", try await self.state(visitor, state))]))
        case "/api/unlike": return .json(try await changeAlike(wish, visitor))
        case "/api/plan/stage": return try await stage(wish, visitor)
        case "/api/plan/cancel":
            let undone = try await asking { () async throws(ReviewError) in
                try await services.cancel()
            }
            return .json(
                .object([("undone", .number(undone)), ("state", try await state(visitor))]))
        default:
            guard let step = try await step(path, wish) else {
                return .json(
                    .object([("nothing", .bool(true)), ("state", try await state(visitor))]))
            }
            return .json(try await shown(step, visitor))
        }
    }

    /// Notes that a member of a group is another picture, or takes the last of that back.
    private func changeAlike(
        _ wish: ChangeRequest, _ visitor: KeyRing.Visitor
    ) async throws(PageRefusal) -> JSONValue {
        if let (card, look) = try wish.theDifferent() {
            let state = try await asking { () async throws(ReviewError) in
                try await session.callDifferent(card, from: look)
            }
            return .object([("state", try await self.state(visitor, state))])
        }
        let item = try await asking { () async throws(ReviewError) in
            try await session.takeBackDifferent()
        }
        return .object([
            ("name", .text(item?.path.parts(between: "/", omitsEmpty: true).last)),
            ("state", try await state(visitor)),
        ])
    }

    /// Takes a step of the review, or takes one back; nil: there is none to take.
    private func step(
        _ path: String, _ wish: ChangeRequest
    ) async throws(PageRefusal) -> ReviewStep? {
        switch path {
        case "/api/undo":
            return try await asking { () async throws(ReviewError) in
                try await session.undo(act: wish.act)
            }
        case "/api/redo":
            return try await asking { () async throws(ReviewError) in try await session.redo() }
        case "/api/keep-only":
            let (card, terms) = (try wish.theCard(), try wish.terms())
            return try await asking { () async throws(ReviewError) in
                try await session.keepOnly(card, terms)
            }
        case "/api/group":
            let (card, choice) = (try wish.theCard(), try wish.theChoice())
            let terms = try wish.terms()
            return try await asking { () async throws(ReviewError) in
                try await session.decideGroup(card, choice, terms)
            }
        case "/api/together":
            let (cards, verdict) = (try wish.theCards(), try wish.theVerdict())
            let (typed, terms) = (try wish.theTyped(), try wish.terms())
            return try await asking { () async throws(ReviewError) in
                try await session.decideTogether(cards, verdict, typed: typed, terms)
            }
        default:
            let (card, verdict) = (try wish.theCard(), try wish.theVerdict())
            let terms = try wish.terms()
            return try await asking { () async throws(ReviewError) in
                try await session.decide(card, verdict, terms)
            }
        }
    }

    private func shown(
        _ step: ReviewStep, _ visitor: KeyRing.Visitor
    ) async throws(PageRefusal) -> JSONValue {
        let card: JSONValue = if let card = step.card { await detailed(card) } else { .null }
        return .object([
            ("act", step.act.page), ("card", card), ("unstaged", .number(step.unstaged)),
            ("state", try await state(visitor, step.state)),
        ])
    }

    private func stage(
        _ wish: ChangeRequest, _ visitor: KeyRing.Visitor
    ) async throws(PageRefusal) -> PageAnswer {
        let items = try wish.theItems()
        let result: StageResult
        do throws(ReviewError) {
            result = try await services.stage(items)
        } catch {
            // The number is what the page showed: that it changed is nobody's mistake.
            guard error.kind == .wrongCount else { throw PageRefusal(error) }
            throw PageRefusal(409, "count", error.message, showsState: true)
        }
        return .json(
            .object([
                ("staged", .number(result.staged)), ("skipped", .number(result.skipped)),
                ("first_due", .instant(result.firstDue)),
                ("last_due", .instant(result.lastDue)), ("state", try await state(visitor)),
            ]))
    }
}
