// SPDX-License-Identifier: Apache-2.0

internal import GRDB

/// The step that has tables for what issuers signed about tiers.
///
/// The signed text is the truth, and verified each time that it is used; the other columns are for
/// finding it, and for taking a newer one in the place of an older one.
enum TierTables {
    private static let tables = """
        CREATE TABLE tier_anchor (
            issuer TEXT NOT NULL PRIMARY KEY,
            key TEXT NOT NULL,
            trusted_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE tier_policy (
            issuer TEXT NOT NULL PRIMARY KEY,
            sequence INTEGER NOT NULL CHECK (sequence >= 0),
            signed TEXT NOT NULL,
            first_seen INTEGER NOT NULL,
            seen_at INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE entitlement (
            issuer TEXT NOT NULL,
            original TEXT NOT NULL,
            id TEXT NOT NULL,
            kind TEXT NOT NULL CHECK (kind = 'grant' OR kind = 'purchase'),
            signed TEXT NOT NULL,
            signed_at INTEGER NOT NULL,
            digest TEXT NOT NULL,
            revoked INTEGER NOT NULL CHECK (revoked IN (0, 1)),
            renewal TEXT,
            renewal_signed_at INTEGER CHECK ((renewal_signed_at IS NULL) = (renewal IS NULL)),
            seen_at INTEGER NOT NULL,
            PRIMARY KEY (issuer, original, id)
        ) STRICT;

        CREATE TABLE redemption (
            key TEXT NOT NULL PRIMARY KEY,
            issuer TEXT NOT NULL,
            code_digest TEXT NOT NULL,
            step TEXT NOT NULL CHECK (step = 'begun' OR step = 'pending' OR step = 'written'
                OR step = 'finished' OR step = 'refused'),
            begun_at INTEGER NOT NULL,
            changed_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    /// Takes the step.
    static func migrate(_ db: Database) throws { try db.execute(sql: tables) }

    /// The lists of an export.
    static let sections = [
        Ledger.Section(
            name: "tier_anchors", table: "tier_anchor",
            sql: "SELECT * FROM tier_anchor ORDER BY issuer", since: 7),
        Ledger.Section(
            name: "tier_policies", table: "tier_policy",
            sql: "SELECT * FROM tier_policy ORDER BY issuer", since: 7),
        Ledger.Section(
            name: "entitlements", table: "entitlement",
            sql: "SELECT * FROM entitlement ORDER BY issuer, original, id", since: 7),
        Ledger.Section(
            name: "redemptions", table: "redemption", sql: "SELECT * FROM redemption ORDER BY key",
            since: 7),
    ]
}
