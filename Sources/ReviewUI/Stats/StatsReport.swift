// SPDX-License-Identifier: Apache-2.0

package import RuleEngine
package import StateLedger

/// What a plan has to do with statistics; whoever reads plans fills it in.
package struct StatsPlan: Sendable, Hashable {
    /// The plan's id.
    package var id: String
    /// What would be staged now, a person's marks among it; nil if the plan was staged already.
    package var planned: StatsAmount?
    /// Items that rules settled by themselves: to keep or to delete.
    package var settledItems: Int64
    /// Items that any rule matched.
    package var matchedItems: Int64

    /// The given plan.
    package init(id: String, planned: StatsAmount?, settledItems: Int64, matchedItems: Int64) {
        self.id = id
        self.planned = planned
        self.settledItems = settledItems
        self.matchedItems = matchedItems
    }
}

/// What a drive says of its own space; never guessed.
package struct StatsDrive: Sendable, Hashable {
    /// The drive's name.
    package var name: String
    /// Bytes in use, of how many, and in its recycle bin, as far as it says.
    package var usedBytes: Int64?
    package var totalBytes: Int64?
    package var binBytes: Int64?

    /// The given figures.
    package init(name: String, usedBytes: Int64?, totalBytes: Int64?, binBytes: Int64?) {
        self.name = name
        self.usedBytes = usedBytes
        self.totalBytes = totalBytes
        self.binBytes = binBytes
    }
}

/// Where the space is that goes or went.
package struct StatsSpace: Sendable, Hashable {
    /// What the newest plan would delete; nil where there is none that can be staged.
    package var planned: StatsAmount?
    /// What is staged and waits for the end of its undo window, or for another try.
    package var waiting = StatsAmount()
    /// What was moved into a recycle bin, the trash or quarantine, and not brought back. Whether
    /// somebody has emptied that by other means is not known.
    package var inBin = StatsAmount()
    /// What was deleted for good: permanently, or removed from quarantine.
    package var reclaimed = StatsAmount()
    /// What the drives say themselves.
    package var drives: [StatsDrive] = []

    /// Nothing.
    package init() {}
}

/// What happened on a local day.
package struct StatsDay: Sendable, Hashable {
    /// The day, as it was recorded: `2026-11-21`.
    package var day: String
    /// What happened.
    package var totals: StatsTotals

    /// The given day.
    package init(day: String, totals: StatsTotals) {
        self.day = day
        self.totals = totals
    }
}

/// What became of the items that one rule put up or deleted.
package struct StatsRule: Sendable, Hashable {
    /// The rule's id; nil for what no rule had put up.
    package var rule: String?
    /// Items that a person kept.
    package var kept: Int64 = 0
    /// Items that a person marked to be deleted.
    package var deleted: Int64 = 0
    /// What was deleted because of it, by itself or by a person, and not brought back.
    package var moved = StatsAmount()

    /// Items that a person decided.
    package var decided: Int64 { kept + deleted }

    /// A rule of which nothing is known yet.
    package init(rule: String?) {
        self.rule = rule
    }
}

/// What a person and the rules have done, in numbers that add up to the history.
package struct StatsReport: Sendable, Hashable {
    /// How long a report may reach back, in days.
    package static let daysMax = 366

    /// The local day that counts now.
    package var today: String
    /// The zone of the days.
    package var timeZone: String
    /// How many lines the history had.
    package var revision: Int64
    /// Each of the last days, the oldest first, today last.
    package var days: [StatsDay]
    /// These days together.
    package var period: StatsTotals
    /// Everything that was ever recorded.
    package var all: StatsTotals
    /// By rule, of these days; the most decided first.
    package var rules: [StatsRule]
    /// Where the space is.
    package var space: StatsSpace
    /// How many days in a row something was done.
    package var streak: StatsStreak
    /// How well rules and decisions work.
    package var efficiency: StatsEfficiency

    /// The first of the days.
    package var firstDay: String { days.first?.day ?? today }

    /// The report of the last `days` days, of one instant of the state file.
    ///
    /// `drives` is asked for what drives say of their own space, where somebody knows that.
    package static func make(
        _ ledger: Ledger, plan: StatsPlan?, now: Timestamp, timeZone: RuleTimeZone, days: Int,
        drives: @Sendable () async -> [StatsDrive] = { [] }
    ) async throws(LedgerError) -> StatsReport {
        var report = StatsReport(
            try await ledger.figures(), plan: plan, now: now, timeZone: timeZone, days: days)
        report.space.drives = await drives()
        return report
    }
}
