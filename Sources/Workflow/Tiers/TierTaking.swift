// SPDX-License-Identifier: Apache-2.0

package import Entitlements
internal import Glibc
internal import Messages
package import RuleEngine
package import SignedText
internal import StateLedger
internal import Tiers
internal import Text
package import Wording

/// What a person is asked to agree to.
package protocol TierProspect: Sendable {
    /// What it comes to, a line each, with the terms of the issuer and whether it is renewed.
    func phrases(_ zone: RuleTimeZone) -> [Phrase]
    /// What tells it from whatever else could be agreed to, whenever it is asked.
    var digest: String { get }
}

/// Takes what an issuer signed, once a person has said yes.
package struct TierTaking: TierProspect {
    private let session: StateSession
    private let redeeming: TierRedeeming
    /// The policies that it belongs to, the later of those in it and those on record, by issuer.
    private let policies: [String: TierPolicy]

    private init(_ session: StateSession, _ redeeming: TierRedeeming, at desk: TierDesk) {
        self.session = session
        self.redeeming = redeeming
        let news = redeeming.policies.map { $0.policy }
        var policies: [String: TierPolicy] = [:]
        for issuer in desk.issuers + news.map(\.issuer) {
            let own = news.filter { $0.issuer == issuer }
            let known = own + [desk.policy(of: issuer)].compactMap(\.self)
            policies[issuer] = known.max { $0.sequence < $1.sequence }
        }
        self.policies = policies
    }

    private init(_ other: TierTaking, _ redeeming: TierRedeeming) {
        session = other.session
        policies = other.policies
        self.redeeming = redeeming
    }

    /// What the signed texts in `text` would change; throws `refused` where one is not believed.
    package static func read(
        _ text: String, _ session: StateSession
    ) async throws(Failure) -> TierTaking {
        let tiers = session.tiers
        let desk = try await session.asking { _ async throws(LedgerError) in
            try await tiers.desk()
        }
        do throws(TierError) {
            return TierTaking(session, try TierRedeeming(text, at: desk), at: desk)
        } catch {
            throw Failure(.refused, error.clause + Message(" (\(error.code))"))
        }
    }

    /// What would be taken, a line each.
    package func phrases(_ zone: RuleTimeZone) -> [Phrase] {
        let policies: [Phrase] = redeeming.policies.map { _, policy in
            .tierTakesPolicy(
                name: VisibleText.escaped(policy.title), version: String(policy.sequence))
        }
        var rights: [Phrase] = []
        for (record, right) in redeeming.entitlements {
            rights.append(
                .tierTakesRight(
                    name: VisibleText.escaped(record.issuer),
                    what: right.standingAlone.phrase(zone)))
            if let renewal = right.renewal { rights.append(renewal) }
        }
        let issuers = Set(redeeming.entitlements.map { $0.record.issuer })
        let links = issuers.sorted().compactMap { self.policies[$0] }.flatMap(\.linkPhrases)
        return policies + rights + links
    }

    /// What was signed, all of it.
    package var digest: String {
        let texts =
            redeeming.policies.map { $0.record.signed }
            + redeeming.entitlements.map { $0.record.signed + ($0.record.renewal ?? "") }
        return SignedTextReader.digest(of: Array(texts.joined(separator: "\n").utf8))
    }

    /// The policy of `issuer` that counts.
    func policy(of issuer: String) -> TierPolicy? { policies[issuer] }

    /// The grants of `issuer` in it, by the ids of the first of each.
    func originals(of issuer: String) -> [String] {
        redeeming.entitlements.map { $0.record }.filter { $0.issuer == issuer }.map(\.original)
    }

    /// Whether it is what `worth` said, and no less.
    func isWorth(_ worth: TierWorth) -> Bool {
        redeeming.entitlements.allSatisfy { _, right in
            right.tier == worth.tier && right.isTrial == worth.isTrial && right.renews == nil
                && worth.isHeld(by: right)
        }
    }

    /// The same without the grants `originals` of `issuer`, and how many of them were in it.
    func without(
        _ originals: Set<String>, of issuer: String
    ) -> (rest: TierTaking, left: Int) {
        let rest = TierTaking(self, redeeming.without(originals, of: issuer))
        return (rest, grantCount - rest.grantCount)
    }

    /// How many grants and purchases there are in it.
    package var grantCount: Int { redeeming.entitlements.count }

    /// Puts all of it on record, or nothing where two texts contradict each other; whether anything is
    /// new. Newer texts stay.
    ///
    /// The redeeming of the key `redemption` is written in the same transaction.
    package func take(redemption: String? = nil) async throws(Failure) -> Bool {
        let now = session.clock.now()
        let texts = SignedTexts(
            policies: redeeming.policies.map(\.record),
            entitlements: redeeming.entitlements.map(\.record))
        let outcome = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.keep(texts, redemption: redemption, actor: "person", at: now)
        }
        if outcome == .conflicting {
            throw Failure(
                .refused,
                Message("another text of the same instant is known already")
                    + Message(" (\("conflicting"))"))
        }
        for policy in texts.policies {
            try await session.asking { ledger async throws(LedgerError) in
                try await ledger.notePolicy(of: policy.issuer, at: now)
            }
        }
        return outcome == .recorded
    }
}

