// SPDX-License-Identifier: Apache-2.0

package import RuleEngine
package import Text

/// What an issuer signed for one subject: a tier for a time. The free tier is granted so as well.
package struct TierGrant: Sendable, Hashable {
    /// The issuer's name.
    package var issuer: String
    /// What tells this grant from every other one; a text that ends it has the same.
    package var id: String
    /// The id of the first one, of which this is a renewal; its own where it is the first.
    package var original: String
    /// When it was signed.
    package var signedAt: Timestamp
    /// From when it holds.
    package var from: Timestamp
    /// Until when it holds; nil: for life.
    package var expires: Timestamp?
    /// Its tier.
    package var tier: String
    /// For whom: an account, or a name that the issuer gave.
    package var subject: String
    /// The machines that it is for, by the ids of their states; none: any.
    package var seats: [String] = []
    /// On how many machines it may be at once; nil: on those that are named.
    package var places: Int64?
    /// Who shares it with others: its owner, by a name for people.
    package var group: String?
    /// Whether these are somebody's first days.
    package var isTrial = false
    /// Whether it will be renewed; nil: nobody said so.
    package var renews: Bool?
    /// Until when it holds while a payment is tried again.
    package var graceUntil: Timestamp?
    /// Whether the issuer took it back.
    package var isRevoked = false
    /// The offer that it comes from.
    package var offer: String?

    /// A grant of `tier` for `subject` from the instant of its signature on.
    package init(
        issuer: String, id: String, tier: String, subject: String, signedAt: Timestamp,
        expires: Timestamp?
    ) {
        self.issuer = issuer
        self.id = id
        original = id
        self.signedAt = signedAt
        from = signedAt
        self.expires = expires
        self.tier = tier
        self.subject = subject
    }

    /// The `typ` of its signed text.
    package static let kind = "cleanrules-grant"

    /// What verified `claims` say.
    package init(claims tree: JSONTree) throws(EntitlementRefusal) {
        let claims = Claims(tree: tree)
        self.init(
            issuer: try claims.text("iss"), id: try claims.text("jti"),
            tier: try claims.text("tier"), subject: try claims.text("sub"),
            signedAt: try claims.instant("iat"), expires: try claims.instantIfAny("exp"))
        original = try claims.textIfAny("original") ?? id
        from = try claims.instantIfAny("nbf") ?? signedAt
        seats = try claims.texts("seats")
        group = try claims.textIfAny("group")
        places = try claims.numberIfAny("places")
        isTrial = try claims.bool("trial")
        renews = try claims.boolIfAny("renews")
        graceUntil = try claims.instantIfAny("grace_until")
        isRevoked = try claims.bool("revoked")
        offer = try claims.textIfAny("offer")
    }

    /// What is signed.
    package var claims: JSONValue {
        var members: [(name: String, value: JSONValue)] = [
            ("iss", .text(issuer)), ("jti", .text(id)), ("original", .text(original)),
            ("iat", .number(signedAt.secondsSinceEpoch)),
            ("nbf", .number(from.secondsSinceEpoch)), ("tier", .text(tier)),
            ("sub", .text(subject)),
        ]
        func add(_ name: String, _ value: JSONValue?) {
            if let value { members.append((name, value)) }
        }
        add("exp", expires.map { .number($0.secondsSinceEpoch) })
        add("grace_until", graceUntil.map { .number($0.secondsSinceEpoch) })
        add("group", group.map { .text($0) })
        add("offer", offer.map { .text($0) })
        add("places", places.map { .number($0) })
        add("renews", renews.map { .bool($0) })
        if !seats.isEmpty { add("seats", .texts(seats)) }
        if isTrial { add("trial", .bool(true)) }
        if isRevoked { add("revoked", .bool(true)) }
        return .sorted(members)
    }
}
