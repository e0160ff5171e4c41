// SPDX-License-Identifier: Apache-2.0

internal import GRDB
package import RuleEngine

extension Ledger {
    /// Stages each of `orders`, but those whose item waits already, and marks the plan used.
    ///
    /// One transaction. Throws `failed` if there is no such plan, and `used` if it was used before. A
    /// folder is due no sooner than the last of what is staged below it.
    package func stage(
        plan: String, orders: [StagingOrder], actor: String, at: Timestamp
    ) throws(LedgerError) -> StagedCount {
        for order in orders {
            let item = order.item
            try StorableText.check(
                item.drive, item.id, item.path, item.eTag, item.cTag, order.driveIdentity,
                order.driveRoot)
            if !order.due.isStorable {
                throw LedgerError(.failed, "an undo window ends too far from now; shorten it")
            }
        }
        let dueTimes = FolderDueTimes(orders).dueTimes
        return try write { db in
            let number = try Self.markUsed(plan, db, at: at)
            var staging = Staging(db, plan: (number, plan), actor: actor, at: at)
            var count = StagedCount()
            for (order, due) in zip(orders, dueTimes) {
                if try staging.stage(order, due: due) {
                    count.add(order, due: due)
                } else {
                    count.skipped += 1
                }
            }
            let detail = "{\"staged\":\(count.staged),\"skipped\":\(count.skipped)}"
            try staging.history.append("plan-used", plan: plan, detail: detail)
            return count
        }
    }

    /// Marks the plan used; its number.
    private static func markUsed(_ plan: String, _ db: Database, at: Timestamp) throws -> Int64 {
        let found = try db.first("SELECT number, used_at FROM plan WHERE id = ?", [plan.value]) {
            (number: try $0.integer(0), usedAt: try $0.instantIfAny(1))
        }
        guard let found else {
            throw LedgerError(.failed, "the state file knows no plan \(plan); make a new one")
        }
        if found.usedAt != nil {
            throw LedgerError(
                .used, "plan \(plan) was staged already, and a plan is used once; make a new one")
        }
        try db.run(
            "UPDATE plan SET used_at = ? WHERE number = ?", [at.value, found.number.value])
        return found.number
    }

    /// All items that were ever staged, or those in `states`, by number.
    package nonisolated func stagedItems(
        states: Set<ItemState>?
    ) async throws(LedgerError) -> [StagedItem] {
        try await read { db in
            var table = StagedTable(db)
            guard let states else { return try table.items("TRUE ORDER BY number") }
            let names = states.map { "'\($0.rawValue)'" }.sorted().joined(separator: ", ")
            return try table.items("state IN (\(names)) ORDER BY number")
        }
    }

    /// The items of these numbers, in their order; numbers that there are not are left out.
    package nonisolated func stagedItems(
        numbers: [Int64]
    ) async throws(LedgerError) -> [StagedItem] {
        try await read { db in
            var table = StagedTable(db)
            var items: [Int64: StagedItem] = [:]
            try table.each("number IN (SELECT value FROM json_each(?))", [numbers.json.value]) {
                items[$0.number] = $0
            }
            return numbers.compactMap { items[$0] }
        }
    }

    /// The item of that number.
    package nonisolated func stagedItem(_ number: Int64) async throws(LedgerError) -> StagedItem? {
        try await read { db in
            var table = StagedTable(db)
            return try table.item(number)
        }
    }

    /// What may be begun at `now`, in the order in which the quota is used up.
    ///
    /// Staged, held and deferred items whose window has ended, and failed ones whose time has come
    /// again; whether the day has room for what was deferred is for `begin` to say. Files come by
    /// due time, larger ones first, then by path and id; after all files the folders, the deepest
    /// first.
    package nonisolated func dueItems(
        at now: Timestamp
    ) async throws(LedgerError) -> [StagedItem] {
        try await read { db in
            var table = StagedTable(db)
            return try table.items(
                """
                \(Schema.isActive) AND due <= ?1
                    AND (state = 'staged' OR state = 'held' OR state = 'failed' AND retry_at <= ?1
                        OR state = 'deferred')
                ORDER BY type = 'folder',
                    CASE type WHEN 'folder'
                        THEN length(replace(path, '/', '')) - length(path) ELSE 0 END,
                    due, size DESC NULLS LAST, path, id, drive, number
                """, [now.value])
        }
    }

    /// Which of `addresses` were deleted since `instant` and were not brought back.
    package nonisolated func deleted(
        _ addresses: [ItemAddress], since instant: Timestamp
    ) async throws(LedgerError) -> Set<ItemAddress> {
        try await read { db in
            let sql = """
                SELECT 1 FROM staged_item WHERE volume = ? AND item_key = ?
                    AND state = 'deleted' AND deleted_at >= ?
                """
            return Set(
                try addresses.filter {
                    try db.first(sql, [$0.volume.value, $0.key.value, instant.value]) { _ in true }
                        != nil
                })
        }
    }

    /// Which of `addresses` wait for their deletion.
    package nonisolated func active(
        _ addresses: [ItemAddress]
    ) async throws(LedgerError) -> Set<ItemAddress> {
        try await read { db in
            let sql = """
                SELECT 1 FROM staged_item WHERE volume = ? AND item_key = ? AND \(Schema.isActive)
                """
            return Set(
                try addresses.filter {
                    try db.first(sql, [$0.volume.value, $0.key.value]) { _ in true } != nil
                })
        }
    }

