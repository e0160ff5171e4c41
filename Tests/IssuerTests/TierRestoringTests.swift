// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import RuleEngine
internal import StateLedger
internal import Testing
internal import Text
@testable import Entitlements
@testable import Issuer
@testable import SignedText
@testable import Tiers
@testable import Workflow

@Suite("Restoring what was granted")
struct TierRestoringTests {
    private typealias World = TierExchangeTests.World

    private func grant(
        _ world: World, seats: [String] = ["seat-of-ada"], places: Int64? = 2, days: Int64? = 30,
        change: (inout GrantOrder) -> Void = { _ in }
    ) throws -> String {
        var order = GrantOrder(
            tier: "monthly", subject: "ada", seat: nil, seconds: days.map { $0 * 86_400 })
        order.seats = seats
        order.places = places
        order.group = "Ada"
        change(&order)
        return try world.fixture.store.grant(order, now: StoreFixture.at(0))
    }

    private func restore(
        _ world: World, _ kept: String? = nil
    ) async throws -> TierRestoring.Outcome {
        try await TierRestoring(world.session, client: world.wire).run(issuer: nil, kept: kept)
    }

    @Test("has a machine be one of those of a family, as long as there is a place")
    func family() async throws {
        let first = try await World()
        let kept = try grant(first)
        let outcome = try await restore(first, kept)
        #expect(outcome.isNew && outcome.grants == 1 && outcome.full == 0)
        #expect(outcome.failure == nil)
        let standing = try await first.standing()
        #expect(standing?.state == .active && standing?.owner == "Ada")
        // Asked again, nothing is new, and no second place is taken.
        let again = try await restore(first, kept)
        #expect(!again.isNew && again.grants == 1 && again.full == 0)
        let other = try await World(beside: first)
        let full = try await restore(other, kept)
        #expect(full.grants == 0 && full.full == 1 && !full.isNew)
        #expect(try await other.standing()?.state == TierState.none)
    }

    @Test("needs no file where a grant is on record, and brings what renewed it")
    func renewed() async throws {
        let world = try await World()
        let kept = try grant(world)
        _ = try await restore(world, kept)
        let id = try world.fixture.id(of: kept)
        var order = GrantOrder(tier: "monthly", subject: "ada", seat: nil, seconds: nil)
        order.renewed = id
        _ = try world.fixture.store.grant(order, now: StoreFixture.at(0))
        let outcome = try await restore(world)
        #expect(outcome.isNew && outcome.grants == 2)
        let standing = try await world.standing()
        #expect(standing?.state == .lifetime && standing?.owner == "Ada")
    }

    @Test("gives no place of a grant that was for one machine, has ended or was taken back")
    func refused() async throws {
        let world = try await World()
        let single = try grant(world, places: nil)
        #expect(try await restore(world, single).full == 1)
        let over = try grant(world, places: 5, days: 0)
        let back = try grant(world, places: 5)
        _ = try world.fixture.store.revoke(
            try world.fixture.id(of: back), now: StoreFixture.at(0))
        for kept in [over, back] {
            let outcome = try await restore(world, kept)
            #expect(outcome.grants == 0 && outcome.failure == nil)
        }
        #expect(try await world.standing()?.state == TierState.none)
    }

    @Test("tells that there is nothing from that nobody could be asked")
    func unasked() async throws {
        let world = try await World()
        let nothing = try await restore(world)
        #expect(nothing.grants == 0 && nothing.failure == nil)
        for fate in [Wire.Fate.isLost, .losesAnswer, .isBusy, .answersNonsense] {
            world.wire.plan([fate])
            #expect(try await restore(world).failure?.status == .offline, "\(fate)")
        }
    }

    @Test("shows the issuer nothing that it did not sign, and believes no such thing there either")
    func forged() async throws {
        let world = try await World()
        let own = try grant(world, places: 5)
        let forger = try StoreFixture()
        var order = GrantOrder(tier: "monthly", subject: "ada", seat: "seat-x", seconds: nil)
        order.places = 9
        let forged = try forger.store.grant(order, now: StoreFixture.at(0))
        await #expect(throws: Failure.self) { try await restore(world, forged) }
        await #expect(throws: Failure.self) { try await restore(world, String(own.dropLast(4))) }
        await #expect(throws: Failure.self) { try await restore(world, "") }
        #expect(world.wire.paths.isEmpty)
        let desk = IssuerDesk(store: world.fixture.store, clock: { StoreFixture.at(0) })
        for proof in [forged, "a.b.c", "", String(own.dropLast(4))] {
            let body = JSONValue.object([
                ("seat", .text("seat-of-a-thief")), ("proof", .texts([proof])),
            ])
            let answer = desk.answer("/v1/grants", body.bytes())
            let tree = try JSONTree(strict: answer.body.bytes())
            #expect(answer.status == 200 && tree["signed"]?.list?.count == 1, "\(proof)")
        }
        for body in ["\"x\"", "[1]", "{}"] {
            let text = "{\"seat\":\"seat-of-a-thief\",\"proof\":\(body)}"
            #expect(desk.answer("/v1/grants", Array(text.utf8)).status == 400, "\(body)")
        }
    }

    @Test("tells the issuer on which days its bounds were come to, once, and of no other issuer")
    func use() async throws {
        let world = try await World()
        _ = try await restore(world, grant(world))
        for _ in 0..<3 {
            await world.session.count(.limitReached, of: ["school", "another"])
            await world.session.count(.offerShown, of: ["school"])
            await world.session.count(.hintShown, "school")
        }
        for _ in 0..<2 { _ = try await restore(world) }
        let day = try #require(
            try world.fixture.store.report(days: 1, now: StoreFixture.at(0)).days.first)
        let told = day.columns.filter { $0.count > 0 }.map { "\($0.name) \($0.count)" }
        #expect(told == ["active 1", "limit_reached 1", "offer_shown 1"])
        // Whom nothing was granted to is not counted: that could be anybody.
        let desk = IssuerDesk(store: world.fixture.store, clock: { StoreFixture.at(0) })
        let line = "{\"day\":\"\(day.day)\",\"name\":\"limit-reached\",\"count\":9}"
        for (seat, text, status) in [
            ("seat-of-nobody", line, 200), ("seat-of-ada", line.replacing("9", with: "0"), 200),
            ("seat-of-ada", line.replacing("reached", with: "other"), 200),
            ("seat-of-ada", line.replacing(day.day, with: "2001-01-01"), 200),
            ("seat-of-ada", "{\"day\":1}", 400), ("seat-of-ada", "7", 400),
        ] {
            let body = "{\"seat\":\"\(seat)\",\"use\":[\(text)]}"
            #expect(desk.answer("/v1/standing", Array(body.utf8)).status == status, "\(text)")
        }
        let again = try world.fixture.store.report(days: 1, now: StoreFixture.at(0)).days.first
        #expect(again == day)
    }
}
