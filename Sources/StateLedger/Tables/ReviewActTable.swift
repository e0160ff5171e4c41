// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import Messages
internal import RuleEngine

/// Reads and writes the steps of reviews, inside a transaction.
struct ReviewActTable {
    let db: Database

    private static let columns = """
        number, verdict, until, drive, id, path, item_count, at, day, zone, source, key,
        milliseconds, blind, charge, undone_at,
        CASE WHEN item_count > 1 AND verdict <> 'delete' THEN (
            SELECT count(*) FROM decision WHERE act = review_act.number AND verdict = 'delete'
        ) ELSE 0 END
        """

    /// The steps that meet `condition`, which may go on with an order.
    func acts(_ condition: String, _ values: [DatabaseValue] = []) throws -> [ReviewAct] {
        var acts: [ReviewAct] = []
        try db.each("SELECT \(Self.columns) FROM review_act WHERE \(condition)", values) {
            acts.append(try Self.act($0))
        }
        return acts
    }

    private static func act(_ row: Row) throws -> ReviewAct {
        guard let verdict = ReviewVerdict(rawValue: try row.text(1)) else {
            throw DamagedContent(reason: Message("a review says what no review can say"))
        }
        let item = RecordedItem(
            drive: try row.text(3), id: try row.text(4), path: try row.text(5), type: .file)
        var act = ReviewAct(
            verdict: verdict, until: try row.instantIfAny(2), item: item,
            itemCount: try row.integer(6), at: try row.instant(7), day: try row.text(8),
            zone: try row.text(9), source: try row.text(10), key: try row.textIfAny(11),
            milliseconds: try row.integerIfAny(12), isBlind: try row.integer(13) != 0,
            charge: try row.integer(14))
        act.number = try row.integer(0)
        act.undoneAt = try row.instantIfAny(15)
        act.markedCount = try row.integer(16)
        return act
    }

    /// Records `act`, as standing; its number, a new one where it has none.
    func insert(_ act: ReviewAct) throws -> Int64 {
        try db.run(
            """
            INSERT INTO review_act
                (number, verdict, until, drive, id, path, item_count, at, day, zone, source, key,
                milliseconds, blind, charge)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                act.number == 0 ? .null : act.number.value, act.verdict.rawValue.value,
                act.until.value, act.drive.value, act.id.value, act.path.value, act.itemCount.value,
                act.at.value, act.day.value, act.zone.value,
                act.source.value, act.key.value, act.milliseconds.value,
                (act.isBlind ? 1 : 0).databaseValue, act.charge.value,
            ])
        return db.lastInsertedRowID
    }

    /// Has the step of that number cost a review from now on.
    func pay(_ number: Int64) throws {
        try db.run("UPDATE review_act SET charge = 1 WHERE number = ?", [number.value])
    }

    /// Takes back the step of that number.
    func undo(_ number: Int64, at: Timestamp) throws {
        try db.run(
            "UPDATE review_act SET undone_at = ? WHERE number = ?", [at.value, number.value])
    }
}
