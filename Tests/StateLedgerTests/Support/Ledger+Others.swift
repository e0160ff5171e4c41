// SPDX-License-Identifier: Apache-2.0

import GRDB
import StateLedger

extension Ledger {
    /// Everything that is held, as one text: what is equal before and after has not changed.
    func everything() async throws -> String {
        var text = ""
        try export { text += $0 }
        return text
    }

    /// Writes through a connection of its own until the closure that it returns is called.
    nonisolated func holdWriteLock() throws -> () throws -> Void {
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let other = try DatabaseQueue(path: path, configuration: configuration)
        try other.inDatabase { db in try db.execute(sql: "BEGIN IMMEDIATE") }
        return {
            try other.inDatabase { db in try db.execute(sql: "ROLLBACK") }
            try other.close()
        }
    }
}

/// Runs `sql` in the state file at `path`, with nobody looking after its references.
func execute(_ sql: String, inFile path: String) throws {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    try queue.write { db in try db.execute(sql: sql) }
    try queue.close()
}

/// The whole number that `sql` gives in the state file at `path`.
func number(_ sql: String, inFile path: String) throws -> Int64? {
    let queue = try DatabaseQueue(path: path)
    defer { try? queue.close() }
    return try queue.read { db in try Int64.fetchOne(db, sql: sql) }
}
