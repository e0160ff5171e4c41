// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import RuleEngine
internal import StateLedger
internal import Text
@testable import Entitlements
@testable import SignedText
@testable import Tiers

/// An issuer of the tests, with its key, and what it signs.
struct TierSamples {
    let key: SigningKey
    static let issuer = "school"
    static let seat = "5f0c5f0c5f0c5f0c"

    init() throws { key = try SigningKey.made() }

    /// The instant so many days after the first one.
    static func at(_ days: Int64) -> Timestamp {
        Timestamp(secondsSinceEpoch: 1_800_000_000 + days * 86_400)
    }

    /// A policy with the number `sequence`.
    func policy(
        _ sequence: Int64 = 1, applies: [TierPolicy.Binding] = [.init(folder: "/srv/school")],
        change: (inout TierPolicy) -> Void = { _ in }
    ) throws -> String {
        var policy = TierPolicy(
            issuer: Self.issuer, title: "Example School", sequence: sequence,
            signedAt: Self.at(0))
        policy.applies = applies
        policy.tiers = [
            "free": TierTerms(reviews: 2, deletes: 3, bytes: 1_000, features: []),
            "monthly": TierTerms(reviews: 20, deletes: 30, bytes: nil, features: [.sync]),
        ]
        policy.products = ["com.example.cleaner.monthly": "monthly"]
        policy.app = .init(bundle: "com.example.cleaner", id: nil, environment: "production")
        change(&policy)
        return try SignedTextWriter.text(policy.claims, kind: TierPolicy.kind, key: key)
    }

    /// A grant from day 0 to day 30.
    func grant(
        _ id: String = "g1", change: (inout TierGrant) -> Void = { _ in }
    ) throws -> String {
        var grant = TierGrant(
            issuer: Self.issuer, id: id, tier: "monthly", subject: "ada",
            signedAt: Self.at(0), expires: Self.at(30))
        grant.seats = [Self.seat]
        change(&grant)
        return try SignedTextWriter.text(grant.claims, kind: TierGrant.kind, key: key)
    }

    /// A folder of an administrator who trusts the issuer, with these policies.
    func ground(_ policies: [String], trusted: Bool = true) throws -> TierGround {
        let folder = NSTemporaryDirectory() + "tiers-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for name in ["issuers", "policy.d"] {
            try FileManager.default.createDirectory(
                atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
        }
        if trusted {
            try Data(key.verifying.pem).write(
                to: URL(fileURLWithPath: "\(folder)/issuers/\(Self.issuer).pem"))
        }
        for (place, policy) in policies.enumerated() {
            try Data((policy + "\n").utf8).write(
                to: URL(fileURLWithPath: "\(folder)/policy.d/\(place).jws"))
        }
        return TierGround(folder: folder, owner: getuid())
    }

    /// What a state has on record that trusts the issuer and took these texts.
    func records(policy: String? = nil, grants: [String] = []) throws -> TierRecords {
        var records = TierRecords()
        records.anchors[Self.issuer] = String(decoding: key.verifying.pem, as: UTF8.self)
        records.seat = Self.seat
        records.began = Self.at(0)
        if let policy {
            records.policies = [
                PolicyRecord(
                    issuer: Self.issuer, sequence: 1, signed: policy, firstSeen: Self.at(0))
            ]
        }
        for (place, grant) in grants.enumerated() {
            records.entitlements.append(
                EntitlementRecord(
                    issuer: Self.issuer, original: "g1", id: "\(place)", kind: .grant,
                    signed: grant, signedAt: Self.at(0), digest: "\(place)", isRevoked: false))
        }
        return records
    }
}
