// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import Messages
internal import RuleEngine

extension Ledger {
    /// Everything that statistics count, of one instant.
    ///
    /// Staged items are counted where they lie, so that a million of them is no million values.
    package nonisolated func figures() async throws(LedgerError) -> LedgerFigures {
        try await read { db in
            var figures = LedgerFigures()
            figures.sequence =
                try db.first("SELECT coalesce(max(sequence), 0) FROM history") {
                    try $0.integer(0)
                } ?? 0
            figures.acts = try ReviewActTable(db: db).acts("TRUE ORDER BY number")
            // What was decided on another device is counted there.
            figures.decisions = try DecisionTable(db: db).decisions(
                "source NOT GLOB '\(DecisionRecord.devicePrefix)*' ORDER BY number")
            figures.quota = try QuotaTable(db: db).all()
            let tallies = StagedTallies(db: db)
            figures.staged = try tallies.byRules() + tallies.byPersons()
            try db.each(
                "SELECT id, saved_at, used_at, review_count FROM plan ORDER BY saved_at, number"
            ) { row in
                figures.plans.append(
                    SavedPlanFigures(
                        id: try row.text(0), savedAt: try row.instant(1),
                        usedAt: try row.instantIfAny(2), reviewCount: try row.integer(3)))
            }
            return figures
        }
    }
}

/// Counts staged items, inside a transaction.
private struct StagedTallies {
    let db: Database

    /// Sizes are summed up in two halves: so the sums of a billion items fit, whatever their sizes.
    private static let halfBits: Int64 = 30

    private static let columns = """
        s.drive, r.terms ->> '$.method', s.state, s.purged, s.quota_day, min(s.deleted_at),
        max(s.deleted_at), count(*), \(sizes)
        """

    /// Folders have no size of their own.
    private static let sizes = """
        coalesce(sum(CASE s.type WHEN 'file' THEN max(s.size, 0) >> \(halfBits) END), 0),
        coalesce(sum(CASE s.type WHEN 'file'
            THEN max(s.size, 0) & \((1 << halfBits) - 1) END), 0),
        sum(s.type = 'file' AND s.size IS NULL)
        """

    /// What rules decided, by rule.
    func byRules() throws -> [StagedTally] {
        try tallies(
            """
            SELECT \(Self.columns), r.terms ->> '$.rule'
            FROM staged_item AS s JOIN ruling AS r ON r.number = s.ruling
            WHERE r.terms ->> '$.rule' IS NOT NULL
            GROUP BY s.ruling, s.drive, s.state, s.purged, s.quota_day
            ORDER BY s.ruling, s.drive, s.state, s.purged, s.quota_day
            """, isDecidedByPerson: false)
    }

    /// What persons decided, by the rule that had put it up when they did.
    func byPersons() throws -> [StagedTally] {
        try tallies(
            """
            SELECT \(Self.columns), (
                SELECT d.rule FROM decision AS d WHERE d.volume = s.volume AND d.item_key = s.item_key
                    AND d.verdict = 'delete' AND d.decided_at <= s.staged_at
                    AND d.undone_at IS NULL ORDER BY d.number DESC LIMIT 1) AS put_up_by
            FROM staged_item AS s JOIN ruling AS r ON r.number = s.ruling
            WHERE r.terms ->> '$.rule' IS NULL
            GROUP BY s.ruling, s.drive, s.state, s.purged, s.quota_day, put_up_by
            ORDER BY s.ruling, s.drive, s.state, s.purged, s.quota_day, put_up_by
            """, isDecidedByPerson: true)
    }

    private func tallies(_ sql: String, isDecidedByPerson: Bool) throws -> [StagedTally] {
        var tallies: [StagedTally] = []
        try db.each(sql) { row in
            guard let state = ItemState(rawValue: try row.text(2)) else {
                throw DamagedContent(reason: Message("an item is in a state that does not exist"))
            }
            tallies.append(
                StagedTally(
                    drive: try row.text(0), rule: try row.textIfAny(11),
                    isDecidedByPerson: isDecidedByPerson, method: try row.text(1), state: state,
                    isPurged: try row.integer(3) != 0, day: try row.textIfAny(4),
                    firstDeletedAt: try row.instantIfAny(5), lastDeletedAt: try row.instantIfAny(6),
                    items: try row.integer(7), bytes: try Self.sum(row.integer(8), row.integer(9)),
                    unknownSizes: try row.integer(10)))
        }
        return tallies
    }

    /// Both halves together; what does not fit into a number is the largest one.
    private static func sum(_ high: Int64, _ low: Int64) -> Int64 {
        let (product, isOver) = high.multipliedReportingOverflow(by: 1 << halfBits)
        let (sum, isPast) = product.addingReportingOverflow(low)
        return isOver || isPast ? .max : sum
    }
}
