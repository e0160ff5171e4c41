// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GRDB
internal import Messages
package import RuleEngine
internal import Text

extension Ledger {
    /// The drives that were listed once, by the bytes of their names.
    package nonisolated func drives() async throws(LedgerError) -> [LedgerDrive] {
        try await read { db in try CatalogTable(db: db).drives("TRUE ORDER BY name") }
    }

    /// Puts a drive and its listing in the place of what was known of it.
    ///
    /// One transaction. Pieces that are the same are not written again. Where the name stands for
    /// another drive than before, hashes that were cached for it are forgotten.
    package func saveCatalog(
        _ drive: LedgerDrive, parts: [CatalogPart]
    ) throws(LedgerError) {
        try StorableText.check(drive.name, drive.identity, drive.cursor)
        try write { db in
            let table = CatalogTable(db: db)
            let known = try table.drives("name = ?", [drive.name.value]).first
            if let known, ExactText(known.identity) != ExactText(drive.identity) {
                try db.run("DELETE FROM hash_cache WHERE drive = ?", [drive.name.value])
            }
            try table.save(drive, partCount: parts.count)
            try table.replaceParts(of: drive.name, by: parts)
            try table.boundHashes(of: drive)
        }
    }

    /// What is known of a drive, and its last listing; nil if it was never listed.
    ///
    /// No pieces where listings were forgotten, or the state came back from a backup or an export:
    /// what drive it was, and how many files it had, still guards against another one in its place.
    /// Throws `corrupt` if a piece of it is not what was saved.
    package nonisolated func catalog(
        of drive: String
    ) async throws(LedgerError) -> (drive: LedgerDrive, parts: [CatalogPart])? {
        try await read { db in
            let table = CatalogTable(db: db)
            guard let record = try table.drives("name = ?", [drive.value]).first else {
                return nil
            }
            return (record, try table.listing(of: drive))
        }
    }

    /// Forgets all listings, cached hashes and what was seen of pictures: what people have on their
    /// drives. What drives there are stays known, and how many files they had, which guards against
    /// listings that lack some.
    package func forgetCatalogs() throws(LedgerError) {
        try write { db in
            for table in CatalogTable.remakeable { try db.run("DELETE FROM \(table)", []) }
            try CatalogTable(db: db).forgetListings()
            try LookTable(db: db).forget()
        }
    }

    /// The cached hash for each of `keys`; nil where the item has changed since, or was never
    /// hashed.
    package nonisolated func cachedHashes(
        drive: String, keys: [HashCacheKey]
    ) async throws(LedgerError) -> [String?] {
        try await read { db in
            let sql = """
                SELECT value FROM hash_cache
                WHERE drive = ? AND id = ? AND algorithm = ? AND etag = ? AND size = ?
                """
            return try keys.map { key in
                let values = [
                    drive.value, key.id.value, key.algorithm.value, key.eTag.value,
                    key.size.value,
                ]
                return try db.first(sql, values) { try $0.text(0) }
            }
        }
    }

    /// Keeps hashes of items as they are; of each item and algorithm the last one.
    package func cacheHashes(
        drive: String, _ hashes: [(key: HashCacheKey, value: String)], at: Timestamp
    ) throws(LedgerError) {
        if hashes.isEmpty { return }
        for (key, _) in hashes { try StorableText.check(drive, key.id, key.eTag) }
        try write { db in
            for (key, value) in hashes {
                try db.run(
                    """
                    INSERT OR REPLACE INTO hash_cache
                        (drive, id, algorithm, etag, size, value, cached_at)
                    VALUES (?, ?, ?, ?, ?, ?, ?)
                    """,
                    [
                        drive.value, key.id.value, key.algorithm.value, key.eTag.value,
                        key.size.value, value.value, at.value,
                    ])
            }
        }
    }
}

/// Reads and writes drives and their listings, inside a transaction.
struct CatalogTable {
    let db: Database

    private static let columns = """
        name, kind, identity, settings, synced_at, cursor, item_count, file_count, good_file_count
        """

    /// The tables of what drives and files tell again when they are asked: listings, hashes, and
    /// the pages of drives that tell what has changed (which go with their `feed`). By far the
    /// largest part of a state file.
    static let remakeable = ["catalog_part", "hash_cache", "feed_page", "feed"]

    /// Records of all drives that their listings are not kept.
    func forgetListings() throws {
        try db.run(
            """
            UPDATE drive
            SET item_count = 0, file_count = 0, cursor = NULL, part_count = NULL
            """, [])
    }

    /// Records which drives another file of this state knows, without their listings: another one
    /// under such a name must not pass for it. Where a drive is known here too, what the other file
    /// says counts only if it `isNewer`.
    func remember(_ drives: [LedgerDrive], isNewer: Bool) throws {
        for var drive in drives {
            // What a damaged file says may be nothing that can be kept.
            let isSound =
                (try? StorableText.check(drive.name, drive.identity)) != nil
                && (drive.goodFileCount ?? 0) >= 0
            if !isSound { continue }
            let isKnown = try !self.drives("name = ?", [drive.name.value]).isEmpty
            if isKnown, !isNewer { continue }
            drive.cursor = nil
            try save(drive, partCount: 0)
        }
        try forgetListings()
    }

    /// The drives that meet `condition`, which may go on with an order.
    func drives(
        _ condition: String, _ values: [DatabaseValue] = []
    ) throws -> [LedgerDrive] {
        var drives: [LedgerDrive] = []
        try db.each("SELECT \(Self.columns) FROM drive WHERE \(condition)", values) { row in
            drives.append(
                LedgerDrive(
                    name: try row.text(0), kind: try row.text(1), identity: try row.text(2),
                    settings: try row.json(3) { (json) throws(JSONReader.Malformed) in
                        try json.dictionary()
                    } ?? [:],
                    syncedAt: try row.instant(4), cursor: try row.textIfAny(5),
                    itemCount: try row.integer(6), fileCount: try row.integer(7),
                    goodFileCount: try row.integerIfAny(8)))
        }
        return drives
    }

