// SPDX-License-Identifier: Apache-2.0

import GRDB

@testable import StateLedger

extension Ledger {
    /// Runs `sql` behind the ledger's back, in a transaction.
    func run(_ sql: String) throws(LedgerError) {
        try write { db in try db.execute(sql: sql) }
    }

    /// Runs `sql` behind the ledger's back, outside any transaction.
    nonisolated func runAlone(_ sql: String) throws {
        try connections.writer.inDatabase { db in try db.execute(sql: sql) }
    }

    /// The whole number that `sql` gives.
    nonisolated func number(_ sql: String) async throws -> Int64? {
        try await read { db in try Int64.fetchOne(db, sql: sql) }
    }

    /// The texts that `sql` gives.
    nonisolated func texts(_ sql: String) async throws -> [String] {
        try await read { db in try String.fetchAll(db, sql: sql) }
    }

    /// How large the file may become: `pages` more than it is.
    nonisolated func limitGrowth(toPages pages: Int) throws {
        try connections.writer.inDatabase { db in
            let count = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
            try db.execute(sql: "PRAGMA max_page_count = \(count + pages)")
        }
    }

    /// The file may grow again.
    nonisolated func liftLimit() throws {
        try runAlone("PRAGMA max_page_count = 1000000")
    }
}

/// A step of the schema that runs `sql`.
func migration(_ sql: String) -> Migration {
    Migration { db in try db.execute(sql: sql) }
}

extension Ledger {
    /// What the writing connection answers to a pragma.
    nonisolated func pragma(_ name: String) throws -> Int? {
        try connections.writer.inDatabase { db in
            try Int.fetchOne(db, sql: "PRAGMA \(name)")
        }
    }
}

extension Ledger {
    /// How SQLite goes about `query`, one line a step.
    nonisolated func queryPlan(_ query: String) async throws -> [String] {
        try await read { db in
            try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN \(query)").map { $0["detail"] }
        }
    }
}
