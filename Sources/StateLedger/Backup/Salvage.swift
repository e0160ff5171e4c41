// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import RuleEngine

/// What is recorded anew because it cannot be told whether it stands in the history that was lost.
struct Salvage {
    let db: Database
    let at: Timestamp
    /// Who does it, in the words of the history.
    static let actor = "recovery"

    /// Records decisions to keep items that are not known yet, in their order; how many. Whether one
    /// to delete was taken back cannot be told.
    func record(_ decisions: [DecisionRecord]) throws -> Int {
        let table = DecisionTable(db: db)
        var count = 0
        for decision in decisions.sorted(by: { $0.decidedAt < $1.decidedAt })
        where decision.undoneAt == nil && decision.verdict != .delete {
            let item = decision.item
            let known = try table.decisions(
                "drive = ? AND id = ? AND decided_at = ? AND verdict = ?",
                [
                    item.drive.value, item.id.value, decision.decidedAt.value,
                    decision.verdict.rawValue.value,
                ])
            if !known.isEmpty { continue }
            var copy = decision
            copy.number = 0
            // The step of the review that it belonged to is not known here.
            copy.act = nil
            try Ledger.record(
                copy, db, HistoryTable(db: db, actor: Self.actor, at: at))
            count += 1
        }
        return count
    }

    /// Records as deleted what waits by the backup and is known to have been deleted since; how
    /// many.
    func record(deleted items: [(number: Int64, receipt: String?, at: Timestamp, day: String?)])
        throws -> Int
    {
        var table = StagedTable(db)
        var count = 0
        for found in items {
            guard let item = try table.item(found.number), item.state.isActive else { continue }
            let day =
                try item.quotaDay ?? found.day
                ?? QuotaTable(db: db).effectiveDay("1970-01-01")
            var changes: [StagedChange] = []
            if item.state == .held || item.state == .deferred {
                changes.append(StagedChange(.becomes(.staged), at: found.at))
            }
            if item.state != .executing {
                var begun = StagedChange(.becomes(.executing), at: found.at)
                begun.attempt = item.attempt + 1
                begun.day = day
                changes.append(begun)
            }
            var deleted = StagedChange(.becomes(.deleted), at: found.at)
            deleted.receipt = found.receipt
            changes.append(deleted)
            let history = HistoryTable(db: db, actor: Self.actor, at: at)
            let status = try table.apply(changes, to: item.number, StagedStatus(item), history)
            let recorded = item.order.item
            try QuotaTable(db: db).charge(
                status.quotaDay ?? day,
                deletions: [.init(isFolder: recorded.isFolder, size: recorded.size)])
            count += 1
        }
        return count
    }

    /// Takes back all that waits, and all decisions to delete: whether they were taken back before
    /// cannot be told; how many.
    func takeBackAll() throws -> (items: Int, decisions: Int) {
        var table = StagedTable(db)
        let waiting = try table.items("\(Schema.isActive) ORDER BY number")
            .filter(\.state.canBeUndone)
        let history = HistoryTable(db: db, actor: Self.actor, at: at)
        for item in waiting {
            _ = try Ledger.undo(item, Uncertainty.cause, &table, history)
        }
        let decisions = DecisionTable(db: db)
        let meant = try decisions.decisions("verdict = 'delete' AND \(DecisionTable.stands)")
        return (waiting.count, try Ledger.takeBack(meant, decisions, at: at).count)
    }
}
