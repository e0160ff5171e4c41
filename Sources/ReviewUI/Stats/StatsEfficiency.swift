// SPDX-License-Identifier: Apache-2.0

internal import StateLedger

/// How well rules and decisions work, 0 to 100, of the last 30 days.
///
/// `40 · settled + 40 · certain + 20 · pace`. To keep an item counts as much as to delete it.
package struct StatsEfficiency: Sendable, Hashable {
    /// How many days it is of.
    package static let dayCount = 30
    /// Under so many decisions there is no score.
    package static let decisionsMin: Int64 = 10
    /// A median of so many milliseconds, or less, is the full pace.
    private static let fullPaceMilliseconds = 6_000.0
    /// Who looks longer has made a pause.
    private static let pauseMilliseconds: Int64 = 60_000

    /// Items that rules settled by themselves, of how many that any rule matched; of the newest
    /// plan.
    package var settledItems: Int64 = 0
    package var matchedItems: Int64 = 0
    /// Decisions, taken back ones too.
    package var decisions: Int64 = 0
    /// Decisions that were taken back.
    package var undone: Int64 = 0
    /// Items that a person had marked, and that were deleted and brought back.
    package var restored: Int64 = 0
    /// The median time for a decision; nil where none was measured.
    package var medianMilliseconds: Int64?

    /// Nothing known.
    package init() {}

    /// The share of items that rules settle by themselves.
    package var settled: Double? {
        matchedItems > 0 ? min(1, Double(settledItems) / Double(matchedItems)) : nil
    }

    /// The share of decisions that nobody took back.
    package var certain: Double? {
        decisions > 0 ? max(0, 1 - Double(undone + restored) / Double(decisions)) : nil
    }

    /// How fast decisions are, as a share of the full pace.
    package var pace: Double? {
        medianMilliseconds.map { min(1, Self.fullPaceMilliseconds / Double(max(1, $0))) }
    }

    /// The score; nil under ten decisions, and where one of its parts is not known.
    package var score: Int? {
        guard decisions >= Self.decisionsMin, let settled, let certain, let pace else { return nil }
        return Int((40 * settled + 40 * certain + 20 * pace).rounded())
    }

    /// The efficiency on `days`, by `figures` and the newest plan.
    init(_ figures: LedgerFigures, plan: StatsPlan?, days: Set<String>) {
        settledItems = plan?.settledItems ?? 0
        matchedItems = plan?.matchedItems ?? 0
        for decision in figures.decisions where days.contains(decision.day) {
            decisions += 1
            if decision.undoneAt != nil { undone += 1 }
        }
        for tally in figures.staged where tally.isDecidedByPerson && tally.state == .restored {
            if let day = tally.day, days.contains(day) { restored += tally.items }
        }
        medianMilliseconds = Self.median(
            figures.acts.filter {
                $0.undoneAt == nil && $0.verdict != .later && days.contains($0.day)
            }.compactMap(\.milliseconds).filter { $0 <= Self.pauseMilliseconds })
    }

    private static func median(_ values: [Int64]) -> Int64? {
        if values.isEmpty { return nil }
        let sorted = values.sorted()
        let middle = sorted.count / 2
        return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }
}
