// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import Messages

extension Ledger {
    /// For how many days events are kept.
    package static let eventDaysMax = 400

    /// The most different events of a day; what comes besides is not counted.
    private static let eventKindsMax = 500

    /// Adds `counts` to what was counted. Throws `failed` for one that says more than words and
    /// numbers. What is older than `eventDaysMax` goes.
    package func count(_ counts: [EventCount]) throws(LedgerError) {
        if counts.isEmpty { return }
        guard counts.allSatisfy(\.isPlain) else {
            throw LedgerError(.failed, Message("an event is named by words of letters alone"))
        }
        try write { db in
            for event in counts {
                try db.run(
                    """
                    INSERT INTO event (day, name, context, variant, count)
                    SELECT ?1, ?2, ?3, ?4, ?5
                    WHERE (SELECT count(*) FROM event WHERE day = ?1) < \(Self.eventKindsMax)
                        OR EXISTS (SELECT 1 FROM event WHERE day = ?1 AND name = ?2
                            AND context = ?3 AND variant = ?4)
                    ON CONFLICT DO UPDATE SET count = count + excluded.count
                    """,
                    [
                        event.day.value, event.name.value, event.context.value,
                        event.variant.value, event.count.value,
                    ])
                try db.run(
                    "DELETE FROM event WHERE day < date(?, '-\(Self.eventDaysMax) days')",
                    [event.day.value])
            }
        }
    }

    /// Has `event` be counted once on that day for each of `issuers`, however often it happens.
    package func countOnce(
        _ event: EventName, of issuers: [String], day: String
    ) throws(LedgerError) {
        for context in issuers.map(EventCount.context(of:)) {
            let isKnown = try readNow { db in
                try db.number(
                    "SELECT count FROM event WHERE day = ? AND name = ? AND context = ?",
                    [day.value, event.text.value, context.value]) != nil
            }
            if isKnown { continue }
            try count([EventCount(day: day, name: event.text, context: context)])
        }
    }

    /// What was counted on the days from `first` to `last`, by day and name.
    package nonisolated func events(
        from first: String, to last: String
    ) async throws(LedgerError) -> [EventCount] {
        try await read { db in
            var found: [EventCount] = []
            try db.each(
                """
                SELECT day, name, context, variant, count FROM event WHERE day BETWEEN ? AND ?
                ORDER BY day, name, context, variant
                """, [first.value, last.value]
            ) { row in
                found.append(
                    EventCount(
                        day: try row.text(0), name: try row.text(1), context: try row.text(2),
                        variant: try row.text(3), count: try row.integer(4)))
            }
            return found
        }
    }
}
