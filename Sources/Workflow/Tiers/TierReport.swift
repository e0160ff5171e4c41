// SPDX-License-Identifier: Apache-2.0

package import Entitlements
internal import Reports
package import RuleEngine
internal import StateLedger
package import Text
package import Tiers
package import Wording

/// Where a state stands with every issuer whose policy it knows.
package struct TierReport: Sendable {
    /// The id by which issuers know the state; nil before it was asked for.
    package let seat: String?
    /// What every policy comes to.
    package let findings: [TierFinding]
    /// What was used today.
    let use: QuotaUse
    /// The zone of the days.
    package let timeZone: RuleTimeZone
    /// When the next day begins.
    package let nextDay: Timestamp

    /// The present report; `rules` are those in force, if there are any.
    package static func make(
        _ session: StateSession, _ rules: RuleFile?, _ timeZone: RuleTimeZone
    ) async throws(Failure) -> TierReport {
        let now = session.clock.now()
        let tiers = session.tiers
        let (findings, seat) = try await session.asking { ledger async throws(LedgerError) in
            (try await tiers.findings(rules), try await ledger.tierRecords().seat)
        }
        let today = timeZone.day(at: now).text
        let counted = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.quotaUse(day: today)
        }
        return TierReport(
            seat: seat, findings: findings, use: counted.use, timeZone: timeZone,
            nextDay: timeZone.nextDayStart(after: counted.effectiveDay, at: now))
    }

    /// How much of `meter` was used today.
    package func used(_ meter: TierMeter) -> Int64 {
        switch meter {
        case .reviews: use.reviews
        case .deletes: use.deletes
        case .bytes: use.bytes
        }
    }

    /// The report as JSON.
    package var json: JSONValue {
        .object([
            "format": .number(1), "seat": seat.map { .text($0) } ?? .null,
            "day": .text(use.day), "next_day": JSONValue(nextDay),
            "standings": .list(findings.map { json($0) }),
        ])
    }

    /// The report for the page, in `words`.
    package func page(_ words: Words) -> JSONValue {
        let standings = findings.map { finding in
            let terms = finding.standing.terms
            let meters: [Phrase] = [
                meter(.quotaReviews, .reviews, terms, words.number),
                meter(.quotaDeletions, .deletes, terms, words.number),
                meter(.quotaBytes, .bytes, terms, words.size),
            ]
            let links = TierPolicy.Link.allCases.compactMap { link in
                finding.policy.links[link].map {
                    Phrase.tierLink(what: link.phrase, address: VisibleText.escaped($0))
                }
            }
            return JSONValue.object([
                ("issuer", .text(finding.policy.issuer)),
                ("title", .text(VisibleText.escaped(finding.policy.title))),
                ("redeems", .bool(finding.policy.links[.redeem] != nil)),
                (
                    "lines",
                    .texts(words([finding.standing.phrase(timeZone)] + meters + links))
                ),
                ("offers", .texts(words(finding.policy.offers.map(\.phrase)))),
            ])
        }
        return .object([("standings", .list(standings))])
    }

    private func meter(
        _ what: Phrase, _ meter: TierMeter, _ terms: TierTerms, _ number: (Int64) -> String
    ) -> Phrase {
        let used = number(self.used(meter))
        guard let limit = terms[meter] else { return .tierUsedFree(what: what, spent: used) }
        return .tierUsed(what: what, spent: used, bound: number(limit))
    }

    private func json(_ finding: TierFinding) -> JSONValue {
        let (policy, standing) = (finding.policy, finding.standing)
        var links: [String: JSONValue] = [:]
        for (link, address) in policy.links {
            links[link.rawValue] = .text(VisibleText.escaped(address))
        }
        return .object([
            "issuer": .text(policy.issuer), "title": .text(VisibleText.escaped(policy.title)),
            "policy": .number(policy.sequence), "state": .text(standing.state.rawValue),
            "tier": standing.tier.map { .text(VisibleText.escaped($0)) } ?? .null,
            "until": JSONValue(standing.until),
            "owner": standing.owner.map { .text(VisibleText.escaped($0)) } ?? .null,
            "in_force": .bool(finding.isInForce), "of_machine": .bool(finding.isOfMachine),
            "unverifiable": .bool(standing.hasUnverifiable),
            "meters": .object(meters(standing.terms)), "drives": JSONValue(standing.terms.drives),
            "rules": JSONValue(standing.terms.rules),
            "features": .list(standing.terms.namedFeatures.map { .text($0) }),
            "links": .object(links),
        ])
    }

    private func meters(_ terms: TierTerms) -> [String: JSONValue] {
        var members: [String: JSONValue] = [:]
        for meter in TierMeter.allCases {
            let limit = terms[meter]
            members[meter.rawValue] = .object([
                "used": .number(used(meter)), "limit": JSONValue(limit),
                "left": JSONValue(limit.map { max(0, $0 - used(meter)) }),
            ])
        }
        return members
    }
}

extension TierTerms {
    /// The features that these terms have, by name.
    package var namedFeatures: [String] {
        TierFeature.allCases.filter(allows).map(\.rawValue).sorted()
    }
}

extension TierStanding {
    /// The tier and the state, for people; `zone` is that of the days.
    package func phrase(_ zone: RuleTimeZone) -> Phrase {
        var phrase = state.phrase
        if let tier { phrase = .tierStateOf(tier: VisibleText.escaped(tier), state: phrase) }
        if let owner { phrase = .tierOf(what: phrase, name: VisibleText.escaped(owner)) }
        if let until { phrase = .tierUntil(what: phrase, time: Moment(until, zone)) }
        return phrase
    }
}

extension TierState {
    /// The state, for people.
    var phrase: Phrase {
        switch self {
        case .none: .tierIsNone
        case .existingGrace: .tierIsExistingGrace
        case .pending: .tierIsPending
        case .trial: .tierIsTrial
        case .active: .tierIsActive
        case .ending: .tierIsEnding
        case .grace: .tierIsGrace
        case .expired: .tierIsExpired
        case .revoked: .tierIsRevoked
        case .superseded: .tierIsSuperseded
        case .lifetime: .tierIsLifetime
        case .stale: .tierIsStale
        case .unverifiable: .tierIsUnverifiable
        }
    }
}

extension TierPolicy.Link {
    /// What the address is for.
    package var phrase: Phrase {
        switch self {
        case .terms: .tierLinkTerms
        case .privacy: .tierLinkPrivacy
        case .support: .tierLinkSupport
        case .cancel: .tierLinkCancel
        case .redeem: .tierLinkRedeem
        }
    }
}

extension TierPolicy.Offer {
    /// The offer at the issuer's price, for people.
    package var phrase: Phrase {
        let price: Phrase = price.map { .verbatim(VisibleText.escaped($0)) } ?? .tierOfferUnpriced
        return .tierOffer(
            name: VisibleText.escaped(title), tier: VisibleText.escaped(tier), price: price)
    }
}
