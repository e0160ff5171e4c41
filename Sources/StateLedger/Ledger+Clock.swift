// SPDX-License-Identifier: Apache-2.0

internal import GRDB
package import RuleEngine

/// The clock of the machine may jump. What was recorded tells that it once said a later time than
/// it does now; then what is counted from now on counts from there, lest a clock that is set right
/// ends an undo window early or grants a quota twice.
extension Ledger {
    /// The latest instant that the history and the listings tell of since the clock was last set
    /// right by hand; the first use where they are empty. O(history).
    package nonisolated func latestInstant() async throws(LedgerError) -> Timestamp {
        try await read { db in try Self.latestInstant(db) }
    }

    static func latestInstant(_ db: Database) throws -> Timestamp {
        let resets = try ClockResets(db)
        let recorded = try db.first(
            """
            SELECT max(
                coalesce((SELECT max(at) FROM history WHERE sequence >= ?1), 0),
                coalesce((SELECT max(synced_at) FROM drive), 0))
            """, [resets.sequence.value]
        ) { try $0.integer(0) }
        var latest = Timestamp(secondsSinceEpoch: recorded ?? 0)
        // The first use is where time begins, unless the clock was ahead already then.
        if resets.sequence == 0 { latest = max(latest, try firstUsed(db)) }
        return latest
    }

    /// Has the clock count again although it was ahead once, because a person says that it is right
    /// now: later instants are no measure for undo windows any more, and later days of the quota
    /// are set aside.
    ///
    /// One transaction, recorded in the history. `day` is the local day by the clock. What was used
    /// on the days that are set aside counts for that day besides, so that nothing is granted
    /// twice; no window that was begun ends sooner. Nil, and nothing is recorded, where nothing
    /// lies ahead of the clock.
    package func resetClock(
        day: String, actor: String, at: Timestamp
    ) throws(LedgerError) -> ClockReset? {
        try write { db in
            let quota = QuotaTable(db: db)
            let newest = try Self.latestInstant(db)
            var resets = try ClockResets(db)
            let days = try quota.all().map(\.day).filter {
                QuotaTable.isLater($0, than: day) && resets.setAside[$0] == nil
            }
            if days.isEmpty, newest <= at { return nil }
            try quota.open(day)
            resets.setAside(days, for: day)
            try HistoryTable(db: db, actor: actor, at: at).append(
                "clock-reset", cause: day,
                detail: "{\"days\":\(JSONObject.list(days)),\"newest\":\(newest.secondsSinceEpoch)}"
            )
            resets.sequence = db.lastInsertedRowID
            try resets.store(db)
            // When they were listed is not known; no later than now.
            try db.run("UPDATE drive SET synced_at = ?1 WHERE synced_at > ?1", [at.value])
            return ClockReset(newest: newest, days: days, day: day)
        }
    }

    /// When the items of these numbers were deleted, by the latest instant that was on record by
    /// then: where the clock had been set back, that is later than what it said. O(history).
    static func deletionInstants(
        of numbers: Set<Int64>, _ db: Database
    ) throws -> [Int64: Timestamp] {
        var found: [Int64: Timestamp] = [:]
        var latest = try firstUsed(db)
        let deleted = ItemState.deleted.rawValue
        try db.each("SELECT at, event, staged, to_state FROM history ORDER BY sequence") { row in
            let at = try row.instant(0)
            latest = try row.text(1) == "clock-reset" ? at : max(latest, at)
            guard let number = try row.integerIfAny(2), numbers.contains(number),
                try row.text(1) == deleted
            else { return }
            found[number] = latest
        }
        return found
    }
}
