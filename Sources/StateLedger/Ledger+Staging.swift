// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import Messages
package import RuleEngine

extension Ledger {
    /// Stages each of `orders`, and marks the plan used. An item that waits already takes over what
    /// is gentler (`StagingOrder.takingOver`); one that is being deleted is left alone.
    ///
    /// One transaction. Throws `failed` if there is no such plan, and `used` if it was used before. A
    /// folder is due no sooner than the last of what is staged below it.
    package func stage(
        plan: String, orders: [StagingOrder], actor: String, at: Timestamp
    ) throws(LedgerError) -> StagingResult {
        for order in orders {
            let item = order.item
            try StorableText.check(
                item.drive, item.id, item.path, item.eTag, item.cTag, order.driveIdentity,
                order.driveRoot)
            if !order.due.isStorable {
                throw LedgerError(
                    .failed, Message("an undo window ends too far from now; shorten it"))
            }
        }
        let dueTimes = FolderDueTimes(orders).dueTimes
        return try write { db in
            let number = try Self.markUsed(plan, db, at: at)
            var staging = Staging(db, plan: (number, plan), actor: actor, at: at)
            for (order, due) in zip(orders, dueTimes) { try staging.stage(order, due: due) }
            try staging.recordRenewals()
            let result = staging.result
            let detail = "{\"staged\":\(result.staged),\"skipped\":\(result.skipped)}"
            try staging.history.append("plan-used", plan: plan, detail: detail)
            return result
        }
    }

    /// Marks the plan used; its number.
    private static func markUsed(_ plan: String, _ db: Database, at: Timestamp) throws -> Int64 {
        let found = try db.first("SELECT number, used_at FROM plan WHERE id = ?", [plan.value]) {
            (number: try $0.integer(0), usedAt: try $0.instantIfAny(1))
        }
        guard let found else {
            throw LedgerError(
                .failed, Message("the state file knows no plan \(plan); make a new one"))
        }
        if found.usedAt != nil {
            throw LedgerError(
                .used,
                Message("plan \(plan) was staged already, and a plan is used once; make a new one"))
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

    /// The first `most` items that were ever staged after the one of number `last`, by number.
    package nonisolated func stagedItems(
        after last: Int64, most: Int
    ) async throws(LedgerError) -> [StagedItem] {
        try await read { db in
            var table = StagedTable(db)
            return try table.items(
                "number > ? ORDER BY number LIMIT ?", [last.value, max(0, most).value])
        }
    }

    /// The number of the item that was staged last; 0 before the first.
    package nonisolated func lastStagedNumber() async throws(LedgerError) -> Int64 {
        try await read { db in
            try db.number("SELECT coalesce(max(number), 0) FROM staged_item", []) ?? 0
        }
    }

    /// How many items are read at once by those who handle any number of them.
    package static let pageSize = 2_000

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

    /// `items` as they stand now, in their order.
    ///
    /// What was staged is read again only of those that were staged anew since.
    package nonisolated func asTheyStand(
        _ items: [StagedItem]
    ) async throws(LedgerError) -> [StagedItem] {
        try await read { db in
            var table = StagedTable(db)
            return try table.asTheyStand(items)
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
            return try table.items(Self.isDueInOrder, [now.value])
        }
    }

    /// The numbers of what `dueItems` gives, in the same order: of hundreds of thousands, the items
    /// themselves are read some thousands at a time.
    package nonisolated func dueNumbers(at now: Timestamp) async throws(LedgerError) -> [Int64] {
        try await read { db in
            var numbers: [Int64] = []
            try db.each(
                "SELECT number FROM staged_item WHERE \(Self.isDueInOrder)", [now.value]
            ) { numbers.append(try $0.integer(0)) }
            return numbers
        }
    }

    private static let isDueInOrder = """
        \(Schema.isActive) AND due <= ?1
            AND (state = 'staged' OR state = 'held' OR state = 'failed' AND retry_at <= ?1
                OR state = 'deferred')
        ORDER BY type = 'folder',
            CASE type WHEN 'folder'
                THEN length(replace(path, '/', '')) - length(path) ELSE 0 END,
            due, size DESC NULLS LAST, path, id, drive, number
        """

    /// The condition that an item went at `?3` or later and was not brought back: by us, or by others
    /// or a request of ours whose answer was lost. Of the latter only the history says when; it is
    /// read from its end.
    private static let hasLeft = """
        (state = 'deleted' AND deleted_at >= ?3
            OR state = 'gone' AND number IN (
                SELECT staged FROM history WHERE to_state = 'gone' AND sequence > coalesce((
                    SELECT sequence FROM history WHERE at < ?3 ORDER BY sequence DESC LIMIT 1), 0)))
        """

    /// Which of `addresses` were deleted or found to be gone since `instant` and were not brought
    /// back.
    package nonisolated func deleted(
        _ addresses: [ItemAddress], since instant: Timestamp
    ) async throws(LedgerError) -> Set<ItemAddress> {
        try await read { db in
            let sql = """
                SELECT 1 FROM staged_item WHERE volume = ?1 AND item_key = ?2 AND \(Self.hasLeft)
                """
            return Set(
                try addresses.filter {
                    try db.first(sql, [$0.volume.value, $0.key.value, instant.value]) { _ in true }
                        != nil
                })
        }
    }

    /// What was staged last of each of `addresses`; those of which nothing ever was are left out.
    package nonisolated func newestStaged(
        at addresses: [ItemAddress]
    ) async throws(LedgerError) -> [ItemAddress: StagedItem] {
        try await read { db in
            var table = StagedTable(db)
            var found: [ItemAddress: StagedItem] = [:]
            for address in addresses {
                found[address] = try table.items(
                    "volume = ? AND item_key = ? ORDER BY number DESC LIMIT 1",
                    [address.volume.value, address.key.value]
                ).first
            }
            return found
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

    /// How many items wait for their deletion, and when the first of them may go; nil where none
    /// does. An item that failed may go when it is tried again.
    package nonisolated func waitingItems() async throws(LedgerError) -> (
        count: Int, first: Timestamp
    )? {
        try await read { db in
            try db.first(
                """
                SELECT count(*), min(max(due, coalesce(retry_at, due))) FROM staged_item
                    WHERE \(Schema.isActive) AND state IN ('staged', 'failed', 'held', 'deferred')
                """
            ) { row -> (count: Int, first: Timestamp)? in
                let count = try row.integer(0)
                if count == 0 { return nil }
                return (Int(count), try row.instant(1))
            } ?? nil
        }
    }

    /// How many items were ever staged, by the state that each is in now.
    package nonisolated func itemCounts() async throws(LedgerError) -> [String: Int64] {
        try await read { db in
            var counts: [String: Int64] = [:]
            try db.each("SELECT state, count(*) FROM staged_item GROUP BY state") { row in
                counts[try row.text(0)] = try row.integer(1)
            }
            return counts
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

    /// The ids of items of the drive of that `identity` that were deleted or found to be gone since
    /// `instant` and were not brought back.
    package nonisolated func deletedIDs(
        identity: String, since instant: Timestamp
    ) async throws(LedgerError) -> [String] {
        try await read { db in
            var ids: [String] = []
            try db.each(
                """
                SELECT id FROM staged_item WHERE volume = ?1 AND ?2 AND \(Self.hasLeft)
                """, [DriveIdentityText(identity).volume.value, true.value, instant.value]
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
