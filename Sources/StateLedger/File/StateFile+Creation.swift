// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import Glibc
internal import POSIX
internal import RuleEngine

extension StateFile {
    /// Makes an empty state file, whole or not at all; does nothing if there is one by then.
    ///
    /// It is made under another name and gets its own when everything is in it, so that no
    /// process, and no loss of power, ever sees a part of it.
    func create(_ options: LedgerOptions, now: Timestamp) throws(LedgerError) {
        try createFolder()
        do {
            try build(in: path, options) { db in try Self.fill(db, options, now: now) }
        } catch let error as SystemError where error.code == EEXIST {
            // Another process was faster.
        } catch {
            throw LedgerError(error, in: self)
        }
    }

    /// Makes a state file that holds what `fill` writes, and gives it the name `target`, which must
    /// be free, when everything is in it and on the disk.
    func build(
        in target: String, _ options: LedgerOptions, step: (ReplacementStep) -> Void = { _ in },
        _ fill: (Database) throws -> Void
    ) throws {
        let part = PartName.new(for: path)
        defer { PartName.remove(part) }
        _ = try FileDescriptor(part, O_RDWR | O_CREAT | O_EXCL)
        let queue = try DatabaseQueue(path: part, configuration: LedgerConnections.writing(options))
        do {
            try queue.inDatabase { db in
                try fill(db)
                _ = try String.fetchOne(db, sql: "PRAGMA journal_mode = WAL")
            }
        } catch {
            try? queue.close()
            throw error
        }
        try queue.close()
        try FileReplacement.synchronize(file: part)
        step(.isBuilt)
        try Self.publish(part, as: target)
        try FileReplacement.synchronize(folder: folder)
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
    func createFolder() throws(LedgerError) {
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
                try FileReplacement.synchronize(folder: StateFile(path).folder)
            } catch {
                throw inaccessible(error)
            }
        }
    }
}
