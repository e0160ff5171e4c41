// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import Messages
package import RuleEngine

extension Ledger {
    /// The most bytes of a signed text.
    package static let signedBytesMax = 64 * 1_024
    /// The most grants and purchases of one issuer that are kept.
    static let entitlementsMax: Int64 = 1_000

    /// All that is on record about tiers.
    package nonisolated func tierRecords() async throws(LedgerError) -> TierRecords {
        try await read { db in try TierTable(db: db).records() }
    }

    /// The identities of the drives on which something waits or is being deleted, each once.
    ///
    /// O(items that wait).
    package nonisolated func waitingIdentities() async throws(LedgerError) -> [String] {
        try await read { db in
            var found: [String] = []
            try db.each(
                """
                SELECT DISTINCT terms ->> '$.driveIdentity' FROM ruling WHERE number IN (
                    SELECT DISTINCT ruling FROM staged_item WHERE \(Schema.isActive))
                ORDER BY 1
                """, []
            ) { row in
                if let identity = try row.textIfAny(0) { found.append(identity) }
            }
            return found
        }
    }

    /// The id of this state, by which issuers know the machine; `fresh` becomes it where there is none.
    package func seat(or fresh: String) throws(LedgerError) -> String {
        try StorableText.check(fresh)
        return try write { db in try TierTable(db: db).seat(or: fresh) }
    }

    /// Trusts `key`, in PEM, as that of `issuer` from now on.
    package func trust(
        key: String, of issuer: String, actor: String, at: Timestamp
    ) throws(LedgerError) {
        try StorableText.check(key, issuer)
        try write { db in
            try db.run(
                """
                INSERT INTO tier_anchor (issuer, key, trusted_at) VALUES (?, ?, ?)
                ON CONFLICT (issuer) DO UPDATE SET key = excluded.key,
                    trusted_at = excluded.trusted_at
                """, [issuer.value, key.value, at.value])
            try HistoryTable(db: db, actor: actor, at: at).append("issuer-trusted", cause: issuer)
        }
    }

    /// Notes that a policy of `issuer` was seen, which is what the days for those who were there before
    /// are counted from; does nothing from the second time on. A first time that is still to come by
    /// the clock and by all that is on record was none.
    package func notePolicy(of issuer: String, at: Timestamp) throws(LedgerError) {
        try StorableText.check(issuer)
        if try readNow({ try Self.hasSeen(issuer, at, $0) }) { return }
        try write { db in
            if try Self.hasSeen(issuer, at, db) { return }
            let name = TierTable.seenPrefix + issuer
            try db.run(
                """
                INSERT INTO setting (name, value) VALUES (?, ?)
                ON CONFLICT (name) DO UPDATE SET value = excluded.value
                """, [name.value, String(at.secondsSinceEpoch).value])
        }
    }

    private static func hasSeen(
        _ issuer: String, _ now: Timestamp, _ db: Database
    ) throws -> Bool {
        guard let seen = try TierTable(db: db).firstSeen(issuer) else { return false }
        return try seen <= max(now, latestInstant(db))
    }

    /// Keeps all of `texts`, which were verified, but for what is known newer, and has the redeeming of
    /// `key` be written; all in one transaction. Nothing of it is kept where one of them contradicts
    /// what is known, or another one of them.
    package func keep(
        _ texts: SignedTexts, redemption key: String? = nil, actor: String, at: Timestamp
    ) throws(LedgerError) -> TierRecording {
        for policy in texts.policies {
            try Self.check(policy.signed)
            try StorableText.check(policy.issuer)
        }
        for one in texts.entitlements {
            try Self.check(one.signed)
            if let renewal = one.renewal { try Self.check(renewal) }
            try StorableText.check(one.issuer, one.original, one.id)
        }
        return try write { db in
            let table = TierTable(db: db)
            let history = HistoryTable(db: db, actor: actor, at: at)
            var outcomes: [TierRecording] = []
            try db.inSavepoint {
                for policy in texts.policies {
                    outcomes.append(try table.keep(policy, history, at: at))
                }
                for one in texts.entitlements {
                    outcomes.append(try table.keep(one, history, at: at))
                }
                if outcomes.contains(.conflicting) { return .rollback }
                if let key, !texts.entitlements.isEmpty {
                    try table.move(key, to: .written, history, at: at)
                }
                return .commit
            }
            let most: [TierRecording] = [.conflicting, .recorded, .older]
            return most.first(where: outcomes.contains) ?? .same
        }
    }

    /// Keeps `policy`, unless a later one is known.
    package func keep(
        _ policy: PolicyRecord, actor: String, at: Timestamp
    ) throws(LedgerError) -> TierRecording {
        try keep(SignedTexts(policies: [policy]), actor: actor, at: at)
    }

    /// Keeps `entitlement`, which was verified, unless what is known is newer, and has the redeeming of
    /// that key be written; all in one transaction.
    package func keep(
        _ entitlement: EntitlementRecord, redemption key: String? = nil, actor: String,
        at: Timestamp
    ) throws(LedgerError) -> TierRecording {
        try keep(
            SignedTexts(entitlements: [entitlement]), redemption: key, actor: actor, at: at)
    }

