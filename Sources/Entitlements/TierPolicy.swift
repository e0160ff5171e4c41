// SPDX-License-Identifier: Apache-2.0

package import RuleEngine

/// What an issuer signed about tiers: what each allows, for which drives, and what holds around them.
package struct TierPolicy: Sendable, Hashable {
    /// Drives that are bound by it, whatever rules are used on them.
    package struct Binding: Sendable, Hashable {
        /// The tenant of an account, as `school.example`.
        package var tenant: String?
        /// The identity of one drive, as the drive itself tells it.
        package var drive: String?
        /// A folder of the machine: local drives in it, and those that it lies in.
        package var folder: String?

        /// The given drives.
        package init(tenant: String? = nil, drive: String? = nil, folder: String? = nil) {
            self.tenant = tenant
            self.drive = drive
            self.folder = folder
        }
    }

    /// The first days of somebody, once a subject.
    package struct Trial: Sendable, Hashable {
        /// Its tier.
        package var tier: String
        /// How long it lasts, in seconds.
        package var seconds: Int64

        /// A trial of `tier`.
        package init(tier: String, seconds: Int64) {
            self.tier = tier
            self.seconds = seconds
        }
    }

    /// The app of the App Store whose purchases hold here.
    package struct App: Sendable, Hashable {
        /// Its bundle identifier.
        package var bundle: String
        /// Its number in the store, which purchases in production name.
        package var id: Int64?
        /// `production` or `sandbox`.
        package var environment: String

        /// The environment as the store spells it.
        package var storeName: String { environment == "production" ? "Production" : "Sandbox" }

        /// The given app.
        package init(bundle: String, id: Int64?, environment: String) {
            self.bundle = bundle
            self.id = id
            self.environment = environment
        }
    }

    /// What somebody can have, as the issuer says it; a price is a text, and none is ever made up.
    package struct Offer: Sendable, Hashable {
        /// What tells it from others.
        package var id: String
        /// Its tier.
        package var tier: String
        /// Its name for people.
        package var title: String
        /// Its price for people, with its period and what follows.
        package var price: String?

        /// The given offer.
        package init(id: String, tier: String, title: String, price: String?) {
            self.id = id
            self.tier = tier
            self.title = title
            self.price = price
        }
    }

    /// The addresses that belong beside every offer.
    package enum Link: String, CaseIterable, Sendable {
        case terms, privacy, support, cancel, redeem
    }

    /// The issuer's name, by which grants, rules files and the anchor name it.
    package var issuer: String
    /// The issuer's name for people.
    package var title: String
    /// Counts the versions: only a later one takes the place of one that is known.
    package var sequence: Int64
    /// When it was signed.
    package var signedAt: Timestamp
    /// Until when it holds; nil: until a later one comes.
    package var expires: Timestamp?
    /// The drives that it binds; none: who redeemed something of it, and nobody else.
    package var applies: [Binding] = []
    /// What each tier allows.
    package var tiers: [String: TierTerms] = [:]
    /// The tiers of products of a store.
    package var products: [String: String] = [:]
    /// The first days of somebody.
    package var trial: Trial?
    /// For how long, in seconds, nothing is bounded for who was there before this policy.
    package var existingUsers: Int64?
    /// The percentage at which is said that a day is nearly used up.
    package var warnAtPercent: Int64 = 80
    /// How long a tier holds while a payment is tried again, in seconds.
    package var billingGrace: Int64 = 0
    /// How long the last good answer of the issuer holds, in seconds; nil: for ever.
    package var offline: Int64?
    /// The app whose purchases hold here.
    package var app: App?
    /// What somebody can have.
    package var offers: [Offer] = []
    /// Addresses for people.
    package var links: [Link: String] = [:]

    /// The tier that everybody has who has none.
    package static let freeTier = "free"

    /// A policy that says nothing yet.
    package init(issuer: String, title: String, sequence: Int64, signedAt: Timestamp) {
        self.issuer = issuer
        self.title = title
        self.sequence = sequence
        self.signedAt = signedAt
    }

    /// Whether it binds drives, as an organisation's does, and is no mere offer.
    package var isBinding: Bool { !applies.isEmpty }

    /// What holds for who once had more: the free tier, or nothing where there is none.
    package var freeTerms: TierTerms { tiers[Self.freeTier] ?? .nothing }

    /// What holds for who never had anything.
    package var noneTerms: TierTerms { isBinding ? .nothing : freeTerms }
}
