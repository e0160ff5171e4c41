// SPDX-License-Identifier: Apache-2.0

internal import Entitlements
internal import GRDB
internal import Messages
package import RuleEngine
internal import SignedText
internal import Text
package import Workflow

/// What is to be granted.
package struct GrantOrder: Sendable {
    /// The tier.
    package var tier: String
    /// For whom.
    package var subject: String
    /// The machine that it is for.
    package var seat: String?
    /// How many seconds it holds; nil: for life.
    package var seconds: Int64?
    /// Whether these are somebody's first days.
    package var isTrial = false
    /// Whether it will be renewed; nil: nobody knows yet.
    package var renews: Bool?
    /// The id of the grant that this one renews.
    package var renewed: String?

    /// A grant of `tier` for `subject` on the machine `seat`.
    package init(tier: String, subject: String, seat: String?, seconds: Int64?) {
        self.tier = tier
        self.subject = subject
        self.seat = seat
        self.seconds = seconds
    }
}

extension IssuerStore {
    /// Signs a grant and keeps it.
    package func grant(_ order: GrantOrder, now: Timestamp) throws(Failure) -> String {
        let policy = try policy().policy
        return try asking { db in try grant(order, policy, now, db).signed }
    }

    /// The same, inside a transaction; the id as well.
    func grant(
        _ order: GrantOrder, _ policy: TierPolicy, _ now: Timestamp, _ db: Database
    ) throws -> (signed: String, id: String) {
        guard policy.tiers[order.tier] != nil else {
            throw Failure(
                .refused,
                Message("the policy knows no tier '\(VisibleText.escaped(order.tier))'"))
        }
        if order.isTrial, try hadTrial(order, db) {
            throw Failure(.refused, Message("the first days were granted already"))
        }
        var grant = TierGrant(
            issuer: issuer, id: Self.randomName(16), tier: order.tier, subject: order.subject,
            signedAt: now,
            expires: order.seconds.map {
                Timestamp(secondsSinceEpoch: now.secondsSinceEpoch + $0)
            })
        grant.seats = [order.seat].compactMap(\.self)
        grant.isTrial = order.isTrial
        grant.renews = order.renews
        if let renewed = order.renewed { grant.original = try original(of: renewed, db) }
        return (try sign(grant, db), grant.id)
    }

    /// Signs that the grant of that id has ended, and keeps it.
    package func revoke(_ id: String, now: Timestamp) throws(Failure) -> String {
        try asking { db in
            let signed = try String.fetchOne(
                db, sql: "SELECT signed FROM grants WHERE id = ? ORDER BY number DESC LIMIT 1",
                arguments: [id])
            guard let signed else {
                throw Failure(
                    .refused, Message("no grant has the id '\(VisibleText.escaped(id))'"))
            }
            let text = try SignedTextReader.read(
                signed, kind: TierGrant.kind, key: key.verifying)
            var grant = try TierGrant(claims: text.claims)
            if grant.isRevoked { return signed }
            grant.isRevoked = true
            grant.signedAt = max(
                now, Timestamp(secondsSinceEpoch: grant.signedAt.secondsSinceEpoch + 1))
            return try sign(grant, db)
        }
    }

    /// The newest text of every grant for the machine `seat`.
    package func grants(seat: String) throws(Failure) -> [String] {
        try asking { db in
            try String.fetchAll(
                db,
                sql: """
                    SELECT signed FROM grants AS g WHERE seat = ? AND number =
                        (SELECT max(number) FROM grants WHERE id = g.id) ORDER BY number
                    """, arguments: [seat])
        }
    }

    private func sign(_ grant: TierGrant, _ db: Database) throws -> String {
        let signed = try SignedTextWriter.text(grant.claims, kind: TierGrant.kind, key: key)
        try db.execute(
            sql: """
                INSERT INTO grants (id, original, subject, seat, tier, signed, signed_at, begins,
                    expires, trial, revoked) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                grant.id, grant.original, grant.subject, grant.seats.first, grant.tier, signed,
                grant.signedAt.secondsSinceEpoch, grant.from.secondsSinceEpoch,
                grant.expires?.secondsSinceEpoch, grant.isTrial, grant.isRevoked,
            ])
        return signed
    }

    /// Once for a person, and once for a machine.
    private func hadTrial(_ order: GrantOrder, _ db: Database) throws -> Bool {
        try Bool.fetchOne(
            db,
            sql: """
                SELECT EXISTS (SELECT 1 FROM grants WHERE trial = 1
                    AND (subject = ?1 OR seat IS NOT NULL AND seat = ?2))
                """, arguments: [order.subject, order.seat]) ?? false
    }

    private func original(of id: String, _ db: Database) throws -> String {
        let found = try String.fetchOne(
            db, sql: "SELECT original FROM grants WHERE id = ? LIMIT 1", arguments: [id])
        if let found { return found }
        throw Failure(.refused, Message("no grant has the id '\(VisibleText.escaped(id))'"))
    }

    /// A name of so many random bytes that nobody can guess.
    static func randomName(_ count: Int) -> String {
        var random = SystemRandomNumberGenerator()
        return HexDigits.text(
            (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) })
    }
}
