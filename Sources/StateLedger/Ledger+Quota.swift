// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import Messages
package import RuleEngine

extension Ledger {
    /// When rules with a quota were first used with this state file, which is what their grace
    /// period is counted from; nil while none were.
    ///
    /// A file of a version that did not note it counts from its first use, where its history shows
    /// that a quota was in force: to some people the grace must not come twice.
    package nonisolated func quotaFirstSeen() async throws(LedgerError) -> Timestamp? {
        try await read { try QuotaSight(db: $0).instant() }
    }

    /// Notes that rules with a quota are used at `instant`, unless some were used before.
    package func noteQuota(at instant: Timestamp) throws(LedgerError) {
        if try readNow({ try QuotaSight(db: $0).noted() }) != nil { return }
        try write { db in
            let sight = QuotaSight(db: db)
            try sight.note(try sight.instant() ?? instant)
        }
    }
}

/// The note of when rules with a quota were first used.
private struct QuotaSight {
    let db: Database

    private static let name = "quota_first_seen"

    /// What is noted.
    func noted() throws -> Timestamp? { try setting(Self.name) }

    /// What is noted, or follows from the history.
    func instant() throws -> Timestamp? {
        if let noted = try noted() { return noted }
        // Nothing but a quota puts an item off to another day, or is extended.
        let sql = """
            SELECT 1 FROM history WHERE to_state = 'deferred' OR event = 'quota-extended' LIMIT 1
            """
        return try db.first(sql) { _ in true } == true ? try setting("first_used") : nil
    }

    func note(_ instant: Timestamp) throws {
        try db.run(
            "INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING",
            [Self.name.value, String(instant.secondsSinceEpoch).value])
    }

    private func setting(_ name: String) throws -> Timestamp? {
        let text = try db.first("SELECT value FROM setting WHERE name = ?", [name.value]) {
            try $0.text(0)
        }
        guard let text else { return nil }
        guard let seconds = Int64(text) else {
            throw DamagedContent(reason: Message("its setting '\(name)' is no instant"))
        }
        return Timestamp(secondsSinceEpoch: seconds)
    }
}
