// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import RuleEngine

/// The step that has decisions and staged items say which file of the machine they are about,
/// besides where it lay, and whether a person staged them.
enum ItemStamps {
    private static let columns = """
        ALTER TABLE decision ADD COLUMN stamp TEXT;
        ALTER TABLE staged_item ADD COLUMN stamp TEXT;
        ALTER TABLE staged_item ADD COLUMN by_person INTEGER NOT NULL DEFAULT 0
            CHECK (by_person IN (0, 1));
        """

    private static let indexes = """
        CREATE INDEX decision_stamp ON decision (stamp, number) WHERE stamp IS NOT NULL;
        CREATE INDEX staged_item_stamp ON staged_item (stamp, number) WHERE stamp IS NOT NULL;
        CREATE INDEX staged_item_by_person ON staged_item (number) WHERE by_person = 1;
        CREATE INDEX staged_item_folder ON staged_item (number)
            WHERE type = 'folder' AND \(Schema.isActive);
        """

    /// Takes the step.
    static func migrate(_ db: Database) throws {
        try db.execute(sql: columns)
        var identities: [Int64: String] = [:]
        try db.each("SELECT number, terms ->> '$.driveIdentity' FROM ruling") {
            identities[try $0.integer(0)] = try $0.textIfAny(1) ?? ""
        }
        try stamp(
            db, "decision", "SELECT number, etag, created, drive_identity FROM decision"
        ) { try $0.text(3) }
        try stamp(
            db, "staged_item", "SELECT number, etag, created, ruling FROM staged_item"
        ) { identities[try $0.integer(3)] ?? "" }
        var staged: [Int64] = []
        try db.each(
            "SELECT staged FROM history WHERE event = 'staged' AND from_state IS NULL AND actor = ?",
            [StagedItem.person.value]
        ) { staged.append(try $0.integer(0)) }
        try db.run(
            "UPDATE staged_item SET by_person = 1 WHERE number IN (SELECT value FROM json_each(?))",
            [staged.json.value])
        try db.execute(sql: indexes)
    }

    /// How many rows are read before they are written.
    private static let batchMax = 4_096

    /// Writes into `table` which file each of its rows is about.
    private static func stamp(
        _ db: Database, _ table: String, _ query: String, _ identity: (Row) throws -> String
    ) throws {
        var last = Int64.min
        while true {
            var stamps: [(number: Int64, stamp: FileStamp?)] = []
            try db.each(
                query + " WHERE number > ? ORDER BY number LIMIT ?", [last.value, batchMax.value]
            ) { row in
                var item = RecordedItem(drive: "", id: "", path: "", type: .file)
                item.eTag = try row.textIfAny(1)
                item.created = try row.integerIfAny(2)
                stamps.append(
                    (try row.integer(0), FileStamp(item, driveIdentity: try identity(row))))
            }
            guard let end = stamps.last?.number else { return }
            for case (let number, let stamp?) in stamps {
                try db.run(
                    "UPDATE \(table) SET stamp = ? WHERE number = ?",
                    [stamp.text.value, number.value])
            }
            last = end
        }
    }
}
