// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
internal import Testing
internal import Text
@testable import Entitlements

@Suite("What was signed")
struct ClaimsTests {
    private func tree(_ text: String) throws -> JSONTree {
        try JSONTree(strict: Array(text.utf8))
    }

    private func refusal<Value>(
        _ body: () throws(EntitlementRefusal) -> Value
    ) -> EntitlementRefusal? {
        do throws(EntitlementRefusal) {
            _ = try body()
            return nil
        } catch {
            return error
        }
    }

    @Test("is read back as it was written")
    func roundTrip() throws {
        let policy = Samples.policy
        #expect(try TierPolicy(claims: tree(policy.claims.line())) == policy)
        var grant = TierGrant(
            issuer: "school", id: "g1", tier: "monthly", subject: "a@school.example",
            signedAt: Samples.at(0), expires: Samples.at(30))
        grant.seats = ["abc"]
        grant.renews = false
        grant.isTrial = true
        grant.graceUntil = Samples.at(40)
        grant.group = "family"
        grant.offer = "m"
        #expect(try TierGrant(claims: tree(grant.claims.line())) == grant)
    }

    @Test(
        "is refused where a part of it is missing, of another kind or out of bounds",
        arguments: [
            ("\"seq\":3", "\"seq\":-1", "claim-invalid"),
            ("\"seq\":3", "\"seq\":\"3\"", "claim-invalid"),
            ("\"seq\":3", "\"sequel\":3", "claim-missing"),
            ("\"iss\":\"school\"", "\"iss\":\"\"", "claim-invalid"),
            ("\"warn_at\":80", "\"warn_at\":101", "claim-invalid"),
            ("\"offline\":1209600", "\"offline\":99999999999", "claim-invalid"),
            ("https://school.example/terms", "javascript:alert(1)", "claim-invalid"),
            ("https://school.example/terms", "https://school.example/\\u001b[2J", "claim-invalid"),
            (
                "\"com.example.cleaner.monthly\":\"monthly\"",
                "\"com.example.cleaner.monthly\":\"no\"", "claim-invalid"
            ),
            ("\"environment\":\"production\"", "\"environment\":\"xcode\"", "claim-invalid"),
            ("\"tier\":\"monthly\"", "\"tier\":\"no\"", "tier-unknown"),
        ])
    func bounds(_ part: String, _ other: String, _ code: String) throws {
        let text = Samples.policy.claims.line()
        #expect(text.contains(part), "\(text)")
        let changed = try tree(text.replacing(part, with: other))
        #expect(
            refusal { () throws(EntitlementRefusal) in try TierPolicy(claims: changed) }?.code
                == code)
    }

    private let seat = TierRight.Seat(id: "seat", subjects: ["a@school.example"])

    private func right(
        _ change: (inout TierGrant) -> Void, now: Int64 = 1
    ) -> EntitlementRefusal? {
        var grant = TierGrant(
            issuer: "school", id: "g", tier: "monthly", subject: "a@school.example",
            signedAt: Samples.at(0), expires: Samples.at(30))
        change(&grant)
        return refusal { () throws(EntitlementRefusal) in
            try TierRight(
                grant, digest: "d", policy: Samples.policy, seat: seat, now: Samples.at(now))
        }
    }

    @Test("by an issuer is for who and what it names")
    func grants() {
        #expect(right { _ in } == nil)
        #expect(right { $0.issuer = "other" } == .issuer("other"))
        #expect(right { $0.subject = "b@school.example" } == .subject)
        #expect(right { $0.seats = ["other"] } == .seat)
        #expect(
            right {
                $0.seats = ["seat"]; $0.subject = "anybody"
            } == nil)
        #expect(right { $0.tier = "platinum" } == .tierUnknown("platinum"))
        #expect(right { $0.signedAt = Samples.at(2) } == .future)
        #expect(right { $0.signedAt = Samples.at(1, 299) } == nil)
    }

    private static let purchase = """
        {"transactionId":"2","originalTransactionId":"1","productId":"com.example.cleaner.monthly",\
        "bundleId":"com.example.cleaner","environment":"Production","signedDate":1800000000000,\
        "purchaseDate":1800000000000,"expiresDate":1802592000000,"appAccountToken":"AA",\
        "type":"Auto-Renewable Subscription"}
        """

    private func right(
        _ part: String, _ other: String, accounts: Set<String> = ["aa"]
    ) throws -> EntitlementRefusal? {
        #expect(Self.purchase.contains(part))
        let claims = try tree(Self.purchase.replacing(part, with: other))
        return refusal { () throws(EntitlementRefusal) in
            try TierRight(
                StoreTransaction(claims: claims), renewal: nil, digest: "d",
                policy: Samples.policy, accounts: accounts, now: Samples.at(1))
        }
    }

    @Test("by a store is for the app, the environment and the person that it names")
    func purchases() throws {
        #expect(try right("AA", "AA") == nil)
        #expect(try right("\"com.example.cleaner\"", "\"other\"") == .bundle("other"))
        #expect(try right("Production", "Sandbox") == .environment("Sandbox"))
        #expect(try right("\"type\"", "\"appAppleId\":1,\"type\"") == nil)
        #expect(try right("\"type\"", "\"appAppleId\":2,\"type\"") == .app)
        #expect(try right("AA", "BB") == .subject)
        #expect(try right("AA", "AA", accounts: []) == .subject)
        #expect(try right("cleaner.monthly", "cleaner.other")?.code == "product-unknown")
        #expect(
            try right("\"signedDate\":1800000000000", "\"signedDate\":1900000000000") == .future)
        #expect(try right("\"expiresDate\":1802592000000,", "") == .claimMissing("expiresDate"))
        #expect(try right("Auto-Renewable Subscription", "Consumable") == .claimInvalid("type"))
    }

    @Test("by a store says where something else took its place, and what it says so of")
    func upgraded() throws {
        for (member, isUpgraded) in [("true", true), ("false", false)] {
            let text = Self.purchase.replacing(
                "\"type\"", with: "\"isUpgraded\":\(member),\"type\"")
            let right = try TierRight(
                StoreTransaction(claims: tree(text)), renewal: nil, digest: "d",
                policy: Samples.policy, accounts: ["aa"], now: Samples.at(1))
            #expect(right.isSuperseded == isUpgraded)
            #expect(right.standingAlone.state == (isUpgraded ? .superseded : .active))
        }
        let refused = try right("\"type\"", "\"isUpgraded\":\"yes\",\"type\"")
        #expect(refused == .claimInvalid("isUpgraded"))
    }

    @Test("takes the place of what is known only where it is newer")
    func precedence() {
        let known = Samples.right(signed: 5)
        #expect(Samples.right(signed: 6).precedence(over: known) == .newer)
        #expect(Samples.right(signed: 4).precedence(over: known) == .older)
        #expect(known.precedence(over: known) == .same)
        var other = known
        other.digest = "other"
        #expect(other.precedence(over: known) == .conflicting)
        other.isRevoked = true
        other.signedAt = Samples.at(0)
        #expect(other.precedence(over: known) == .newer)
        #expect(known.precedence(over: other) == .older)
    }
}
