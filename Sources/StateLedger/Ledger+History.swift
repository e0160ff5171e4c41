// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import Messages
package import RuleEngine

extension Ledger {
    /// The lines of the history after `afterSequence`, the first `most` of them.
    ///
    /// With `since`, those from that instant on; with `path`, those about items at that path.
    package nonisolated func history(
        since: Timestamp?, path: String?, afterSequence: Int64, most: Int
    ) async throws(LedgerError) -> [HistoryEntry] {
        try await read { db in
            try HistoryReader(db: db).entries(
                since: since, path: path, afterSequence: afterSequence, most: most)
        }
    }

    /// The last `most` of the lines of the history before `beforeSequence`, in the order in which they
    /// were written, and how many there are before these.
    ///
    /// With `since`, of those from that instant on. O(size of the history) for counting.
    package nonisolated func latestHistory(
        since: Timestamp?, beforeSequence: Int64, most: Int
    ) async throws(LedgerError) -> (entries: [HistoryEntry], earlierCount: Int64) {
        try await read { db in
            let reader = HistoryReader(db: db)
            let values = [
                beforeSequence.value, (since?.secondsSinceEpoch ?? .min).value,
                max(0, most).value,
            ]
            let first = try db.first(
                """
                SELECT min(sequence), count(*) FROM (
                    SELECT sequence FROM history WHERE sequence < ?1 AND at >= ?2
                    ORDER BY sequence DESC LIMIT ?3)
                """, values
            ) { (try $0.integerIfAny(0), try $0.integer(1)) }
            guard let first, let start = first.0 else {
                let all = try Self.count(db, "sequence < ?1 AND at >= ?2", Array(values.prefix(2)))
                return ([], all)
            }
            let entries = try reader.entries(
                since: since, path: nil, afterSequence: start - 1, most: Int(first.1))
            let earlier = try Self.count(
                db, "sequence < ?1 AND at >= ?2",
                [start.value, (since?.secondsSinceEpoch ?? .min).value])
            return (entries, earlier)
        }
    }

    private static func count(
        _ db: Database, _ condition: String, _ values: [DatabaseValue]
    ) throws -> Int64 {
        try db.first("SELECT count(*) FROM history WHERE \(condition)", values) {
            try $0.integer(0)
        } ?? 0
    }

    /// Appends a line about something that changes none of the ledger's own tables.
    ///
    /// Throws `failed` for the words that the ledger itself uses: a replay would believe them.
    package func record(
        event: String, plan: String?, actor: String, cause: String?, detail: String?, at: Timestamp
    ) throws(LedgerError) {
        if HistoryReplay.ownEvents.contains(event) {
            throw LedgerError(.failed, Message("'\(event)' is a word of the state file's own"))
        }
        try write { db in
            try HistoryTable(db: db, actor: actor, at: at).append(
                event, plan: plan, cause: StorableText.note(cause),
                detail: StorableText.note(detail))
        }
    }

    /// Replays the history and compares what comes out with the tables; each difference one line.
    ///
    /// O(size of the history), all of which it holds in memory at the end.
    package nonisolated func replayDifferences() async throws(LedgerError) -> [String] {
        try await read { db in try HistoryReplay.differences(db) }
    }
}

extension HistoryReplay {
    /// How what `db` holds differs from what its history says, one line each.
    static func differences(_ db: Database) throws -> [String] {
        var replay = HistoryReplay()
        try HistoryReader(db: db).each { replay.take($0) }
        var table = StagedTable(db)
        try table.each("TRUE ORDER BY number") { replay.compare($0) }
        replay.compare(decisions: try DecisionTable(db: db).decisions("TRUE ORDER BY number"))
        replay.compare(acts: try ReviewActTable(db: db).acts("TRUE ORDER BY number"))
        replay.compare(quota: try QuotaTable(db: db).all())
        replay.compare(resets: try ClockResets(db))
        replay.compare(pause: try Pause.onRecord(db))
        replay.compare(plans: try PlanTable(db: db).plans("TRUE", []))
        return replay.finish()
    }
}

extension HistoryReplay {
    /// Whether `db` counts less of `day`, and of the days that are set aside for it, than its history
    /// comes to, or that history does not follow from itself.
    static func isCountedTooLow(_ db: Database, day: String) throws -> Bool {
        var replay = HistoryReplay()
        try HistoryReader(db: db).each { replay.take($0) }
        return try replay.hasDifferences || !replay.shortfalls(db, day: day).isEmpty
    }

