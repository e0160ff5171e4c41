// SPDX-License-Identifier: Apache-2.0

package import RuleEngine
package import Text

/// A transaction of the App Store, as StoreKit 2 signs it.
package struct StoreTransaction: Sendable, Hashable {
    /// Its number.
    package var id: String
    /// The number of the first of those that renew each other.
    package var original: String
    /// What was bought.
    package var product: String
    /// The app's bundle identifier.
    package var bundle: String
    /// The app's number in the store, where it is said.
    package var app: Int64?
    /// `Production`, `Sandbox` or another.
    package var environment: String
    /// When it was signed.
    package var signedAt: Timestamp
    /// When it was bought.
    package var purchased: Timestamp
    /// Until when it holds; nil for what is bought once.
    package var expires: Timestamp?
    /// When it was taken back.
    package var revoked: Timestamp?
    /// The account that the app said it belongs to.
    package var account: String?
    /// Whether these are somebody's first days without a price.
    package var isTrial = false
    /// Whether somebody else of a family bought it.
    package var isShared = false
    /// Whether something higher was bought in its place, by another transaction of the same chain.
    package var isUpgraded = false

    /// What verified `claims` say.
    package init(claims tree: JSONTree) throws(EntitlementRefusal) {
        let claims = Claims(tree: tree)
        id = try claims.text("transactionId")
        original = try claims.text("originalTransactionId")
        product = try claims.text("productId")
        bundle = try claims.text("bundleId")
        app = try claims.numberIfAny("appAppleId")
        environment = try claims.text("environment")
        guard let signed = try claims.milliseconds("signedDate") else {
            throw .claimMissing("signedDate")
        }
        signedAt = signed
        guard let bought = try claims.milliseconds("purchaseDate") else {
            throw .claimMissing("purchaseDate")
        }
        purchased = bought
        expires = try claims.milliseconds("expiresDate")
        revoked = try claims.milliseconds("revocationDate")
        account = try claims.textIfAny("appAccountToken")
        isTrial = try claims.textIfAny("offerDiscountType") == "FREE_TRIAL"
        isShared = try claims.textIfAny("inAppOwnershipType") == "FAMILY_SHARED"
        isUpgraded = try claims.bool("isUpgraded")
        // A subscription without its end would be one for life.
        let kind = try claims.text("type")
        if kind == "Auto-Renewable Subscription" || kind == "Non-Renewing Subscription" {
            guard expires != nil else { throw .claimMissing("expiresDate") }
        } else if kind != "Non-Consumable" {
            throw .claimInvalid("type")
        }
    }
}

/// What the App Store says of the renewal of a subscription.
package struct StoreRenewal: Sendable, Hashable {
    /// The number of the first transaction.
    package var original: String
    /// `Production`, `Sandbox` or another.
    package var environment: String
    /// When it was signed.
    package var signedAt: Timestamp
    /// Whether it will be renewed.
    package var renews: Bool
    /// Whether a payment is being tried again.
    package var isRetrying: Bool
    /// Until when it holds meanwhile.
    package var graceUntil: Timestamp?

    /// What verified `claims` say.
    package init(claims tree: JSONTree) throws(EntitlementRefusal) {
        let claims = Claims(tree: tree)
        original = try claims.text("originalTransactionId")
        environment = try claims.text("environment")
        guard let signed = try claims.milliseconds("signedDate") else {
            throw .claimMissing("signedDate")
        }
        signedAt = signed
        renews = try claims.number("autoRenewStatus") == 1
        isRetrying = try claims.bool("isInBillingRetryPeriod")
        graceUntil = try claims.milliseconds("gracePeriodExpiresDate")
    }
}

extension StoreTransaction {
    /// Throws unless it belongs to the app of `policy`, in its environment.
    package func check(_ policy: TierPolicy) throws(EntitlementRefusal) {
        guard let known = policy.app, bundle == known.bundle else { throw .bundle(bundle) }
        // Not every text of the store names the number; one that does names this one.
        guard app == nil || app == known.id else { throw .app }
        guard environment == known.storeName else { throw .environment(environment) }
    }
}

extension StoreRenewal {
    /// Throws unless it belongs to the environment of `policy`, and to `transaction`, where there is one.
    package func check(
        _ policy: TierPolicy, _ transaction: StoreTransaction?
    ) throws(EntitlementRefusal) {
        guard environment == policy.app?.storeName else {
            throw .environment(environment)
        }
        guard transaction == nil || transaction?.original == original else {
            throw .claimInvalid("originalTransactionId")
        }
    }
}
