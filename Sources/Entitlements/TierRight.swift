// SPDX-License-Identifier: Apache-2.0

package import RuleEngine

/// What one verified text comes to, whoever signed it.
package struct TierRight: Sendable, Hashable {
    /// What tells it from others of the same chain of renewals.
    package var id: String
    /// The chain of renewals that it belongs to.
    package var original: String
    /// When it was signed.
    package var signedAt: Timestamp
    /// The digest of what was signed; two texts of one instant are told apart by it.
    package var digest: String
    /// Its tier.
    package var tier: String
    /// From when it holds.
    package var from: Timestamp
    /// Until when it holds; nil: for life.
    package var until: Timestamp?
    /// Until when it holds beyond that, while a payment is tried again.
    package var graceUntil: Timestamp?
    /// Whether it will be renewed; nil: nobody said so.
    package var renews: Bool?
    /// Whether these are somebody's first days.
    package var isTrial: Bool
    /// Whether it was taken back.
    package var isRevoked: Bool
    /// Whether it says itself that another one took its place.
    package var isSuperseded: Bool
    /// Whose it is where somebody shares it, by a name for people.
    package var owner: String?

    /// How far the clock that signed may be ahead of this one, in seconds.
    package static let clockSlack: Int64 = 300

    /// For whom it is asked what a text says.
    package struct Seat: Sendable, Hashable {
        /// The id of the state.
        package var id: String
        /// The accounts of whoever is signed in, and what the issuer calls this person.
        package var subjects: Set<String>

        /// The given seat.
        package init(id: String, subjects: Set<String> = []) {
            self.id = id
            self.subjects = subjects
        }
    }

    /// What `grant` comes to under `policy` at `now`; throws where it is not meant for that.
    package init(
        _ grant: TierGrant, digest: String, policy: TierPolicy, seat: Seat, now: Timestamp
    ) throws(EntitlementRefusal) {
        guard grant.issuer == policy.issuer else { throw .issuer(grant.issuer) }
        guard policy.tiers[grant.tier] != nil || grant.isRevoked else {
            throw .tierUnknown(grant.tier)
        }
        guard grant.seats.isEmpty || grant.seats.contains(seat.id) else { throw .seat }
        // A machine that is named is enough; else it is for who has that account, and nobody else.
        if grant.seats.isEmpty, !seat.subjects.contains(grant.subject) { throw .subject }
        try Self.check(grant.signedAt, now)
        self.init(
            id: grant.id, original: grant.original, signedAt: grant.signedAt, digest: digest,
            tier: grant.tier, from: grant.from, until: grant.expires,
            graceUntil: grant.graceUntil, renews: grant.renews, isTrial: grant.isTrial,
            isRevoked: grant.isRevoked)
        owner = grant.group
    }

    /// What a purchase comes to under `policy` at `now`, with what is known of its renewal; throws where
    /// it is not meant for that. `accounts` are those that the app may have
    /// named as its owner, in small letters.
    package init(
        _ purchase: StoreTransaction, renewal: StoreRenewal?, digest: String, policy: TierPolicy,
        accounts: Set<String>, now: Timestamp
    ) throws(EntitlementRefusal) {
        try purchase.check(policy)
        guard let account = purchase.account, accounts.contains(account.lowercased()) else {
            throw .subject
        }
        guard let tier = policy.products[purchase.product] else {
            throw .productUnknown(purchase.product)
        }
        try Self.check(purchase.signedAt, now)
        let known = try Self.fitting(renewal, purchase, now)
        self.init(
            id: purchase.id, original: purchase.original, signedAt: purchase.signedAt,
            digest: digest, tier: tier, from: purchase.purchased, until: purchase.expires,
            graceUntil: Self.grace(purchase, known, policy), renews: known?.renews,
            isTrial: purchase.isTrial, isRevoked: purchase.revoked != nil,
            isSuperseded: purchase.isUpgraded)
    }

    private static func fitting(
        _ renewal: StoreRenewal?, _ purchase: StoreTransaction, _ now: Timestamp
    ) throws(EntitlementRefusal) -> StoreRenewal? {
        guard let renewal else { return nil }
        try check(renewal.signedAt, now)
        guard renewal.environment == purchase.environment else {
            throw .environment(renewal.environment)
        }
        return renewal.original == purchase.original ? renewal : nil
    }

    private static func grace(
        _ purchase: StoreTransaction, _ renewal: StoreRenewal?, _ policy: TierPolicy
    ) -> Timestamp? {
        guard let renewal, renewal.isRetrying, let end = purchase.expires else { return nil }
        let own = Timestamp(secondsSinceEpoch: end.secondsSinceEpoch + policy.billingGrace)
        return max(renewal.graceUntil ?? own, own)
    }

    private static func check(_ signedAt: Timestamp, _ now: Timestamp) throws(EntitlementRefusal) {
        guard signedAt.secondsSinceEpoch <= now.secondsSinceEpoch + clockSlack else {
            throw .future
        }
    }

    /// All of it, as it is given.
    package init(
        id: String, original: String, signedAt: Timestamp, digest: String, tier: String,
        from: Timestamp, until: Timestamp?, graceUntil: Timestamp? = nil, renews: Bool? = nil,
        isTrial: Bool = false, isRevoked: Bool = false, isSuperseded: Bool = false
    ) {
        self.id = id
        self.original = original
        self.signedAt = signedAt
        self.digest = digest
        self.tier = tier
        self.from = from
        self.until = until
        self.graceUntil = graceUntil
        self.renews = renews
        self.isTrial = isTrial
        self.isRevoked = isRevoked
        self.isSuperseded = isSuperseded
    }
}

extension TierRight {
    /// Which of two texts about the same thing counts.
    package enum Precedence: Sendable, Hashable {
        /// The new one.
        case newer
        /// The known one.
        case older
        /// They are the same.
        case same
        /// They say different things of one instant: the known one stays, and this is said.
        case conflicting
    }

    /// Whether this text, which has the id of `known`, takes its place. What was taken back stays so.
    package func precedence(over known: TierRight) -> Precedence {
        if digest == known.digest { return .same }
        if isRevoked != known.isRevoked { return isRevoked ? .newer : .older }
        if signedAt == known.signedAt { return .conflicting }
        return signedAt > known.signedAt ? .newer : .older
    }
}

extension TierRight {
    /// The state of somebody who has it, before its end.
    var heldState: TierState {
        if isSuperseded { return .superseded }
        if isTrial { return .trial }
        return renews == false ? .ending : .active
    }

    /// What it comes to by itself, whatever time it is: for showing it before it is taken.
    package var standingAlone: TierStanding {
        let state: TierState = isRevoked ? .revoked : until == nil ? .lifetime : heldState
        return TierStanding(
            state: state, tier: tier, until: until, terms: .unlimited, owner: owner)
    }
}
