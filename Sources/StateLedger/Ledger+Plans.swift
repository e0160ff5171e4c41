// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GRDB
internal import Messages
package import RuleEngine
internal import Text

extension Ledger {
    /// Of how many plans the documents are kept; those with waiting items are kept besides.
    package static let plansKept = 20

    /// The bytes of a document that are stored together.
    static let pieceBytes = 1 << 20

    /// Keeps a plan with its document, as the newest one.
    ///
    /// One transaction. A plan that is there already stays what it is, used or not; throws `failed`
    /// if another document is known under its id.
    package func savePlan(
        _ plan: PlanRecord, document: [UInt8], at: Timestamp
    ) throws(LedgerError) {
        try write { db in
            let table = PlanTable(db: db)
            if try table.isNewestAndWhole(plan) { return }
            let number = try table.save(plan, at: at)
            if try table.documentBytes(number) == nil { try table.write(document, number) }
            try table.dropDocuments(most: Self.plansKept)
            let history = HistoryTable(db: db, actor: "plan", at: at)
            let detail = "{\"digest\":\(JSONObject.quoted(plan.documentDigest))}"
            try history.append("plan-saved", plan: plan.id, detail: detail)
        }
    }

    /// The plan of that id.
    package nonisolated func plan(_ id: String) async throws(LedgerError) -> PlanRecord? {
        try await read { db in try PlanTable(db: db).plans("id = ?", [id.value]).first }
    }

    /// The plan that was saved last.
    package nonisolated func newestPlan() async throws(LedgerError) -> PlanRecord? {
        try await plans(most: 1).first
    }

    /// The plans that were saved last, the newest first.
    package nonisolated func plans(most: Int) async throws(LedgerError) -> [PlanRecord] {
        try await read { db in
            try PlanTable(db: db).plans("TRUE ORDER BY saved DESC LIMIT ?", [max(0, most).value])
        }
    }

    /// The document of a plan; nil if there is no such plan, or if it is not kept any more.
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
    func plans(_ condition: String, _ values: [DatabaseValue]) throws -> [PlanRecord] {
        var plans: [PlanRecord] = []
        try db.each("SELECT \(Self.columns) FROM plan WHERE \(condition)", values) { row in
            var plan = PlanRecord(
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
    func isNewestAndWhole(_ plan: PlanRecord) throws -> Bool {
        let sql = "SELECT id, document_digest, document_bytes FROM plan ORDER BY saved DESC LIMIT 1"
        return try db.first(sql) { row in
            let isSame = try row.text(0) == plan.id && row.text(1) == plan.documentDigest
            return try isSame && row.integerIfAny(2) != nil
        } ?? false
    }

    /// Makes `plan` the newest; its number.
    func save(_ plan: PlanRecord, at: Timestamp) throws -> Int64 {
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

    private func insert(_ plan: PlanRecord, rank: Int64, at: Timestamp) throws -> Int64 {
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

    /// Stores `document` piece by piece: SQLite holds no value of over a gigabyte.
    func write(_ document: [UInt8], _ number: Int64) throws {
        let starts = stride(from: 0, to: document.count, by: Ledger.pieceBytes)
        for (piece, start) in starts.enumerated() {
            let slice = document[start..<min(start + Ledger.pieceBytes, document.count)]
            let sum = slice.withUnsafeBytes { checksum(of: $0) }
            try db.run(
                "INSERT INTO plan_piece (plan, piece, checksum, bytes) VALUES (?, ?, ?, ?)",
                [number.value, piece.value, sum.value, Data(slice).value])
        }
        try db.run(
            "UPDATE plan SET document_bytes = ? WHERE number = ?",
            [document.count.value, number.value])
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
    private static func damage(_ reason: Message) -> DamagedContent {
        DamagedContent(reason: reason, advice: Message("make a new plan with 'cleanrules plan'"))
    }

    /// Drops the documents of all but the `most` newest plans and those with waiting items.
    func dropDocuments(most: Int) throws {
        var numbers: [Int64] = []
        try db.each(
            """
            SELECT number FROM plan WHERE document_bytes IS NOT NULL
                AND number NOT IN (SELECT number FROM plan ORDER BY saved DESC LIMIT ?)
                AND NOT EXISTS (
                    SELECT 1 FROM staged_item WHERE plan = plan.number AND \(Schema.isActive))
            """, [most.value]
        ) { numbers.append(try $0.integer(0)) }
        for number in numbers {
            try db.run("DELETE FROM plan_piece WHERE plan = ?", [number.value])
            try db.run(
                "UPDATE plan SET document_bytes = NULL WHERE number = ?", [number.value])
        }
    }
}
