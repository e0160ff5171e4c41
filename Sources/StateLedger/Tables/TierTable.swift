// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import Messages
internal import RuleEngine

/// Reads and writes what is on record about tiers.
struct TierTable {
    let db: Database

    /// The setting with the id of the state.
    private static let seatName = "tier_seat"
    /// The settings of when an issuer answered.
    static let answerPrefix = "tier_answer:"
    /// The settings of what time an issuer said it was.
    static let toldPrefix = "tier_told:"
    /// The settings of when an issuer's policy was seen first.
    static let seenPrefix = "tier_seen:"
    /// The settings of grants that an issuer has made, and that a person did not agree to.
    private static let declinedPrefix = "tier_declined:"

    /// All of it.
    func records() throws -> TierRecords {
        var records = TierRecords()
        try db.each("SELECT issuer, key FROM tier_anchor") {
            records.anchors[try $0.text(0)] = try $0.text(1)
        }
        try db.each(
            "SELECT issuer, sequence, signed, first_seen FROM tier_policy ORDER BY issuer"
        ) { row in
            records.policies.append(
                PolicyRecord(
                    issuer: try row.text(0), sequence: try row.integer(1),
                    signed: try row.text(2), firstSeen: try row.instant(3)))
        }
        records.entitlements = try entitlements()
        records.redemptions = try redemptions()
        records.seat = try setting(Self.seatName)
        records.answers = try instants(Self.answerPrefix)
        records.told = try instants(Self.toldPrefix)
        records.firstSeen = try instants(Self.seenPrefix)
        records.declined = try declined()
        records.began = try Ledger.firstUsed(db)
        records.latest = try Ledger.latestInstant(db)
        records.clockReset = try clockReset()
        return records
    }

    /// Has this state forget by what id issuers know it, and what they granted to that: it is another
    /// one from now on, for the one that it was may go on elsewhere. Policies and keys stay.
    func leave() throws {
        try db.execute(
            sql: """
                DELETE FROM setting WHERE name = '\(Self.seatName)'
                    OR name GLOB '\(Self.declinedPrefix)*';
                DELETE FROM entitlement;
                DELETE FROM redemption;
                """)
    }

    private func clockReset() throws -> (at: Timestamp, latestBefore: Timestamp)? {
        let reset = try ClockResets(db).sequence
        if reset == 0 { return nil }
        let at = try db.first("SELECT at FROM history WHERE sequence = ?", [reset.value]) {
            try $0.instant(0)
        }
        let before = try db.first(
            "SELECT max(at) FROM history WHERE sequence < ?", [reset.value]
        ) { try $0.integerIfAny(0) }
        guard let at, let before = before ?? nil else { return nil }
        return (at, Timestamp(secondsSinceEpoch: before))
    }

    /// The id of the state.
    func seat(or fresh: String) throws -> String {
        if let known = try setting(Self.seatName) { return known }
        try db.run(
            "INSERT INTO setting (name, value) VALUES (?, ?)", [Self.seatName.value, fresh.value])
        return fresh
    }

    /// When a policy of `issuer` was seen first.
    func firstSeen(_ issuer: String) throws -> Timestamp? {
        try instants(Self.seenPrefix)[issuer]
    }

    private func setting(_ name: String) throws -> String? {
        try db.first("SELECT value FROM setting WHERE name = ?", [name.value]) { try $0.text(0) }
    }

    /// The instants in the settings whose names begin so, by the rest of their names.
    private func instants(_ prefix: String) throws -> [String: Timestamp] {
        var found: [String: Timestamp] = [:]
        try db.each(
            "SELECT name, value FROM setting WHERE substr(name, 1, ?) = ?",
            [Int64(prefix.utf8.count).value, prefix.value]
        ) { row in
            guard let seconds = Int64(try row.text(1)) else {
                throw DamagedContent(
                    reason: Message("its setting '\(try row.text(0))' is no instant"))
            }
            found[String(try row.text(0).dropFirst(prefix.count))] =
                Timestamp(secondsSinceEpoch: seconds)
        }
        return found
    }

