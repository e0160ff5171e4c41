// SPDX-License-Identifier: Apache-2.0

import RuleEngine
import Testing
import YAMLBridge

/// Policies of issuers and what is said of wrong ones.
@Suite("Policies")
struct PolicyFileTests {
    static let whole = """
        version: 1
        issuer: example-school
        title: Example School
        applies: [{tenant: school.example}, {drive: b!1}, {folder: /srv/school}]
        tiers:
          free: {reviews: 25/day, deletes: 100/day, bytes: 2GB/day, drives: 1, rules: 10}
          monthly:
            reviews: unlimited
            deletes: 5000/day
            bytes: 200GB/day
            drives: 5
            rules: unlimited
            features: [sync, unattended, permanent]
          yearly: {as: monthly}
        trial: {tier: monthly, for: 3d}
        existing_users: {unlimited_for: 30d}
        warn_at: 75%
        billing_grace: 16d
        offline: 2w
        valid_for: 365d
        products: {com.example.cleaner.monthly: monthly, com.example.cleaner.yearly: yearly}
        apple: {bundle_id: com.example.cleaner, app_id: 123456, environment: production}
        offers: [{id: m, tier: monthly, title: Monthly, price: "3 € a month"}]
        terms: https://school.example/terms
        support: mailto:help@school.example

        """

    @Test("say what they say")
    func reading() throws {
        let decoded = PolicyFileDecoder.decode(Array(Self.whole.utf8), file: "policy.yaml")
        let policy = try #require(decoded.value, "\(decoded.diagnostics.map(\.message))")
        #expect(policy.issuer == "example-school" && policy.title == "Example School")
        #expect(policy.applies.map(\.tenant) == ["school.example", nil, nil])
        #expect(policy.applies.map(\.drive) == [nil, "b!1", nil])
        #expect(policy.applies.map(\.folder) == [nil, nil, "/srv/school"])
        #expect(policy.tiers["free"]?.reviews == 25 && policy.tiers["free"]?.rules == 10)
        #expect(policy.tiers["free"]?.bytes == 2_000_000_000)
        #expect(policy.tiers["free"]?.features == [])
        #expect(policy.tiers["monthly"]?.reviews == nil && policy.tiers["monthly"]?.drives == 5)
        #expect(policy.tiers["yearly"] == policy.tiers["monthly"])
        #expect(policy.trial?.tier == "monthly" && policy.trial?.seconds == 3 * 86_400)
        #expect(policy.existingUsers == 30 * 86_400 && policy.offline == 14 * 86_400)
        #expect(policy.warnAtPercent == 75 && policy.validFor == 365 * 86_400)
        #expect(policy.products["com.example.cleaner.yearly"] == "yearly")
        #expect(policy.app?.id == 123_456 && policy.app?.environment == "production")
        #expect(policy.offers.map(\.price) == ["3 € a month"])
        #expect(policy.links.count == 2)
    }

    @Test(
        "have every mistake named at its place, with what was meant",
        arguments: [
            ("issuer: example-school", "issuer: Example School", "is no name of an issuer"),
            ("issuer: example-school\n", "", "needs 'issuer'"),
            ("warn_at: 75%", "warn_at: 0%", "'warn_at' is from 1 to 100"),
            ("billing_grace", "biling_grace", "'billing_grace'"),
            ("offline: 2w", "offline: 1mo", "months and years are not equally long"),
            ("offline: 2w", "offline: 999999d", "at most 36,500 days"),
            ("{as: monthly}", "{as: montly}", "no tier 'montly'; did you mean 'monthly'?"),
            ("{as: monthly}", "{as: yearly}", "no tier 'yearly'"),
            ("{as: monthly}", "{as: monthly, drives: 2}", "nothing beside 'as'"),
            ("{tier: monthly, for: 3d}", "{tier: monthly}", "needs 'for'"),
            ("reviews: 25/day, ", "", "a tier needs 'reviews'"),
            ("reviews: 25/day", "reviews: 25", "a quota is counted by the day"),
            ("reviews: unlimited", "reviews: unlimitd", "did you mean 'unlimited'?"),
            ("unattended, ", "unatended, ", "did you mean 'unattended'?"),
            ("app_id: 123456, ", "", "needs 'app_id'"),
            ("environment: production", "environment: xcode", "'production' or 'sandbox'"),
            ("cleaner.yearly: yearly", "cleaner.yearly: weekly", "no tier 'weekly'"),
            ("https://school.example/terms", "javascript:alert(1)", "no address for people"),
            ("{tenant: school.example}", "{}", "needs 'tenant', 'drive' or 'folder'"),
            ("folder: /srv", "folder: srv", "does not begin with '/'"),
            ("id: m, ", "", "an offer needs 'id'"),
        ])
    func mistakes(_ right: String, _ wrong: String, _ said: String) {
        #expect(Self.whole.contains(right))
        let text = Self.whole.replacing(right, with: wrong)
        let decoded = PolicyFileDecoder.decode(Array(text.utf8), file: "policy.yaml")
        #expect(decoded.value == nil)
        #expect(
            decoded.diagnostics.contains { $0.message.contains(said) && $0.range != nil },
            "\(decoded.diagnostics.map(\.message))")
    }

    @Test("are refused where they are empty, too large or no YAML")
    func hostile() {
        for text in ["", "[", "version: 1", "tiers: {}", String(repeating: "a", count: 2_000_000)] {
            let decoded = PolicyFileDecoder.decode(Array(text.utf8), file: "policy.yaml")
            #expect(decoded.value == nil && !decoded.diagnostics.isEmpty)
        }
    }
}
