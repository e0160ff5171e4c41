// SPDX-License-Identifier: Apache-2.0

internal import SignedText
internal import SignedTextSamples
internal import Text

/// What the App Store would sign, by the certificates of the tests.
struct StoreSamples {
    /// The certificates that are valid then: seconds after 2027-01-15.
    static let start: Int64 = 1_800_000_000 / 86_400 * 86_400

    var account: String
    var original = "1000"
    var product = "com.example.cleaner.monthly"
    var bundle = "com.example.cleaner"
    var environment = "Production"
    var app: Int64 = 123_456

    init(seat: String) { account = AccountUUID.text(of: seat) }

    private func signed(_ members: [(String, JSONValue)], chain: [String]? = nil) throws -> String {
        try Forge.transaction(
            chain: chain ?? Forge.chain, payload: JSONValue.object(members).line())
    }

    private func milliseconds(_ day: Double) -> JSONValue {
        .number((Self.start + Int64(day * 86_400)) * 1_000)
    }

    /// A transaction from day `from` to day `to`.
    func transaction(
        _ id: String = "1", from: Double = 0, to: Double = 30, signed at: Double,
        revoked: Double? = nil, isTrial: Bool = false, isUpgraded: Bool = false
    ) throws -> String {
        var members: [(String, JSONValue)] = [
            ("transactionId", .text(id)), ("originalTransactionId", .text(original)),
            ("productId", .text(product)), ("bundleId", .text(bundle)),
            ("environment", .text(environment)), ("type", .text("Auto-Renewable Subscription")),
            ("signedDate", milliseconds(at)), ("purchaseDate", milliseconds(from)),
            ("expiresDate", milliseconds(to)), ("appAccountToken", .text(account)),
        ]
        if let revoked { members.append(("revocationDate", milliseconds(revoked))) }
        if isTrial { members.append(("offerDiscountType", .text("FREE_TRIAL"))) }
        if isUpgraded { members.append(("isUpgraded", .bool(true))) }
        return try signed(members)
    }

    /// What is said of its renewal.
    func renewal(
        renews: Bool, retrying: Bool = false, grace: Double? = nil, signed at: Double
    ) throws -> String {
        var members: [(String, JSONValue)] = [
            ("originalTransactionId", .text(original)), ("environment", .text(environment)),
            ("signedDate", milliseconds(at)), ("autoRenewStatus", .number(renews ? 1 : 0)),
            ("isInBillingRetryPeriod", .bool(retrying)),
        ]
        if let grace { members.append(("gracePeriodExpiresDate", milliseconds(grace))) }
        return try signed(members)
    }

    /// A notification of that kind with these texts in it.
    func notification(
        _ kind: String, id: String, _ transaction: String? = nil, _ renewal: String? = nil,
        signed at: Double, chain: [String]? = nil
    ) throws -> String {
        var data: [(String, JSONValue)] = [
            ("appAppleId", .number(app)), ("bundleId", .text(bundle)),
            ("environment", .text(environment)),
        ]
        if let transaction { data.append(("signedTransactionInfo", .text(transaction))) }
        if let renewal { data.append(("signedRenewalInfo", .text(renewal))) }
        return try signed(
            [
                ("notificationType", .text(kind)), ("notificationUUID", .text(id)),
                ("version", .text("2.0")), ("signedDate", milliseconds(at)),
                ("data", .object(data)),
            ], chain: chain)
    }
}
