// SPDX-License-Identifier: Apache-2.0

internal import GRDB

/// The step that has the state count what a person met on the way: hints, sign-ins, tours. Numbers
/// by day, and nothing of items, drives or people.
enum EventCounts {
    private static let table = """
        CREATE TABLE event (
            day TEXT NOT NULL CHECK (length(day) = 10),
            name TEXT NOT NULL,
            context TEXT NOT NULL DEFAULT '',
            variant TEXT NOT NULL DEFAULT '',
            count INTEGER NOT NULL CHECK (count > 0),
            PRIMARY KEY (day, name, context, variant)
        ) STRICT, WITHOUT ROWID;
        """

    /// Takes the step.
    static func migrate(_ db: Database) throws { try db.execute(sql: table) }
}
