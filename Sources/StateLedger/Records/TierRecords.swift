// SPDX-License-Identifier: Apache-2.0

package import RuleEngine

/// A policy as it is kept.
package struct PolicyRecord: Sendable, Hashable {
    /// The issuer that it says it is of.
    package var issuer: String
    /// Its number: only a later one takes the place of one that is known.
    package var sequence: Int64
    /// What was signed, with its signature.
    package var signed: String
    /// When one of this issuer was seen first.
    package var firstSeen: Timestamp

    /// The given policy, seen at that instant.
    package init(issuer: String, sequence: Int64, signed: String, firstSeen: Timestamp) {
        self.issuer = issuer
        self.sequence = sequence
        self.signed = signed
        self.firstSeen = firstSeen
    }
}

/// A grant or a purchase as it is kept.
package struct EntitlementRecord: Sendable, Hashable {
    /// What it is.
    package enum Kind: String, Sendable {
        case grant, purchase
    }

    /// Whose policy it belongs to.
    package var issuer: String
    /// The chain of renewals that it belongs to.
    package var original: String
    /// What tells it from others.
    package var id: String
    /// What it is.
    package var kind: Kind
    /// What was signed, with its signature.
    package var signed: String
    /// When that was.
    package var signedAt: Timestamp
    /// The digest of what was signed.
    package var digest: String
    /// Whether it ends what it speaks of.
    package var isRevoked: Bool
    /// What was signed about its renewal.
    package var renewal: String?
    /// When that was.
    package var renewalSignedAt: Timestamp?

    /// The given text.
    package init(
        issuer: String, original: String, id: String, kind: Kind, signed: String,
        signedAt: Timestamp, digest: String, isRevoked: Bool, renewal: String? = nil,
        renewalSignedAt: Timestamp? = nil
    ) {
        self.issuer = issuer
        self.original = original
        self.id = id
        self.kind = kind
        self.signed = signed
        self.signedAt = signedAt
        self.digest = digest
        self.isRevoked = isRevoked
        self.renewal = renewal
        self.renewalSignedAt = renewalSignedAt
    }
}

/// What a file of signed texts brings, to be kept together or not at all.
package struct SignedTexts: Sendable, Hashable {
    /// The policies.
    package var policies: [PolicyRecord]
    /// The grants and purchases.
    package var entitlements: [EntitlementRecord]

    /// The given texts.
    package init(policies: [PolicyRecord] = [], entitlements: [EntitlementRecord] = []) {
        self.policies = policies
        self.entitlements = entitlements
    }
}

/// A code that is being redeemed.
package struct RedemptionRecord: Sendable, Hashable {
    /// How far it has come.
    package enum Step: String, Sendable {
        /// The key is on record; whether the issuer was asked is not known.
        case begun
        /// Somebody has yet to approve it.
        case pending
        /// What came of it is on record; the issuer was not told so yet.
        case written
        /// The issuer was told.
        case finished
        /// The issuer refused it.
        case refused
    }

    /// What the issuer knows the redeeming by; the same key is one redeeming, however often it is sent.
    package var key: String
    /// The issuer.
    package var issuer: String
    /// The digest of the code, which itself is not kept.
    package var codeDigest: String
    /// How far it has come.
    package var step: Step

    /// The given redeeming.
    package init(key: String, issuer: String, codeDigest: String, step: Step) {
        self.key = key
        self.issuer = issuer
        self.codeDigest = codeDigest
        self.step = step
    }
}

/// What a signed text came to that was to be kept.
package enum TierRecording: Sendable, Hashable {
    /// It is on record.
    case recorded
    /// The same is on record already.
    case same
    /// A newer one is on record, or what ended it.
    case older
    /// Another one of the same instant is on record.
    case conflicting
}

/// All that is on record about tiers, of one instant.
package struct TierRecords: Sendable {
    /// The keys of issuers that a person trusts, by issuer.
    package var anchors: [String: String] = [:]
    /// The policies.
    package var policies: [PolicyRecord] = []
    /// The grants and purchases.
    package var entitlements: [EntitlementRecord] = []
    /// What is being redeemed.
    package var redemptions: [RedemptionRecord] = []
    /// The id of this state.
    package var seat: String?
    /// When each issuer last answered well.
    package var answers: [String: Timestamp] = [:]
    /// What time each issuer said it was when it last answered well.
    package var told: [String: Timestamp] = [:]
    /// When each issuer's policy was seen first, also those that are not on record.
    package var firstSeen: [String: Timestamp] = [:]
    /// What each issuer has granted and a person did not agree to, by the ids of the first grants.
    package var declined: [String: Set<String>] = [:]
    /// When the state was first used.
    package var began: Timestamp?
    /// The latest instant that the state tells of.
    package var latest: Timestamp?
    /// When a person last set the clock right by hand, by that clock, and the latest instant that the
    /// state tells of from before.
    package var clockReset: (at: Timestamp, latestBefore: Timestamp)?

    /// Nothing.
    package init() {}

    /// Whether nothing at all was ever said about tiers.
    package var isEmpty: Bool {
        anchors.isEmpty && policies.isEmpty && entitlements.isEmpty && redemptions.isEmpty
    }
}
