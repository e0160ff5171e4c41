// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GRDB
internal import Messages
package import Plans
package import RuleEngine
internal import Text

extension Ledger {
    /// Of how many plans over the same drives the entries are kept: the newest one, which is staged
    /// and reviewed, and the one before it, which it is compared with.
    package static let plansKeptOfDrives = 2

    /// Of how many plans the entries are kept in all; those with waiting items are kept besides.
    package static let plansKept = 20

    /// How many bytes those entries may take that are kept for waiting items alone. Of a round every
    /// night something waits for weeks, and each of its plans names all that waits: what is needed of
    /// it to delete and to undo stands with the items.
    package static let waitingPlansBytes: Int64 = 32 << 20

    /// The most bytes of a plan that are stored together.
    static let pieceBytes = 1 << 20

    /// Keeps a plan with its entries, as the newest one.
    package func savePlan(
        _ plan: LedgerPlan, document: [UInt8], at: Timestamp
    ) throws(LedgerError) {
        try savePlan(plan, pieces: [document], at: at)
    }

    /// Keeps a plan with its entries, whose bytes are `pieces` one behind the other, as the newest
    /// one; without `pieces` a plan whose entries are kept already.
    ///
    /// One transaction, in which the entries of older plans go. A plan that is there already stays
    /// what it is, used or not; throws `failed` if another one is known under its id.
    package func savePlan(
        _ plan: LedgerPlan, pieces: [[UInt8]]?, at: Timestamp
    ) throws(LedgerError) {
        try write { db in
            let table = PlanTable(db: db)
            if try table.isNewestAndWhole(plan) { return }
            let number = try table.save(plan, at: at)
            // First, so that the new entries take the place of the old ones in the file.
            try table.dropEntries()
            if try table.documentBytes(number) == nil {
                guard let pieces else {
                    throw LedgerError(
                        .failed,
                        Message(
                            "the entries of plan \(plan.id) are not kept any more;"
                                + " make a new plan"))
                }
                try table.write(pieces, number)
            }
            let history = HistoryTable(db: db, actor: "plan", at: at)
            let detail = "{\"digest\":\(JSONObject.quoted(plan.documentDigest))}"
            try history.append("plan-saved", plan: plan.id, detail: detail)
        }
    }

    /// The plan of that id.
    package nonisolated func plan(_ id: String) async throws(LedgerError) -> LedgerPlan? {
        try await read { db in try PlanTable(db: db).plans("id = ?", [id.value]).first }
    }

    /// The plan that was saved last.
    package nonisolated func newestPlan() async throws(LedgerError) -> LedgerPlan? {
        try await plans(most: 1).first
    }

    /// The plans that were saved last, the newest first.
    package nonisolated func plans(most: Int) async throws(LedgerError) -> [LedgerPlan] {
        try await read { db in
            try PlanTable(db: db).plans("TRUE ORDER BY saved DESC LIMIT ?", [max(0, most).value])
        }
    }

    /// The plan with its entries; nil if there is no such plan, or if they are not kept any more.
    ///
    /// Throws `corrupt` if what is kept is not what was saved. Plans that were kept as JSON text by
    /// earlier versions are read as well.
    package nonisolated func record(
        ofPlan id: String
    ) async throws(LedgerError) -> PlanRecord? {
        try await read { db in
            guard let document = try PlanTable(db: db).document(id) else { return nil }
            do {
                if document.first == UInt8(ascii: "{") {
                    return try PlanDocumentReader.record(document)
                }
                return try PlanRecord(stored: document)
            } catch let error as PlanRecordError {
                throw PlanTable.damage(
                    Message("plan \(id) cannot be read: \(error.reason)"))
            } catch let error as PlanDocumentReader.Unreadable {
                throw PlanTable.damage(
                    Message("plan \(id) cannot be read: \(error.reason)"))
            }
        }
    }

    /// Where the rules were read from by which anything waits, once each.
    package nonisolated func rulesOfWaitingItems() async throws(LedgerError) -> [String] {
        try await read { db in
            var paths: [String] = []
            try db.each(
                """
                SELECT DISTINCT rules_path FROM plan WHERE rules_path != '' AND number IN (
                    SELECT DISTINCT plan FROM staged_item WHERE \(Schema.isActive))
                ORDER BY rules_path
                """, []
            ) { paths.append(try $0.text(0)) }
            return paths
        }
    }

