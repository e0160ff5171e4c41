// SPDX-License-Identifier: Apache-2.0

internal import Entitlements
internal import GRDB
internal import Messages
package import RuleEngine
internal import SignedText
internal import Text
package import Workflow

extension IssuerStore {
    /// The digits of codes: none looks like another one.
    private static let digits = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")

    /// The most uses of one code.
    package static let usesMax: Int64 = 100_000

    /// Makes a code for `uses` grants of `tier` that hold for `seconds` each, nil for life. It is told
    /// once; the store has its digest alone. Where it `needsApproval`, whoever redeems it waits for that.
    package func makeCode(
        tier: String, seconds: Int64?, isTrial: Bool, uses: Int64, needsApproval: Bool = false,
        now: Timestamp
    ) throws(Failure) -> String {
        guard try policy().policy.tiers[tier] != nil else {
            throw Failure(
                .refused, Message("the policy knows no tier '\(VisibleText.escaped(tier))'"))
        }
        var random = SystemRandomNumberGenerator()
        let groups = (0..<4).map { _ in
            String((0..<5).map { _ in Self.digits[Int.random(in: 0..<32, using: &random)] })
        }
        let code = groups.joined(separator: "-")
        try asking { db in
            try db.execute(
                sql: """
                    INSERT INTO code (digest, tier, seconds, trial, uses, made_at)
                    VALUES (?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    Self.digest(code), tier, seconds, isTrial, uses, now.secondsSinceEpoch,
                ])
            if needsApproval {
                try db.execute(
                    sql: "INSERT INTO code_approval (digest) VALUES (?)",
                    arguments: [Self.digest(code)])
            }
        }
        return code
    }

    /// Makes a code for the first days of `uses` machines: of the tier, and for as long, as the policy
    /// says. Where it says so, `tier` and `seconds` are that or nil; else both are needed.
    package func makeTrialCode(
        tier: String?, seconds: Int64?, uses: Int64, needsApproval: Bool = false, now: Timestamp
    ) throws(Failure) -> String {
        let trial = try policy().policy.trial
        guard let meant = tier ?? trial?.tier, let length = seconds ?? trial?.seconds else {
            throw Failure(
                .refused,
                Message("the policy says nothing of first days; say --tier and --for"))
        }
        if let trial, meant != trial.tier || length != trial.seconds {
            throw Failure(
                .refused,
                Message(
                    "the policy gives first days of tier '\(VisibleText.escaped(trial.tier))' for"
                        + " '\(Self.text(ofSeconds: trial.seconds))'; leave --tier and --for away"))
        }
        return try makeCode(
            tier: meant, seconds: length, isTrial: true, uses: uses, needsApproval: needsApproval,
            now: now)
    }

    /// A length of time as policies write it.
    private static func text(ofSeconds seconds: Int64) -> String {
        for (unit, name) in [(86_400, "d"), (3_600, "h")] as [(Int64, String)]
        where seconds.isMultiple(of: unit) {
            return "\(seconds / unit)\(name)"
        }
        return "\(seconds / 60)min"
    }

    /// What a code is redeemed for.
    struct CodeWorth {
        let tier: String
        /// How many seconds it holds; nil for life.
        let seconds: Int64?
        let isTrial: Bool
    }

    /// What `code` is worth to the machine `seat`, without its being used up. Throws where redeeming it
    /// by `key` would.
    func worth(of code: String, key: String, seat: String) throws(Failure) -> CodeWorth {
        let digest = Self.digest(code)
        return try asking { db in try worth(of: digest, key, seat, db) }
    }

    /// The same of the code of that digest, inside a transaction.
    func worth(
        of digest: String, _ key: String, _ seat: String, _ db: Database
    ) throws -> CodeWorth {
        let known = try knownCode(key, db)
        let found = try Row.fetchOne(
            db, sql: "SELECT tier, seconds, trial, uses FROM code WHERE digest = ?",
            arguments: [digest])
        guard let found else { throw Self.unknownCode }
        let uses: Int64 = found["uses"]
        guard known == nil ? uses > 0 : known == digest else { throw Self.unknownCode }
        let worth = CodeWorth(
            tier: found["tier"], seconds: found["seconds"], isTrial: found["trial"])
        let order = GrantOrder(
            tier: worth.tier, subject: "seat:\(seat)", seat: seat, seconds: worth.seconds)
        if worth.isTrial, known == nil, try hadTrial(order, db) { throw Self.unknownCode }
        return worth
    }

    /// The digest of the code that was redeemed by `key`, or that waits to be; nil where there is none.
    /// Throws where that was refused.
    private func knownCode(_ key: String, _ db: Database) throws -> String? {
        let redeemed = try String.fetchOne(
            db, sql: "SELECT code FROM redeeming WHERE key = ?", arguments: [key])
        if let redeemed { return redeemed }
        let waits = try Row.fetchOne(
            db, sql: "SELECT code, refused_at FROM waiting WHERE key = ?", arguments: [key])
        guard let waits else { return nil }
        let refusedAt: Int64? = waits["refused_at"]
        if refusedAt != nil { throw Self.unknownCode }
        return waits["code"]
    }

    /// Redeems `code` for the machine `seat`. The same `key` is one redeeming, however often it is
    /// asked for: what it came to is told again.
    package func redeem(
        _ code: String, key: String, seat: String, subject: String?, now: Timestamp
    ) throws(Failure) -> String {
        let policy = try policy().policy
        let digest = Self.digest(code)
        return try asking { db in
            let known = try Row.fetchOne(
                db, sql: "SELECT code, grant_id FROM redeeming WHERE key = ?", arguments: [key])
            if let known {
                guard known["code"] == digest else { throw Self.unknownCode }
                return try newest(known["grant_id"], db)
            }
            let found = try Row.fetchOne(
                db, sql: "SELECT tier, seconds, trial, uses FROM code WHERE digest = ?",
                arguments: [digest])
            guard let found, found["uses"] > 0 else { throw Self.unknownCode }
            var order = GrantOrder(
                tier: found["tier"], subject: subject ?? "seat:\(seat)", seat: seat,
                seconds: found["seconds"])
            order.isTrial = found["trial"]
            let (signed, id) = try grant(order, policy, now, db)
            try db.execute(
                sql: "UPDATE code SET uses = uses - 1 WHERE digest = ?", arguments: [digest])
            try db.execute(
                sql: "INSERT INTO redeeming (key, code, grant_id, at) VALUES (?, ?, ?, ?)",
                arguments: [key, digest, id, now.secondsSinceEpoch])
            return signed
        }
    }

    /// Notes that what was redeemed by `key` is on record where it was redeemed.
    package func finish(key: String, now: Timestamp) throws(Failure) {
        try asking { db in
            try db.execute(
                sql: """
                    UPDATE redeeming SET finished_at = ? WHERE key = ? AND finished_at IS NULL
                    """, arguments: [now.secondsSinceEpoch, key])
        }
    }

    private func newest(_ id: String, _ db: Database) throws -> String {
        let signed = try String.fetchOne(
            db, sql: "SELECT signed FROM grants WHERE id = ? ORDER BY number DESC LIMIT 1",
            arguments: [id])
        guard let signed else { throw Self.unknownCode }
        return signed
    }

    /// One answer for codes that were never made and those that are used up.
    static var unknownCode: Failure {
        Failure(.refused, Message("this code is not known, or is used up"))
    }

    /// The digest of a code, however it is typed.
    static func digest(_ code: String) -> String {
        let letters = code.uppercased().filter { $0 != "-" && !$0.isWhitespace }
        return SignedTextReader.digest(of: Array(letters.utf8))
    }
}
