// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import GRDB
internal import Messages
package import RuleEngine

extension Ledger {
    /// Opens the state file at `path`, and makes an empty one if there is none.
    ///
    /// Blocks. A file of an older version is brought up to date, after a backup. A file that is
    /// damaged, foreign or of a newer version is refused and stays as it is, byte for byte.
    package static func open(path: String, now: Timestamp) throws(LedgerError) -> Ledger {
        try open(path: path, now: now, options: LedgerOptions())
    }

    /// Opens the state file at `path`, which must be there. One of an earlier version is refused,
    /// or, with `migrates`, brought up to date after a copy of it was made.
    package static func openExisting(
        path: String, now: Timestamp, migrates: Bool = false
    ) throws(LedgerError) -> Ledger {
        try openExisting(path: path, now: now, migrates: migrates, options: LedgerOptions())
    }

    /// A state that is gone with the process.
    package static func inMemory(now: Timestamp) throws(LedgerError) -> Ledger {
        try inMemory(now: now, options: LedgerOptions())
    }

    /// The same with `options` apart from the defaults.
    package static func open(
        path: String, now: Timestamp, options: LedgerOptions
    ) throws(LedgerError) -> Ledger {
        var options = options
        options.namedPath = StateFile(path).path
        let file = try StateFile.located(path)
        try file.checkOwnership()
        try file.settle()
        if try !file.exists() {
            if let left = file.remains { throw file.lost(left) }
            try file.create(options, now: now)
        }
        return try Opening(file: file, options: options, mayMigrate: true).open()
    }

    /// The same with `options` apart from the defaults.
    package static func openExisting(
        path: String, now: Timestamp, migrates: Bool = false, options: LedgerOptions
    ) throws(LedgerError) -> Ledger {
        var options = options
        options.namedPath = StateFile(path).path
        let file = try StateFile.located(path)
        try file.checkOwnership()
        try file.settle()
        if try !file.exists() { throw file.remains.map(file.lost) ?? file.absent() }
        return try Opening(file: file, options: options, mayMigrate: migrates).open()
    }

    /// The same with `options` apart from the defaults.
    package static func inMemory(
        now: Timestamp, options: LedgerOptions
    ) throws(LedgerError) -> Ledger {
        let file = StateFile(memory: ())
        do {
            let queue = try DatabaseQueue(configuration: LedgerConnections.writing(options))
            try queue.inDatabase { db in try StateFile.fill(db, options, now: now) }
            return Ledger(
                file: file, identity: nil, options: options,
                connections: LedgerConnections(writer: queue, reader: queue))
        } catch {
            throw LedgerError(error, in: file)
        }
    }
}

/// Opens a file that is there, from the checks that change nothing to the first reading.
struct Opening {
    let file: StateFile
    let options: LedgerOptions
    let mayMigrate: Bool

    /// Files are opened one after another, for the sake of `isOpenHere`.
    private static let queue = DispatchQueue(label: "state-file-opening")

    /// The ledger over the file, once everything is found in order.
    func open() throws(LedgerError) -> Ledger {
        try file.checkNames()
        do {
            return try Self.queue.sync {
                // sqlite.org/howtocorrupt.html, 2.2: whoever closes a file lets go of all locks
                // that the process has on it, those of another connection too. Where there is one,
                // the file was looked at when that was opened.
                if try !file.isOpenHere() {
                    try file.check(newestVersion: Int32(options.migrations.count))
                }
                return try openRoomily()
            }
        } catch {
            throw LedgerError(error, in: file)
        }
    }

    /// The ledger over the file; where there is no room for what lies beside it, the one that needs
    /// none.
    private func openRoomily() throws -> Ledger {
        do {
            return try openChecked()
        } catch {
            let found = LedgerError(error, in: file)
            guard found.kind == .full || found.kind == .inaccessible && found.code != nil,
                let alone = try? openAlone()
            else { throw error }
            return alone
        }
    }

    /// The ledger over the file for one process alone: what others would share lies in its memory.
    ///
    /// On a full disk that is the only way to read a file that nobody else has open. Where another
    /// process has it open, what is shared is there already, and this is not needed.
    private func openAlone() throws -> Ledger {
        let queue = try DatabaseQueue(
            path: file.path, configuration: LedgerConnections.alone(options))
        do {
            try queue.inDatabase { db in
                try check(db)
                try prepare(db)
            }
            return Ledger(
                file: file, identity: try file.identity(), options: options,
                connections: LedgerConnections(writer: queue, reader: queue))
        } catch {
            try? queue.close()
            throw error
        }
    }

