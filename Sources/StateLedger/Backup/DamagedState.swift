// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import RuleEngine

/// What can still be read of a state file that is damaged, without changing it.
struct DamagedState {
    /// The lines of the history that follow on those of a backup, without a gap.
    var following: [HistoryEntry] = []
    /// Lines after a gap, in their order.
    var later: [HistoryEntry] = []
    /// Whether these are surely all that were ever recorded.
    var isWhole = false
    /// The plans that it tells of, by id.
    var plans: [String: LedgerPlan] = [:]
    /// The drives that it has listed, as it knows them; none where one of them cannot be read.
    var drives: [LedgerDrive] = []
    /// Decisions that it tells of, whatever its history says.
    var decisions: [DecisionRecord] = []
    /// Items that it says were deleted, whatever its history says.
    var deleted: [StagedItem] = []

    /// Reads what `file` tells beyond `last`, the last line of a backup; nothing if it is not the
    /// history of that backup that goes on there.
    init(_ file: StateFile, after last: HistoryEntry?, _ options: LedgerOptions) {
        var found: DamagedState?
        // Whatever fails here, what was read before counts.
        try? {
            let queue = try DatabaseQueue(
                path: file.path, configuration: LedgerConnections.reading(options))
            defer { try? queue.close() }
            try queue.inDatabase { db in
                try db.inTransaction(.deferred) {
                    found = DamagedState(db, after: last)
                    return .rollback
                }
            }
        }()
        guard let found else { return }
        self = found
        if !LogVersion.isIntact(path: file.logPath) { isWhole = false }
    }

    private init(_ db: Database, after last: HistoryEntry?) {
        let reader = HistoryReader(db: db)
        let base = last?.sequence ?? 0
        if let last {
            // Another history may go on there: then nothing in it is about this backup.
            let same = reader.readable("h.sequence = ?", [base.value]).entries.first
            if let same, same != last { return }
        }
        let (lines, isReadable) = reader.readable(
            "h.sequence > ? ORDER BY h.sequence", [base.value])
        following = Self.withoutGap(lines, after: base)
        let end = base + Int64(following.count)
        later = lines.filter { $0.sequence > end }
        if !isReadable {
            let backwards = reader.readable(
                "h.sequence > ? ORDER BY h.sequence DESC",
                [(lines.last?.sequence ?? base).value])
            later += backwards.entries.reversed()
        }
        let check = try? String.fetchOne(db, sql: "PRAGMA quick_check(history)")
        isWhole = isReadable && later.isEmpty && check == "ok" && Self.holds(base, db)
        plans = Dictionary(
            Self.plans(db).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        drives = (try? CatalogTable(db: db).drives("TRUE")) ?? []
        if isWhole { return }
        decisions = Self.rows(db, "decision") { number in
            try DecisionTable(db: db).decisions("number = ?", [number.value]).first
        }
        var table = StagedTable(db)
        deleted = Self.rows(db, "staged_item") { number in try table.item(number) }
            .filter { $0.state == .deleted }
    }

    /// A file that ends before the backup does has lost something.
    private static func holds(_ base: Int64, _ db: Database) -> Bool {
        let last = try? db.first("SELECT coalesce(max(sequence), 0) FROM history") {
            try $0.integer(0)
        }
        return (last ?? nil).map { $0 >= base } ?? false
    }

    private static func withoutGap(_ lines: [HistoryEntry], after base: Int64) -> [HistoryEntry] {
        var next = base
        return Array(
            lines.prefix { line in
                next += 1
                return line.sequence == next
            })
    }

    private static func plans(_ db: Database) -> [LedgerPlan] {
        rows(db, "plan") { number in
            try PlanTable(db: db).plans("number = ?", [number.value]).first
        }
    }

    /// What `read` makes of each row of `table` that can be read.
    private static func rows<Value>(
        _ db: Database, _ table: String, _ read: (Int64) throws -> Value?
    ) -> [Value] {
        var numbers: Set<Int64> = []
        for order in ["ASC", "DESC"] {
            try? db.each("SELECT number FROM \(table) ORDER BY number \(order)") {
                numbers.insert(try $0.integer(0))
            }
        }
        return numbers.sorted().compactMap { number in (try? read(number)) ?? nil }
    }
}
