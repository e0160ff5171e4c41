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
    /// The machines that it is for.
    package var seats: [String]
    /// On how many machines it may be at once; nil: on those that are named.
    package var places: Int64?
    /// Whose it is where others share it, by a name for people.
    package var group: String?
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
        seats = [seat].compactMap(\.self)
        self.seconds = seconds
    }
}

extension IssuerStore {
    /// The most machines of one grant.
    package static let placesMax: Int64 = 100

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
        grant.seats = order.seats
        grant.places = order.places
        grant.group = order.group
        grant.isTrial = order.isTrial
        grant.renews = order.renews
        if order.renews == true, policy.billingGrace > 0 {
            // Who is to be renewed and is not yet at the end is waited for.
            grant.graceUntil = grant.expires.map {
                Timestamp(secondsSinceEpoch: $0.secondsSinceEpoch + policy.billingGrace)
            }
        }
        if let renewed = order.renewed {
            let before = try newestGrant(renewed, db)
            grant.original = before.original
            // What is signed later counts, however the clock is set.
            grant.signedAt = max(now, before.signedAt.next)
            // Who had it before has it still, unless something else is said.
            if grant.seats.isEmpty { grant.seats = before.seats }
            grant.places = grant.places ?? before.places
            grant.group = grant.group ?? before.group
        }
        guard Int64(grant.seats.count) <= grant.places ?? .max else {
            throw Failure(.refused, Message("more machines are named than it may be on"))
        }
        return (try sign(grant, db), grant.id)
    }

    /// Signs that the grant of that id has ended, and keeps it.
    package func revoke(_ id: String, now: Timestamp) throws(Failure) -> String {
        try asking { db in
            var grant = try newestGrant(id, db)
            if grant.isRevoked, let signed = try newestText(id, db) { return signed }
            grant.isRevoked = true
            return try signAgain(grant, now, db)
        }
    }

    /// Has the machine `seat` be one of those of every grant of which `proof` has a text, as far as
    /// there is a place left; how many had none.
    ///
    /// A text of a grant is proof enough, for it was handed to who has it, and never leads to more
    /// machines than the grant was made for.
    func join(_ seat: String, _ proof: [String], now: Timestamp) throws(Failure) -> Int {
        var originals: Set<String> = []
        for signed in proof {
            // What another key signed, or an older one, proves nothing here.
            let text = try? SignedTextReader.read(
                signed, kind: TierGrant.kind, key: key.verifying)
            guard let text, let grant = try? TierGrant(claims: text.claims) else { continue }
            originals.insert(grant.original)
        }
        return try asking { db in
            var full = 0
            for original in originals.sorted() where try !join(seat, original, now, db) {
                full += 1
            }
            return full
        }
    }

    /// The same for one chain of renewals: its newest grant counts, and one that has ended has nothing
    /// to share. Whether there was a place.
    private func join(
        _ seat: String, _ original: String, _ now: Timestamp, _ db: Database
    ) throws -> Bool {
        let newest = try String.fetchOne(
            db, sql: "SELECT id FROM grants WHERE original = ? ORDER BY number DESC LIMIT 1",
            arguments: [original])
        guard let newest else { return true }
        var grant = try newestGrant(newest, db)
        let hasEnded = grant.expires.map { $0 <= now } ?? false
        if grant.isRevoked || hasEnded || grant.seats.contains(seat) { return true }
        let places = grant.places ?? Int64(grant.seats.count)
        guard !grant.seats.isEmpty, Int64(grant.seats.count) < places else { return false }
        grant.seats.append(seat)
        _ = try signAgain(grant, now, db)
        return true
    }

    /// Signs `grant`, which was changed, later than it was signed before.
    private func signAgain(
        _ grant: TierGrant, _ now: Timestamp, _ db: Database
    ) throws -> String {
        var grant = grant
        grant.signedAt = max(now, grant.signedAt.next)
        return try sign(grant, db)
    }

    private func newestText(_ id: String, _ db: Database) throws -> String? {
        try String.fetchOne(
            db, sql: "SELECT signed FROM grants WHERE id = ? ORDER BY number DESC LIMIT 1",
            arguments: [id])
    }

    /// What the newest text of the grant of that id says.
    private func newestGrant(_ id: String, _ db: Database) throws -> TierGrant {
        guard let signed = try newestText(id, db) else {
            throw Failure(.refused, Message("no grant has the id '\(VisibleText.escaped(id))'"))
        }
        let text = try SignedTextReader.read(signed, kind: TierGrant.kind, key: key.verifying)
        return try TierGrant(claims: text.claims)
    }

    /// The newest text of every grant for the machine `seat`.
    package func grants(seat: String) throws(Failure) -> [String] {
        try asking { db in
            try String.fetchAll(
                db,
                sql: """
                    SELECT signed FROM grants AS g
                    WHERE number IN (SELECT number FROM grant_seat WHERE seat = ?)
                        AND number = (SELECT max(number) FROM grants WHERE id = g.id)
                    ORDER BY number
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
        let number = db.lastInsertedRowID
        for seat in Set(grant.seats) {
            try db.execute(
                sql: "INSERT INTO grant_seat (seat, number) VALUES (?, ?)",
                arguments: [seat, number])
        }
        return signed
    }

    /// Once for a person, and once for a machine, also where it was the App Store that gave them.
    func hadTrial(_ order: GrantOrder, _ db: Database) throws -> Bool {
        for seat in order.seats {
            let hadOne = try Bool.fetchOne(
                db,
                sql: """
                    SELECT EXISTS (SELECT 1 FROM grants JOIN grant_seat USING (number)
                        WHERE trial = 1 AND grant_seat.seat = ?)
                    """, arguments: [seat])
            if hadOne == true { return true }
            let hasBought = try Bool.fetchOne(
                db, sql: "SELECT EXISTS (SELECT 1 FROM purchase WHERE trial = 1 AND account = ?)",
                arguments: [AccountUUID.text(of: seat)])
            if hasBought == true { return true }
        }
        return try Bool.fetchOne(
            db, sql: "SELECT EXISTS (SELECT 1 FROM grants WHERE trial = 1 AND subject = ?)",
            arguments: [order.subject]) ?? false
    }

    /// A name of so many random bytes that nobody can guess.
    static func randomName(_ count: Int) -> String {
        var random = SystemRandomNumberGenerator()
        return HexDigits.text(
            (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) })
    }
}

extension Timestamp {
    /// The second after it.
    fileprivate var next: Timestamp { Timestamp(secondsSinceEpoch: secondsSinceEpoch + 1) }
}
