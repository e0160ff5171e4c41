// SPDX-License-Identifier: Apache-2.0

/// The tables of the state file.
///
/// Instants are seconds since 1970, days are texts as `2026-11-21`, lists and dictionaries are
/// JSON. What the tables can forbid they forbid, besides the code that writes them.
enum Schema {
    /// What tells a state file from any other SQLite file: `clnr`.
    static let applicationID: Int32 = 0x636c_6e72

    /// The states in which an item may still be deleted, in the words of an SQL condition.
    ///
    /// Queries have to repeat the condition of a partial index letter by letter to use it.
    static let isActive = column(
        "state", isOneOf: ["staged", "executing", "failed", "held", "deferred"])

    /// `(name = 'one' OR name = 'two')`.
    ///
    /// With IN, SQLite 3.40 builds a table of the words each time a row is written, which takes as
    /// long as the writing.
    private static func column(_ name: String, isOneOf words: [String]) -> String {
        "(" + words.map { "\(name) = '\($0)'" }.joined(separator: " OR ") + ")"
    }

    private static let isFileOrFolder = column("type", isOneOf: ["file", "folder"])
    private static let isDecision = column(
        "verdict", isOneOf: ["keep", "pin", "delete", "snooze"])
    private static let isState = column(
        "state",
        isOneOf: [
            "staged", "executing", "deleted", "restored", "failed", "gave-up", "changed", "gone",
            "held", "deferred", "undone", "cancelled",
        ])
    private static let hasDay = column(
        "state", isOneOf: ["executing", "deferred", "deleted", "restored"])
    private static let isDeleted = column("state", isOneOf: ["deleted", "restored"])

    /// The first version.
    static let versionOne = """
        CREATE TABLE setting (
            name TEXT NOT NULL PRIMARY KEY,
            value TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE drive (
            name TEXT NOT NULL PRIMARY KEY,
            kind TEXT NOT NULL,
            identity TEXT NOT NULL,
            settings TEXT NOT NULL,
            synced_at INTEGER NOT NULL,
            cursor TEXT,
            item_count INTEGER NOT NULL CHECK (item_count >= 0),
            file_count INTEGER NOT NULL CHECK (file_count >= 0),
            good_file_count INTEGER CHECK (good_file_count >= 0),
            part_count INTEGER CHECK (part_count >= 0)
        ) STRICT;

        CREATE TABLE catalog_part (
            number INTEGER PRIMARY KEY,
            drive TEXT NOT NULL REFERENCES drive (name),
            name TEXT NOT NULL,
            chunk INTEGER NOT NULL,
            checksum INTEGER NOT NULL,
            bytes BLOB NOT NULL,
            UNIQUE (drive, name, chunk)
        ) STRICT;

        CREATE TABLE hash_cache (
            drive TEXT NOT NULL,
            id TEXT NOT NULL,
            algorithm TEXT NOT NULL,
            etag TEXT NOT NULL,
            size INTEGER NOT NULL,
            value TEXT NOT NULL,
            cached_at INTEGER NOT NULL,
            PRIMARY KEY (drive, id, algorithm)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE plan (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            saved INTEGER NOT NULL UNIQUE,
            saved_at INTEGER NOT NULL,
            used_at INTEGER,
            created INTEGER NOT NULL,
            expires INTEGER NOT NULL,
            rules_digest TEXT NOT NULL,
            rules_path TEXT NOT NULL,
            drive_identities TEXT NOT NULL,
            delete_count INTEGER NOT NULL,
            delete_bytes INTEGER NOT NULL,
            review_count INTEGER NOT NULL,
            review_bytes INTEGER NOT NULL,
            exceeded_limits TEXT NOT NULL,
            document_digest TEXT NOT NULL,
            document_bytes INTEGER CHECK (document_bytes >= 0)
        ) STRICT;

        CREATE TABLE plan_piece (
            plan INTEGER NOT NULL REFERENCES plan (number),
            piece INTEGER NOT NULL CHECK (piece >= 0),
            checksum INTEGER NOT NULL,
            bytes BLOB NOT NULL,
            UNIQUE (plan, piece)
        ) STRICT;

        CREATE TABLE decision (
            number INTEGER PRIMARY KEY,
            drive TEXT NOT NULL,
            id TEXT NOT NULL,
            path TEXT NOT NULL,
            type TEXT NOT NULL CHECK \(isFileOrFolder),
            size INTEGER,
            modified INTEGER,
            etag TEXT,
            ctag TEXT,
            hashes TEXT,
            drive_identity TEXT NOT NULL,
            verdict TEXT NOT NULL CHECK \(isDecision),
            until INTEGER,
            decided_at INTEGER NOT NULL,
            day TEXT NOT NULL,
            rule TEXT,
            rule_digest TEXT,
            source TEXT NOT NULL,
            undone_at INTEGER
        ) STRICT;

        CREATE INDEX decision_standing ON decision (drive, id, number) WHERE undone_at IS NULL;
        CREATE INDEX decision_path ON decision (path) WHERE undone_at IS NULL;

        CREATE TABLE ruling (
            number INTEGER PRIMARY KEY,
            terms TEXT NOT NULL UNIQUE
        ) STRICT;

        CREATE TABLE staged_item (
            number INTEGER PRIMARY KEY,
            plan INTEGER NOT NULL REFERENCES plan (number),
            ruling INTEGER NOT NULL REFERENCES ruling (number),
            drive TEXT NOT NULL,
            id TEXT NOT NULL,
            path TEXT NOT NULL,
            type TEXT NOT NULL CHECK \(isFileOrFolder),
            size INTEGER,
            modified INTEGER,
            etag TEXT,
            ctag TEXT,
            hashes TEXT,
            obligations TEXT,
            due INTEGER NOT NULL,
            staged_at INTEGER NOT NULL,
            state TEXT NOT NULL DEFAULT 'staged' CHECK \(isState),
            attempt INTEGER NOT NULL DEFAULT 0 CHECK (attempt >= 0),
            retry_at INTEGER CHECK ((retry_at IS NOT NULL) = (state = 'failed')),
            problem TEXT,
            receipt TEXT,
            quota_day TEXT CHECK ((quota_day IS NOT NULL)
                = \(hasDay)),
            deleted_at INTEGER
                CHECK ((deleted_at IS NOT NULL) = \(isDeleted)),
            restoring INTEGER NOT NULL DEFAULT 0
                CHECK (restoring = 0 OR restoring = 1 AND state = 'deleted'),
            purged INTEGER NOT NULL DEFAULT 0
                CHECK (purged = 0 OR purged = 1 AND state = 'deleted'),
            restored_path TEXT CHECK (restored_path IS NULL OR state = 'restored')
        ) STRICT;

        CREATE UNIQUE INDEX staged_item_active ON staged_item (drive, id) WHERE \(isActive);
        CREATE INDEX staged_item_executing ON staged_item (quota_day) WHERE state = 'executing';
        CREATE INDEX staged_item_restoring ON staged_item (number) WHERE restoring = 1;
        CREATE INDEX staged_item_path ON staged_item (path);

        CREATE TABLE quota (
            day TEXT NOT NULL PRIMARY KEY,
            deletes INTEGER NOT NULL DEFAULT 0 CHECK (deletes >= 0),
            bytes INTEGER NOT NULL DEFAULT 0 CHECK (bytes >= 0),
            reviews INTEGER NOT NULL DEFAULT 0 CHECK (reviews >= 0)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE history (
            sequence INTEGER PRIMARY KEY,
            at INTEGER NOT NULL,
            event TEXT NOT NULL,
            plan TEXT,
            staged INTEGER,
            drive TEXT,
            id TEXT,
            path TEXT,
            from_state TEXT,
            to_state TEXT,
            rule TEXT,
            actor TEXT NOT NULL,
            cause TEXT,
            detail TEXT
        ) STRICT;

        CREATE TRIGGER history_is_not_changed BEFORE UPDATE ON history
        BEGIN SELECT RAISE(ABORT, 'the history is never changed'); END;
        CREATE TRIGGER history_is_not_shortened BEFORE DELETE ON history
        BEGIN SELECT RAISE(ABORT, 'the history is never shortened'); END;
        """

