// SPDX-License-Identifier: Apache-2.0

/// One bar of the chart: a day, or a month of a long report.
package struct StatsBucket: Sendable, Hashable {
    /// Its first and its last day.
    package var from: String
    package var to: String
    /// Items that were kept and marked to be deleted.
    package var kept: Int64
    package var deleted: Int64
}

extension StatsReport {
    /// Reports of more days have a bar for each month.
    package static let dayBarsMax = 31

    /// Whether each bar is a month.
    package var hasMonthBars: Bool { days.count > Self.dayBarsMax }

    /// The bars, the oldest first; together they are the period.
    package var buckets: [StatsBucket] {
        var buckets: [StatsBucket] = []
        for day in days {
            let counts = day.totals.counts
            let isSameMonth = hasMonthBars && buckets.last?.from.prefix(7) == day.day.prefix(7)
            if isSameMonth, var last = buckets.popLast() {
                last.to = day.day
                last.kept += counts.kept
                last.deleted += counts.deleted
                buckets.append(last)
            } else {
                buckets.append(
                    StatsBucket(
                        from: day.day, to: day.day, kept: counts.kept, deleted: counts.deleted))
            }
        }
        return buckets
    }
}