    /// Keeps `policy`, unless a later one is known.
    func keep(
        _ policy: PolicyRecord, _ history: HistoryTable, at: Timestamp
    ) throws -> TierRecording {
        let outcome = try outcome(of: policy)
        if outcome == .recorded {
            try db.run(
                """
                INSERT INTO tier_policy (issuer, sequence, signed, first_seen, seen_at)
                VALUES (?, ?, ?, ?, ?) ON CONFLICT (issuer) DO UPDATE SET
                    sequence = excluded.sequence, signed = excluded.signed,
                    seen_at = excluded.seen_at
                """,
                [
                    policy.issuer.value, policy.sequence.value, policy.signed.value, at.value,
                    at.value,
                ])
            try history.append(
                "policy-seen", cause: policy.issuer,
                detail: "{\"sequence\":\(policy.sequence)}")
        }
        return outcome
    }

    private func outcome(of policy: PolicyRecord) throws -> TierRecording {
        let known = try db.first(
            "SELECT sequence, signed FROM tier_policy WHERE issuer = ?", [policy.issuer.value]
        ) { (try $0.integer(0), try $0.text(1)) }
        guard let known else { return .recorded }
        if known.1 == policy.signed { return .same }
        if known.0 == policy.sequence { return .conflicting }
        return known.0 > policy.sequence ? .older : .recorded
    }

    // MARK: Entitlements

    /// Keeps `entitlement`, unless what is known is newer.
    func keep(
        _ entitlement: EntitlementRecord, _ history: HistoryTable, at: Timestamp
    ) throws -> TierRecording {
        let outcome = try outcome(of: entitlement)
        if outcome == .recorded {
            try put(entitlement, at: at)
            try db.run(
                "DELETE FROM setting WHERE name = ?",
                [Self.declinedName(entitlement.original, of: entitlement.issuer).value])
            try history.append(
                "tier-changed", cause: entitlement.issuer, detail: entitlement.historyDetail)
        }
        return outcome
    }

    private static let columns = """
        issuer, original, id, kind, signed, signed_at, digest, revoked, renewal, renewal_signed_at
        """

    private func entitlements() throws -> [EntitlementRecord] {
        var found: [EntitlementRecord] = []
        try db.each(
            "SELECT \(Self.columns) FROM entitlement ORDER BY issuer, original, id"
        ) { found.append(try Self.entitlement($0)) }
        return found
    }

    private static func entitlement(_ row: Row) throws -> EntitlementRecord {
        guard let kind = EntitlementRecord.Kind(rawValue: try row.text(3)) else {
            throw DamagedContent(reason: Message("it holds an entitlement of an unknown kind"))
        }
        return EntitlementRecord(
            issuer: try row.text(0), original: try row.text(1), id: try row.text(2), kind: kind,
            signed: try row.text(4), signedAt: try row.instant(5), digest: try row.text(6),
            isRevoked: try row.integer(7) == 1, renewal: try row.textIfAny(8),
            renewalSignedAt: try row.instantIfAny(9))
    }

    /// What keeping `new` would come to.
    func outcome(of new: EntitlementRecord) throws -> TierRecording {
        let known = try db.first(
            """
            SELECT \(Self.columns) FROM entitlement
            WHERE issuer = ? AND original = ? AND id = ?
            """, [new.issuer.value, new.original.value, new.id.value], Self.entitlement)
        guard let known else {
            let count = try db.number(
                "SELECT count(*) FROM entitlement WHERE issuer = ?", [new.issuer.value])
            if (count ?? 0) < Ledger.entitlementsMax { return .recorded }
            throw LedgerError(.failed, Message("too many grants of one issuer are on record"))
        }
        let outcome = Self.order(new, after: known)
        let isNewsOfRenewal =
            new.isRevoked == known.isRevoked && Self.isRenewalNewer(new, than: known)
        // News of the renewal are news as well, also beside a purchase that is known better.
        return outcome != .conflicting && isNewsOfRenewal ? .recorded : outcome
    }

    /// What `new` is to `known`, but for what both know of a renewal.
    private static func order(
        _ new: EntitlementRecord, after known: EntitlementRecord
    ) -> TierRecording {
        if new.digest == known.digest { return .same }
        if new.isRevoked != known.isRevoked { return new.isRevoked ? .recorded : .older }
        if new.signedAt == known.signedAt { return .conflicting }
        return new.signedAt > known.signedAt ? .recorded : .older
    }

