// SPDX-License-Identifier: Apache-2.0

package import Entitlements
internal import Messages
internal import RuleEngine
internal import SignedText
package import StateLedger
internal import Text

/// What a file with signed texts would change: verified and understood, not yet on record.
package struct TierRedeeming: Sendable {
    /// The policies in it.
    package private(set) var policies: [(record: PolicyRecord, policy: TierPolicy)] = []
    /// The grants and purchases in it.
    package private(set) var entitlements: [(record: EntitlementRecord, right: TierRight)] = []

    /// The most texts of one file.
    package static let textsMax = 50

    /// Reads `text`, one signed text a line, at `desk`. Throws at the first that is not believed: of a
    /// file all is taken or nothing.
    package init(_ text: String, at desk: TierDesk) throws(TierError) {
        let lines = text.split(whereSeparator: \.isWhitespace).map(String.init)
        guard !lines.isEmpty else {
            throw TierError("signed-form", Message("there is no signed text in it"))
        }
        guard lines.count <= Self.textsMax else {
            throw TierError(
                "signed-too-large", Message("more than \(Self.textsMax) signed texts are in it"))
        }
        var kinds: [(String, TierReading.Kind)] = []
        for line in lines { kinds.append((line, try TierReading.kind(line))) }
        for (line, kind) in kinds where kind == .policy { try takePolicy(line, desk) }
        for (line, kind) in kinds where kind == .grant { try takeGrant(line, desk) }
        let renewals = kinds.filter { $0.1 == .renewal }.map(\.0)
        for (line, kind) in kinds where kind == .purchase {
            try takePurchase(line, renewals, desk)
        }
    }

    /// The same without the grants `originals` of `issuer`, by the ids of the first of each.
    package func without(_ originals: Set<String>, of issuer: String) -> TierRedeeming {
        var rest = self
        rest.entitlements.removeAll { one in
            one.record.issuer == issuer && originals.contains(one.record.original)
        }
        return rest
    }

    private mutating func takePolicy(_ line: String, _ desk: TierDesk) throws(TierError) {
        let policy = try TierReading.policy(line, key: desk.key)
        guard
            policy.signedAt.secondsSinceEpoch
                <= desk.now.secondsSinceEpoch + TierRight.clockSlack
        else { throw TierError(.future) }
        let record = PolicyRecord(
            issuer: policy.issuer, sequence: policy.sequence, signed: line, firstSeen: desk.now)
        policies.append((record, policy))
    }

    /// The policy of `issuer`, of this file or known before; the later one.
    private func policy(of issuer: String, _ desk: TierDesk) throws(TierError) -> TierPolicy {
        let known = ([desk.policy(of: issuer)] + policies.map { $0.policy }.map(Optional.some))
            .compactMap(\.self).filter { $0.issuer == issuer }
        guard let newest = known.max(by: { $0.sequence < $1.sequence }) else {
            throw TierError(
                "policy-unknown",
                Message(
                    "the policy of '\(VisibleText.escaped(issuer))' is not known yet; redeem that first"
                ))
        }
        return newest
    }

    private mutating func takeGrant(_ line: String, _ desk: TierDesk) throws(TierError) {
        let (grant, digest) = try TierReading.grant(line, key: desk.key)
        let right = try desk.right(grant, digest, try policy(of: grant.issuer, desk))
        let record = EntitlementRecord(
            issuer: grant.issuer, original: grant.original, id: grant.id, kind: .grant,
            signed: line, signedAt: grant.signedAt, digest: digest, isRevoked: grant.isRevoked)
        entitlements.append((record, right))
    }

    private mutating func takePurchase(
        _ line: String, _ renewals: [String], _ desk: TierDesk
    ) throws(TierError) {
        let (purchase, digest) = try TierReading.purchase(line, anchor: desk.store)
        var renewal: (text: String, renewal: StoreRenewal)?
        for text in renewals {
            let one = try TierReading.renewal(text, anchor: desk.store)
            if let known = renewal?.renewal, one.signedAt <= known.signedAt { continue }
            if one.original == purchase.original { renewal = (text, one) }
        }
        let all = Set(desk.issuers + policies.map(\.record.issuer)).sorted()
        var refusal = TierError(.bundle(purchase.bundle))
        for issuer in all {
            do throws(TierError) {
                let right = try desk.right(
                    purchase, renewal?.renewal, digest, try policy(of: issuer, desk))
                entitlements.append(
                    (
                        EntitlementRecord(
                            issuer: issuer, original: purchase.original, id: purchase.id,
                            kind: .purchase, signed: line, signedAt: purchase.signedAt,
                            digest: digest, isRevoked: purchase.revoked != nil,
                            renewal: renewal?.text, renewalSignedAt: renewal?.renewal.signedAt),
                        right
                    ))
                return
            } catch {
                refusal = error
            }
        }
        throw refusal
    }
}
