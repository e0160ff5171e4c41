// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
package import Text

/// What the App Store tells the server of an app (App Store Server Notifications, version 2): the
/// payload of `signedPayload`, whose purchases are signed once more by themselves.
package struct StoreNotification: Sendable, Hashable {
    /// What happened, as `DID_RENEW`.
    package var kind: String
    /// What tells it from every other one; one that is sent again has the same.
    package var id: String
    /// The app's bundle identifier; nil where it is about no purchase.
    package var bundle: String?
    /// The app's number in the store, where it is said.
    package var app: Int64?
    /// `Production`, `Sandbox` or another.
    package var environment: String?
    /// The signed transaction.
    package var transaction: String?
    /// What is signed about its renewal.
    package var renewal: String?

    /// What moves nothing, and only shows that notifications arrive.
    package static let test = "TEST"

    /// What verified `claims` say.
    package init(claims tree: JSONTree) throws(EntitlementRefusal) {
        let claims = Claims(tree: tree)
        kind = try claims.text("notificationType", most: 64)
        id = try claims.text("notificationUUID", most: 64)
        guard try claims.text("version") == "2.0" else { throw .claimInvalid("version") }
        guard let data = tree["data"] else { return }
        guard data.members != nil else { throw .claimInvalid("data") }
        let inner = Claims(tree: data)
        bundle = try inner.text("bundleId")
        app = try inner.numberIfAny("appAppleId")
        environment = try inner.text("environment")
        transaction = try inner.textIfAny("signedTransactionInfo", most: Self.signedMax)
        renewal = try inner.textIfAny("signedRenewalInfo", most: Self.signedMax)
    }

    /// The most bytes of a signed text in it.
    private static let signedMax = 64 * 1024

    /// Throws unless it is about the app of `policy`, in its environment.
    package func check(_ policy: TierPolicy) throws(EntitlementRefusal) {
        guard let app = policy.app, bundle == nil || bundle == app.bundle else {
            throw .bundle(bundle ?? "")
        }
        // In production the store always names the number; the sandbox has none.
        if bundle != nil, app.environment == "production" {
            guard self.app == app.id else { throw .app }
        }
        guard environment == nil || environment == app.storeName else {
            throw .environment(environment ?? "")
        }
    }
}
