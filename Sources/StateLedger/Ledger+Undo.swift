// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import Messages
package import RuleEngine

extension Ledger {
    /// Takes back what is selected and still waits.
    ///
    /// One transaction. When it returns, nothing of what was undone is ever deleted; what is being
    /// deleted right now is told apart.
    package func undo(
        _ selection: UndoSelection, actor: String, at: Timestamp
    ) throws(LedgerError) -> UndoOutcome {
        try write { db in
            var table = StagedTable(db)
            let history = HistoryTable(db: db, actor: actor, at: at)
            var outcome = UndoOutcome()
            var taken: Set<Int64> = []
            // Folders first: one that is meant itself is not taken back for what lies in it alone.
            let selected = try Self.selected(selection, &table)
            let ordered =
                selected.filter(\.order.item.isFolder)
                + selected.filter { !$0.order.item.isFolder }
            for item in ordered where !taken.contains(item.number) {
                if item.state == .executing {
                    if outcome.executing.contains(where: { $0.number == item.number }) { continue }
                    outcome.executing.append(item)
                } else if item.state.canBeUndone {
                    let undone = try Self.undo(item, nil, &table, history)
                    for one in undone where one.order.ruleDigest != nil {
                        try GroupDecisionTable(db: db).noteTakenBack(one, at: at)
                    }
                    taken.formUnion(undone.map(\.number))
                    outcome.undone += undone
                    for part in item.order.partAddresses {
                        outcome.executing += try table.active(at: part).filter { other in
                            other.state == .executing
                                && !outcome.executing.contains { $0.number == other.number }
                        }
                    }
                } else {
                    outcome.others.append(item)
                }
            }
            outcome.undone.sort { $0.number < $1.number }
            return outcome
        }
    }

    /// The items that are asked for, by number.
    private static func selected(
        _ selection: UndoSelection, _ table: inout StagedTable
    ) throws -> [StagedItem] {
        switch selection {
        case .all: return try table.items("\(Schema.isActive) ORDER BY number")
        case .plan(let id):
            return try table.items(
                "plan = (SELECT number FROM plan WHERE id = ?) ORDER BY number", [id.value])
        case .rule(let rule):
            return try table.items(
                """
                ruling IN (SELECT number FROM ruling WHERE terms ->> '$.rule' = ?)
                ORDER BY number
                """, [rule.value])
        case .numbers(let numbers):
            var items: [StagedItem] = []
            for number in numbers { items += try table.items("number = ?", [number.databaseValue]) }
            return items
        case .paths(let paths):
            var items: [Int64: StagedItem] = [:]
            for path in paths {
                for item in try table.items("path = ?", [path.value]) { items[item.number] = item }
            }
            return items.values.sorted { $0.number < $1.number }
        }
    }

    /// Takes `item` back, and whatever else would have it go after all: the same file, staged once
    /// more at another place that it had, the other parts of its shot, and the folders above it, which go
    /// only when everything in them goes. What was taken back, as it is then; `item` first, if it still
    /// waited.
    static func undo(
        _ item: StagedItem, _ cause: String?, _ table: inout StagedTable, _ history: HistoryTable
    ) throws -> [StagedItem] {
        var undone: [StagedItem] = []
        func take(_ item: StagedItem, _ cause: String?, _ table: StagedTable) throws {
            guard item.state.canBeUndone, !undone.contains(where: { $0.number == item.number })
            else { return }
            let change = StagedChange(.becomes(.undone), at: history.at, cause: cause)
            var taken = item
            taken.take(try table.apply([change], to: item.number, StagedStatus(item), history))
            undone.append(taken)
        }
        // An earlier one of the same call may have taken this one along.
        guard let now = try table.item(item.number) else { return [] }
        try take(now, cause, table)
        if let stamp = item.order.identity.stamp {
            for other in try table.active(stamp) { try take(other, cause, table) }
        }
        for part in item.order.partAddresses {
            for other in try table.active(at: part) { try take(other, cause, table) }
        }
        for one in undone {
            for folder in try table.activeFolders(above: one.order) {
                try take(folder, somethingStays, table)
            }
        }
        return undone
    }

    /// Why a folder is taken back along with what lies in it.
    static let somethingStays = String(clause: "something in it stays")

    /// Puts items on hold whose drive could not be asked, with why; their due times stay. Items
    /// that do not wait, and those on hold already, are left as they are.
    package func hold(
        _ items: [(number: Int64, problem: String)], actor: String, at: Timestamp
    ) throws(LedgerError) {
        if items.isEmpty { return }
        try write { db in
            var batch = try StagedBatch(db, items.map(\.number), actor: actor, at: at)
            for (number, problem) in items {
                let state = batch.entry(number).status.state
                guard state.canBeUndone, state != .held else { continue }
                var changes = [
                    StagedChange(.becomes(.held), at: at, cause: StorableText.note(problem))
                ]
                if state == .deferred {
                    changes.insert(StagedChange(.becomes(.staged), at: at), at: 0)
                }
                try batch.apply(changes, to: number)
            }
        }
    }

    /// Cancels items that do not qualify any more, with why; the numbers of those that still
    /// waited.
    package func cancel(
        _ items: [(number: Int64, problem: String)], actor: String, at: Timestamp
    ) throws(LedgerError) -> [Int64] {
        if items.isEmpty { return [] }
        return try write { db in
            var batch = try StagedBatch(db, items.map(\.number), actor: actor, at: at)
            var cancelled: [Int64] = []
            for (number, problem) in items
            where batch.entry(number).status.state.canBeUndone {
                let change = StagedChange(
                    .becomes(.cancelled), at: at, cause: StorableText.note(problem))
                try batch.apply([change], to: number)
                cancelled.append(number)
            }
            return cancelled
        }
    }
}