    private static func isRenewalNewer(
        _ one: EntitlementRecord, than other: EntitlementRecord
    ) -> Bool {
        guard let mine = one.renewalSignedAt else { return false }
        return other.renewalSignedAt.map { mine > $0 } ?? true
    }

    /// Puts `new` in the place of what is known of it: of the purchase and of its renewal each what is
    /// known best.
    func put(_ new: EntitlementRecord, at: Timestamp) throws {
        let known = try entitlements().first {
            ($0.issuer, $0.original, $0.id) == (new.issuer, new.original, new.id)
        }
        var new = new
        if let known {
            let other = new
            if Self.order(new, after: known) != .recorded { new = known }
            let best = Self.isRenewalNewer(other, than: known) ? other : known
            (new.renewal, new.renewalSignedAt) = (best.renewal, best.renewalSignedAt)
        }
        try db.run(
            """
            INSERT OR REPLACE INTO entitlement (\(Self.columns), seen_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                new.issuer.value, new.original.value, new.id.value, new.kind.rawValue.value,
                new.signed.value, new.signedAt.value, new.digest.value,
                Int64(new.isRevoked ? 1 : 0).value, new.renewal.value, new.renewalSignedAt.value,
                at.value,
            ])
    }

    // MARK: Redeeming

    /// The setting of a grant that a person did not agree to.
    private static func declinedName(_ original: String, of issuer: String) -> String {
        "\(declinedPrefix)\(issuer):\(original)"
    }

    /// Notes that a person did not agree to the grants `originals` of `issuer`.
    func decline(
        _ originals: [String], of issuer: String, _ history: HistoryTable
    ) throws {
        for original in originals {
            try db.run(
                "INSERT INTO setting (name, value) VALUES (?, '1') ON CONFLICT (name) DO NOTHING",
                [Self.declinedName(original, of: issuer).value])
        }
        try history.append("redemption-declined", cause: issuer)
    }

    /// The grants that a person did not agree to, by issuer.
    private func declined() throws -> [String: Set<String>] {
        var found: [String: Set<String>] = [:]
        try db.each(
            "SELECT name FROM setting WHERE substr(name, 1, ?) = ?",
            [Int64(Self.declinedPrefix.utf8.count).value, Self.declinedPrefix.value]
        ) { row in
            let parts = try row.text(0).dropFirst(Self.declinedPrefix.count)
                .split(separator: ":", maxSplits: 1)
            if parts.count == 2 { found[String(parts[0]), default: []].insert(String(parts[1])) }
        }
        return found
    }

    /// What is being redeemed, or was.
    func redemptions() throws -> [RedemptionRecord] {
        var found: [RedemptionRecord] = []
        try db.each(
            "SELECT key, issuer, code_digest, step FROM redemption ORDER BY begun_at, key"
        ) { row in
            guard let step = RedemptionRecord.Step(rawValue: try row.text(3)) else {
                throw DamagedContent(reason: Message("it holds a redeeming of an unknown step"))
            }
            found.append(
                RedemptionRecord(
                    key: try row.text(0), issuer: try row.text(1), codeDigest: try row.text(2),
                    step: step))
        }
        return found
    }

    /// Has the redeeming of that key come to `step`, where that follows.
    func move(
        _ key: String, to step: RedemptionRecord.Step, _ history: HistoryTable, at: Timestamp
    ) throws {
        guard let known = try redemptions().first(where: { $0.key == key }), known.step != step
        else { return }
        let mayFollow: Bool =
            switch (known.step, step) {
            case (.finished, _), (.refused, _): false
            case (.written, let next): next == .finished
            case (_, .finished), (_, .begun): false
            default: true
            }
        guard mayFollow else { return }
        try db.run(
            "UPDATE redemption SET step = ?, changed_at = ? WHERE key = ?",
            [step.rawValue.value, at.value, key.value])
        try history.append("redemption-\(step.rawValue)", cause: known.issuer)
    }
}

extension EntitlementRecord {
    fileprivate var historyDetail: String {
        var detail = JSONObject()
        detail.add("id", id)
        detail.add("original", original)
        return detail.text
    }
}
