// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import Messages
package import RuleEngine

extension Ledger {
    /// Records that the items of these numbers are about to be brought back; one that was begun
    /// before stays so.
    ///
    /// One transaction. Throws `failed`, and records nothing, if one of them cannot be.
    package func beginRestore(
        _ numbers: [Int64], actor: String, at: Timestamp
    ) throws(LedgerError) {
        if numbers.isEmpty { return }
        try write { db in
            var batch = try StagedBatch(db, numbers, actor: actor, at: at)
            for number in numbers where !batch.entry(number).status.isRestoring {
                try Self.change(number, StagedChange(.restoring, at: at), &batch)
            }
        }
    }

    /// Records what became of restores that were begun. Without a path the item was not brought
    /// back, and stays deleted.
    ///
    /// One transaction. Throws `failed`, and records nothing, if one of them was not begun.
    package func finishRestore(
        _ outcomes: [(number: Int64, restoredPath: String?, problem: String?)], actor: String,
        at: Timestamp
    ) throws(LedgerError) {
        if outcomes.isEmpty { return }
        try write { db in
            var batch = try StagedBatch(db, outcomes.map(\.number), actor: actor, at: at)
            var fileCounts = FileCounts()
            for (number, path, problem) in outcomes {
                try StorableText.check(path)
                let entry = batch.entry(number)
                guard let path else {
                    let cause = StorableText.note(problem)
                    let change = StagedChange(.restoreFailed, at: at, cause: cause)
                    try Self.change(number, change, &batch)
                    continue
                }
                // A problem of an item that is back is what is doubtful about it.
                let cause = StorableText.note(problem)
                var change = StagedChange(.becomes(.restored), at: at, cause: cause)
                change.path = ExactText(path) == ExactText(entry.path) ? nil : path
                try Self.change(number, change, &batch)
                if !entry.isFolder {
                    let identity = try batch.ruling(number).driveIdentity
                    fileCounts.add(1, path: path, identity: identity)
                }
            }
            try fileCounts.record(db)
            let back = outcomes.filter { $0.restoredPath != nil }.map(\.number)
            var table = StagedTable(db)
            for number in back {
                guard let item = try table.item(number) else { continue }
                try GroupDecisionTable(db: db).noteTakenBack(item, at: at)
            }
            try Self.release(back, db, HistoryTable(db: db, actor: actor, at: at))
        }
    }

    /// Takes back what would have restored items go after all: the same files, staged at other
    /// places that they had, the other parts of their shots, and the folders that they lie in now.
    private static func release(
        _ numbers: [Int64], _ db: Database, _ history: HistoryTable
    ) throws {
        var table = StagedTable(db)
        for number in numbers {
            guard let item = try table.item(number) else { continue }
            var order = item.order
            if let path = item.restoredPath { order.item.path = path }
            var waiting = try table.activeFolders(above: order)
            if let stamp = item.identity.stamp { waiting += try table.active(stamp) }
            for part in order.partAddresses { waiting += try table.active(at: part) }
            for one in waiting where one.state.canBeUndone {
                let cause =
                    one.order.item.isFolder ? somethingStays : String(clause: "it was restored")
                _ = try undo(one, cause, &table, history)
            }
        }
    }

    /// Records that the items of these numbers were removed from quarantine for good.
    ///
    /// One transaction. Throws `failed`, and records nothing, if one of them is not in quarantine.
    package func finishPurge(
        _ numbers: [Int64], actor: String, at: Timestamp
    ) throws(LedgerError) {
        if numbers.isEmpty { return }
        try write { db in
            var batch = try StagedBatch(db, numbers, actor: actor, at: at)
            for number in numbers {
                guard try batch.ruling(number).method == DeletionMethod.quarantine.rawValue else {
                    throw LedgerError(
                        .failed, Message("staged item \(number) was never in quarantine"))
                }
                try Self.change(number, StagedChange(.purged, at: at), &batch)
            }
        }
    }

    /// Applies `change` if it may happen; the caller has not looked.
    private static func change(
        _ number: Int64, _ change: StagedChange, _ batch: inout StagedBatch
    ) throws {
        let entry = batch.entry(number)
        guard entry.status.allows(change) else {
            throw LedgerError(
                .failed,
                Message(
                    "staged item \(number) cannot be brought back or purged: it is"
                        + " '\(entry.status.state.rawValue)'")
                    + (entry.status.isPurged ? Message(" and was removed for good") : .empty))
        }
        try batch.apply([change], to: number)
    }
}
