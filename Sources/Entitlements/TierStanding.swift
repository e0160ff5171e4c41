// SPDX-License-Identifier: Apache-2.0

package import RuleEngine

/// Where somebody stands with an issuer.
package enum TierState: String, CaseIterable, Sendable {
    case none
    case existingGrace = "existing-grace"
    case pending, trial, active, ending, grace, expired, revoked, superseded, lifetime, stale
    case unverifiable

    /// How much it is worth: of several, the best one counts.
    var rank: Int {
        switch self {
        case .lifetime: 12
        case .active: 11
        case .ending: 10
        case .trial: 9
        case .grace: 8
        case .superseded: 7
        case .existingGrace: 6
        case .pending: 5
        case .stale: 4
        case .expired: 3
        case .revoked: 2
        case .unverifiable: 1
        case .none: 0
        }
    }

    /// Whether something that was granted holds.
    var isHeld: Bool { rank >= TierState.superseded.rank }
}

/// All that a standing is made of. Everything in it was verified before.
package struct TierEvidence: Sendable {
    /// What verified texts come to, in any order, also those that others took the place of.
    package var rights: [TierRight] = []
    /// How many texts are on record that cannot be verified.
    package var unverifiable = 0
    /// Whether a code was redeemed and somebody has yet to approve it.
    package var isPending = false
    /// When the state began.
    package var stateBegan: Timestamp?
    /// When a policy of this issuer was first seen.
    package var policyFirstSeen: Timestamp?
    /// When the issuer last answered well; nil: it was never asked.
    package var lastAnswer: Timestamp?
    /// The latest instant that is on record: time does not go back before it.
    package var latestInstant: Timestamp?

    /// Nothing.
    package init() {}
}

/// Where somebody stands with an issuer, and what follows from it.
package struct TierStanding: Sendable, Hashable {
    /// The state.
    package var state: TierState
    /// The tier; nil where there is none.
    package var tier: String?
    /// Until when that is so; nil: until something happens.
    package var until: Timestamp?
    /// What is allowed.
    package var terms: TierTerms
    /// Whether some text on record cannot be verified any more.
    package var hasUnverifiable = false
    /// The id of the grant or transaction that it comes from.
    package var source: String?
    /// Whose it is where somebody shares it.
    package var owner: String?

    /// The standing under `policy` at `now`. The order in which texts came plays no part.
    package static func make(
        _ policy: TierPolicy, _ evidence: TierEvidence, now: Timestamp
    ) -> TierStanding {
        let instant = max(now, evidence.latestInstant ?? now)
        var standing = TierMaking(policy: policy, evidence: evidence, now: instant).standing
        standing.hasUnverifiable = evidence.unverifiable > 0
        return standing
    }
}

/// Makes one standing.
private struct TierMaking {
    let policy: TierPolicy
    let evidence: TierEvidence
    let now: Timestamp

    var standing: TierStanding {
        var standing = settled
        // What waits to be approved gives nothing yet, and takes nothing away.
        if evidence.isPending, !standing.state.isHeld { standing.state = .pending }
        return standing
    }

    /// The same, whatever waits to be approved.
    private var settled: TierStanding {
        let best = current.map { standing(of: $0) }.filter { $0.state != .none }
            .max { isWorth(less: $0, than: $1) }
        guard let best else { return withoutRight }
        let counted = held(best)
        // Whoever was there before is never worse off by a grant that holds no longer, or that nobody
        // has confirmed, than without one.
        if counted.state.rank < TierState.existingGrace.rank, let grace = existingGrace {
            return grace
        }
        return counted
    }

    /// The right that counts of each chain of renewals: that of the latest period of those that have
    /// begun, else of all. What was signed when says only which text of one right is the newer one: a
    /// text of an earlier period may well be signed later, as when that alone is taken back.
    private var current: [TierRight] {
        var byID: [String: TierRight] = [:]
        for right in evidence.rights {
            let key = right.original + "\u{0}" + right.id
            if let known = byID[key], !precedes(right, known) { continue }
            byID[key] = right
        }
        var latest: [String: TierRight] = [:]
        for right in byID.values {
            if let known = latest[right.original], !isLater(right, than: known) { continue }
            latest[right.original] = right
        }
        return Array(latest.values)
    }