    /// Has `db` count at least as much of `day`, and of the days that are set aside for it, as its history
    /// comes to; whether it counted less of any.
    static func raiseCounts(_ db: Database, day: String) throws -> Bool {
        var replay = HistoryReplay()
        try HistoryReader(db: db).each { replay.take($0) }
        let raised = try replay.shortfalls(db, day: day)
        for use in raised { try QuotaTable(db: db).record(use) }
        return !raised.isEmpty
    }

    /// The days of which `db` counts less than the history comes to, with what they come to.
    private func shortfalls(_ db: Database, day: String) throws -> [QuotaUse] {
        let recorded = try QuotaTable(db: db).all()
        var found: [QuotaUse] = []
        for name in try [day] + ClockResets(db).days(countedFor: day) {
            guard let told = quota[name] else { continue }
            let counted = recorded.first { $0.day == name } ?? QuotaUse(day: name)
            var use = counted
            use.deletes = max(counted.deletes, told.deletes)
            use.bytes = max(counted.bytes, told.bytes)
            use.reviews = max(counted.reviews, told.reviews)
            if use != counted { found.append(use) }
        }
        return found
    }
}

/// Reads the history.
struct HistoryReader {
    let db: Database

    private static let columns = """
        h.sequence, h.at, h.event, h.plan, h.staged, h.drive, h.id, h.path, h.from_state,
        h.to_state, h.rule, h.actor, h.cause, h.detail
        """

    /// Calls `body` with each line as it is stored, the first one first.
    func each(_ body: (HistoryEntry) throws -> Void) throws {
        try db.each("SELECT \(Self.columns) FROM history AS h ORDER BY h.sequence") {
            try body(try Self.entry($0))
        }
    }

    /// The lines that meet `condition`, as they are stored, up to the first that cannot be read; and
    /// whether there was none such.
    ///
    /// Of a damaged file this is all that it still tells.
    func readable(
        _ condition: String, _ values: [DatabaseValue]
    ) -> (entries: [HistoryEntry], isWhole: Bool) {
        var entries: [HistoryEntry] = []
        do {
            let sql = "SELECT \(Self.columns) FROM history AS h WHERE \(condition)"
            try db.each(sql, values) { entries.append(try Self.entry($0)) }
            return (entries, true)
        } catch {
            return (entries, false)
        }
    }

    /// Lines in which everything is filled in that the staged item tells.
    func entries(
        since: Timestamp?, path: String?, afterSequence: Int64, most: Int
    ) throws -> [HistoryEntry] {
        var entries: [HistoryEntry] = []
        let isAtPath = """
            AND (h.path = ?4 OR h.staged IN (SELECT number FROM staged_item WHERE path = ?4))
            """
        let sql = """
            SELECT \(Self.columns), p.id, s.drive, s.id, s.path, r.terms ->> '$.rule'
            FROM history AS h
                LEFT JOIN staged_item AS s ON s.number = h.staged
                LEFT JOIN plan AS p ON p.number = s.plan
                LEFT JOIN ruling AS r ON r.number = s.ruling
            WHERE h.sequence > ?1 AND h.at >= ?2 \(path == nil ? "" : isAtPath)
            ORDER BY h.sequence LIMIT ?3
            """
        var values = [
            afterSequence.value, (since?.secondsSinceEpoch ?? .min).value, max(0, most).value,
        ]
        if let path { values.append(path.value) }
        try db.each(sql, values) { row in
            var entry = try Self.entry(row)
            entry.plan = try entry.plan ?? row.textIfAny(14)
            entry.drive = try entry.drive ?? row.textIfAny(15)
            entry.id = try entry.id ?? row.textIfAny(16)
            entry.path = try entry.path ?? row.textIfAny(17)
            entry.rule = try entry.rule ?? row.textIfAny(18)
            entries.append(entry)
        }
        return entries
    }

    private static func entry(_ row: Row) throws -> HistoryEntry {
        HistoryEntry(
            sequence: try row.integer(0), at: try row.instant(1), event: try row.text(2),
            plan: try row.textIfAny(3), staged: try row.integerIfAny(4),
            drive: try row.textIfAny(5), id: try row.textIfAny(6), path: try row.textIfAny(7),
            from: try state(row.textIfAny(8)), to: try state(row.textIfAny(9)),
            rule: try row.textIfAny(10), actor: try row.text(11), cause: try row.textIfAny(12),
            detail: try row.textIfAny(13))
    }

    private static func state(_ name: String?) throws -> ItemState? {
        guard let name else { return nil }
        guard let state = ItemState(rawValue: name) else {
            throw DamagedContent(
                reason: Message("the history tells of a state that does not exist"))
        }
        return state
    }
}