    /// A listing can be had again.
    static func damage(_ reason: Message) -> DamagedContent {
        DamagedContent(
            reason: reason,
            advice: Message("list the drive again with 'cleanrules plan', without --offline")
        )
    }

    /// How many pieces the listing of that drive has; nil without a listing.
    func partCount(of drive: String) throws -> Int64? {
        try db.first("SELECT part_count FROM drive WHERE name = ?", [drive.value]) {
            try $0.integerIfAny(0)
        } ?? nil
    }

    /// Writes the record of `drive`, whose listing has so many pieces.
    func save(_ drive: LedgerDrive, partCount: Int) throws {
        try db.run(
            """
            INSERT INTO drive
                (\(Self.columns), part_count)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (name) DO UPDATE SET kind = excluded.kind, identity = excluded.identity,
                settings = excluded.settings, synced_at = excluded.synced_at,
                cursor = excluded.cursor, item_count = excluded.item_count,
                file_count = excluded.file_count, good_file_count = excluded.good_file_count,
                part_count = excluded.part_count
            """,
            [
                drive.name.value, drive.kind.value, drive.identity.value,
                JSONObject.dictionary(drive.settings).value, drive.syncedAt.value,
                drive.cursor.value, drive.itemCount.value, drive.fileCount.value,
                drive.goodFileCount.value, partCount.value,
            ])
    }

    /// Forgets the oldest cached hashes of `drive` if there are far more than it has items: those
    /// of items that went are never asked for again.
    func boundHashes(of drive: LedgerDrive) throws {
        let count = try db.first(
            "SELECT count(*) FROM hash_cache WHERE drive = ?", [drive.name.value]
        ) { try $0.integer(0) }
        let most = 4 * max(0, drive.itemCount) + 10_000
        guard let count, count > most else { return }
        try db.run(
            """
            DELETE FROM hash_cache WHERE drive = ?1 AND (id, algorithm) IN (
                SELECT id, algorithm FROM hash_cache WHERE drive = ?1
                ORDER BY cached_at, id, algorithm LIMIT ?2)
            """, [drive.name.value, (count - most).value])
    }

    /// A stored piece: what tells whether it is the same as a new one.
    private struct Stored {
        let number: Int64
        let checksum: Int64
        let byteCount: Int64
    }

    private struct Key: Hashable {
        let name: ExactText
        let chunk: Int64
    }

    /// Puts `parts` in the place of the stored ones.
    func replaceParts(of drive: String, by parts: [CatalogPart]) throws {
        var stored: [Key: Stored] = [:]
        // length() of a value takes its length from the head of the row, without reading it.
        try db.each(
            """
            SELECT number, name, chunk, checksum, length(bytes) FROM catalog_part WHERE drive = ?
            """, [drive.value]
        ) { row in
            stored[Key(name: ExactText(try row.text(1)), chunk: try row.integer(2))] = Stored(
                number: try row.integer(0), checksum: try row.integer(3),
                byteCount: try row.integer(4))
        }
        var written: Set<Key> = []
        for part in parts {
            let key = Key(name: ExactText(part.name), chunk: Int64(part.chunk))
            precondition(written.insert(key).inserted, "a listing has no piece twice")
            try write(part, of: drive, over: stored.removeValue(forKey: key))
        }
        for old in stored.values {
            try db.run("DELETE FROM catalog_part WHERE number = ?", [old.number.value])
        }
    }

    private func write(_ part: CatalogPart, of drive: String, over old: Stored?) throws {
        let sum = part.bytes.withUnsafeBytes { checksum(of: $0) }
        guard let old else {
            try db.run(
                """
                INSERT INTO catalog_part (drive, name, chunk, checksum, bytes)
                VALUES (?, ?, ?, ?, ?)
                """,
                [
                    drive.value, part.name.value, part.chunk.value, sum.value,
                    Data(part.bytes).value,
                ])
            return
        }
        if old.checksum == sum, old.byteCount == part.bytes.count { return }
        try db.run(
            "UPDATE catalog_part SET checksum = ?, bytes = ? WHERE number = ?",
            [sum.value, Data(part.bytes).value, old.number.value])
    }

    /// All pieces of the listing of that drive; none without a listing.
    func listing(of drive: String) throws -> [CatalogPart] {
        guard let count = try partCount(of: drive) else { return [] }
        let parts = try parts(of: drive)
        guard parts.count == count else {
            throw Self.damage(Message("a piece of the listing of '\(drive)' is missing"))
        }
        return parts
    }

    /// The pieces of the listing of that drive, by name and number.
    private func parts(of drive: String) throws -> [CatalogPart] {
        var parts: [CatalogPart] = []
        try db.each(
            """
            SELECT name, chunk, checksum, bytes FROM catalog_part WHERE drive = ?
            ORDER BY name, chunk
            """, [drive.value]
        ) { row in
            let name = try row.text(0)
            let sum = try row.integer(2)
            let bytes = try row.withUnsafeData(atIndex: 3) { data in
                let isSound = data?.withUnsafeBytes { checksum(of: $0) } == sum
                guard let data, isSound else {
                    throw Self.damage(Message("a piece of the listing of '\(drive)' is damaged"))
                }
                return [UInt8](data)
            }
            parts.append(CatalogPart(name: name, chunk: Int(try row.integer(1)), bytes: bytes))
        }
        return parts
    }
}
