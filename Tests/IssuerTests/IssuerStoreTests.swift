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

/// A store in a folder of its own, with a policy that is signed.
final class StoreFixture: Sendable {
    let folder = NSTemporaryDirectory() + "issuer-\(UUID().uuidString)"
    let store: IssuerStore
    let policy: String

    static let text = """
        version: 1
        issuer: school
        tiers:
          free: {reviews: 2/day, deletes: 3/day, bytes: 1MB/day}
          monthly: {reviews: unlimited, deletes: 30/day, bytes: unlimited, features: [sync]}
        trial: {tier: monthly, for: 3d}
        """

    init() throws {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        store = try IssuerStore.make(folder + "/store", issuer: "school")
        try Data(Self.text.utf8).write(to: URL(fileURLWithPath: folder + "/policy.yaml"))
        policy = try store.signPolicy(folder + "/policy.yaml", now: Self.at(0))
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    static func at(_ days: Int64) -> Timestamp {
        Timestamp(secondsSinceEpoch: 1_800_000_000 / 86_400 * 86_400 + days * 86_400)
    }

    /// The id of a grant.
    func id(of grant: String) throws -> String {
        let claims = try JSONTree(strict: store.verified(grant))
        return try #require(claims["jti"]?.text)
    }

    /// What a state comes to that trusts the issuer and took `texts`.
    func standing(_ texts: [String], day: Int64, seat: String = "seat-one") throws -> TierStanding {
        var records = TierRecords()
        records.anchors["school"] = String(decoding: store.key.verifying.pem, as: UTF8.self)
        records.seat = seat
        let desk = TierDesk(records: records, ground: .none, now: Self.at(day))
        let redeeming = try TierRedeeming(
            ([policy] + texts).joined(separator: "\n"), at: desk)
        records.policies = redeeming.policies.map(\.record)
        records.entitlements = redeeming.entitlements.map(\.record)
        let judged = TierDesk(records: records, ground: .none, now: Self.at(day))
        return judged.standing(under: try #require(judged.policy(of: "school")))
    }
}

@Suite("A store of an issuer")
struct IssuerStoreTests {
    private func order(_ seconds: Int64? = 30 * 86_400) -> GrantOrder {
        GrantOrder(tier: "monthly", subject: "ada", seat: "seat-one", seconds: seconds)
    }

    @Test("signs what programs believe, and takes it back")
    func roundTrip() throws {
        let fixture = try StoreFixture()
        let store = fixture.store
        let grant = try store.grant(order(), now: StoreFixture.at(0))
        #expect(try fixture.standing([grant], day: 1).state == .active)
        #expect(try fixture.standing([grant], day: 1).terms.deletes == 30)
        #expect(try fixture.standing([grant], day: 31).state == .expired)
        #expect(throws: TierError.self) { try fixture.standing([grant], day: 1, seat: "other") }
        let id = try fixture.id(of: grant)
        let end = try store.revoke(id, now: StoreFixture.at(2))
        #expect(try store.revoke(id, now: StoreFixture.at(3)) == end)
        #expect(try fixture.standing([grant, end], day: 2).state == .revoked)
        #expect(try fixture.standing([end, grant], day: 2).state == .revoked)
        #expect(try store.grants(seat: "seat-one") == [end])
        let life = try store.grant(order(nil), now: StoreFixture.at(3))
        #expect(try fixture.standing([end, life], day: 4).state == .lifetime)
    }

    @Test("has a key that is its owner's alone, and opens with no other")
    func key() throws {
        let fixture = try StoreFixture()
        let path = fixture.store.path + "/issuer.key"
        let again = try IssuerStore.open(fixture.store.path)
        #expect(again.issuer == "school" && again.fingerprint == fixture.store.fingerprint)
        #expect(try again.policy().signed == fixture.policy)
        chmod(path, 0o640)
        #expect(throws: Failure.self) { try IssuerStore.open(fixture.store.path) }
        #expect(throws: Failure.self) {
            try IssuerStore.make(fixture.store.path, issuer: "school")
        }
        #expect(throws: Failure.self) { try IssuerStore.make(path + "x", issuer: "../x") }
    }

    @Test("counts its policies up, and signs none that is wrong or another's")
    func policies() throws {
        let fixture = try StoreFixture()
        let path = fixture.folder + "/policy.yaml"
        _ = try fixture.store.signPolicy(path, now: StoreFixture.at(1))
        #expect(try fixture.store.policy().policy.sequence == 2)
        for (part, other) in [("issuer: school", "issuer: bank"), ("30/day", "30")] {
            let text = StoreFixture.text.replacing(part, with: other)
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            #expect(throws: Failure.self) {
                try fixture.store.signPolicy(path, now: StoreFixture.at(1))
            }
        }
        #expect(try fixture.store.policy().policy.sequence == 2)
    }

