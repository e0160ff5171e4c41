// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import Text

extension Ledger {
    /// Writes everything that is held as one JSON document, piece by piece.
    ///
    /// All of it is of one instant. Of listings and plans there is how much is stored, not the
    /// bytes. Instants are seconds since 1970.
    ///
    /// What was seen of pictures is in it if `looks` are asked for; what people called different
    /// pictures always.
    package func export(looks: Bool = false, _ write: (String) throws -> Void) throws {
        // What `write` throws is the caller's own, and goes back as it is.
        var failure: (any Error)?
        func pass(_ text: String) throws {
            do {
                try write(text)
            } catch {
                failure = error
                throw error
            }
        }
        do {
            try readNow { db in try Self.export(db, looks: looks, pass) }
        } catch {
            throw failure ?? error
        }
    }

    private static func export(
        _ db: Database, looks: Bool, _ write: (String) throws -> Void
    ) throws {
        let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        try write("{\"format\":1,\n\"version\":\(version)")
        for section in sections where looks || !section.isOptional {
            try write(",\n\(JSONObject.quoted(section.name)):[")
            var separator = "\n"
            try db.each(section.sql) { row in
                try write(separator + object(row, section))
                separator = ",\n"
            }
            try write("]")
        }
        try write("\n}\n")
    }

    /// A list of the document: its name, its table, its rows, and which columns hold JSON.
    struct Section {
        let name: String
        let table: String
        let sql: String
        var jsonColumns: Set<String> = []
        /// What the document tells besides the columns of the table.
        var additions: Set<String> = []
        /// From which version on documents have it.
        var since = 1
        /// Whether documents may lack it; its bytes are in base64.
        var isOptional = false
    }

    /// All lists, each after those that it refers to.
    static let sections: [Section] =
        [
            Section(
                name: "settings", table: "setting",
                sql: "SELECT name, value FROM setting ORDER BY name"
            ),
            Section(
                name: "drives", table: "drive",
                sql: """
                    SELECT d.*, count(c.number) AS stored_parts,
                        coalesce(sum(length(c.bytes)), 0) AS stored_bytes
                    FROM drive AS d LEFT JOIN catalog_part AS c ON c.drive = d.name
                    GROUP BY d.name ORDER BY d.name
                    """, jsonColumns: ["settings"], additions: ["stored_parts", "stored_bytes"]),
            Section(
                name: "plans", table: "plan", sql: "SELECT * FROM plan ORDER BY saved",
                jsonColumns: ["drive_identities", "exceeded_limits"]),
            Section(
                name: "decisions", table: "decision", sql: "SELECT * FROM decision ORDER BY number",
                jsonColumns: ["hashes"]),
            Section(
                name: "reviews", table: "review_act",
                sql: "SELECT * FROM review_act ORDER BY number"),
            Section(
                name: "rulings", table: "ruling", sql: "SELECT * FROM ruling ORDER BY number",
                jsonColumns: ["terms"]),
            Section(
                name: "staged", table: "staged_item",
                sql: "SELECT * FROM staged_item ORDER BY number",
                jsonColumns: ["hashes", "obligations"]),
            Section(name: "quota", table: "quota", sql: "SELECT * FROM quota ORDER BY day"),
            Section(
                name: "history", table: "history", sql: "SELECT * FROM history ORDER BY sequence",
                jsonColumns: ["detail"]),
            Section(
                name: "events", table: "event",
                sql: "SELECT * FROM event ORDER BY day, name, context, variant", since: 6),
            Section(
                name: "syncDevices", table: "sync_device",
                sql: "SELECT * FROM sync_device ORDER BY device", since: 8),
            Section(
                name: "syncLines", table: "sync_line",
                sql: "SELECT * FROM sync_line ORDER BY drive, id, device, number",
                jsonColumns: ["hashes", "known"], since: 8),
            Section(
                name: "syncLog", table: "sync_log", sql: "SELECT * FROM sync_log ORDER BY number",
                since: 8),
            Section(
                name: "syncArrivals", table: "sync_arrival",
                sql: "SELECT * FROM sync_arrival ORDER BY device, up_to", since: 8),
            Section(
                name: "syncUses", table: "sync_use",
                sql: "SELECT * FROM sync_use ORDER BY device, day", since: 8),
        ] + TierTables.sections + PhotoTables.sections + GroupDecisions.sections
        + PhotoTables.askedSections

    private static func object(_ row: Row, _ section: Section) -> String {
        var entries: [String] = []
        for (column, value) in row where !value.isNull {
            if section.isOptional, case .blob(let data) = value.storage {
                let text = Base64.text([UInt8](data))
                entries.append("\(JSONObject.quoted(key(column))):\(JSONObject.quoted(text))")
                continue
            }
            let isJSON = section.jsonColumns.contains(column)
            entries.append("\(JSONObject.quoted(key(column))):\(json(value, isJSON: isJSON))")
        }
        return "{" + entries.joined(separator: ",") + "}"
    }

    /// `used_at`: `usedAt`.
    static func key(_ column: String) -> String {
        let words = column.split(separator: "_")
        return words.enumerated().map { index, word in
            index == 0 ? String(word) : word.prefix(1).uppercased() + word.dropFirst()
        }.joined()
    }

    private static func json(_ value: DatabaseValue, isJSON: Bool) -> String {
        switch value.storage {
        case .null: return "null"
        case .int64(let number): return String(number)
        case .double(let number): return number.isFinite ? String(number) : "null"
        case .string(let text):
            return isJSON && JSONReader.isValid(text) ? text : JSONObject.quoted(text)
        case .blob(let data): return "{\"bytes\":\(data.count)}"
        }
    }
}
