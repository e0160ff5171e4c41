// SPDX-License-Identifier: Apache-2.0

internal import Messages

/// The keys of a policy.
enum PolicyKey: String, KeyVocabulary {
    case version, issuer, title, applies, tiers, trial
    case existingUsers = "existing_users"
    case warnAt = "warn_at"
    case billingGrace = "billing_grace"
    case offline
    case validFor = "valid_for"
    case products, apple, offers, terms, privacy, support, cancel, redeem

    static let mappingName = Message("a policy")

    /// Those whose values are addresses.
    static let links: [PolicyKey] = [.terms, .privacy, .support, .cancel, .redeem]
}

/// The keys of an entry of `applies`.
enum PolicyBindingKey: String, KeyVocabulary {
    case tenant, drive, folder

    static let mappingName = Message("an entry of 'applies'")
}

/// The keys of a tier.
enum PolicyTierKey: String, KeyVocabulary {
    case same = "as"
    case reviews, deletes, bytes, drives, rules, features

    static let mappingName = Message("a tier")
}

/// The keys of `trial`.
enum PolicyTrialKey: String, KeyVocabulary {
    case tier
    case lasting = "for"

    static let mappingName = Message("'\("trial")'")
}

/// The keys of `existing_users`.
enum PolicyExistingKey: String, KeyVocabulary {
    case unlimitedFor = "unlimited_for"

    static let mappingName = Message("'\("existing_users")'")
}

/// The keys of `apple`.
enum PolicyAppleKey: String, KeyVocabulary {
    case bundleID = "bundle_id"
    case appID = "app_id"
    case environment

    static let mappingName = Message("'\("apple")'")
}

/// The keys of an offer.
enum PolicyOfferKey: String, KeyVocabulary {
    case id, tier, title, price

    static let mappingName = Message("an offer")
}

/// The features that a tier may have.
enum PolicyFeature: String, CaseIterable {
    case sync, unattended, permanent
}

/// The environments of the App Store.
enum PolicyEnvironment: String, CaseIterable {
    case production, sandbox
}
