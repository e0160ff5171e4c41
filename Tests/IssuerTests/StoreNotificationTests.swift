// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import RuleEngine
internal import SignedText
internal import SignedTextSamples
internal import StateLedger
internal import Testing
internal import Text
@testable import Entitlements
@testable import Issuer
@testable import Tiers
@testable import Workflow

/// Notifications of the App Store, by certificates of nobody whose root the tests alone trust.
@Suite("A notification of the App Store")
struct StoreNotificationTests {
    private let fixture: StoreFixture
    private let samples = StoreSamples(seat: "seat-one")

    init() throws {
        fixture = try StoreFixture()
        let text =
            StoreFixture.text + """

                billing_grace: 3d
                products: {com.example.cleaner.monthly: monthly}
                apple: {bundle_id: com.example.cleaner, app_id: 123456, environment: production}

                """
        try Data(text.utf8).write(to: URL(fileURLWithPath: fixture.folder + "/policy.yaml"))
        _ = try fixture.store.signPolicy(
            fixture.folder + "/policy.yaml", now: StoreFixture.at(0))
    }

    private func status(
        _ notification: String, anchor: ChainAnchor = Forge.anchor, day: Int64 = 20
    ) -> Int {
        let desk = IssuerDesk(
            store: fixture.store, anchor: anchor, clock: { StoreFixture.at(day) })
        let body = JSONValue.object([("signedPayload", .text(notification))])
        return desk.answer("/apple/notifications", body.bytes()).status
    }

