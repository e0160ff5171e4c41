// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import GRDB
internal import Messages
internal import POSIX
package import RuleEngine
internal import Threads

/// The state file of one profile: what was listed, planned, decided, staged, deleted, and when.
///
/// Every call that writes is one transaction: it happens as a whole, and is on the disk when the
/// call returns, or it throws and nothing has changed. Writing goes one call after another, on a
/// queue of its own. Reading never waits for writing, in this process or another: it sees what was
/// recorded when it began.
package actor Ledger {
    /// Where it lies.
    nonisolated let file: StateFile
    /// What tests set apart.
    nonisolated let options: LedgerOptions
    /// How it is reached.
    nonisolated let connections: LedgerConnections
    /// Which file it was when it was opened; nil in memory.
    private nonisolated let identity: FileIdentity?
    private let executor: QueueExecutor
    /// Whether anything was recorded through this object.
    package private(set) var hasWritten = false

    /// Takes over what was opened and checked.
    init(
        file: StateFile, identity: FileIdentity?, options: LedgerOptions,
        connections: LedgerConnections
    ) {
        self.file = file
        self.identity = identity
        self.options = options
        self.connections = connections
        executor = QueueExecutor(label: "state-file")
    }

    /// The actor's own queue: SQLite blocks.
    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// The absolute path of the state file; `:memory:` for a state in memory.
    package nonisolated var path: String { file.path }

    /// Whether nothing of it is on a disk.
    package nonisolated var isInMemory: Bool { file.path == StateFile.memoryPath }

    /// Closes the file, so that everything is in it and nothing lies beside it any more; every call
    /// after that throws. What is not closed loses nothing either.
    package func close() {
        connections.close()
    }

    /// When the state file was first used.
    package nonisolated func firstUsed() async throws(LedgerError) -> Timestamp {
        try await read { db in try Self.firstUsed(db) }
    }

    static func firstUsed(_ db: Database) throws -> Timestamp {
        let text = try String.fetchOne(
            db, sql: "SELECT value FROM setting WHERE name = 'first_used'")
        guard let seconds = text.flatMap(Int64.init) else {
            throw DamagedContent(reason: Message("it does not say when it was first used"))
        }
        return Timestamp(secondsSinceEpoch: seconds)
    }

    // MARK: - Access

    /// Runs `body` in one transaction that no other writer shares; it is on the disk afterwards, or
    /// nothing of it is.
    func write<Value>(_ body: (Database) throws -> Value) throws(LedgerError) -> Value {
        let value = try transaction(.immediate, connections.writer) { db in
            let value = try body(db)
            options.beforeCommit()
            return value
        }
        hasWritten = true
        return value
    }

    /// Runs `body` on what was recorded when it began, off the threads that run tasks.
    nonisolated func read<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(LedgerError) -> Value {
        try await BlockingCall.value(on: connections.readQueue) { () throws(LedgerError) in
            try self.readNow(body)
        }
    }

    /// Runs `body` on what was recorded when it began, on the calling thread.
    nonisolated func readNow<Value>(
        _ body: (Database) throws -> Value
    ) throws(LedgerError) -> Value {
        try transaction(.deferred, connections.reader, body)
    }

    /// The number of the schema that its tables have.
    ///
    /// Nobody reads the header of the file for that: to close a file takes the locks of SQLite on it
    /// away from this process (fcntl(2)).
    package nonisolated func schemaVersion() async throws(LedgerError) -> Int64 {
        try await read { db in try Self.schemaVersion(db) }
    }

    private nonisolated static func schemaVersion(_ db: Database) throws -> Int64 {
        try db.first("PRAGMA user_version") { try $0.integer(0) } ?? 0
    }

    /// A newer version of the program may have changed the tables since the file was opened.
    private nonisolated func checkVersion(_ db: Database) throws {
        let version = try Self.schemaVersion(db)
        if version != options.migrations.count { throw file.newer(Int32(clamping: version)) }
    }

    private nonisolated func transaction<Value>(
        _ kind: Database.TransactionKind, _ connection: DatabaseQueue,
        _ body: (Database) throws -> Value
    ) throws(LedgerError) -> Value {
        do {
            return try connection.inDatabase { db in
                if db.sqliteConnection == nil {
                    throw LedgerError(.failed, Message("the state file \(file.path) was closed"))
                }
                if kind == .immediate { try file.checkPlace(identity) }
                var value: Value?
                try db.inTransaction(kind) {
                    try checkVersion(db)
                    value = try body(db)
                    return .commit
                }
                guard let value else { throw DatabaseError(resultCode: .SQLITE_INTERNAL) }
                return value
            }
        } catch {
            throw LedgerError(error, in: file)
        }
    }
}
