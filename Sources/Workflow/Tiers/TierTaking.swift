// SPDX-License-Identifier: Apache-2.0

internal import Entitlements
internal import Glibc
internal import Messages
package import RuleEngine
package import SignedText
internal import StateLedger
internal import Tiers
internal import Text
package import Wording

/// Takes what an issuer signed, once a person has said yes.
package struct TierTaking: Sendable {
    private let session: StateSession
    private let redeeming: TierRedeeming

    /// What the signed texts in `text` would change; throws `refused` where one is not believed.
    package static func read(
        _ text: String, _ session: StateSession
    ) async throws(Failure) -> TierTaking {
        let tiers = session.tiers
        let desk = try await session.asking { _ async throws(LedgerError) in
            try await tiers.desk()
        }
        do throws(TierError) {
            return TierTaking(session: session, redeeming: try TierRedeeming(text, at: desk))
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
        let rights: [Phrase] = redeeming.entitlements.map { record, right in
            .tierTakesRight(
                name: VisibleText.escaped(record.issuer),
                what: right.standingAlone.phrase(zone))
        }
        return policies + rights
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
