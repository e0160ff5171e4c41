// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import Messages
internal import RuleEngine

/// Appends to the history.
///
/// A line about a staged item names it by its number alone, but for the first one and those of later
/// stagings, which hold everything: so a deletion costs one short line a step.
struct HistoryTable {
    let db: Database
    let actor: String
    let at: Timestamp

    private static let insertion = """
        INSERT INTO history
            (at, event, plan, staged, drive, id, path, from_state, to_state, rule, actor, cause,
            detail)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """

    /// Appends a line of another history as it is; its number has to be the next one.
    static func append(_ entry: HistoryEntry, to db: Database) throws {
        try db.run(
            Self.insertion,
            [
                entry.at.value, entry.event.value, entry.plan.value, entry.staged.value,
                entry.drive.value, entry.id.value, entry.path.value,
                (entry.from?.rawValue).value, (entry.to?.rawValue).value, entry.rule.value,
                entry.actor.value, entry.cause.value, entry.detail.value,
            ])
        if db.lastInsertedRowID != entry.sequence {
            throw DamagedContent(reason: Message("the history does not go on where it ended"))
        }
    }

    /// Appends a line about anything but a staged item.
    func append(
        _ event: String, plan: String? = nil, item: RecordedItem? = nil, rule: String? = nil,
        cause: String? = nil, detail: String? = nil
    ) throws {
        try db.run(
            Self.insertion,
            [
                at.value, event.value, plan.value, .null, (item?.drive).value, (item?.id).value,
                (item?.path).value, .null, .null, rule.value, actor.value, cause.value,
                detail.value,
            ])
    }

    /// What a line that holds all of a staged item is about.
    enum Staging {
        /// The item begins to wait: the first line about it.
        case staged
        /// The item waited already, and waits by another plan from now on, in the state that it has.
        case anew

        /// The word for the second one.
        static let anewEvent = "restaged"
    }

    /// Appends a line with all of the staged item of that number, which is to be as `order` says.
    func appendStaged(
        _ kind: Staging, _ number: Int64, plan: String, _ order: StagingOrder, ruling: Int64,
        due: Timestamp
    ) throws {
        let item = order.item
        var detail = JSONObject()
        detail.add("ruling", ruling)
        detail.add("due", due.secondsSinceEpoch)
        item.addValues(to: &detail)
        detail.add("obligations", json: Obligation.json(order.obligations))
        let state: String? = kind == .staged ? ItemState.staged.rawValue : nil
        try db.run(
            Self.insertion,
            [
                at.value, (state ?? Staging.anewEvent).value, plan.value, number.value,
                item.drive.value, item.id.value, item.path.value, .null, state.value,
                order.rule.value, actor.value, .null, detail.text.value,
            ])
    }

    /// Appends a later line about a staged item.
    func append(_ change: StagedChange, of number: Int64, from: ItemState, to: ItemState) throws {
        try db.run(
            Self.insertion,
            [
                change.at.value, change.event.value, .null, number.value, .null, .null, .null,
                from.rawValue.value, to.rawValue.value, .null, actor.value, change.cause.value,
                change.detail.value,
            ])
    }
}