    /// Has a redeeming begin, unless one of the same code and issuer has begun that is not over, whose
    /// key is given back then: the same code is one redeeming.
    package func begin(
        _ redemption: RedemptionRecord, actor: String, at: Timestamp
    ) throws(LedgerError) -> RedemptionRecord {
        try StorableText.check(redemption.key, redemption.issuer, redemption.codeDigest)
        return try write { db in
            let table = TierTable(db: db)
            if let known = try table.redemptions().first(where: {
                $0.issuer == redemption.issuer && $0.codeDigest == redemption.codeDigest
                    && $0.step != .refused
            }) {
                return known
            }
            try db.run(
                """
                INSERT INTO redemption (key, issuer, code_digest, step, begun_at, changed_at)
                VALUES (?1, ?2, ?3, 'begun', ?4, ?4)
                """,
                [
                    redemption.key.value, redemption.issuer.value, redemption.codeDigest.value,
                    at.value,
                ])
            try HistoryTable(db: db, actor: actor, at: at).append(
                "redemption-begun", cause: redemption.issuer)
            return redemption
        }
    }

    /// Has the redeeming of that key come to `step`. One that was written is never taken back.
    package func move(
        redemption key: String, to step: RedemptionRecord.Step, actor: String, at: Timestamp
    ) throws(LedgerError) {
        try write { db in
            try TierTable(db: db).move(
                key, to: step, HistoryTable(db: db, actor: actor, at: at), at: at)
        }
    }

    /// Notes that a person did not agree to the grants `originals` of `issuer`, which has made them
    /// already. What is kept of one takes that back.
    package func decline(
        _ originals: [String], of issuer: String, actor: String, at: Timestamp
    ) throws(LedgerError) {
        for original in originals { try StorableText.check(original) }
        try StorableText.check(issuer)
        try write { db in
            try TierTable(db: db).decline(
                originals, of: issuer, HistoryTable(db: db, actor: actor, at: at))
        }
    }

    /// The setting with the instant up to which nobody is told of offers.
    private static let offersName = "tier-offers-after"
    /// For how many seconds offers are put off.
    package static let offersPause: Int64 = 86_400

    /// Until when nobody is told of offers; nil: nobody put them off.
    package nonisolated func offersPutOff() async throws(LedgerError) -> Timestamp? {
        try await setting(Self.offersName).flatMap(Int64.init).map {
            Timestamp(secondsSinceEpoch: $0)
        }
    }

    /// Has nobody be told of offers for a day from `instant` on; until when.
    package func putOffOffers(actor: String, at instant: Timestamp) throws(LedgerError) -> Timestamp
    {
        let end = instant.secondsSinceEpoch + Self.offersPause
        try store(String(end), setting: Self.offersName)
        return Timestamp(secondsSinceEpoch: end)
    }

    /// Whether less is counted of `day` than the history of this state says, or the history does not
    /// follow from itself: then somebody has changed one of them by hand.
    ///
    /// O(size of the history).
    package nonisolated func isCountedTooLow(day: String) async throws(LedgerError) -> Bool {
        try await read { db in try HistoryReplay.isCountedTooLow(db, day: day) }
    }

    /// Raises what is counted of `day`, and of the days that are set aside for it, to what the history
    /// says where that is more; whether it was anywhere.
    ///
    /// O(size of the history).
    package func raiseCounts(
        day: String, actor: String, at: Timestamp
    ) throws(LedgerError) -> Bool {
        try write { db in
            let raised = try HistoryReplay.raiseCounts(db, day: day)
            if raised {
                try HistoryTable(db: db, actor: actor, at: at).append("counts-raised", cause: day)
            }
            return raised
        }
    }

    /// Notes that `issuer` answered well, by its own clock at `told` where it says so, and by the one
    /// of this machine at `now`. What lies ahead of that and of all that is on record is not believed to
    /// be when it answered; what it has granted is held to the time that it said.
    package func noteAnswer(
        of issuer: String, told: Timestamp? = nil, at now: Timestamp
    ) throws(LedgerError) {
        try StorableText.check(issuer)
        try write { db in
            let latest = max(now, try Self.latestInstant(db))
            var instants = [(TierTable.answerPrefix, min(told ?? now, latest))]
            if let told { instants.append((TierTable.toldPrefix, told)) }
            for (prefix, instant) in instants {
                try db.run(
                    """
                    INSERT INTO setting (name, value) VALUES (?, ?)
                    ON CONFLICT (name) DO UPDATE SET value = excluded.value
                    """, [(prefix + issuer).value, String(instant.secondsSinceEpoch).value])
            }
        }
    }

    private static func check(_ signed: String) throws(LedgerError) {
        try StorableText.check(signed)
        guard signed.utf8.count <= signedBytesMax else {
            throw LedgerError(
                .failed, Message("a signed text is larger than \(signedBytesMax) bytes"))
        }
    }
}
