// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import RuleEngine

/// The fourth version: decisions and staged items are filed by what the item is, not by the name
/// that a rules file gave its drive, and say when they were taken back.
enum VersionFour {
    private static let columns = """
        ALTER TABLE decision ADD COLUMN created INTEGER;
        ALTER TABLE decision ADD COLUMN volume TEXT NOT NULL DEFAULT '';
        ALTER TABLE decision ADD COLUMN item_key TEXT NOT NULL DEFAULT '';
        ALTER TABLE staged_item ADD COLUMN created INTEGER;
        ALTER TABLE staged_item ADD COLUMN volume TEXT NOT NULL DEFAULT '';
        ALTER TABLE staged_item ADD COLUMN item_key TEXT NOT NULL DEFAULT '';
        ALTER TABLE staged_item ADD COLUMN taken_back_at INTEGER;
        """

    private static let indexes = """
        DROP INDEX decision_standing;
        DROP INDEX staged_item_active;
        DROP INDEX staged_item_item;
        CREATE INDEX decision_standing ON decision (volume, item_key, number)
            WHERE undone_at IS NULL;
        CREATE UNIQUE INDEX staged_item_active ON staged_item (volume, item_key)
            WHERE \(Schema.isActive);
        CREATE INDEX staged_item_item ON staged_item (volume, item_key);
        CREATE INDEX staged_item_taken_back ON staged_item (number)
            WHERE taken_back_at IS NOT NULL;
        """

    /// Takes the step.
    static func migrate(_ db: Database) throws {
        try db.execute(sql: columns)
        try fileDecisions(db)
        try fileStagedItems(db)
        try recordWhatWasTakenBack(db)
        try cancelWhatWaitsTwice(db)
        try db.execute(sql: indexes)
    }

    /// How many rows are read before they are written.
    private static let batchMax = 4_096

    private static func fileDecisions(_ db: Database) throws {
        try file(
            db, "decision",
            "SELECT number, drive, id, path, type, drive_identity FROM decision"
        ) { try $0.text(5) }
    }

    private static func fileStagedItems(_ db: Database) throws {
        var identities: [Int64: String] = [:]
        try db.each("SELECT number, terms ->> '$.driveIdentity' FROM ruling") {
            identities[try $0.integer(0)] = try $0.textIfAny(1) ?? ""
        }
        try file(
            db, "staged_item", "SELECT number, drive, id, path, type, ruling FROM staged_item"
        ) { identities[try $0.integer(5)] ?? "" }
    }

    /// Writes into `table` what each of its rows is filed by.
    private static func file(
        _ db: Database, _ table: String, _ query: String, _ identity: (Row) throws -> String
    ) throws {
        var last = Int64.min
        while true {
            var filed: [(number: Int64, address: ItemAddress)] = []
            let batch = query + " WHERE number > ? ORDER BY number LIMIT ?"
            try db.each(batch, [last.value, batchMax.value]) { row in
                var item = RecordedItem(
                    drive: try row.text(1), id: try row.text(2), path: try row.text(3),
                    type: .file)
                item.type = try row.text(4)
                filed.append(
                    (try row.integer(0), ItemAddress(item, driveIdentity: try identity(row))))
            }
            guard let end = filed.last?.number else { return }
            for (number, address) in filed {
                try db.run(
                    "UPDATE \(table) SET volume = ?, item_key = ? WHERE number = ?",
                    [address.volume.value, address.key.value, number.value])
            }
            last = end
        }
    }

    private static func recordWhatWasTakenBack(_ db: Database) throws {
        var instants: [(Int64, Int64)] = []
        try db.each(
            """
            SELECT staged, at FROM history WHERE to_state IN ('undone', 'restored')
                AND from_state <> to_state AND cause IS NULL ORDER BY sequence
            """
        ) { instants.append((try $0.integer(0), try $0.integer(1))) }
        for (number, at) in instants {
            try db.run(
                """
                UPDATE staged_item SET taken_back_at = ?
                WHERE number = ? AND state IN ('undone', 'restored')
                """, [at.value, number.value])
        }
    }

    /// An item that was staged once more under another name of its drive waits once from now on.
    private static func cancelWhatWaitsTwice(_ db: Database) throws {
        var seen: Set<ItemAddress> = []
        var others: [(number: Int64, state: String)] = []
        // What is being deleted goes before what waits.
        try db.each(
            """
            SELECT number, state, volume, item_key FROM staged_item WHERE \(Schema.isActive)
            ORDER BY state <> 'executing', number
            """
        ) { row in
            let address = ItemAddress(volume: try row.text(2), key: try row.text(3))
            if !seen.insert(address).inserted {
                others.append((try row.integer(0), try row.text(1)))
            }
        }
        for (number, state) in others {
            if state == ItemState.executing.rawValue {
                // Its outcome is asked for under its number; it stands in nobody's way.
                try db.run(
                    "UPDATE staged_item SET item_key = item_key || '#' || number WHERE number = ?",
                    [number.value])
                continue
            }
            let cause = "it waits under another name of its drive as well"
            try db.run(
                """
                UPDATE staged_item SET state = 'cancelled', retry_at = NULL, quota_day = NULL,
                    problem = ? WHERE number = ?
                """, [cause.value, number.value])
            try db.run(
                """
                INSERT INTO history (at, event, staged, from_state, to_state, actor, cause)
                SELECT max(at), 'cancelled', ?, ?, 'cancelled', 'migration', ? FROM history
                """, [number.value, state.value, cause.value])
        }
    }
}