    @Test("redeems a code once a use, and one key once, whatever is repeated")
    func codes() throws {
        let fixture = try StoreFixture()
        let store = fixture.store
        let now = StoreFixture.at(0)
        let code = try store.makeCode(
            tier: "monthly", seconds: 86_400, isTrial: false, uses: 2, now: now)
        func redeem(_ key: String, _ code: String) throws(Failure) -> String {
            try store.redeem(code, key: key, seat: "seat-one", subject: nil, now: now)
        }
        let first = try redeem("key-1", code)
        #expect(try redeem("key-1", code.lowercased().replacing("-", with: " ")) == first)
        #expect(try redeem("key-2", code) != first)
        #expect(throws: Failure.self) { try redeem("key-3", code) }
        #expect(throws: Failure.self) { try redeem("key-1", "00000-00000-00000-00000") }
        #expect(try redeem("key-1", code) == first)
        #expect(try fixture.standing([first], day: 0).state == .active)
        let file = try Data(contentsOf: URL(fileURLWithPath: store.path + "/issuer.sqlite"))
        #expect(file.range(of: Data(code.utf8)) == nil)
    }

    @Test("holds codes back that it approves one by one, and tells who asks what became of them")
    func approvals() throws {
        let fixture = try StoreFixture()
        let (store, now) = (fixture.store, StoreFixture.at(0))
        let desk = IssuerDesk(store: store, clock: { now })
        let code = try store.makeTrialCode(
            tier: nil, seconds: nil, uses: 3, needsApproval: true, now: now)
        func ask(_ path: String, _ key: String, _ seat: String) throws -> (Int, JSONTree) {
            let asked = JSONValue.object([
                ("code", .text(code)), ("key", .text(key)), ("seat", .text(seat)),
                ("waiting", .texts([key])),
            ])
            let answer = desk.answer(path, asked.bytes())
            return (answer.status, try JSONTree(strict: answer.body.bytes()))
        }
        for seat in ["seat-one", "seat-two"] {
            #expect(try ask("/v1/offer", "key-\(seat)", seat).0 == 200)
            for _ in 0..<2 {
                let (status, body) = try ask("/v1/redeem", "key-\(seat)", seat)
                #expect(status == 202 && body["error"]?.text == "pending")
                #expect(body["of"]?.text == "key-\(seat)")
            }
        }
        #expect(try store.waiting().map(\.key) == ["key-seat-one", "key-seat-two"])
        let grant = try store.approve("key-seat-one", now: now)
        #expect(try fixture.standing([grant], day: 1).state == .trial)
        try store.refuse("key-seat-two", now: now)
        #expect(try store.waiting().isEmpty)
        #expect(throws: Failure.self) { try store.refuse("key-seat-one", now: now) }
        let (_, one) = try ask("/v1/standing", "key-seat-one", "seat-one")
        #expect(one["granted"]?.list?.compactMap(\.text) == ["key-seat-one"])
        #expect(one["signed"]?.list?.last?.text == grant)
        let (_, two) = try ask("/v1/standing", "key-seat-two", "seat-two")
        #expect(two["granted"]?.list?.isEmpty == true)
        #expect(two["refused"]?.list?.compactMap(\.text) == ["key-seat-two"])
        for path in ["/v1/offer", "/v1/redeem"] {
            #expect(try ask(path, "key-seat-two", "seat-two").0 == 403)
            // Who had first days has none of these, and waits for nothing.
            #expect(try ask(path, "key-of-another", "seat-one").0 == 403)
        }
        let (status, again) = try ask("/v1/redeem", "key-seat-one", "seat-one")
        #expect(status == 200 && again["signed"]?.list?.last?.text == grant)
        let uses = ["seat-three", "seat-four", "seat-five"].map { "key-\($0)" }
        #expect(try uses.map { try ask("/v1/redeem", $0, $0).0 } == [202, 202, 403])
    }