    private func openChecked() throws -> Ledger {
        // A connection that only reads never brings the log into the file, not even when it is the
        // last to close. Without a log there is nothing to bring, and it would leave one behind.
        let first = file.hasLog ? try reader(andCheck: true) : nil
        defer { try? first?.close() }
        let writer = try DatabaseQueue(
            path: file.path, configuration: LedgerConnections.writing(options))
        do {
            try writer.inDatabase { db in
                if first == nil { try check(db) }
                try prepare(db)
            }
            let reader = try reader(andCheck: false)
            return Ledger(
                file: file, identity: try file.identity(), options: options,
                connections: LedgerConnections(writer: writer, reader: reader))
        } catch {
            try? writer.close()
            throw error
        }
    }

    private func reader(andCheck checks: Bool) throws -> DatabaseQueue {
        let reader = try DatabaseQueue(
            path: file.path, configuration: LedgerConnections.reading(options))
        if checks {
            do {
                try reader.inDatabase(check)
            } catch {
                try? reader.close()
                throw error
            }
        }
        return reader
    }

    /// Looks at what SQLite makes of the file and its log together.
    func check(_ db: Database) throws {
        let id = try Int32.fetchOne(db, sql: "PRAGMA application_id")
        if id != Schema.applicationID {
            throw file.corrupt(Message("it is a database of another program"))
        }
        let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        if version > options.migrations.count { throw file.newer(Int32(clamping: version)) }
        if version < 1 { throw file.corrupt(Message("it says to be of version \(version)")) }
        let pages = try Int64.fetchOne(db, sql: "PRAGMA page_count") ?? 0
        let pageSize = try Int64.fetchOne(db, sql: "PRAGMA page_size") ?? 0
        let isWhole = pages * pageSize <= options.wholeCheckBytesMax
        let checks = isWhole ? ["quick_check(1)"] : Self.tablesToCheck.map { "quick_check(\($0))" }
        for check in checks {
            let answer = try String.fetchOne(db, sql: "PRAGMA \(check)")
            if answer != "ok" { throw file.corrupt(Message("SQLite finds errors in it")) }
        }
        if version == options.migrations.count { try checkSchema(db) }
    }

    /// Tables that hold what can be had from nowhere else. The pieces of catalogs and plans have
    /// checksums of their own, and hashes can be computed again.
    private static let tablesToCheck = [
        "setting", "drive", "plan", "decision", "ruling", "staged_item", "quota", "history",
        "unlike", "group_decision",
    ]

    /// Every table, index and trigger has to be the one that the program makes.
    private func checkSchema(_ db: Database) throws {
        let model = try DatabaseQueue()
        let wanted = try model.inDatabase { db in
            for migration in options.migrations { try migration.body(db) }
            return try Self.schema(db)
        }
        if try Self.schema(db) != wanted {
            throw file.corrupt(Message("its tables are not as they were made"))
        }
    }

    private static func schema(_ db: Database) throws -> Set<String> {
        // What begins with sqlite_ belongs to SQLite.
        try Set(
            String.fetchAll(
                db,
                sql: """
                    SELECT type || ' ' || name || ' ' || tbl_name || ' ' || coalesce(sql, '')
                    FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
                    """))
    }

    /// Brings the file up to date and into the mode in which reading does not wait.
    private func prepare(_ db: Database) throws {
        try migrate(db)
        // A backup that was put in the place of the file has a rollback journal.
        let mode = try String.fetchOne(db, sql: "PRAGMA journal_mode = WAL")
        if mode != "wal" {
            throw LedgerError(
                .inaccessible,
                Message(
                    "the state file \(file.path) lies where SQLite cannot share it between processes;"
                        + " name one on a local disk with --state"))
        }
    }

    /// Takes each step that is missing, a backup before each.
    private func migrate(_ db: Database) throws {
        var hasChanged = false
        while true {
            let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
            if version >= options.migrations.count {
                if hasChanged { try checkSchema(db) }
                return
            }
            if !mayMigrate {
                throw file.older(version, than: options.migrations.count)
            }
            try step(db, from: version)
            hasChanged = true
        }
    }

    private func step(_ db: Database, from version: Int) throws {
        // data_version changes when another connection commits: then the backup is not of what is
        // about to be changed, and a new one is made.
        let state = try Int.fetchOne(db, sql: "PRAGMA data_version")
        let backup = try file.backUp(db, before: version + 1)
        do {
            try db.inTransaction(.immediate) {
                guard try Int.fetchOne(db, sql: "PRAGMA data_version") == state else {
                    return .rollback
                }
                try options.migrations[version].body(db)
                try db.execute(sql: "PRAGMA user_version = \(version + 1)")
                options.beforeCommit()
                return .commit
            }
        } catch {
            var failure = LedgerError(error, in: file)
            failure.clause = failure.clause + Message("; before that it was copied to \(backup)")
            throw failure
        }
    }
}
