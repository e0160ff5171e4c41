// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import Messages
internal import RuleEngine

/// What a state file holds of listings, for whoever only looks: of one instant, whoever writes to
/// the file meanwhile, and nothing in it or beside it is changed.
package struct KeptListings {
    /// A drive that the state knows.
    package struct Drive: Sendable, Hashable {
        /// What is known of it.
        package let record: LedgerDrive
        /// Whether its listing is kept.
        package let hasListing: Bool
        /// Whether somebody has begun to ask what there is on it, and has not come to the end: what
        /// is kept is older.
        package let isUnfinished: Bool
        /// How many of its items wait for their deletion.
        package let waitingCount: Int64
    }

    private let db: Database
    private let file: StateFile

    init(db: Database, file: StateFile) {
        self.db = db
        self.file = file
    }

    /// What `body` makes of the state file at `path`, which must be there; it may be called again
    /// where the file has changed meanwhile.
    ///
    /// Blocks: up to a few seconds where the file was written to a moment ago. Throws as opening
    /// does; an older version is refused.
    package static func read<Value>(
        _ path: String, options: LedgerOptions = LedgerOptions(),
        _ body: (KeptListings) throws(LedgerError) -> Value
    ) throws(LedgerError) -> Value {
        let file = try StateFile.located(path)
        try file.checkOwnership()
        try file.demandAlone()
        if try !file.isOpenHere() {
            try file.check(newestVersion: Int32(options.migrations.count))
        }
        return try KeptReading(file: file, options: options).value(body)
    }

    /// The drives that were listed once, by the bytes of their names.
    package func drives() throws(LedgerError) -> [Drive] {
        try asking {
            let table = CatalogTable(db: db)
            return try table.drives("TRUE ORDER BY name").map { record in
                Drive(
                    record: record, hasListing: (try table.partCount(of: record.name) ?? 0) > 0,
                    isUnfinished: try isUnfinished(record.name),
                    waitingCount: try waitingCount(record.name))
            }
        }
    }

    /// All pieces of the listing of that drive; none without a listing.
    ///
    /// Throws `corrupt` if one is missing, or is not what was saved.
    package func parts(of drive: String) throws(LedgerError) -> [CatalogPart] {
        try asking { try CatalogTable(db: db).listing(of: drive) }
    }

    /// The decisions that stand, in the order in which they were made.
    package func decisions() throws(LedgerError) -> [DecisionRecord] {
        try asking {
            try DecisionTable(db: db).decisions("\(DecisionTable.stands) ORDER BY number")
        }
    }

    /// Whether there are pages of that drive which are no whole listing, or go on after one.
    private func isUnfinished(_ drive: String) throws -> Bool {
        let count = try db.number(
            """
            SELECT count(*) FROM feed
            WHERE drive = ? AND (is_complete = 0 OR coalesce(
                (SELECT ends_round FROM feed_page WHERE feed_page.generation = feed.generation
                    ORDER BY feed_page.number DESC LIMIT 1), 0) = 0)
            """, [drive.value])
        return (count ?? 0) > 0
    }

    private func waitingCount(_ drive: String) throws -> Int64 {
        let sql = "SELECT count(*) FROM staged_item WHERE drive = ? AND \(Schema.isActive)"
        return try db.number(sql, [drive.value]) ?? 0
    }

    private func asking<Value>(_ body: () throws -> Value) throws(LedgerError) -> Value {
        do {
            return try body()
        } catch {
            throw LedgerError(error, in: file)
        }
    }
}