    @Test("has who is to be renewed hold on while a payment is tried again, as the policy says")
    func billingGrace() throws {
        let fixture = try StoreFixture()
        let path = fixture.folder + "/policy.yaml"
        let grace = Data((StoreFixture.text + "\nbilling_grace: 3d\n").utf8)
        let cases: [(Bool?, TierState)] = [(true, .grace), (false, .expired), (nil, .expired)]
        for (renews, state) in cases {
            var order = order()
            order.renews = renews
            let without = try fixture.store.grant(order, now: StoreFixture.at(0))
            #expect(try fixture.standing([without], day: 31).state == .expired)
            try grace.write(to: URL(fileURLWithPath: path))
            _ = try fixture.store.signPolicy(path, now: StoreFixture.at(0))
            let grant = try fixture.store.grant(order, now: StoreFixture.at(0))
            #expect(try fixture.standing([grant], day: 31).state == state)
            #expect(try fixture.standing([grant], day: 33).state == .expired)
            order.renewed = try fixture.id(of: grant)
            let next = try fixture.store.grant(order, now: StoreFixture.at(31))
            #expect(try fixture.standing([grant, next], day: 32).tier == "monthly")
            try Data(StoreFixture.text.utf8).write(to: URL(fileURLWithPath: path))
            _ = try fixture.store.signPolicy(path, now: StoreFixture.at(0))
        }
    }

    @Test("grants first days once a person and once a machine")
    func trials() throws {
        let fixture = try StoreFixture()
        var order = order(3 * 86_400)
        order.isTrial = true
        let grant = try fixture.store.grant(order, now: StoreFixture.at(0))
        #expect(try fixture.standing([grant], day: 1).state == .trial)
        #expect(throws: Failure.self) { try fixture.store.grant(order, now: StoreFixture.at(9)) }
        order.subject = "bea"
        #expect(throws: Failure.self) { try fixture.store.grant(order, now: StoreFixture.at(9)) }
        order.seats = ["seat-two"]
        _ = try fixture.store.grant(order, now: StoreFixture.at(9))
    }

