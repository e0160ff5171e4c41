// SPDX-License-Identifier: Apache-2.0

import RuleEngine
import StateLedger
import TestSupport
import Testing

/// What issuers and stores signed, as the state keeps it, in whatever order it arrives.
@Suite("Signed texts on record")
struct TierTextTests {
    private static func at(_ seconds: Int64) -> Timestamp {
        Timestamp(secondsSinceEpoch: 1_800_000_000 + seconds)
    }

    private func ledger() throws -> Ledger { try Ledger.inMemory(now: Self.at(0)) }

    private func purchase(_ signedAt: Int64, renewal: Int64?) -> EntitlementRecord {
        EntitlementRecord(
            issuer: "school", original: "1", id: "1", kind: .purchase, signed: "p\(signedAt)",
            signedAt: Self.at(signedAt), digest: "d\(signedAt)", isRevoked: false,
            renewal: renewal.map { "r\($0)" }, renewalSignedAt: renewal.map(Self.at))
    }

    private func keep(_ ledger: Ledger, _ one: EntitlementRecord) async throws -> TierRecording {
        try await ledger.keep(one, actor: "person", at: Self.at(100))
    }

    @Test("a renewal that is known better is not replaced by an older one, nor by none")
    func renewals() async throws {
        let ledger = try ledger()
        #expect(try await keep(ledger, purchase(10, renewal: 20)) == .recorded)
        // The purchase is newer, what it brings of the renewal is not.
        #expect(try await keep(ledger, purchase(30, renewal: 15)) == .recorded)
        var known = try await ledger.tierRecords().entitlements
        #expect(known.map(\.signed) == ["p30"] && known.map(\.renewal) == ["r20"])
        #expect(try await keep(ledger, purchase(40, renewal: nil)) == .recorded)
        known = try await ledger.tierRecords().entitlements
        #expect(known.map(\.signed) == ["p40"] && known.map(\.renewal) == ["r20"])
        #expect(try await keep(ledger, purchase(40, renewal: 15)) == .same)
        #expect(try await keep(ledger, purchase(40, renewal: 25)) == .recorded)
        known = try await ledger.tierRecords().entitlements
        #expect(known.map(\.renewal) == ["r25"])
        #expect(known.map(\.renewalSignedAt) == [Self.at(25)])
    }

    @Test("the newest renewal is left, whatever the order in which they arrive")
    func order() async throws {
        for seed in propertySeeds {
            var random = SplitMix64(seed: seed)
            let ledger = try ledger()
            let all = (0..<6).map { purchase(Int64($0), renewal: [10, 30, 20, nil, 40, 5][$0]) }
            for one in all.shuffled(using: &random) { _ = try await keep(ledger, one) }
            let known = try await ledger.tierRecords().entitlements
            #expect(known.map(\.signed) == ["p5"], "seed \(seed)")
            #expect(known.map(\.renewal) == ["r40"], "seed \(seed)")
        }
    }

    @Test("when an issuer was heard, or its policy seen, is never what is still to come")
    func instants() async throws {
        let ledger = try ledger()
        let answers: [(told: Int64?, now: Int64, kept: Int64)] = [
            // The clock is ahead, and the issuer's is not; the other way round; an old issuer.
            (5, 50, 5), (90, 6, 6), (nil, 7, 7),
        ]
        for (told, now, kept) in answers {
            try await ledger.noteAnswer(
                of: "school", told: told.map(Self.at), at: Self.at(now))
            #expect(try await ledger.tierRecords().answers == ["school": Self.at(kept)])
        }
        for (now, seen) in [(9, 9), (20, 9)] as [(Int64, Int64)] {
            try await ledger.notePolicy(of: "school", at: Self.at(now))
            #expect(try await ledger.tierRecords().firstSeen == ["school": Self.at(seen)])
        }
        // A clock that was ahead when it was seen first.
        for (now, seen) in [(900, 900), (10, 10), (20, 10)] as [(Int64, Int64)] {
            try await ledger.notePolicy(of: "bank", at: Self.at(now))
            #expect(try await ledger.tierRecords().firstSeen["bank"] == Self.at(seen))
        }
    }

    @Test("a grant that was declined is that until it is kept")
    func declined() async throws {
        let ledger = try ledger()
        try await ledger.decline(["1", "2"], of: "school", actor: "person", at: Self.at(1))
        #expect(try await ledger.tierRecords().declined == ["school": ["1", "2"]])
        #expect(try await keep(ledger, purchase(10, renewal: nil)) == .recorded)
        #expect(try await ledger.tierRecords().declined == ["school": ["2"]])
    }

    @Test("of several texts all are kept or none, the redeeming that they came by included")
    func together() async throws {
        let ledger = try ledger()
        let grant = EntitlementRecord(
            issuer: "school", original: "g", id: "g", kind: .grant, signed: "g",
            signedAt: Self.at(5), digest: "g", isRevoked: false)
        let policy = PolicyRecord(
            issuer: "school", sequence: 1, signed: "policy", firstSeen: Self.at(0))
        _ = try await ledger.begin(
            RedemptionRecord(key: "key", issuer: "school", codeDigest: "code", step: .begun),
            actor: "person", at: Self.at(0))
        var other = grant
        (other.signed, other.digest) = ("other", "other")
        let both = SignedTexts(policies: [policy], entitlements: [grant, other])
        #expect(
            try await ledger.keep(both, redemption: "key", actor: "person", at: Self.at(6))
                == .conflicting)
        var records = try await ledger.tierRecords()
        #expect(records.policies.isEmpty && records.entitlements.isEmpty)
        #expect(records.redemptions.map(\.step) == [.begun])
        let good = SignedTexts(policies: [policy], entitlements: [grant, purchase(1, renewal: 2)])
        #expect(
            try await ledger.keep(good, redemption: "key", actor: "person", at: Self.at(7))
                == .recorded)
        records = try await ledger.tierRecords()
        #expect(records.policies.count == 1 && records.entitlements.count == 2)
        #expect(records.redemptions.map(\.step) == [.written])
        #expect(try await ledger.keep(good, actor: "person", at: Self.at(8)) == .same)
        #expect(try await ledger.replayDifferences().isEmpty)
    }
}
