// SPDX-License-Identifier: Apache-2.0

internal import Entitlements
internal import Messages
internal import RuleEngine
internal import SignedText
internal import StateLedger
internal import Text

/// Reads signed texts: verified first, understood then.
package enum TierReading {
    /// The policy that `signed` is, by the key that `key` has for the issuer that it names.
    static func policy(
        _ signed: String, key: (String) -> VerifyingKey?
    ) throws(TierError) -> TierPolicy {
        let anchor = try anchor(of: signed, key)
        let text = try TierFile.believed { () throws(SignedTextRefusal) in
            try SignedTextReader.read(signed, kind: TierPolicy.kind, key: anchor)
        }
        return try TierFile.meant { () throws(EntitlementRefusal) in
            try TierPolicy(claims: text.claims)
        }
    }

    /// The grant that `signed` is, with the digest of what was signed.
    static func grant(
        _ signed: String, key: (String) -> VerifyingKey?
    ) throws(TierError) -> (grant: TierGrant, digest: String) {
        let anchor = try anchor(of: signed, key)
        let text = try TierFile.believed { () throws(SignedTextRefusal) in
            try SignedTextReader.read(signed, kind: TierGrant.kind, key: anchor)
        }
        let grant = try TierFile.meant { () throws(EntitlementRefusal) in
            try TierGrant(claims: text.claims)
        }
        return (grant, text.digest)
    }

    /// The purchase that `signed` is.
    static func purchase(
        _ signed: String, anchor: ChainAnchor
    ) throws(TierError) -> (purchase: StoreTransaction, digest: String) {
        let text = try TierFile.believed { () throws(SignedTextRefusal) in
            try SignedTextReader.read(signed, anchor: anchor)
        }
        let purchase = try TierFile.meant { () throws(EntitlementRefusal) in
            try StoreTransaction(claims: text.claims)
        }
        return (purchase, text.digest)
    }

    /// What `signed` says of a renewal.
    static func renewal(
        _ signed: String, anchor: ChainAnchor
    ) throws(TierError) -> StoreRenewal {
        let text = try TierFile.believed { () throws(SignedTextRefusal) in
            try SignedTextReader.read(signed, anchor: anchor)
        }
        return try TierFile.meant { () throws(EntitlementRefusal) in
            try StoreRenewal(claims: text.claims)
        }
    }

    /// What kind of text `signed` says it is, unverified.
    static func kind(_ signed: String) throws(TierError) -> Kind {
        let claims = try TierFile.believed { () throws(SignedTextRefusal) in
            try SignedTextReader.unverifiedClaims(signed)
        }
        if claims["tiers"] != nil { return .policy }
        if claims["jti"] != nil { return .grant }
        if claims["transactionId"] != nil { return .purchase }
        if claims["autoRenewStatus"] != nil { return .renewal }
        throw TierError("signed-kind", Message("another kind of text was signed"))
    }

    /// The kinds of text.
    enum Kind { case policy, grant, purchase, renewal }

    /// The key of the issuer that `signed` names; which one that is need not be true, for nothing but
    /// its own key verifies it.
    private static func anchor(
        of signed: String, _ key: (String) -> VerifyingKey?
    ) throws(TierError) -> VerifyingKey {
        let claims = try TierFile.believed { () throws(SignedTextRefusal) in
            try SignedTextReader.unverifiedClaims(signed)
        }
        guard let issuer = claims["iss"]?.text, issuer.utf8.count <= 64 else {
            throw TierError(.claimMissing("iss"))
        }
        guard let anchor = key(issuer) else {
            throw TierError(
                "issuer-unknown",
                Message(
                    "nobody on this machine trusts the issuer '\(VisibleText.escaped(issuer))';"
                        + " get its key from whom you know, and 'cleanrules tier trust' takes it"))
        }
        return anchor
    }
}

extension VerifiedText {
    /// What tells what was signed from everything else, whatever its signature looks like.
    var digest: String { SignedTextReader.digest(of: payload) }
}
