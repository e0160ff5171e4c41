// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
internal import StateLedger
internal import Testing
@testable import Entitlements
@testable import SignedText
@testable import Tiers

/// The settings of a state that say when something was: anybody may have edited them.
@Suite("What a state says of instants")
struct TierSettingsTests {
    private let key: SigningKey

    init() throws { key = try SigningKey.made() }

    private static let day: Int64 = 86_400

    private func policy() throws -> PolicyRecord {
        var policy = TierPolicy(
            issuer: "school", title: "School", sequence: 1, signedAt: StoreFixture.at(0))
        policy.applies = [.init(folder: "/nowhere")]
        policy.tiers = ["free": TierTerms(deletes: 1, features: []), "more": TierTerms()]
        policy.existingUsers = 30 * Self.day
        policy.offline = 14 * Self.day
        let signed = try SignedTextWriter.text(policy.claims, kind: TierPolicy.kind, key: key)
        return PolicyRecord(
            issuer: "school", sequence: 1, signed: signed, firstSeen: StoreFixture.at(0))
    }

    private func grant() throws -> EntitlementRecord {
        var grant = TierGrant(
            issuer: "school", id: "g", tier: "more", subject: "ada",
            signedAt: StoreFixture.at(0), expires: nil)
        grant.seats = ["seat-one"]
        let signed = try SignedTextWriter.text(grant.claims, kind: TierGrant.kind, key: key)
        return EntitlementRecord(
            issuer: "school", original: "g", id: "g", kind: .grant, signed: signed,
            signedAt: grant.signedAt, digest: "d", isRevoked: false)
    }

    /// Where a state stands on that day whose settings say so; nil: it has no such setting.
    private func standing(
        day: Int64, began: Int64, seen: Int64?, answered: Int64?, granted: Bool
    ) throws -> TierStanding {
        var records = TierRecords()
        records.anchors["school"] = String(decoding: key.verifying.pem, as: UTF8.self)
        records.seat = "seat-one"
        records.policies = [try policy()]
        records.entitlements = try granted ? [grant()] : []
        records.began = StoreFixture.at(began)
        records.latest = StoreFixture.at(0)
        if let seen { records.firstSeen["school"] = StoreFixture.at(seen) }
        if let answered { records.answers["school"] = StoreFixture.at(answered) }
        let desk = TierDesk(records: records, ground: .none, now: StoreFixture.at(day))
        return desk.standing(under: try #require(desk.policy(of: "school")))
    }

    @Test("counts for nothing where that is still to come")
    func stillToCome() throws {
        let rows: [(began: Int64, seen: Int64?, answered: Int64?, granted: Bool, TierState)] = [
            (-60, 0, nil, false, .existingGrace), (-60, -30, nil, false, .none),
            // As if it had been seen now, which is noted as soon as anything is bounded.
            (-60, 400, nil, false, .existingGrace), (-60, nil, nil, false, .existingGrace),
            (400, 0, nil, false, .none), (5, 0, nil, false, .none),
            (5, 0, 10, true, .lifetime), (5, 0, nil, true, .stale), (5, 0, 400, true, .stale),
            // Nobody is worse off with a grant that was not confirmed than without one.
            (-60, 0, 400, true, .existingGrace),
        ]
        for (began, seen, answered, granted, state) in rows {
            let found = try standing(
                day: 20, began: began, seen: seen, answered: answered, granted: granted)
            #expect(found.state == state, "\(began), \(String(describing: seen))")
        }
        let anew = try standing(
            day: 20, began: -60, seen: 400, answered: nil, granted: false)
        #expect(anew.until == StoreFixture.at(50))
    }
}