    /// Whether `right` counts before `known`, which has the same id.
    private func precedes(_ right: TierRight, _ known: TierRight) -> Bool {
        switch right.precedence(over: known) {
        case .newer: true
        case .older, .same: false
        case .conflicting: right.digest < known.digest
        }
    }

    /// Whether `right` is of a later period of the same chain than `known`, which has another id.
    private func isLater(_ right: TierRight, than known: TierRight) -> Bool {
        let begun = (right.from <= now, known.from <= now)
        if begun.0 != begun.1 { return begun.0 }
        return (right.from.secondsSinceEpoch, right.signedAt.secondsSinceEpoch, right.id)
            > (known.from.secondsSinceEpoch, known.signedAt.secondsSinceEpoch, known.id)
    }

    /// Whether `one` counts less than `other`: what holds comes first, and of that what allows more, so
    /// that a further grant never takes away; then the state, and what lasts longer.
    private func isWorth(less one: TierStanding, than other: TierStanding) -> Bool {
        let held = [one, other].map(\.state.isHeld)
        if held[0] != held[1] { return held[1] }
        if held[0], one.terms != other.terms {
            let width = [one, other].map(\.terms.width)
            if width[0] != width[1] { return width[0].lexicographicallyPrecedes(width[1]) }
        }
        let ends = [one, other].map { $0.until?.secondsSinceEpoch ?? .max }
        return (one.state.rank, ends[0], one.source ?? "")
            < (other.state.rank, ends[1], other.source ?? "")
    }

    private func standing(of right: TierRight) -> TierStanding {
        func made(_ state: TierState, _ until: Timestamp?, _ terms: TierTerms?) -> TierStanding {
            TierStanding(
                state: state, tier: terms == nil ? nil : right.tier, until: until,
                terms: terms ?? policy.freeTerms, source: right.id,
                owner: terms == nil ? nil : right.owner)
        }
        // A tier that the policy does not have any more is worth nothing.
        let terms = policy.tiers[right.tier]
        if right.isRevoked { return made(.revoked, nil, nil) }
        if now < right.from {
            var none = made(.none, right.from, nil)
            none.terms = policy.noneTerms
            return none
        }
        guard let terms else { return made(.expired, nil, nil) }
        guard let end = right.until else { return made(.lifetime, nil, terms) }
        // What took the place of a right allows no less. As long as the text of that is not here, the old
        // one holds up to its own end, which a payment that is tried again does not put off.
        if now < end { return made(right.heldState, end, terms) }
        if !right.isSuperseded, let grace = right.graceUntil, now < grace {
            return made(.grace, grace, terms)
        }
        return made(.expired, nil, nil)
    }

    /// What holds of `standing` where the issuer was not heard of for too long, or where the policy
    /// has ended.
    private func held(_ standing: TierStanding) -> TierStanding {
        guard standing.state.isHeld else { return standing }
        var isHeard = policy.expires.map { now < $0 } ?? true
        if let most = policy.offline, let last = evidence.lastAnswer {
            isHeard = isHeard && now.secondsSinceEpoch - last.secondsSinceEpoch <= most
        }
        if isHeard { return standing }
        return TierStanding(
            state: .stale, tier: nil, until: nil, terms: policy.freeTerms,
            source: standing.source)
    }

    private var withoutRight: TierStanding {
        if let grace = existingGrace { return grace }
        let state: TierState = evidence.unverifiable > 0 ? .unverifiable : .none
        return TierStanding(state: state, tier: nil, until: nil, terms: policy.noneTerms)
    }

    /// Nothing is bounded at first for who was there before the policy.
    private var existingGrace: TierStanding? {
        guard let period = policy.existingUsers, let seen = evidence.policyFirstSeen,
            let began = evidence.stateBegan,
            // A state that was made since is nobody's who was there: it sees the policy a moment later.
            began < seen, began < policy.signedAt
        else { return nil }
        let end = Timestamp(secondsSinceEpoch: seen.secondsSinceEpoch + period)
        guard now < end else { return nil }
        return TierStanding(state: .existingGrace, tier: nil, until: end, terms: .unlimited)
    }
}
