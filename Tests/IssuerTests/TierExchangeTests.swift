// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import HTTPTransport
internal import RuleEngine
internal import StateLedger
internal import TestSupport
internal import Testing
internal import Text
internal import Threads
@testable import Entitlements
@testable import Issuer
@testable import ReviewUI
@testable import SignedText
@testable import Tiers
@testable import Workflow

/// The way to an issuer, without a network: requests can be lost before they arrive, or their answers
/// after.
final class Wire: HTTPExchanging, Sendable {
    /// What becomes of a request.
    enum Fate: CaseIterable {
        case arrives, isLost, losesAnswer, isBusy, answersNonsense
        /// Something on the way refuses it, before it arrives or after.
        case isRefused, losesAnswerToRefusal
    }

    /// What proxies say that know of no issuer, and one that knows how issuers refuse.
    static let refusals = ["<html>Forbidden</html>", "", "{}", #"{"error":"refused"}"#]

    let desk: IssuerDesk
    /// Whether the issuer is of a version that cannot say what a code is worth.
    private let isOld: Bool
    /// What becomes of the next requests; then all arrive.
    private let fates = Lock<[Fate]>([])
    private let asked = Lock<[String]>([])
    private let refused = Lock(0)
    private let days = Lock<Int64?>(nil)

    /// Has codes be said to be worth so many days, whatever they are.
    func promise(days: Int64) { self.days.withLock { $0 = days } }

    init(_ desk: IssuerDesk, isOld: Bool = false) {
        self.desk = desk
        self.isOld = isOld
    }

    /// The paths that arrived.
    var paths: [String] { asked.withLock { $0 } }

    /// The next refusal of something on the way.
    private var refusal: HTTPTransport.HTTPResponse {
        let count = refused.withLock { count in
            count += 1
            return count
        }
        let text = Self.refusals[count % Self.refusals.count]
        return HTTPTransport.HTTPResponse(status: 403, body: Array(text.utf8))
    }

    func plan(_ next: [Fate]) { fates.withLock { $0 = next } }

    func exchange(
        _ request: HTTPTransport.HTTPRequest, receiver: HTTPReceiver?
    ) async throws(HTTPError) -> HTTPTransport.HTTPResponse {
        let fate = fates.withLock { $0.isEmpty ? .arrives : $0.removeFirst() }
        switch fate {
        case .isLost: throw HTTPError(.failed, "lost")
        case .isBusy: return HTTPTransport.HTTPResponse(status: 503)
        case .answersNonsense:
            return HTTPTransport.HTTPResponse(status: 200, body: Array("<html>".utf8))
        case .isRefused: return refusal
        case .arrives, .losesAnswer, .losesAnswerToRefusal: break
        }
        let path = String(request.url.dropFirst("https://issuer.example".count))
        asked.withLock { $0.append(path) }
        if isOld, path == "/v1/offer" {
            return HTTPTransport.HTTPResponse(
                status: 404, body: Array(#"{"error":"unknown"}"#.utf8))
        }
        let answer = desk.answer(path, request.body ?? [])
        if fate == .losesAnswer { throw HTTPError(.failed, "lost") }
        if fate == .losesAnswerToRefusal { return refusal }
        var body = answer.body.bytes()
        if path == "/v1/offer", let days = days.withLock({ $0 }) {
            let text = String(decoding: body, as: UTF8.self)
            body = Array(
                text.replacing("\"seconds\":86400", with: "\"seconds\":\(days * 86_400)").utf8)
        }
        return HTTPTransport.HTTPResponse(status: answer.status, body: body)
    }
}

@Suite("An exchange with an issuer")
struct TierExchangeTests {
    /// A store that answers, and a state that trusts it and knows its policy.
    struct World: Sendable {
        let fixture: StoreFixture
        let session: StateSession
        let wire: Wire

        /// A state of its own; `other` has the store that both ask.
        init(beside other: World? = nil, isOld: Bool = false) async throws {
            let text = StoreFixture.text + "\nredeem: https://issuer.example\n"
            fixture = try other?.fixture ?? StoreFixture()
            try Data(text.utf8).write(to: URL(fileURLWithPath: fixture.folder + "/policy.yaml"))
            let now = StoreFixture.at(0)
            let policy = try fixture.store.signPolicy(fixture.folder + "/policy.yaml", now: now)
            session = StateSession(
                file: try StateFile.locate(path: fixture.folder + "/state.db", profile: nil),
                ledger: try Ledger.inMemory(now: now), clock: WorkflowClock({ now }))
            wire = Wire(IssuerDesk(store: fixture.store, clock: { now }), isOld: isOld)
            let pem = String(decoding: fixture.store.key.verifying.pem, as: UTF8.self)
            try await session.ledger.trust(key: pem, of: "school", actor: "person", at: now)
            _ = try await TierTaking.read(policy, session).take()
        }

        func code(uses: Int64 = 1, needsApproval: Bool = false) throws -> String {
            try fixture.store.makeCode(
                tier: "monthly", seconds: 86_400, isTrial: false, uses: uses,
                needsApproval: needsApproval, now: StoreFixture.at(0))
        }

        func exchange(
            dyingAt point: TierExchange.Point? = nil
        ) async throws -> TierExchange {
            try await TierExchange.with("school", session, client: wire) {
                reached throws(Failure) in
                if reached == point { throw Failure(.interrupted) }
            }
        }

        func redeem(_ code: String, dyingAt point: TierExchange.Point? = nil) async throws -> Bool {
            try await exchange(dyingAt: point).redeem(code) { _ throws(Failure) in }
        }

        /// Where the state stands.
        func standing() async throws -> TierStanding? {
            let desk = try await session.tiers.desk()
            return desk.policy(of: "school").map { desk.standing(under: $0) }
        }

        /// Where the state stands, how many grants it holds and how far its redeemings are.
        func outcome() async throws -> (TierState?, Int, [RedemptionRecord.Step]) {
            let records = try await session.ledger.tierRecords()
            let desk = try await session.tiers.desk()
            let policy = desk.policy(of: "school")
            return (
                policy.map { desk.standing(under: $0).state }, records.entitlements.count,
                records.redemptions.map(\.step)
            )
        }
    }

    @Test("redeems a code once, however it was interrupted", arguments: TierExchange.Point.allCases)
    func interrupted(point: TierExchange.Point) async throws {
        let world = try await World()
        let code = try world.code()
        _ = try? await world.redeem(code, dyingAt: point)
        let (_, count, steps) = try await world.outcome()
        #expect(!steps.contains(.finished))
        #expect((count == 1) == steps.contains(.written))
        let again = try await world.redeem(code)
        #expect(again == (count == 0))
        let (state, grants, after) = try await world.outcome()
        #expect(state == .active && grants == 1 && after == [.finished])
        let uses = try world.fixture.store.report(days: 1, now: StoreFixture.at(0)).days
        #expect(uses.map(\.redeemed) == [1])
    }

    @Test("loses nothing and doubles nothing, whatever becomes of its requests")
    func faults() async throws {
        for first in Wire.Fate.allCases {
            for second in Wire.Fate.allCases {
                let world = try await World()
                let code = try world.code()
                world.wire.plan([first, second])
                var tries = 0
                while tries < 5, (try? await world.redeem(code)) == nil { tries += 1 }
                _ = try await world.exchange().refresh()
                let (state, grants, steps) = try await world.outcome()
                #expect(state == .active && grants == 1 && steps == [.finished])
                let uses = try world.fixture.store.report(days: 1, now: StoreFixture.at(0))
                #expect(uses.days.map(\.redeemed) == [1], "\(first), \(second)")
            }
        }
    }

    @Test("is one for two who redeem the same code at once")
    func race() async throws {
        let world = try await World()
        let code = try world.code()
        async let one = world.redeem(code)
        async let other = world.redeem(code)
        let news = try await [one, other]
        #expect(news.count { $0 } == 1)
        let (state, grants, steps) = try await world.outcome()
        #expect(state == .active && grants == 1 && steps == [.finished])
    }

    @Test("takes no refusal but the issuer's own, and goes on with the same key")
    func refusedOnTheWay() async throws {
        for fate in [Wire.Fate.isRefused, .losesAnswerToRefusal] {
            let world = try await World()
            let code = try world.code()
            for _ in Wire.refusals {
                world.wire.plan([fate])
                await #expect {
                    _ = try await world.redeem(code)
                } throws: {
                    ($0 as? Failure)?.status == .offline
                }
                #expect(try await world.outcome().2 == [.begun])
            }
            #expect(try await world.redeem(code))
            let (state, grants, steps) = try await world.outcome()
            #expect(state == .active && grants == 1 && steps == [.finished])
            let uses = try world.fixture.store.report(days: 1, now: StoreFixture.at(0)).days
            #expect(uses.map(\.redeemed) == [1])
        }
    }

    @Test("takes no for an answer, and no other text than the issuer's")
    func refused() async throws {
        let world = try await World()
        await #expect(throws: Failure.self) {
            _ = try await world.redeem("00000-00000-00000-00000")
        }
        let (state, grants, steps) = try await world.outcome()
        #expect(state == TierState.none && grants == 0 && steps == [.refused])
        // Declined: the code is not lost.
        let code = try world.code()
        await #expect(throws: Failure.self) {
            _ = try await world.exchange().redeem(code) { _ throws(Failure) in
                throw Failure(.refused)
            }
        }
        #expect(try await world.outcome().1 == 0)
        #expect(try await world.redeem(code))
    }