/// What a code would be redeemed for, as its issuer says before it is used up.
package struct TierWorth: TierProspect {
    /// The tier.
    let tier: String
    /// Until when it would hold, if it were redeemed now; nil for life.
    let until: Timestamp?
    /// How many seconds it would hold; nil for life.
    let seconds: Int64?
    /// Whether these are somebody's first days.
    let isTrial: Bool
    /// The policy that it belongs to.
    let policy: TierPolicy

    /// All that it brings, but for the instant up to which that would be.
    package var digest: String {
        let seconds = seconds.map(String.init) ?? "life"
        let text = "\(policy.issuer)\n\(policy.sequence)\n\(tier)\n\(seconds)\n\(isTrial)"
        return SignedTextReader.digest(of: Array(text.utf8))
    }

    /// Whether `right` holds for as long, whenever it begins.
    fileprivate func isHeld(by right: TierRight) -> Bool {
        guard let seconds, let end = right.until else {
            return seconds == nil && right.until == nil
        }
        return end.secondsSinceEpoch - right.from.secondsSinceEpoch >= seconds
    }

    /// What it comes to.
    package func phrases(_ zone: RuleTimeZone) -> [Phrase] {
        let right = TierRight(
            id: "", original: "", signedAt: policy.signedAt, digest: "", tier: tier,
            from: policy.signedAt, until: until, isTrial: isTrial)
        let phrase = Phrase.tierTakesRight(
            name: VisibleText.escaped(policy.title), what: right.standingAlone.phrase(zone))
        return [phrase] + [right.renewal].compactMap(\.self) + policy.linkPhrases
    }
}

extension TierRight {
    /// Whether it is renewed; nil where its state says that, or where it has no end.
    fileprivate var renewal: Phrase? {
        if isRevoked || until == nil || renews == false { return nil }
        return renews == true ? .tierRenews : .tierRenewsUnsaid
    }
}

extension TierPolicy {
    /// The addresses that belong beside every offer, a line each.
    package var linkPhrases: [Phrase] {
        Link.allCases.filter { $0 != .redeem }.compactMap { link in
            links[link].map { .tierLink(what: link.phrase, address: VisibleText.escaped($0)) }
        }
    }
}

/// The keys of issuers that a person trusts.
package enum TierTrust {
    /// The key in the file at `path`.
    package static func key(_ path: String) throws(Failure) -> VerifyingKey {
        let bytes = try FileBytes.read(path, most: VerifyingKey.bytesMax)
        do throws(SignedTextRefusal) {
            return try VerifyingKey(pem: bytes)
        } catch {
            throw Failure(
                .refused,
                Message("'\(VisibleText.escaped(path))' is not taken: \(error.clause)"))
        }
    }

    /// Trusts `key` as that of `issuer`.
    package static func trust(
        _ key: VerifyingKey, of issuer: String, _ session: StateSession
    ) async throws(Failure) {
        if session.tierGround().anchors[issuer] != nil {
            throw Failure(
                .refused,
                Message(
                    "the administrator of this machine has said whose key '\(issuer)' is; nothing"
                        + " here takes its place"))
        }
        let now = session.clock.now()
        try await session.asking { ledger async throws(LedgerError) in
            try await ledger.trust(
                key: String(decoding: key.pem, as: UTF8.self), of: issuer, actor: "person", at: now)
        }
    }

    /// The id of the state, made where there is none yet: 128 random bits.
    package static func seat(_ session: StateSession) async throws(Failure) -> String {
        let fresh = random()
        return try await session.asking { ledger async throws(LedgerError) in
            try await ledger.seat(or: fresh)
        }
    }

    /// 128 random bits in digits.
    static func random() -> String {
        var random = SystemRandomNumberGenerator()
        return HexDigits.text(
            (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &random) })
    }
}
