// SPDX-License-Identifier: Apache-2.0

internal import Entitlements
internal import GRDB
internal import Messages
internal import RuleEngine
internal import SignedText
internal import Text
internal import Workflow

/// What the App Store says of purchases. Its own signed texts are kept, and handed on to the machines
/// that they belong to, which verify them once more: whatever a notification is called, what is signed
/// in it moves the standing, and the order of arrival plays no part.
extension IssuerStore {
    /// Takes the notification `signed`, by certificates that end at `anchor`; the same one twice is one.
    /// Throws `refused` where it is not the store's word about the app of the policy.
    func take(
        notification signed: String, anchor: ChainAnchor, now: Timestamp
    ) throws(Failure) {
        let policy = try policy().policy
        let notification = try Self.believed(signed, anchor) {
            tree throws(EntitlementRefusal) in try StoreNotification(claims: tree)
        }
        let transaction = try notification.transaction.map { text throws(Failure) in
            try Self.believed(text, anchor) { tree throws(EntitlementRefusal) in
                try StoreTransaction(claims: tree)
            }
        }
        let renewal = try notification.renewal.map { text throws(Failure) in
            try Self.believed(text, anchor) { tree throws(EntitlementRefusal) in
                try StoreRenewal(claims: tree)
            }
        }
        try Self.meant { () throws(EntitlementRefusal) in
            try notification.check(policy)
            try transaction?.check(policy)
            try renewal?.check(policy, transaction)
        }
        try asking { db in
            try db.execute(
                sql: "INSERT OR IGNORE INTO notification (id, kind, at) VALUES (?, ?, ?)",
                arguments: [notification.id, notification.kind, now.secondsSinceEpoch])
            guard db.changesCount == 1 else { return }
            if let transaction, let text = notification.transaction {
                try Self.keep(transaction, text, db)
            }
            if let renewal, let text = notification.renewal { try Self.keep(renewal, text, db) }
        }
    }

    /// The signed purchases of who is at the machine `seat`, each with what is known of its renewal.
    func purchases(seat: String) throws(Failure) -> [String] {
        let products = Set(try policy().policy.products.keys)
        return try asking { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT p.signed, p.product, p.original, r.signed AS renewal FROM purchase AS p
                    LEFT JOIN renewal AS r USING (original) WHERE p.account = ?
                    ORDER BY p.begins DESC, p.id LIMIT \(Self.purchasesMax)
                    """, arguments: [AccountUUID.text(of: seat)])
            var texts: [String] = []
            for row in rows where products.contains(row["product"]) {
                let renewal: String? = row["renewal"]
                texts.append(row["signed"])
                if let renewal, !texts.contains(renewal) { texts.append(renewal) }
            }
            return texts
        }
    }

    /// The most purchases that one machine is told of: a year of weeks, and a program takes no more texts
    /// at once.
    private static let purchasesMax = 12

    /// The newest text of a transaction counts, and what was taken back stays so.
    private static func keep(
        _ transaction: StoreTransaction, _ text: String, _ db: Database
    ) throws {
        // One that another one took the place of is counted up to then.
        var ends = transaction.expires
        if transaction.isUpgraded { ends = ends.map { min($0, transaction.signedAt) } }
        try db.execute(
            sql: """
                INSERT INTO purchase (original, id, account, product, signed, signed_at, begins,
                    expires, trial, revoked_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (original, id) DO UPDATE SET account = excluded.account,
                    product = excluded.product, signed = excluded.signed,
                    signed_at = excluded.signed_at, begins = excluded.begins,
                    expires = excluded.expires, trial = excluded.trial,
                    revoked_at = excluded.revoked_at
                WHERE (excluded.revoked_at IS NOT NULL, excluded.signed_at)
                    > (purchase.revoked_at IS NOT NULL, purchase.signed_at)
                """,
            arguments: [
                transaction.original, transaction.id, transaction.account?.lowercased(),
                transaction.product, text, transaction.signedAt.secondsSinceEpoch,
                transaction.purchased.secondsSinceEpoch, ends?.secondsSinceEpoch,
                transaction.isTrial, transaction.revoked?.secondsSinceEpoch,
            ])
    }

    private static func keep(_ renewal: StoreRenewal, _ text: String, _ db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO renewal (original, signed, signed_at) VALUES (?, ?, ?)
                ON CONFLICT DO UPDATE SET signed = excluded.signed, signed_at = excluded.signed_at
                WHERE excluded.signed_at > renewal.signed_at
                """,
            arguments: [renewal.original, text, renewal.signedAt.secondsSinceEpoch])
    }

    /// What `read` makes of the text, once it is verified.
    private static func believed<Value>(
        _ signed: String, _ anchor: ChainAnchor,
        _ read: (JSONTree) throws(EntitlementRefusal) -> Value
    ) throws(Failure) -> Value {
        let text: VerifiedText
        do throws(SignedTextRefusal) {
            text = try SignedTextReader.read(signed, anchor: anchor)
        } catch {
            throw Failure(.refused, error.clause)
        }
        return try meant { () throws(EntitlementRefusal) in try read(text.claims) }
    }

    private static func meant<Value>(
        _ body: () throws(EntitlementRefusal) -> Value
    ) throws(Failure) -> Value {
        do throws(EntitlementRefusal) { return try body() } catch {
            throw Failure(.refused, error.clause)
        }
    }
}
