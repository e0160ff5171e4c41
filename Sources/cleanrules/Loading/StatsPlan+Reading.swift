// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import PlanRunner
internal import ReviewUI
internal import RuleEngine
internal import StateLedger
internal import Wording

extension StatsPlan {
    /// What statistics need of the newest plan of the state, of which `figures` are; nil where there
    /// is none.
    static func newest(
        _ session: StateSession, _ figures: LedgerFigures
    ) async throws(Failure) -> StatsPlan? {
        let known = try await session.asking { ledger async throws(LedgerError) in
            let plan = try await ledger.newestPlan()
            var document: [UInt8]?
            if let plan { document = try await ledger.document(ofPlan: plan.id) }
            return (plan: plan, document: document)
        }
        guard let plan = known.plan else { return nil }
        // Documents of old plans are dropped, that of the newest one is not.
        guard let document = known.document, let totals = PlanTotalsLine(document) else {
            throw Failure(.failed, .statsUnreadable(plan: plan.id, command: .plan))
        }
        return StatsPlan(
            id: plan.id,
            planned: plan.usedAt == nil ? try totals.planned(document, plan, figures) : nil,
            settledItems: totals.settled, matchedItems: totals.matched)
    }
}

/// The totals of a plan, which stand on one line of its document.
private struct PlanTotalsLine: Decodable {
    struct Counts: Decodable {
        let items: Int64
        let bytes: Int64
        let unknown_sizes: Int64
    }

    struct Rule: Decodable {
        let keep: Counts
        let delete: Counts
        let review: Counts
    }

    let delete: Counts
    let rules: [Rule]

    private static let opening = Array("\"totals\": ".utf8)

    /// Finds the line from the end: the entries, which may be a million, are not looked at.
    init?(_ document: [UInt8]) {
        var end = document.endIndex
        while end > document.startIndex {
            let start = document[..<end].lastIndex(of: 0x0a).map { $0 + 1 } ?? document.startIndex
            var line = document[start..<end]
            if line.starts(with: Self.opening) {
                line = line.dropFirst(Self.opening.count)
                if line.last == UInt8(ascii: ",") { line.removeLast() }
                guard let totals = try? JSONDecoder().decode(Self.self, from: Data(line)) else {
                    return nil
                }
                self = totals
                return
            }
            end = max(document.startIndex, start - 1)
        }
        return nil
    }

    /// Items that rules settled by themselves.
    var settled: Int64 { rules.reduce(0) { $0 + $1.keep.items + $1.delete.items } }

    /// Items that any rule matched.
    var matched: Int64 { rules.reduce(settled) { $0 + $1.review.items } }

    /// What would be staged now: the plan's deletions, with what a person has decided since.
    func planned(
        _ document: [UInt8], _ plan: PlanRecord, _ figures: LedgerFigures
    ) throws(Failure) -> StatsAmount {
        var planned = StatsAmount(
            items: delete.items, bytes: delete.bytes, unknownSizes: delete.unknown_sizes)
        let savedAt = figures.plans.last { $0.id == plan.id }?.savedAt
        var decisions: [ItemName: DecisionRecord] = [:]
        for decision in figures.decisions where decision.undoneAt == nil {
            if let savedAt, decision.decidedAt < savedAt { continue }
            decisions[ItemName(drive: decision.item.drive, id: decision.item.id)] = decision
        }
        if decisions.isEmpty { return planned }
        let now = SystemClock.now()
        do throws(PlanDocumentReader.Unreadable) {
            for entry in try PlanDocumentReader(document).entries() {
                let isPlanned = entry.verdict == "delete"
                let name = ItemName(drive: entry.drive, id: entry.id)
                guard let decision = decisions[name], decision.holds(for: entry.item, at: now)
                else { continue }
                let goes = decision.verdict == .delete
                if goes == isPlanned { continue }
                let isFile = entry.type == "file"
                let sign: Int64 = goes ? 1 : -1
                planned.items += sign
                if isFile { planned.bytes += sign * (entry.size ?? 0) }
                if isFile, entry.size == nil { planned.unknownSizes += sign }
            }
        } catch {
            throw Failure(.failed, .statsNoEntries(plan: plan.id, detail: error.reason))
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