    /// Whether anything below the folder that `order` is about waits for its deletion.
    package nonisolated func hasActiveItems(
        below order: StagingOrder
    ) async throws(LedgerError) -> Bool {
        try await read { db in
            let address = order.address
            // The slash is followed by the zero: every path that begins with "path/" lies between.
            func range(_ path: String) -> [DatabaseValue] {
                [(path + "/").value, (path + "0").value, address.volume.value]
            }
            if address.volume == ItemAddress.localVolume {
                // However the drives are called and wherever their roots are.
                let sql = """
                    SELECT 1 FROM staged_item WHERE item_key > ? AND item_key < ? AND volume = ?
                        AND \(Schema.isActive) LIMIT 1
                    """
                return try db.first(sql, range(address.key)) { _ in true } ?? false
            }
            // The plus keeps SQLite from looking through all that waits on the drive instead.
            let sql = """
                SELECT 1 FROM staged_item WHERE path > ? AND path < ? AND +volume = ?
                    AND \(Schema.isActive) LIMIT 1
                """
            return try db.first(sql, range(order.item.path)) { _ in true } ?? false
        }
    }

    /// Items whose deletion or restore was begun and whose outcome is not recorded, by number.
    package nonisolated func openItems() async throws(LedgerError) -> [StagedItem] {
        try await read { db in
            var table = StagedTable(db)
            let executing = try table.items("state = 'executing' ORDER BY number")
            let restoring = try table.items("restoring = 1 ORDER BY number")
            return (executing + restoring).sorted { $0.number < $1.number }
        }
    }

    /// The ids of items of the drive of that `identity` that were deleted since `instant` and were
    /// not brought back.
    package nonisolated func deletedIDs(
        identity: String, since instant: Timestamp
    ) async throws(LedgerError) -> [String] {
        try await read { db in
            var ids: [String] = []
            try db.each(
                """
                SELECT id FROM staged_item
                WHERE state = 'deleted' AND volume = ? AND deleted_at >= ?
                """, [DriveIdentityText(identity).volume.value, instant.value]
            ) { ids.append(try $0.text(0)) }
            return ids
        }
    }

    /// The ids of items of the drive of that `identity` that wait for their deletion, or that
    /// somebody decided about.
    package nonisolated func keptIDs(
        identity: String
    ) async throws(LedgerError) -> [String] {
        try await read { db in
            var ids: [String] = []
            try db.each(
                """
                SELECT id FROM decision WHERE undone_at IS NULL AND volume = ?1
                UNION SELECT id FROM staged_item WHERE volume = ?1 AND \(Schema.isActive)
                """, [DriveIdentityText(identity).volume.value]
            ) { ids.append(try $0.text(0)) }
            return ids
        }
    }

    /// Items that were moved into quarantine before `instant` and are still there, by number; what
    /// was moved while the clock was set back counts from the latest instant on record by then.
    package nonisolated func quarantinedItems(
        deletedBefore instant: Timestamp
    ) async throws(LedgerError) -> [StagedItem] {
        try await read { db in
            var table = StagedTable(db)
            let items = try table.items(
                """
                state = 'deleted' AND purged = 0 AND restoring = 0 AND deleted_at < ?
                    AND ruling IN (SELECT number FROM ruling WHERE terms ->> '$.method' = ?)
                ORDER BY number
                """, [instant.value, DeletionMethod.quarantine.rawValue.value])
            if items.isEmpty { return [] }
            let deleted = try Self.deletionInstants(of: Set(items.map(\.number)), db)
            return items.filter { deleted[$0.number].map { $0 < instant } ?? false }
        }
    }
}

/// Stages orders one after another.
private struct Staging {
    let db: Database
    let plan: (number: Int64, id: String)
    let history: HistoryTable
    let at: Timestamp
    private var rulings: [ExactText: Int64] = [:]
    /// The ruling of the order before, mostly that of the next one too.
    private var last: (ruling: Ruling, number: Int64)?

    init(_ db: Database, plan: (number: Int64, id: String), actor: String, at: Timestamp) {
        self.db = db
        self.plan = plan
        self.at = at
        history = HistoryTable(db: db, actor: actor, at: at)
    }

    /// Stages `order`; whether its item did not wait already.
    mutating func stage(_ order: StagingOrder, due: Timestamp) throws -> Bool {
        let item = order.item
        let ruling = try number(of: Ruling(order))
        let isNew = try StagedTable(db).insert(
            order, plan: plan.number, ruling: ruling, due: due, at: at)
        if !isNew { return false }
        var detail = JSONObject()
        detail.add("ruling", ruling)
        detail.add("due", due.secondsSinceEpoch)
        item.addValues(to: &detail)
        detail.add("obligations", json: Obligation.json(order.obligations))
        try history.appendStaged(
            db.lastInsertedRowID, plan: plan.id, item: item, rule: order.rule, detail: detail.text)
        return true
    }

    /// The number under which `ruling` is stored.
    private mutating func number(of ruling: Ruling) throws -> Int64 {
        if let last, last.ruling.isExactly(ruling) { return last.number }
        let number = try storedNumber(of: ruling)
        last = (ruling, number)
        return number
    }

    private mutating func storedNumber(of ruling: Ruling) throws -> Int64 {
        let json = ruling.json
        let key = ExactText(json)
        if let number = rulings[key] { return number }
        var number = try db.first("SELECT number FROM ruling WHERE terms = ?", [json.value]) {
            try $0.integer(0)
        }
        if number == nil {
            try db.run("INSERT INTO ruling (terms) VALUES (?)", [json.value])
            number = db.lastInsertedRowID
            try history.append(
                "ruling", rule: ruling.rule,
                detail: "{\"number\":\(db.lastInsertedRowID),\"terms\":\(json)}")
        }
        guard let number else { throw DatabaseError(resultCode: .SQLITE_INTERNAL) }
        rulings[key] = number
        return number
    }
}