    /// What redeeming `code` ends with.
    private func ending(_ code: String, _ world: World) async -> Ending {
        do {
            _ = try await world.redeem(code)
            return .done
        } catch {
            return (error as? Failure)?.status ?? .failed
        }
    }

    @Test(
        "waits for an issuer that approves each redeeming, and comes to one grant",
        arguments: 0...1)
    func approved(way: Int) async throws {
        let world = try await World()
        let code = try world.code(needsApproval: true)
        for _ in 0..<2 {
            #expect(await ending(code, world) == .partial)
            let asked = try await world.exchange().refresh()
            #expect(asked.grants == 0 && !asked.isNew)
            let (state, grants, steps) = try await world.outcome()
            #expect(state == .pending && grants == 0 && steps == [.pending])
        }
        // Its one use is taken.
        let other = try await World(beside: world)
        #expect(await ending(code, other) == .refused)
        let waiting = try world.fixture.store.waiting()
        #expect(waiting.map(\.tier) == ["monthly"])
        let key = try #require(waiting.first?.key)
        _ = try world.fixture.store.approve(key, now: StoreFixture.at(0))
        #expect(throws: Failure.self) {
            try world.fixture.store.approve(key, now: StoreFixture.at(0))
        }
        // It is fetched, or the code is redeemed again.
        let isNew = try await way == 0 ? world.exchange().refresh().isNew : world.redeem(code)
        #expect(isNew)
        #expect(try await !world.redeem(code))
        let (state, grants, steps) = try await world.outcome()
        #expect(state == .active && grants == 1 && steps == [.finished])
        let uses = try world.fixture.store.report(days: 1, now: StoreFixture.at(0)).days
        #expect(uses.map(\.redeemed) == [1])
    }

    @Test("waits no more once that was refused, and the code is another one's", arguments: 0...1)
    func notApproved(way: Int) async throws {
        let world = try await World()
        let code = try world.code(needsApproval: true)
        #expect(await ending(code, world) == .partial)
        let key = try #require(try world.fixture.store.waiting().first?.key)
        try world.fixture.store.refuse(key, now: StoreFixture.at(0))
        #expect(try world.fixture.store.waiting().isEmpty)
        if way == 0 {
            #expect(try await !world.exchange().refresh().isNew)
        } else {
            #expect(await ending(code, world) == .refused)
        }
        let (state, grants, steps) = try await world.outcome()
        #expect(state == TierState.none && grants == 0 && steps == [.refused])
        let other = try await World(beside: world)
        #expect(await ending(code, other) == .partial)
    }

    /// Declines what `code` would bring, the last of so `many` times that this is asked; what it would
    /// have been.
    private func decline(
        _ code: String, _ world: World, times many: Int = 1
    ) async throws -> [any TierProspect] {
        let told = Lock<[any TierProspect]>([])
        await #expect(throws: Failure.self) {
            _ = try await world.exchange().redeem(code) { prospect throws(Failure) in
                let count = told.withLock { told in
                    told.append(prospect)
                    return told.count
                }
                if count == many { throw Failure(.refused) }
            }
        }
        return told.withLock { $0 }
    }

    @Test("says what a code is worth before it is used up, which declining it leaves as it was")
    func worth() async throws {
        let world = try await World()
        let code = try world.code()
        let told = try await decline(code, world)
        let worth = try #require(told.first as? TierWorth)
        #expect(told.count == 1 && worth.tier == "monthly" && !worth.isTrial)
        #expect(worth.until == StoreFixture.at(1) && worth.phrases(.machine).count == 2)
        #expect(world.wire.paths == ["/v1/offer"])
        let left = try await world.exchange().refresh()
        #expect(!left.isNew && left.declined == 0 && left.grants == 0)
        // Nothing was taken of it: whoever comes first may have it.
        #expect(try await World(beside: world).redeem(code))
        await #expect(throws: Failure.self) { _ = try await world.redeem(code) }
    }

    @Test("asks again where a code brings less than its issuer said", arguments: [1, 30])
    func less(_ days: Int64) async throws {
        let world = try await World()
        world.wire.promise(days: days)
        let told = try await decline(try world.code(), world, times: days == 1 ? 1 : 2)
        #expect(told.map { $0 is TierTaking } == (days == 1 ? [false] : [false, true]))
        let left = try await world.exchange().refresh()
        #expect(!left.isNew && left.declined == (days == 1 ? 0 : 1))
    }

    @Test("that a page asks for redeems what was agreed to, and nothing else")
    func page() async throws {
        let world = try await World()
        let code = try world.code()
        func enter(_ text: String, _ agreed: String? = nil) async throws(Failure) -> PageCode {
            try await TierCode.redeem(
                PageCodeRequest(code: text, agreed: agreed, issuer: nil), of: nil, world.session,
                .machine, client: world.wire)
        }
        let shown = try await enter(code)
        #expect(shown.digest != nil && shown.lines.count == 2)
        // Who agreed to one day did not agree to what it is said to be now.
        world.wire.promise(days: 30)
        let other = try await enter(code, shown.digest)
        #expect(other.digest != nil && other.digest != shown.digest)
        #expect(world.wire.paths == ["/v1/offer", "/v1/offer"])
        world.wire.promise(days: 1)
        #expect(try await enter(code, shown.digest) == PageCode(lines: [], digest: nil))
        let (state, grants, steps) = try await world.outcome()
        #expect(state == .active && grants == 1 && steps == [.finished])
        for text in ["no", "what is this?", code + "X"] {
            await #expect(throws: Failure.self) { _ = try await enter(text) }
        }
    }

    @Test("leaves what was declined of an issuer that says what a code is worth by redeeming it")
    func declined() async throws {
        let world = try await World(isOld: true)
        let code = try world.code()
        #expect(try await decline(code, world).map { $0 is TierTaking } == [true])
        for _ in 0..<2 {
            let left = try await world.exchange().refresh()
            #expect(!left.isNew && left.declined == 1 && left.grants == 0)
        }
        #expect(try await world.exchange().restore(proof: []).declined == 1)
        #expect(try await world.outcome().0 == TierState.none)
        // The same code goes on, here and nowhere else.
        await #expect(throws: Failure.self) {
            _ = try await World(beside: world).redeem(code)
        }
        #expect(try await world.redeem(code))
        let (state, grants, steps) = try await world.outcome()
        #expect(state == .active && grants == 1 && steps == [.finished])
        // Declined once it is on record, it is so none the less.
        _ = try await decline(code, world)
        #expect(try await world.exchange().refresh().declined == 0)
        _ = try await decline(try world.code(), world)
        #expect(try await world.exchange().refresh().declined == 1)
        let taken = try await world.exchange().refresh(agrees: true)
        #expect(taken.isNew && taken.declined == 0 && taken.grants == 2)
        #expect(try await world.exchange().refresh().declined == 0)
    }

    @Test("goes by what time the issuer says it is, where the clock of the machine is ahead")
    func clockAhead() async throws {
        let world = try await World()
        let ahead = StateSession(
            file: world.session.file, ledger: world.session.ledger,
            clock: WorkflowClock({ StoreFixture.at(400) }))
        _ = try await TierExchange.with("school", ahead, client: world.wire).refresh()
        let records = try await world.session.ledger.tierRecords()
        #expect(records.answers == ["school": StoreFixture.at(0)])
        #expect(records.told == records.answers)
    }

    @Test("fetches what was granted and what was taken back meanwhile")
    func refresh() async throws {
        let world = try await World()
        let none = try await world.exchange().refresh()
        #expect(none.grants == 0 && !none.isNew)
        let seat = try await TierTrust.seat(world.session)
        let order = GrantOrder(tier: "monthly", subject: "ada", seat: seat, seconds: 86_400)
        let grant = try world.fixture.store.grant(order, now: StoreFixture.at(0))
        #expect(try await world.exchange().refresh().isNew)
        #expect(try await world.outcome().0 == .active)
        _ = try world.fixture.store.revoke(
            try world.fixture.id(of: grant), now: StoreFixture.at(0))
        #expect(try await world.exchange().refresh().isNew)
        #expect(try await world.outcome().0 == .revoked)
        world.wire.plan([.isLost])
        await #expect(throws: Failure.self) { _ = try await world.exchange().refresh() }
        #expect(try await world.outcome().0 == .revoked)
    }
}
