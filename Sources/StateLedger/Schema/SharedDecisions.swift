// SPDX-License-Identifier: Apache-2.0

internal import GRDB

/// The step that makes room for decisions that several devices share.
enum SharedDecisions {
    /// This device and the others; `number`, `hash` and `generation` say how far a log goes that was
    /// written or read.
    private static let devices = """
        CREATE TABLE sync_device (
            device TEXT NOT NULL PRIMARY KEY,
            name TEXT NOT NULL,
            own INTEGER NOT NULL CHECK (own IN (0, 1)),
            generation INTEGER NOT NULL CHECK (generation >= 0),
            number INTEGER NOT NULL CHECK (number >= 0),
            hash TEXT NOT NULL,
            last_at INTEGER,
            read_at INTEGER,
            problem TEXT
        ) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX sync_device_own ON sync_device (own) WHERE own = 1;
        """

    /// What devices say about items, of each item the lines of which no other one knew; and this
    /// device's own log as it stands.
    private static let lines = """
        CREATE TABLE sync_line (
            drive TEXT NOT NULL,
            id TEXT NOT NULL,
            device TEXT NOT NULL,
            number INTEGER NOT NULL CHECK (number > 0),
            at INTEGER NOT NULL,
            at_count INTEGER NOT NULL,
            verdict TEXT NOT NULL,
            until INTEGER,
            folder INTEGER NOT NULL CHECK (folder IN (0, 1)),
            size INTEGER,
            modified INTEGER,
            ctag TEXT,
            hashes TEXT,
            known TEXT,
            PRIMARY KEY (drive, id, device, number)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX sync_line_device ON sync_line (device, number);
        CREATE TABLE sync_log (
            number INTEGER PRIMARY KEY,
            text TEXT NOT NULL
        ) STRICT;
        """

    /// When lines that say that they come from the future had arrived, and what is used of the quotas
    /// of a day on each device.
    private static let counts = """
        CREATE TABLE sync_arrival (
            device TEXT NOT NULL,
            up_to INTEGER NOT NULL CHECK (up_to > 0),
            at INTEGER NOT NULL,
            at_count INTEGER NOT NULL,
            PRIMARY KEY (device, up_to)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE sync_use (
            device TEXT NOT NULL,
            day TEXT NOT NULL,
            deletes INTEGER NOT NULL CHECK (deletes >= 0),
            bytes INTEGER NOT NULL CHECK (bytes >= 0),
            reviews INTEGER NOT NULL CHECK (reviews >= 0),
            PRIMARY KEY (device, day)
        ) STRICT, WITHOUT ROWID;
        """

    /// Takes the step.
    static func migrate(_ db: Database) throws {
        for sql in [devices, lines, counts] { try db.execute(sql: sql) }
    }
}