    @Test("makes codes for the first days that the policy gives, of one machine each")
    func trialCodes() throws {
        let fixture = try StoreFixture()
        let (store, now) = (fixture.store, StoreFixture.at(0))
        func redeem(_ code: String, _ key: String, _ seat: String) throws(Failure) -> String {
            try store.redeem(code, key: key, seat: seat, subject: nil, now: now)
        }
        let code = try store.makeTrialCode(tier: nil, seconds: nil, uses: 1, now: now)
        let standing = try fixture.standing([redeem(code, "key-1", "seat-one")], day: 1)
        #expect(standing.state == .trial && standing.tier == "monthly")
        #expect(standing.until == StoreFixture.at(3))
        #expect(throws: Failure.self) { try redeem(code, "key-2", "seat-two") }
        let two = try store.makeTrialCode(
            tier: "monthly", seconds: 3 * 86_400, uses: 2, now: now)
        // Who had first days has none of these, and uses nothing up.
        #expect(throws: Failure.self) { try store.worth(of: two, key: "key-3", seat: "seat-one") }
        #expect(throws: Failure.self) { try redeem(two, "key-3", "seat-one") }
        for seat in ["seat-two", "seat-three"] { _ = try redeem(two, "key-" + seat, seat) }
        #expect(throws: Failure.self) { try redeem(two, "key-4", "seat-four") }
        let others: [(String?, Int64?)] = [("free", nil), ("monthly", 86_400), (nil, 86_400)]
        for (tier, seconds) in others {
            #expect(throws: Failure.self) {
                try store.makeTrialCode(tier: tier, seconds: seconds, uses: 1, now: now)
            }
        }
        // A policy without first days leaves it to whoever makes the code.
        let path = fixture.folder + "/policy.yaml"
        let text = StoreFixture.text.replacing("trial: {tier: monthly, for: 3d}", with: "")
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        _ = try store.signPolicy(path, now: now)
        #expect(throws: Failure.self) {
            try store.makeTrialCode(tier: "monthly", seconds: nil, uses: 1, now: now)
        }
        _ = try store.makeTrialCode(tier: "monthly", seconds: 86_400, uses: 1, now: now)
    }

    @Test("counts who goes on after first days, known by the person or by the machine alone")
    func converted() throws {
        let fixture = try StoreFixture()
        let store = fixture.store
        let code = try store.makeTrialCode(
            tier: nil, seconds: nil, uses: 1, now: StoreFixture.at(0))
        _ = try store.redeem(
            code, key: "key-1", seat: "seat-one", subject: nil, now: StoreFixture.at(0))
        _ = try store.grant(order(), now: StoreFixture.at(1))
        var bea = order()
        bea.subject = "bea"
        bea.seats = ["seat-two"]
        _ = try store.grant(bea, now: StoreFixture.at(2))
        let days = try store.report(days: 5, now: StoreFixture.at(4)).days
        #expect(days.map(\.trials) == [1, 0, 0, 0, 0])
        #expect(days.map(\.converted) == [0, 1, 0, 0, 0])
        #expect(days.map(\.ended) == [0, 0, 0, 0, 0])
    }

    @Test("reports by day what became of the grants, and names nobody")
    func report() throws {
        let fixture = try StoreFixture()
        let store = fixture.store
        var trial = order(2 * 86_400)
        trial.isTrial = true
        _ = try store.grant(trial, now: StoreFixture.at(0))
        _ = try store.grant(order(), now: StoreFixture.at(1))
        var bea = order()
        bea.subject = "bea"
        bea.seats = ["seat-two"]
        let grant = try store.grant(bea, now: StoreFixture.at(1))
        let id = try fixture.id(of: grant)
        _ = try store.revoke(id, now: StoreFixture.at(3))
        let days = try store.report(days: 5, now: StoreFixture.at(4)).days
        #expect(days.map(\.trials) == [1, 0, 0, 0, 0])
        #expect(days.map(\.converted) == [0, 1, 0, 0, 0])
        #expect(days.map(\.revoked) == [0, 0, 0, 1, 0])
        #expect(days.map(\.active) == [1, 3, 2, 1, 1])
        #expect(days.map(\.ended) == [0, 0, 0, 0, 0])
        #expect(!store_text(days).contains("ada"))
    }

    private func store_text(_ days: [IssuerReport.Day]) -> String {
        IssuerReport(days: days).json.line()
    }

    @Test("answers programs with what it signed, and strangers with a code")
    func service() throws {
        let fixture = try StoreFixture()
        let now = StoreFixture.at(0)
        let desk = IssuerDesk(store: fixture.store, clock: { now })
        let code = try fixture.store.makeCode(
            tier: "monthly", seconds: 86_400, isTrial: false, uses: 1, now: now)
        func answer(_ path: String, _ text: String) throws -> (Int, JSONTree) {
            let answer = desk.answer(path, Array(text.utf8))
            return (answer.status, try JSONTree(strict: answer.body.bytes()))
        }
        let asked = "{\"code\":\"\(code)\",\"key\":\"12345678\",\"seat\":\"seat-one\"}"
        let (offered, worth) = try answer("/v1/offer", asked)
        #expect(offered == 200 && worth["tier"]?.text == "monthly")
        #expect(worth["seconds"]?.number == 86_400 && worth["trial"]?.bool == false)
        #expect(worth["signed"]?.list?.compactMap { $0.text } == [fixture.policy])
        let (status, body) = try answer("/v1/redeem", asked)
        let signed = (body["signed"]?.list ?? []).compactMap { $0.text }
        #expect(status == 200 && signed.first == fixture.policy && signed.count == 2)
        #expect(try fixture.standing([signed[1]], day: 0).state == .active)
        #expect(try answer("/v1/redeem", asked).1 == body)
        #expect(try answer("/v1/finish", "{\"key\":\"12345678\"}").0 == 200)
        let again = try answer("/v1/grants", "{\"seat\":\"seat-one\"}").1["signed"]?.list
        #expect(again?.last?.text == signed[1])
        for (path, text, status) in [
            ("/v1/redeem", asked.replacing("12345678", with: "87654321"), 403),
            ("/v1/offer", asked.replacing("12345678", with: "87654321"), 403),
            ("/v1/offer", asked, 200), ("/v1/offer", "{\"code\":\"x\"}", 400),
            ("/v1/redeem", "{\"code\":\"x\"}", 400), ("/v1/redeem", "[]", 400),
            ("/v1/redeem", asked.replacing("{", with: "{\"key\":\"1\","), 400), ("/", "{}", 404),
            ("/v1/grants", "{\"seat\":\"short\"}", 400),
        ] {
            #expect(try answer(path, text).0 == status, "\(text)")
        }
    }
}
