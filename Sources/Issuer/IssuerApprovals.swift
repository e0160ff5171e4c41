// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import Messages
package import RuleEngine
internal import Text
package import Workflow

/// Codes of which every redeeming waits until somebody has approved it.
extension IssuerStore {
    /// Who waits.
    package struct Waiting: Sendable, Hashable {
        /// The key of the redeeming, by which it is approved or refused.
        package let key: String
        /// The machine.
        package let seat: String
        /// The tier.
        package let tier: String
        /// Since when.
        package let since: Timestamp
    }

    /// Whether redeeming `code` by `key` waits to be approved. From the first time on that this is asked
    /// it takes one use of the code. Throws where redeeming it would.
    func waits(
        for code: String, key: String, seat: String, now: Timestamp
    ) throws(Failure) -> Bool {
        let digest = Self.digest(code)
        return try asking { db in
            let isGranted = try Bool.fetchOne(
                db, sql: "SELECT EXISTS (SELECT 1 FROM redeeming WHERE key = ?)",
                arguments: [key])
            let needsApproval = try Bool.fetchOne(
                db, sql: "SELECT EXISTS (SELECT 1 FROM code_approval WHERE digest = ?)",
                arguments: [digest])
            guard isGranted != true, needsApproval == true else { return false }
            _ = try worth(of: digest, key, seat, db)
            try db.execute(
                sql: "INSERT OR IGNORE INTO waiting (key, code, seat, at) VALUES (?, ?, ?, ?)",
                arguments: [key, digest, seat, now.secondsSinceEpoch])
            if db.changesCount == 1 {
                try db.execute(
                    sql: "UPDATE code SET uses = uses - 1 WHERE digest = ?", arguments: [digest])
            }
            return true
        }
    }

    /// All who wait, the first one first.
    package func waiting() throws(Failure) -> [Waiting] {
        try asking { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT key, seat, tier, at FROM waiting JOIN code ON code.digest = waiting.code
                    WHERE refused_at IS NULL ORDER BY at, key
                    """
            ).map { row in
                Waiting(
                    key: row["key"], seat: row["seat"], tier: row["tier"],
                    since: Timestamp(secondsSinceEpoch: row["at"]))
            }
        }
    }

    /// Signs the grant that waits by `key`, from `now` on, and keeps it.
    package func approve(_ key: String, now: Timestamp) throws(Failure) -> String {
        let policy = try policy().policy
        return try asking { db in
            let (digest, seat) = try waiting(key, db)
            let code = try worth(of: digest, key, seat, db)
            var order = GrantOrder(
                tier: code.tier, subject: "seat:\(seat)", seat: seat, seconds: code.seconds)
            order.isTrial = code.isTrial
            let (signed, id) = try grant(order, policy, now, db)
            try db.execute(
                sql: "INSERT INTO redeeming (key, code, grant_id, at) VALUES (?, ?, ?, ?)",
                arguments: [key, digest, id, now.secondsSinceEpoch])
            try db.execute(sql: "DELETE FROM waiting WHERE key = ?", arguments: [key])
            return signed
        }
    }

    /// Refuses what waits by `key`; the code has that use back.
    package func refuse(_ key: String, now: Timestamp) throws(Failure) {
        try asking { db in
            let (digest, _) = try waiting(key, db)
            try db.execute(
                sql: "UPDATE waiting SET refused_at = ? WHERE key = ?",
                arguments: [now.secondsSinceEpoch, key])
            try db.execute(
                sql: "UPDATE code SET uses = uses + 1 WHERE digest = ?", arguments: [digest])
        }
    }

    /// Which of the redeemings `keys` were granted, and which were refused.
    func settled(
        _ keys: [String]
    ) throws(Failure) -> (granted: [String], refused: [String]) {
        try asking { db in
            (
                granted: try Self.those(keys, "redeeming WHERE key = ?", db),
                refused: try Self.those(keys, "waiting WHERE key = ? AND refused_at > 0", db)
            )
        }
    }

    /// Those of `keys` for which there is a row of `rows`.
    private static func those(
        _ keys: [String], _ rows: String, _ db: Database
    ) throws -> [String] {
        try keys.filter { key in
            try Bool.fetchOne(
                db, sql: "SELECT EXISTS (SELECT 1 FROM \(rows))", arguments: [key]) ?? false
        }
    }

    /// The digest of the code and the machine of what waits by `key`.
    private func waiting(
        _ key: String, _ db: Database
    ) throws -> (digest: String, seat: String) {
        let found = try Row.fetchOne(
            db, sql: "SELECT code, seat FROM waiting WHERE key = ? AND refused_at IS NULL",
            arguments: [key])
        guard let found else {
            throw Failure(
                .refused, Message("nobody waits by the key '\(VisibleText.escaped(key))'"))
        }
        return (digest: found["code"], seat: found["seat"])
    }
}
