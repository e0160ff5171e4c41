// SPDX-License-Identifier: Apache-2.0

internal import PlanRunner
internal import Plans
package import ReviewUI
package import RuleEngine
package import StateLedger
internal import Wording

extension StatsPlan {
    /// What statistics need of the newest plan of the state, of which `figures` are; nil where there
    /// is none.
    package static func newest(
        _ session: StateSession, _ figures: LedgerFigures
    ) async throws(Failure) -> StatsPlan? {
        let known = try await session.asking { ledger async throws(LedgerError) in
            let plan = try await ledger.newestPlan()
            var record: PlanRecord?
            if let plan { record = try await ledger.record(ofPlan: plan.id) }
            return (plan: plan, record: record)
        }
        guard let plan = known.plan else { return nil }
        // The entries of old plans are dropped, those of the newest one are not.
        guard let record = known.record else {
            throw Failure(.failed, .statsUnreadable(plan: plan.id, command: .plan))
        }
        let totals = PlannedTotals(record: record)
        return StatsPlan(
            id: plan.id,
            planned: plan.usedAt == nil ? totals.planned(plan, figures) : nil,
            settledItems: totals.settled, matchedItems: totals.matched)
    }
}

/// What the totals of a plan come to.
private struct PlannedTotals {
    let record: PlanRecord

    private var rules: [PlanHead.RuleTotals] { record.head.totals.rules }

    /// Items that rules settled by themselves.
    var settled: Int64 { rules.reduce(0) { $0 + $1.keep.items + $1.delete.items } }

    /// Items that any rule matched.
    var matched: Int64 { rules.reduce(settled) { $0 + $1.review.items } }

    /// What would be staged now: the plan's deletions, with what a person has decided since.
    func planned(
        _ plan: LedgerPlan, _ figures: LedgerFigures
    ) -> StatsAmount {
        let delete = record.head.totals.delete
        var planned = StatsAmount(
            items: delete.items, bytes: delete.bytes, unknownSizes: delete.unknownSizes)
        let savedAt = figures.plans.last { $0.id == plan.id }?.savedAt
        var decisions: [ItemName: DecisionRecord] = [:]
        for decision in figures.decisions where decision.undoneAt == nil {
            if let savedAt, decision.decidedAt < savedAt { continue }
            decisions[ItemName(drive: decision.item.drive, id: decision.item.id)] = decision
        }
        if decisions.isEmpty { return planned }
        let now = SystemClock.now()
        for number in 0..<record.count {
            let name = ItemName(drive: record.driveName(number), id: record.id(number))
            guard let decision = decisions[name] else { continue }
            let entry = record.entry(number)
            guard decision.holds(for: entry.item, at: now) else { continue }
            let goes = decision.verdict == .delete
            if goes == (entry.verdict == Verdict.delete.rawValue) { continue }
            let isFile = entry.type == ItemType.file.rawValue
            let sign: Int64 = goes ? 1 : -1
            planned.items += sign
            if isFile { planned.bytes += sign * (entry.size ?? 0) }
            if isFile, entry.size == nil { planned.unknownSizes += sign }
        }
        return planned
    }

    /// An item, compared by bytes.
    private struct ItemName: Hashable {
        let drive: [UInt8]
        let id: [UInt8]

        init(drive: String, id: String) {
            self.drive = Array(drive.utf8)
            self.id = Array(id.utf8)
        }
    }
}

extension StatsReport {
    /// The report of the last `days` days of an open state, with its newest plan.
    package static func made(
        _ session: StateSession, _ zone: RuleTimeZone, days: Int
    ) async throws(Failure) -> StatsReport {
        let figures = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.figures()
        }
        return StatsReport(
            figures, plan: try await StatsPlan.newest(session, figures), now: SystemClock.now(),
            timeZone: zone, days: days)
    }
}