    /// The second version: the pages of drives that tell what has changed.
    static let versionTwo = """
        CREATE TABLE feed (
            generation INTEGER PRIMARY KEY,
            drive TEXT NOT NULL,
            identity TEXT NOT NULL,
            selection TEXT NOT NULL,
            started_at INTEGER NOT NULL,
            is_complete INTEGER NOT NULL DEFAULT 0 CHECK (is_complete IN (0, 1)),
            UNIQUE (drive, is_complete)
        ) STRICT;

        CREATE TABLE feed_page (
            generation INTEGER NOT NULL REFERENCES feed (generation) ON DELETE CASCADE,
            number INTEGER NOT NULL CHECK (number >= 0),
            link TEXT NOT NULL,
            ends_round INTEGER NOT NULL CHECK (ends_round IN (0, 1)),
            checksum INTEGER NOT NULL,
            bytes BLOB NOT NULL,
            PRIMARY KEY (generation, number)
        ) STRICT;

        ALTER TABLE plan ADD COLUMN drive_cursors TEXT;
        """

    private static let isReviewVerdict = column(
        "verdict", isOneOf: ["keep", "pin", "delete", "snooze", "later"])

    /// The third version: the steps of reviews.
    static let versionThree = """
        CREATE TABLE review_act (
            number INTEGER PRIMARY KEY,
            verdict TEXT NOT NULL CHECK \(isReviewVerdict),
            until INTEGER,
            drive TEXT NOT NULL,
            id TEXT NOT NULL,
            path TEXT NOT NULL,
            item_count INTEGER NOT NULL CHECK (item_count > 0),
            at INTEGER NOT NULL,
            day TEXT NOT NULL,
            zone TEXT NOT NULL,
            source TEXT NOT NULL,
            key TEXT UNIQUE,
            milliseconds INTEGER CHECK (milliseconds >= 0),
            blind INTEGER NOT NULL CHECK (blind IN (0, 1)),
            charge INTEGER NOT NULL CHECK (charge IN (0, 1)),
            undone_at INTEGER
        ) STRICT;

        CREATE INDEX review_act_standing ON review_act (number) WHERE undone_at IS NULL;

        ALTER TABLE decision ADD COLUMN act INTEGER REFERENCES review_act (number);
        ALTER TABLE decision ADD COLUMN follows INTEGER NOT NULL DEFAULT 0
            CHECK (follows IN (0, 1));
        CREATE INDEX decision_act ON decision (act) WHERE act IS NOT NULL;

        ALTER TABLE quota ADD COLUMN extra_reviews INTEGER NOT NULL DEFAULT 0
            CHECK (extra_reviews >= 0);

        CREATE INDEX staged_item_item ON staged_item (drive, id);
        """
}
