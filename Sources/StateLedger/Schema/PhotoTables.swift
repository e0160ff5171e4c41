// SPDX-License-Identifier: Apache-2.0

internal import GRDB

/// The step that makes room for what was seen of pictures.
///
/// What a picture looks like is kept by its content, not by its place; the small picture stands in a
/// table of its own, which is read only where two are compared. Pairs are kept, so that a plan looks
/// none up. Which two a person called different outlives all of it.
enum PhotoTables {
    /// What looking at a picture brought; without a mark it could not be decoded.
    private static let looks = """
        CREATE TABLE look (
            number INTEGER PRIMARY KEY,
            key TEXT NOT NULL UNIQUE,
            version INTEGER NOT NULL CHECK (version > 0),
            source_px INTEGER CHECK (source_px >= 0),
            mark BLOB CHECK (length(mark) = 32),
            detail INTEGER CHECK (detail BETWEEN 0 AND 100),
            brightness INTEGER CHECK (brightness BETWEEN 0 AND 100),
            sharpness INTEGER CHECK (sharpness BETWEEN 0 AND 1000),
            taken INTEGER,
            taken_ms INTEGER CHECK (taken_ms BETWEEN 0 AND 999),
            taken_offset INTEGER,
            width INTEGER CHECK (width > 0),
            height INTEGER CHECK (height > 0),
            camera TEXT,
            screenshot INTEGER NOT NULL CHECK (screenshot IN (0, 1)),
            live TEXT,
            problem TEXT,
            looked_at INTEGER NOT NULL,
            CHECK ((mark IS NULL) = (detail IS NULL) AND (mark IS NULL) = (source_px IS NULL))
        ) STRICT;

        CREATE TABLE small (
            look INTEGER PRIMARY KEY REFERENCES look (number) ON DELETE CASCADE,
            bytes BLOB NOT NULL CHECK (length(bytes) = 1024)
        ) STRICT;
        """

    /// Looks that are alike, the one with the smaller number first; and contents that a person
    /// called different, by their keys.
    private static let pairs = """
        CREATE TABLE pair (
            a INTEGER NOT NULL REFERENCES look (number) ON DELETE CASCADE,
            b INTEGER NOT NULL REFERENCES look (number) ON DELETE CASCADE,
            turn INTEGER NOT NULL CHECK (turn BETWEEN 0 AND 7),
            bits INTEGER NOT NULL CHECK (bits BETWEEN 0 AND 256),
            correlation REAL NOT NULL,
            block REAL NOT NULL,
            PRIMARY KEY (a, b),
            CHECK (a < b)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX pair_other ON pair (b);

        CREATE TABLE unlike (
            a TEXT NOT NULL,
            b TEXT NOT NULL,
            at INTEGER NOT NULL,
            PRIMARY KEY (a, b),
            CHECK (a < b)
        ) STRICT, WITHOUT ROWID;
        """

    /// Takes the step.
    static func migrate(_ db: Database) throws {
        for sql in [looks, pairs] { try db.execute(sql: sql) }
    }

    /// The list of an export that holds what a person said.
    static let sections = [
        Ledger.Section(
            name: "unlike", table: "unlike", sql: "SELECT * FROM unlike ORDER BY a, b", since: 9)
    ]

    /// The lists of an export that hold what was seen, which is in one only if asked for: it can be
    /// seen again, and shows what the pictures show.
    static let askedSections = [
        Ledger.Section(
            name: "looks", table: "look", sql: "SELECT * FROM look ORDER BY number", since: 9,
            isOptional: true),
        Ledger.Section(
            name: "smalls", table: "small", sql: "SELECT * FROM small ORDER BY look", since: 9,
            isOptional: true),
        Ledger.Section(
            name: "pairs", table: "pair", sql: "SELECT * FROM pair ORDER BY a, b", since: 9,
            isOptional: true),
    ]
}
