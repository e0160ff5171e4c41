// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import Glibc
internal import RuleEngine

extension StateFile {
    /// Makes an empty state file, whole or not at all; does nothing if there is one by then.
    ///
    /// It is made under another name and gets its own when everything is in it, so that no
    /// process, and no loss of power, ever sees a part of it.
    func create(_ options: LedgerOptions, now: Timestamp) throws(LedgerError) {
        try createFolder()
        let part = "\(path).new-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
        defer {
            for suffix in ["", "-journal", "-wal", "-shm"] { unlink(part + suffix) }
        }
        do {
            _ = try OpenFile(part, O_RDWR | O_CREAT | O_EXCL)
            let queue = try DatabaseQueue(
                path: part, configuration: LedgerConnections.writing(options))
            do {
                try queue.inDatabase { db in
                    try Self.fill(db, options, now: now)
                    _ = try String.fetchOne(db, sql: "PRAGMA journal_mode = WAL")
                }
            } catch {
                try? queue.close()
                throw error
            }
            try queue.close()
            try OpenFile(part, O_RDWR).synchronize()
            try Self.publish(part, as: path)
            try OpenFile(folder, O_RDONLY | O_DIRECTORY).synchronize()
        } catch let error as SystemError where error.code == EEXIST {
            // Another process was faster.
        } catch {
            throw LedgerError(error, in: self)
        }
    }

    /// Writes the schema and the first lines into the empty `db`.
    static func fill(_ db: Database, _ options: LedgerOptions, now: Timestamp) throws {
        try db.inTransaction(.immediate) {
            try db.execute(sql: "PRAGMA application_id = \(Schema.applicationID)")
            for migration in options.migrations { try migration.body(db) }
            try db.execute(sql: "PRAGMA user_version = \(options.migrations.count)")
            try db.execute(
                sql: "INSERT INTO setting (name, value) VALUES ('first_used', ?)",
                arguments: [String(now.secondsSinceEpoch)])
            return .commit
        }
    }

    /// Makes the folder and those above it, for the owner alone.
    private func createFolder() throws(LedgerError) {
        var missing: [String] = []
        var folder = self.folder
        var status = stat()
        while stat(folder, &status) != 0 {
            if errno != ENOENT { throw inaccessible(SystemError(code: errno)) }
            missing.append(folder)
            folder = StateFile(folder).folder
        }
        for path in missing.reversed() {
            if mkdir(path, 0o700) != 0, errno != EEXIST {
                throw inaccessible(SystemError(code: errno))
            }
            do throws(SystemError) {
                try OpenFile(StateFile(path).folder, O_RDONLY | O_DIRECTORY).synchronize()
            } catch {
                throw inaccessible(error)
            }
        }
    }
}
