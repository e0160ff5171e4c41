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

/// What is counted by the day.
package enum QuotaMeter: String, Sendable, CaseIterable {
    case reviews, deletes, bytes
}

extension Ledger {
    /// Notes that somebody is told that little of `meter` is left on `day`; whether nobody was told so
    /// before, in whatever view: it is said once a day.
    package func noteWarning(
        of meter: QuotaMeter, day: String
    ) throws(LedgerError) -> Bool {
        if try readNow({ try QuotaWarnings(db: $0).has(meter, day) }) { return false }
        return try write { db in try QuotaWarnings(db: db).note(meter, day) }
    }
}

/// The note of what was warned of on one day, the last one on which anything was.
private struct QuotaWarnings {
    let db: Database

    private static let name = "quota_warned"

    /// Whether somebody was told of `meter` on `day`.
    func has(_ meter: QuotaMeter, _ day: String) throws -> Bool {
        try meters(day).contains(meter.rawValue)
    }

    /// Notes that; whether it is news.
    func note(_ meter: QuotaMeter, _ day: String) throws -> Bool {
        let known = try meters(day)
        if known.contains(meter.rawValue) { return false }
        let text = ([day] + known + [meter.rawValue]).joined(separator: " ")
        try db.run(
            """
            INSERT INTO setting (name, value) VALUES (?, ?)
            ON CONFLICT (name) DO UPDATE SET value = excluded.value
            """, [Self.name.value, text.value])
        return true
    }

    private func meters(_ day: String) throws -> [String] {
        let text = try db.first("SELECT value FROM setting WHERE name = ?", [Self.name.value]) {
            try $0.text(0)
        }
        let words = (text ?? "").split(separator: " ").map(String.init)
        return words.first == day ? Array(words.dropFirst()) : []
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
