// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
@testable import Entitlements

/// What the tests are about: a school, its policy, and instants in days.
enum Samples {
    static let day: Int64 = 86_400

    /// The instant so many days after the policy was signed.
    static func at(_ days: Int64, _ seconds: Int64 = 0) -> Timestamp {
        Timestamp(secondsSinceEpoch: 1_800_000_000 + days * day + seconds)
    }

    static let monthly = TierTerms(
        deletes: 5_000, bytes: 200_000_000_000, drives: 5, features: [.sync, .unattended])
    static let free = TierTerms(
        reviews: 25, deletes: 100, bytes: 2_000_000_000, drives: 1, rules: 10, features: [])

    /// A policy that binds drives.
    static var policy: TierPolicy {
        var policy = TierPolicy(
            issuer: "school", title: "Example School", sequence: 3, signedAt: at(0))
        policy.applies = [.init(tenant: "school.example")]
        policy.tiers = ["free": free, "monthly": monthly, "lifetime": monthly]
        policy.products = ["com.example.cleaner.monthly": "monthly"]
        policy.trial = .init(tier: "monthly", seconds: 3 * day)
        policy.existingUsers = 30 * day
        policy.billingGrace = 16 * day
        policy.offline = 14 * day
        policy.app = .init(bundle: "com.example.cleaner", id: 1, environment: "production")
        policy.offers = [
            .init(id: "m", tier: "monthly", title: "Monthly", price: "3 € a month, renews")
        ]
        policy.links = [.terms: "https://school.example/terms"]
        return policy
    }

    /// A right from day 0 to day 30, signed on day 0.
    static func right(
        _ id: String = "g1", signed: Int64 = 0, from: Int64 = 0, until: Int64? = 30
    ) -> TierRight {
        TierRight(
            id: id, original: "g1", signedAt: at(signed), digest: "\(id)-\(signed)",
            tier: "monthly", from: at(from), until: until.map { at($0) })
    }

    /// Evidence with these rights, of somebody who is new and whose issuer answered on that day.
    static func evidence(_ rights: [TierRight], answered: Int64 = 0) -> TierEvidence {
        var evidence = TierEvidence()
        evidence.rights = rights
        evidence.policyFirstSeen = at(0)
        evidence.stateBegan = at(0)
        evidence.lastAnswer = at(answered)
        return evidence
    }
}
