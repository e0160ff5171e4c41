// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import Glibc
internal import Messages
internal import POSIX
internal import RuleEngine

/// A copy of all of a state file that cannot be had again: everything but listings, cached hashes,
/// the pages of drives that tell what has changed, and the documents of all plans but the newest.
///
/// O(what is copied): tables and indexes are copied page by page, of one instant, while others read
/// and write. docs/performance.md has the cost.
struct StateCopy {
    /// The state that is copied.
    let source: StateFile
    /// How long it waits for another process.
    let options: LedgerOptions

    /// Tables of which the copy has no rows, or not all.
    private static let left = Set(CatalogTable.remakeable + ["plan_piece"])

    /// Writes the copy into the file at `path`, which is empty, checks it, and returns when it is on
    /// the disk. It has a rollback journal, so that it is one file.
    ///
    /// Throws if the copy does not hold together: then so does not what was copied.
    func write(to path: String) throws {
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        do {
            try queue.inDatabase { db in
                try db.execute(sql: "ATTACH DATABASE ? AS source", arguments: [source.path])
                try db.inTransaction {
                    try copy(db)
                    return .commit
                }
                try db.execute(sql: "DETACH DATABASE source")
                try Self.check(db)
            }
        } catch {
            try? queue.close()
            throw error
        }
        try queue.close()
        try FileReplacement.synchronize(file: path)
    }

    private var configuration: Configuration {
        var configuration = Configuration()
        // References hold in the source; the copy is checked as a whole at its end.
        configuration.foreignKeysEnabled = false
        configuration.busyMode = .timeout(options.waitSeconds)
        configuration.label = "state-copy"
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA trusted_schema = OFF")
            try db.execute(sql: "PRAGMA cell_size_check = ON")
            try db.execute(sql: "PRAGMA temp_store = MEMORY")
            // Nobody sees the copy before it is whole and was flushed.
            try db.execute(sql: "PRAGMA main.synchronous = OFF")
            try db.execute(sql: "PRAGMA main.journal_mode = OFF")
        }
        return configuration
    }

    private func copy(_ db: Database) throws {
        let things = try Row.fetchAll(
            db,
            sql: """
                SELECT type, name, sql FROM source.sqlite_schema
                WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
                """
        ).map { (type: try $0.text(0), name: try $0.text(1), sql: try $0.text(2)) }
        // With its indexes and without its triggers, SQLite copies a table page by page.
        for type in ["table", "index"] {
            for thing in things where thing.type == type { try db.execute(sql: thing.sql) }
        }
        for table in things where table.type == "table" && !Self.left.contains(table.name) {
            let name = table.name.quotedDatabaseIdentifier
            try db.execute(sql: "INSERT INTO main.\(name) SELECT * FROM source.\(name)")
        }
        try db.execute(
            sql: """
                INSERT INTO main.plan_piece SELECT * FROM source.plan_piece
                WHERE plan = (SELECT number FROM source.plan ORDER BY saved DESC LIMIT 1);
                UPDATE main.plan SET document_bytes = NULL
                WHERE number NOT IN (SELECT plan FROM main.plan_piece);
                """)
        try CatalogTable(db: db).forgetListings()
        for thing in things where !["table", "index"].contains(thing.type) {
            try db.execute(sql: thing.sql)
        }
        for pragma in ["application_id", "user_version"] {
            let value = try Int32.fetchOne(db, sql: "PRAGMA source.\(pragma)") ?? 0
            try db.execute(sql: "PRAGMA main.\(pragma) = \(value)")
        }
    }

    /// Throws if what `db` holds does not hold together.
    static func check(_ db: Database) throws {
        let answer = try String.fetchOne(db, sql: "PRAGMA integrity_check(1)")
        if answer != "ok" { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
        if try Row.fetchOne(db, sql: "PRAGMA foreign_key_check") != nil {
            throw DamagedContent(reason: Message("it refers to what it does not hold"))
        }
    }
}