    /// What the machine `seat` comes to on `day` by what the issuer hands on to it.
    private func standing(day: Int64, seat: String = "seat-one") throws -> TierStanding {
        let desk = IssuerDesk(
            store: fixture.store, anchor: Forge.anchor, clock: { StoreFixture.at(day) })
        let answer = desk.answer("/v1/standing", Array("{\"seat\":\"\(seat)\"}".utf8))
        #expect(answer.status == 200)
        let tree = try JSONTree(strict: answer.body.bytes())
        let texts = (tree["signed"]?.list ?? []).compactMap(\.text)
        var records = TierRecords()
        let key = fixture.store.key.verifying
        records.anchors["school"] = String(decoding: key.pem, as: UTF8.self)
        records.seat = seat
        func judge(_ records: TierRecords) -> TierDesk {
            TierDesk(
                records: records, ground: .none, store: Forge.anchor, now: StoreFixture.at(day))
        }
        let redeeming = try TierRedeeming(texts.joined(separator: "\n"), at: judge(records))
        records.policies = redeeming.policies.map(\.record)
        records.entitlements = redeeming.entitlements.map(\.record)
        let judged = judge(records)
        return judged.standing(under: try #require(judged.policy(of: "school")))
    }

    @Test("moves the standing by what is signed in it")
    func moves() throws {
        #expect(try standing(day: 1).state == .none)
        let bought = try samples.notification(
            "SUBSCRIBED", id: "n1", samples.transaction(signed: 0),
            samples.renewal(renews: true, signed: 0), signed: 0)
        #expect(status(bought) == 200)
        #expect(try standing(day: 1).state == .active)
        #expect(try standing(day: 1, seat: "seat-two").state == .none)
        let ending = try samples.notification(
            "DID_CHANGE_RENEWAL_STATUS", id: "n2", samples.transaction(signed: 2),
            samples.renewal(renews: false, signed: 2), signed: 2)
        #expect(status(ending) == 200)
        #expect(try standing(day: 3).state == .ending)
        let failing = try samples.notification(
            "DID_FAIL_TO_RENEW", id: "n3", samples.transaction(signed: 30),
            samples.renewal(renews: true, retrying: true, grace: 36, signed: 30), signed: 30)
        #expect(status(failing, day: 30) == 200)
        #expect(try standing(day: 35).state == .grace)
        let over = try samples.notification(
            "GRACE_PERIOD_EXPIRED", id: "n4", samples.transaction(signed: 36),
            samples.renewal(renews: true, retrying: false, signed: 36), signed: 36)
        #expect(status(over, day: 36) == 200)
        #expect(try standing(day: 36).state == .expired)
        let renewed = try samples.notification(
            "DID_RENEW", id: "n5", samples.transaction("2", from: 37, to: 67, signed: 37),
            samples.renewal(renews: true, signed: 37), signed: 37)
        #expect(status(renewed, day: 37) == 200)
        #expect(try standing(day: 40).state == .active)
        let ended = try samples.notification(
            "EXPIRED", id: "n6", samples.transaction("2", from: 37, to: 67, signed: 67),
            samples.renewal(renews: false, signed: 67), signed: 67)
        #expect(status(ended, day: 67) == 200)
        #expect(try standing(day: 68).state == .expired)
    }

    @Test(
        "that takes a purchase back does so for good, in whatever order it came",
        arguments: [
            ("REFUND", false), ("REFUND", true), ("REVOKE", false), ("REVOKE", true),
        ])
    func refund(kind: String, comesFirst: Bool) throws {
        let bought = try samples.notification(
            "SUBSCRIBED", id: "n1", samples.transaction(signed: 1),
            samples.renewal(renews: true, signed: 1), signed: 1)
        let back = try samples.notification(
            kind, id: "n2", samples.transaction(signed: 2, revoked: 2),
            samples.renewal(renews: false, signed: 2), signed: 2)
        let late = try samples.notification(
            "DID_CHANGE_RENEWAL_STATUS", id: "n3", samples.transaction(signed: 3),
            samples.renewal(renews: true, signed: 3), signed: 3)
        for one in comesFirst ? [back, bought, late] : [bought, back, late] {
            #expect(status(one) == 200)
        }
        #expect(try standing(day: 4).state == .revoked)
    }

    @Test("counts once, however often it is sent, and a test of the way moves nothing")
    func repeated() throws {
        #expect(status(try samples.notification("TEST", id: "n0", signed: 0)) == 200)
        #expect(try standing(day: 1).state == .none)
        let bought = try samples.notification(
            "SUBSCRIBED", id: "n1", samples.transaction(signed: 0, isTrial: true),
            samples.renewal(renews: true, signed: 0), signed: 0)
        #expect(status(bought) == 200)
        // The id says what was taken already; another body of it changes nothing.
        let other = try samples.notification(
            "REFUND", id: "n1", samples.transaction(signed: 5, revoked: 5), signed: 5)
        #expect(status(bought) == 200 && status(other) == 200)
        #expect(try standing(day: 6).state == .trial)
        let days = try fixture.store.report(days: 3, now: StoreFixture.at(2)).days
        #expect(days.map(\.trials) == [1, 0, 0] && days.map(\.active) == [1, 1, 1])
    }

    @Test("that something higher was bought is the end of the lower one, which still holds alone")
    func upgraded() throws {
        let bought = try samples.notification(
            "SUBSCRIBED", id: "n1", samples.transaction(signed: 0),
            samples.renewal(renews: true, signed: 0), signed: 0)
        let old = try samples.notification(
            "DID_CHANGE_RENEWAL_PREF", id: "n2",
            samples.transaction(signed: 10, isUpgraded: true), signed: 10)
        #expect(status(bought) == 200 && status(old) == 200)
        let alone = try standing(day: 11)
        #expect(alone.state == .superseded && alone.tier == "monthly")
        #expect(try standing(day: 31).state == .expired)
        let higher = try samples.notification(
            "DID_CHANGE_RENEWAL_PREF", id: "n3",
            samples.transaction("2", from: 10, to: 40, signed: 10),
            samples.renewal(renews: true, signed: 10), signed: 10)
        #expect(status(higher) == 200)
        #expect(try standing(day: 11).state == .active)
        #expect(try standing(day: 31).state == .active)
        // One person has one of them.
        let days = try fixture.store.report(days: 3, now: StoreFixture.at(11)).days
        #expect(days.map(\.active) == [1, 1, 1] && days.map(\.ended) == [0, 0, 0])
    }

    @Test("is refused where it is not the store's word about this app, and may come again")
    func refused() throws {
        let bought = try samples.transaction(signed: 0)
        let good = try samples.notification("SUBSCRIBED", id: "n1", bought, signed: 0)
        var (other, app, sandbox) = (samples, samples, samples)
        other.bundle = "com.example.other"
        app.app = 1
        sandbox.environment = "Sandbox"
        let foreign = [TestChains.otherLeaf, TestChains.otherMiddle, TestChains.otherRoot]
        for (place, text) in [
            String(good.dropLast(2)),
            try samples.notification("SUBSCRIBED", id: "n1", bought, signed: 0, chain: foreign),
            try other.notification("SUBSCRIBED", id: "n1", bought, signed: 0),
            try app.notification("SUBSCRIBED", id: "n1", bought, signed: 0),
            try sandbox.notification("SUBSCRIBED", id: "n1", bought, signed: 0),
            // What is inside is verified by itself.
            try samples.notification(
                "SUBSCRIBED", id: "n1", other.transaction(signed: 0), signed: 0),
            try samples.notification(
                "SUBSCRIBED", id: "n1", sandbox.transaction(signed: 0), signed: 0),
            try samples.notification("SUBSCRIBED", id: "n1", bought + "A", signed: 0),
            try samples.notification(
                "SUBSCRIBED", id: "n1", bought, "not.signed.it", signed: 0),
        ].enumerated() {
            #expect(status(text) == 403, "\(place)")
        }
        #expect(status("") == 403)
        // The root that ships knows none of these certificates.
        #expect(status(good, anchor: .appStore) == 403)
        #expect(try standing(day: 1).state == .none)
        #expect(status(good) == 200)
        #expect(try standing(day: 1).state == .active)
    }
}
