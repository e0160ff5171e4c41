// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import Messages
package import RuleEngine

extension Ledger {
    /// The decisions that stand: for each item the latest that was not taken back, by number.
    package nonisolated func decisions() async throws(LedgerError) -> [DecisionRecord] {
        try await read { db in
            try DecisionTable(db: db).decisions("\(DecisionTable.stands) ORDER BY number")
        }
    }

    /// Records what a person decided; the items that were taken back by it.
    ///
    /// One transaction. To keep, pin or snooze an item takes it back if it waits for its deletion.
    /// Every decision but one typed as a command counts as a review of its day; a clock that went
    /// back does not make it count for a day that is over.
    package func decide(
        _ decisions: [DecisionRecord], at: Timestamp
    ) throws(LedgerError) -> [StagedItem] {
        for decision in decisions {
            let item = decision.item
            try StorableText.check(item.drive, item.id, item.path, item.eTag, item.cTag)
        }
        if decisions.isEmpty { return [] }
        return try write { db in
            let history = HistoryTable(db: db, actor: "person", at: at)
            var takenBack: [StagedItem] = []
            for decision in decisions {
                try Self.record(decision, db, history)
                if decision.verdict != .delete {
                    takenBack += try Self.takeBack(decision, db, history)
                }
            }
            return takenBack
        }
    }

    /// Records `decision`, and charges it to its day.
    static func record(
        _ decision: DecisionRecord, _ db: Database, _ history: HistoryTable
    ) throws {
        var decision = decision
        if decision.isReview {
            decision.day = try QuotaTable(db: db).effectiveDay(decision.day)
            try QuotaTable(db: db).charge(decision.day, reviews: 1)
        }
        _ = try record(charged: decision, db, history)
    }

    /// Records `decision`, which is charged to the day that counts; as it will be read again.
    static func record(
        charged decision: DecisionRecord, _ db: Database, _ history: HistoryTable
    ) throws -> DecisionRecord {
        var decision = decision
        // When a sync first saw the item is told by the listing, and is not kept with decisions.
        decision.item.firstSeen = nil
        decision.number = try DecisionTable(db: db).insert(decision)
        if decision.act == nil { try GroupDecisionTable(db: db).noteKept(decision) }
        try history.append(
            "decided", item: decision.item, rule: decision.rule, cause: decision.verdict.rawValue,
            detail: decision.json)
        return decision
    }

    /// Takes back what is staged of the item that was decided to stay.
    static func takeBack(
        _ decision: DecisionRecord, _ db: Database, _ history: HistoryTable
    ) throws -> [StagedItem] {
        var table = StagedTable(db)
        let waiting = try table.active(aboutOrAt: decision.identity)
        let cause = String(clause: "a person decided: \(decision.verdict.rawValue)")
        return try waiting.filter(\.state.canBeUndone).flatMap {
            try undo($0, cause, &table, history)
        }
    }

    /// Takes back the standing decisions on the items at these paths; those that were.
    ///
    /// One transaction. What the item's last decision before was stands again. A review is given
    /// back to the day it was counted for.
    package func undoDecisions(
        paths: [String], at: Timestamp
    ) throws(LedgerError) -> [DecisionRecord] {
        if paths.isEmpty { return [] }
        return try write { db in
            let table = DecisionTable(db: db)
            var takenBack: [DecisionRecord] = []
            for path in Set(paths.map(ExactText.init)) {
                takenBack += try table.decisions(
                    "path = ? AND \(DecisionTable.stands)", [path.text.value])
            }
            return try Self.takeBack(takenBack, table, at: at)
        }
    }

    /// Takes back the standing decisions with these numbers; those that were.
    package func undoDecisions(
        numbers: [Int64], at: Timestamp
    ) throws(LedgerError) -> [DecisionRecord] {
        if numbers.isEmpty { return [] }
        return try write { db in
            let table = DecisionTable(db: db)
            var takenBack: [DecisionRecord] = []
            for number in Set(numbers) {
                takenBack += try table.decisions(
                    "number = ? AND \(DecisionTable.stands)", [number.databaseValue])
            }
            return try Self.takeBack(takenBack, table, at: at)
        }
    }

