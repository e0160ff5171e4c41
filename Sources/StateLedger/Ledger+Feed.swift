// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GRDB
internal import Messages
package import RuleEngine

extension Ledger {
    /// The enumerations of `drive` that are kept: at most one that is complete and one that is not.
    package nonisolated func feeds(
        of drive: String
    ) async throws(LedgerError) -> [FeedEnumeration] {
        try await read { db in try FeedTable(db: db).enumerations(of: drive) }
    }

    /// A page of an enumeration, from 0; nil if there is none.
    ///
    /// Throws `corrupt` if it is not what was saved.
    package nonisolated func feedPage(
        _ number: Int, of generation: Int64
    ) async throws(LedgerError) -> (bytes: [UInt8], link: FeedPageLink)? {
        try await read { db in try FeedTable(db: db).page(number, of: generation) }
    }

    /// Begins an enumeration of `drive`; one that never came to the end of its first round is
    /// forgotten. Its number.
    ///
    /// If it `outdatesPlans`, the drive's cursor becomes another one in the same transaction, so
    /// that no plan of before can be staged, whatever becomes of this process.
    package func beginFeed(
        of drive: String, identity: String, selection: String, outdatesPlans: Bool = false,
        at: Timestamp
    ) throws(LedgerError) -> Int64 {
        try StorableText.check(drive, identity, selection)
        return try write { db in
            try db.run("DELETE FROM feed WHERE drive = ? AND is_complete = 0", [drive.value])
            try db.run(
                """
                INSERT INTO feed (drive, identity, selection, started_at) VALUES (?, ?, ?, ?)
                """, [drive.value, identity.value, selection.value, at.value])
            let generation = db.lastInsertedRowID
            if outdatesPlans {
                try db.run(
                    """
                    UPDATE drive
                    SET cursor = CAST(CAST(coalesce(cursor, '0') AS INTEGER) + 1 AS TEXT)
                    WHERE name = ?
                    """, [drive.value])
            }
            return generation
        }
    }

    /// Adds a page to an enumeration, in one transaction with where it goes on. The end of the
    /// first round puts the enumeration in the place of the one that was complete before.
    package func appendFeedPage(
        _ bytes: [UInt8], link: FeedPageLink, to generation: Int64
    ) throws(LedgerError) {
        try StorableText.check(link.url)
        try write { db in
            let table = FeedTable(db: db)
            let number = try table.pageCount(of: generation)
            let sum = bytes.withUnsafeBytes { checksum(of: $0) }
            try db.run(
                """
                INSERT INTO feed_page (generation, number, link, ends_round, checksum, bytes)
                VALUES (?, ?, ?, ?, ?, ?)
                """,
                [
                    generation.value, number.value, link.url.value,
                    (link.endsRound ? 1 : 0).value, sum.value, Data(bytes).value,
                ])
            if link.endsRound { try table.complete(generation) }
        }
    }

    /// Forgets all pages of `drive`.
    package func removeFeeds(of drive: String) throws(LedgerError) {
        try write { db in try db.run("DELETE FROM feed WHERE drive = ?", [drive.value]) }
    }
}

/// Reads and writes the pages of feeds, inside a transaction.
private struct FeedTable {
    let db: Database

    func pageCount(of generation: Int64) throws -> Int {
        let count = try db.first(
            "SELECT count(*) FROM feed_page WHERE generation = ?", [generation.value]
        ) { try $0.integer(0) }
        return Int(count ?? 0)
    }

    func enumerations(of drive: String) throws -> [FeedEnumeration] {
        var found: [FeedEnumeration] = []
        try db.each(
            """
            SELECT generation, identity, selection, started_at, is_complete FROM feed
            WHERE drive = ? ORDER BY generation
            """, [drive.value]
        ) { row in
            found.append(
                FeedEnumeration(
                    generation: try row.integer(0), identity: try row.text(1),
                    selection: try row.text(2), startedAt: try row.instant(3),
                    isComplete: try row.integer(4) == 1, pageCount: 0, link: nil))
        }
        for index in found.indices {
            let generation = found[index].generation
            found[index].pageCount = try pageCount(of: generation)
            found[index].link = try db.first(
                """
                SELECT link, ends_round FROM feed_page WHERE generation = ?
                ORDER BY number DESC LIMIT 1
                """, [generation.value]
            ) { FeedPageLink(url: try $0.text(0), endsRound: try $0.integer(1) == 1) }
        }
        return found
    }

    func page(
        _ number: Int, of generation: Int64
    ) throws -> (bytes: [UInt8], link: FeedPageLink)? {
        try db.first(
            """
            SELECT link, ends_round, checksum, bytes FROM feed_page
            WHERE generation = ? AND number = ?
            """, [generation.value, number.value]
        ) { row in
            let link = FeedPageLink(url: try row.text(0), endsRound: try row.integer(1) == 1)
            let sum = try row.integer(2)
            let bytes = try row.withUnsafeData(atIndex: 3) { data in
                let isSound = data?.withUnsafeBytes { checksum(of: $0) } == sum
                guard let data, isSound else {
                    throw CatalogTable.damage(Message("a page of a listing is damaged"))
                }
                return [UInt8](data)
            }
            return (bytes, link)
        }
    }

    /// Makes `generation` the complete one of its drive.
    func complete(_ generation: Int64) throws {
        try db.run(
            """
            DELETE FROM feed WHERE generation <> ?1
                AND drive = (SELECT drive FROM feed WHERE generation = ?1)
            """, [generation.value])
        try db.run("UPDATE feed SET is_complete = 1 WHERE generation = ?", [generation.value])
    }
}