    /// The bytes of a plan's entries; nil if there is no such plan, or if they are not kept any more.
    package nonisolated func document(
        ofPlan id: String
    ) async throws(LedgerError) -> [UInt8]? {
        try await read { db in try PlanTable(db: db).document(id) }
    }
}

/// Reads and writes plans, inside a transaction.
struct PlanTable {
    let db: Database

    private static let columns = """
        id, created, expires, rules_digest, rules_path, drive_identities, delete_count,
        delete_bytes, review_count, review_bytes, exceeded_limits, document_digest, used_at,
        drive_cursors
        """

    /// The plans that meet `condition`, which may go on with an order.
    func plans(_ condition: String, _ values: [DatabaseValue]) throws -> [LedgerPlan] {
        var plans: [LedgerPlan] = []
        try db.each("SELECT \(Self.columns) FROM plan WHERE \(condition)", values) { row in
            var plan = LedgerPlan(
                id: try row.text(0), created: try row.instant(1), expires: try row.instant(2),
                rulesDigest: try row.text(3), rulesPath: try row.text(4),
                driveIdentities: try row.json(5) { (json) throws(JSONReader.Malformed) in
                    try json.dictionary()
                } ?? [:],
                deleteCount: try row.integer(6), deleteBytes: try row.integer(7),
                reviewCount: try row.integer(8), reviewBytes: try row.integer(9),
                exceededLimits: try row.json(10) { (json) throws(JSONReader.Malformed) in
                    try json.strings()
                } ?? [],
                documentDigest: try row.text(11))
            plan.usedAt = try row.instantIfAny(12)
            if try row.textIfAny(13) != nil {
                plan.driveCursors =
                    try row.json(13) { (json) throws(JSONReader.Malformed) in
                        try json.dictionary()
                    } ?? [:]
            }
            plans.append(plan)
        }
        return plans
    }

    /// Whether saving `plan` would change nothing.
    func isNewestAndWhole(_ plan: LedgerPlan) throws -> Bool {
        let sql = "SELECT id, document_digest, document_bytes FROM plan ORDER BY saved DESC LIMIT 1"
        return try db.first(sql) { row in
            let isSame = try row.text(0) == plan.id && row.text(1) == plan.documentDigest
            return try isSame && row.integerIfAny(2) != nil
        } ?? false
    }

    /// Makes `plan` the newest; its number.
    func save(_ plan: LedgerPlan, at: Timestamp) throws -> Int64 {
        let rank = try db.first("SELECT coalesce(max(saved), 0) + 1 FROM plan") {
            try $0.integer(0)
        }
        let known = try db.first(
            "SELECT number, document_digest FROM plan WHERE id = ?", [plan.id.value]
        ) { (number: try $0.integer(0), digest: try $0.text(1)) }
        guard let known else { return try insert(plan, rank: rank ?? 1, at: at) }
        guard known.digest == plan.documentDigest else {
            throw LedgerError(
                .failed,
                Message("another plan is known as \(plan.id); make a new one, and use that"))
        }
        try db.run(
            "UPDATE plan SET saved = ?, drive_cursors = ? WHERE number = ?",
            [
                (rank ?? 1).value, JSONObject.dictionary(plan.driveCursors).value,
                known.number.value,
            ])
        return known.number
    }