    /// Takes back `decisions`, and gives their reviews back to their days.
    static func takeBack(
        _ decisions: [DecisionRecord], _ table: DecisionTable, at: Timestamp
    ) throws -> [DecisionRecord] {
        let history = HistoryTable(db: table.db, actor: "person", at: at)
        let taken = try decisions.sorted { $0.number < $1.number }.map { decision in
            var decision = decision
            decision.undoneAt = at
            try table.undo(decision.number, at: at)
            if decision.isReview {
                try QuotaTable(db: table.db).charge(decision.day, reviews: -1)
            }
            try history.append(
                "decision-undone", item: decision.item, rule: decision.rule,
                cause: decision.verdict.rawValue, detail: "{\"number\":\(decision.number)}")
            return decision
        }
        let groups = GroupDecisionTable(db: table.db)
        for act in Set(taken.compactMap(\.act)) { try groups.undo(act: act, at: at) }
        for decision in taken { try groups.undo(kept: decision, at: at) }
        for refunded in taken where refunded.isReview {
            try passOn(refunded, among: taken, table, history)
        }
        return taken
    }

    /// Charges what was free only because of `refunded`: another decision of the same step, or a
    /// change of mind about one of its items on the same day. Otherwise an undo of the first step
    /// would leave the second one for nothing.
    private static func passOn(
        _ refunded: DecisionRecord, among taken: [DecisionRecord], _ table: DecisionTable,
        _ history: HistoryTable
    ) throws {
        let acts = ReviewActTable(db: table.db)
        var heir: (decision: DecisionRecord, act: ReviewAct)?
        if let number = refunded.act, let act = try acts.acts("number = ?", [number.value]).first,
            let sibling = try table.decisions(
                "act = ? AND undone_at IS NULL ORDER BY number LIMIT 1", [number.value]
            ).first
        {
            heir = (sibling, act)
        }
        for decision in taken where heir == nil {
            guard
                decision.number == refunded.number
                    || (decision.act != nil && decision.act == refunded.act)
            else { continue }
            let about = ItemIdentity.numbers(
                in: "decision", "number > ?4 AND day = ?5 AND undone_at IS NULL")
            let later = try table.decisions(
                "number IN (\(about)) ORDER BY number LIMIT 8",
                decision.identity.values + [decision.number.value, decision.day.value])
            for candidate in later where heir == nil && candidate.follows {
                guard let number = candidate.act,
                    let act = try acts.acts("number = ?", [number.value]).first, act.charge == 0
                else { continue }
                heir = (candidate, act)
            }
        }
        guard let heir else { return }
        try table.pay(heir.decision.number)
        try acts.pay(heir.act.number)
        try QuotaTable(db: table.db).charge(heir.decision.day, reviews: 1)
        try history.append(
            "review-charged", cause: heir.decision.day,
            detail: "{\"act\":\(heir.act.number),\"number\":\(heir.decision.number)}")
    }

    /// How many groups of pictures that look alike a person decided in a row as the rule would have, by
    /// the digest of the rule; those of which none was have no count.
    ///
    /// Each card of a group that was decided by itself is one, the newest decision about it counting.
    /// What was taken back is none.
    package nonisolated func decidedGroups() async throws(LedgerError) -> [String: Int64] {
        try await read { db in try GroupDecisionTable(db: db).streaks() }
    }

    /// On how many items a person decided, by the digest of the rule that had put them up.
    ///
    /// What was taken back does not count, nor does putting it off, nor an item a second time: the
    /// trial of a rule ends when a person has really looked at so many.
    package nonisolated func decidedCounts() async throws(LedgerError) -> [String: Int64] {
        try await read { db in
            var counts: [String: Int64] = [:]
            try db.each(
                """
                SELECT rule_digest, count(*) FROM (
                    SELECT DISTINCT rule_digest, coalesce(stamp, volume),
                        iif(stamp IS NULL, item_key, NULL) FROM decision
                    WHERE rule_digest IS NOT NULL AND undone_at IS NULL AND verdict <> 'snooze')
                GROUP BY rule_digest
                """
            ) { counts[try $0.text(0)] = try $0.integer(1) }
            return counts
        }
    }
}
