// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import Messages

/// How many items that a plan has staged are in a state.
package struct StateCount: Sendable, Hashable {
    /// The plan.
    package let plan: String
    /// The state.
    package let state: ItemState
    /// How many there are.
    package let items: Int64
}

/// How many items of a plan could not be deleted, and why.
package struct FailureCount: Sendable, Hashable {
    /// The plan.
    package let plan: String
    /// Why, one clause.
    package let problem: String
    /// How many there are.
    package let items: Int64
}

extension Ledger {
    /// How many items each plan has staged that could not be deleted, by why: those that are tried again, and
    /// those that are given up.
    package nonisolated func failureCounts() async throws(LedgerError) -> [FailureCount] {
        try await read { db in
            var counts: [FailureCount] = []
            let sql = """
                SELECT p.id, s.problem, count(*)
                FROM staged_item AS s JOIN plan AS p ON p.number = s.plan
                WHERE s.state IN ('failed', 'gave-up') AND s.problem IS NOT NULL
                GROUP BY p.id, s.problem ORDER BY p.id, s.problem
                """
            try db.each(sql, []) { row in
                counts.append(
                    FailureCount(
                        plan: try row.text(0), problem: try row.text(1), items: try row.integer(2)))
            }
            return counts
        }
    }

    /// How many items each plan has staged, by the state that they are in now.
    package nonisolated func stateCounts() async throws(LedgerError) -> [StateCount] {
        try await read { db in
            var counts: [StateCount] = []
            let sql = """
                SELECT p.id, s.state, count(*)
                FROM staged_item AS s JOIN plan AS p ON p.number = s.plan
                GROUP BY p.id, s.state ORDER BY p.id, s.state
                """
            try db.each(sql, []) { row in
                guard let state = ItemState(rawValue: try row.text(1)) else {
                    throw DamagedContent(
                        reason: Message("an item is in a state that does not exist"))
                }
                counts.append(
                    StateCount(plan: try row.text(0), state: state, items: try row.integer(2)))
            }
            return counts
        }
    }
}
