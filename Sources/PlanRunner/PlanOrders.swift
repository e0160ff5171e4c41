// SPDX-License-Identifier: Apache-2.0

internal import Messages
package import Plans
internal import RuleEngine
package import StateLedger

/// What an entry does not say that has to be known before its item goes.
struct IncompleteEntry: Error {
    /// One clause.
    let reason: Message
}

/// Makes orders of the deletions of a plan; what many of them have in common is worked out once.
struct PlanOrders {
    private let plan: LedgerPlan
    private let record: PlanRecord
    /// The folder of each drive that its paths are counted from, by name, where its identity does
    /// not say that.
    private let roots: [String: String]
    private let clock: RuleClock
    /// When what has no window is due.
    private let atOnce: Timestamp
    private var handlings: [Int: Handling] = [:]
    private var obligations: [Int: Obligation] = [:]

    /// What follows from the rules that applied.
    private struct Handling {
        let applied: [String]
        let method: DeletionMethod
        let undoWindow: String
        let due: Timestamp
    }

    /// The orders of `plan`, whose entries are those of `record`, with windows that begin at the
    /// instant of `clock`.
    init(
        _ plan: LedgerPlan, _ record: PlanRecord, roots: [String: String], _ clock: RuleClock,
        atOnce: Timestamp
    ) {
        self.plan = plan
        self.record = record
        self.roots = roots
        self.clock = clock
        self.atOnce = atOnce
    }

    /// The deletion of the entry of that number.
    mutating func order(_ entry: Int) throws(IncompleteEntry) -> StagingOrder {
        let handling = try handling(entry)
        let item = RecordedItem(record.item(entry))
        guard let identity = plan.driveIdentities[item.drive] else { throw Self.saysNotHow }
        guard let demands = record.demands(entry) else {
            throw IncompleteEntry(reason: Message("a copy says not what must stay"))
        }
        let rule = record.rule(entry)
        return StagingOrder(
            item: item, driveIdentity: identity, rule: rule?.id, ruleDigest: rule?.digest,
            applied: handling.applied, reason: record.reason(entry).rawValue,
            method: handling.method, undoWindow: handling.undoWindow, due: handling.due,
            rulesDigest: plan.rulesDigest, obligations: demands.map { obligation($0) },
            driveRoot: roots[item.drive])
    }

    private static let saysNotHow = IncompleteEntry(
        reason: Message("a deletion says not how or when"))

    private mutating func handling(_ entry: Int) throws(IncompleteEntry) -> Handling {
        guard let number = record.handlingNumber(entry) else { throw Self.saysNotHow }
        if let known = handlings[number] { return known }
        guard let handling = record.handling(entry), let method = handling.method,
            let text = handling.undoWindow, let window = UndoWindow(planText: text)
        else { throw Self.saysNotHow }
        let fresh = Handling(
            applied: record.applied(handling), method: method, undoWindow: text,
            due: window == .none
                ? atOnce : Timestamp(secondsSinceEpoch: clock.end(of: window)))
        handlings[number] = fresh
        return fresh
    }

    private mutating func obligation(_ group: Int) -> Obligation {
        if let known = obligations[group] { return known }
        let asked = record.obligation(group)
        let fresh = Obligation(
            rule: asked.rule, isDuplicates: asked.isDuplicates, group: asked.group,
            needed: asked.needed, comparesBytes: asked.comparesBytes,
            survivors: asked.survivors.map { RecordedItem($0) })
        obligations[group] = fresh
        return fresh
    }
}

extension RecordedItem {
    /// The item as a plan saw it.
    package init(_ item: PlanItem) {
        self.init(drive: item.drive, id: item.id, path: item.path, type: item.type)
        size = item.size
        modified = item.modified
        created = item.created
        firstSeen = item.firstSeen
        eTag = item.eTag
        cTag = item.cTag
        for (algorithm, text) in item.hashes { hashes[algorithm.rawValue] = text }
    }
}
