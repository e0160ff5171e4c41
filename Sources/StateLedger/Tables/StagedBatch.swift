// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import RuleEngine

/// The staged items that one call is about: read at once, changed one by one.
struct StagedBatch {
    /// What the changes are recorded in.
    let history: HistoryTable
    private var table: StagedTable
    private var entries: [Int64: StagedTable.Entry]

    /// The items of these `numbers`; throws `failed` if there is none of one of them.
    init(_ db: Database, _ numbers: [Int64], actor: String, at: Timestamp) throws {
        table = StagedTable(db)
        history = HistoryTable(db: db, actor: actor, at: at)
        entries = try table.entries(numbers)
    }

    /// The item of that number, which is one of the batch, as it is now.
    func entry(_ number: Int64) -> StagedTable.Entry {
        guard let entry = entries[number] else {
            preconditionFailure("a call changes only the items that it has read")
        }
        return entry
    }

    /// What the rules said of the item of that number.
    mutating func ruling(_ number: Int64) throws -> Ruling {
        try table.ruling(entry(number).ruling)
    }

    /// Applies `changes`, one after another; what the item is then.
    @discardableResult
    mutating func apply(
        _ changes: [StagedChange], to number: Int64
    ) throws -> StagedStatus {
        let status = try table.apply(changes, to: number, entry(number).status, history)
        entries[number]?.status = status
        return status
    }
}