    private func insert(_ plan: LedgerPlan, rank: Int64, at: Timestamp) throws -> Int64 {
        try StorableText.check(plan.id, plan.rulesPath)
        try db.run(
            """
            INSERT INTO plan
                (\(Self.columns), saved, saved_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                plan.id.value, plan.created.value, plan.expires.value, plan.rulesDigest.value,
                plan.rulesPath.value, JSONObject.dictionary(plan.driveIdentities).value,
                plan.deleteCount.value, plan.deleteBytes.value, plan.reviewCount.value,
                plan.reviewBytes.value, JSONObject.list(plan.exceededLimits).value,
                plan.documentDigest.value, .null,
                JSONObject.dictionary(plan.driveCursors).value, rank.value, at.value,
            ])
        return db.lastInsertedRowID
    }

    // MARK: - Documents

    /// How long the document of the plan of that number is; nil if it is not kept.
    func documentBytes(_ number: Int64) throws -> Int64? {
        try db.first("SELECT document_bytes FROM plan WHERE number = ?", [number.value]) {
            try $0.integerIfAny(0)
        } ?? nil
    }

    /// Stores `document`, cut into pieces: SQLite holds no value of over a gigabyte.
    func write(_ document: [[UInt8]], _ number: Int64) throws {
        var piece: [UInt8] = []
        piece.reserveCapacity(min(Ledger.pieceBytes, document.reduce(0) { $0 + $1.count }))
        var (count, place) = (0, 0)
        func store() throws {
            if piece.isEmpty { return }
            let sum = piece.withUnsafeBytes { checksum(of: $0) }
            try db.run(
                "INSERT INTO plan_piece (plan, piece, checksum, bytes) VALUES (?, ?, ?, ?)",
                [number.value, place.value, sum.value, Data(piece).value])
            count += piece.count
            place += 1
            piece.removeAll(keepingCapacity: true)
        }
        for part in document {
            var rest = part[...]
            while !rest.isEmpty {
                let next = rest.prefix(Ledger.pieceBytes - piece.count)
                piece += next
                rest = rest[next.endIndex...]
                if piece.count == Ledger.pieceBytes { try store() }
            }
        }
        try store()
        try db.run(
            "UPDATE plan SET document_bytes = ? WHERE number = ?", [count.value, number.value])
    }

    /// The document of the plan of that id.
    func document(_ id: String) throws -> [UInt8]? {
        let sql = "SELECT number, document_bytes FROM plan WHERE id = ?"
        let found = try db.first(sql, [id.value]) {
            (number: try $0.integer(0), bytes: try $0.integerIfAny(1))
        }
        guard let found, let count = found.bytes else { return nil }
        var document: [UInt8] = []
        try db.each(
            "SELECT checksum, bytes FROM plan_piece WHERE plan = ? ORDER BY piece",
            [found.number.value]
        ) { row in
            let sum = try row.integer(0)
            try row.withUnsafeData(atIndex: 1) { data in
                let isSound = data?.withUnsafeBytes { checksum(of: $0) } == sum
                guard let data, isSound else {
                    throw Self.damage(Message("a piece of plan \(id) is damaged"))
                }
                document.append(contentsOf: data)
            }
        }
        guard document.count == count else {
            throw Self.damage(Message("a piece of plan \(id) is missing"))
        }
        return document
    }

    /// A plan can be made again.
    static func damage(_ reason: Message) -> DamagedContent {
        DamagedContent(reason: reason, advice: Message("make a new plan with 'cleanrules plan'"))
    }

    /// Drops the entries of all plans but the newest over their drives and those with waiting items,
    /// of which the newest are kept.
    ///
    /// What plans came to stays known.
    func dropEntries() throws {
        var numbers: [Int64] = []
        var bytes: Int64 = 0
        try db.each(
            """
            SELECT number, document_bytes, EXISTS (
                    SELECT 1 FROM staged_item WHERE plan = plan.number AND \(Schema.isActive))
            FROM plan WHERE document_bytes IS NOT NULL
                AND number NOT IN (
                    SELECT number FROM (
                        SELECT number, saved, row_number() OVER (
                            PARTITION BY drive_identities ORDER BY saved DESC) AS place FROM plan)
                    WHERE place <= ? ORDER BY saved DESC LIMIT ?)
            ORDER BY saved DESC
            """, [Ledger.plansKeptOfDrives.value, Ledger.plansKept.value]
        ) { row in
            let hasWaiting = try row.integer(2) != 0
            // No file is so large that the sum would not fit.
            if hasWaiting { bytes &+= max(0, try row.integer(1)) }
            if !hasWaiting || bytes > Ledger.waitingPlansBytes {
                numbers.append(try row.integer(0))
            }
        }
        for number in numbers {
            try db.run("DELETE FROM plan_piece WHERE plan = ?", [number.value])
            try db.run(
                "UPDATE plan SET document_bytes = NULL WHERE number = ?", [number.value])
        }
    }
}
