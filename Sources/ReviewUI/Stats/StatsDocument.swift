// SPDX-License-Identifier: Apache-2.0

internal import Text

/// A report as JSON: keys sorted, each on a line of its own, and each day and rule too.
package enum StatsDocument {
    /// The whole report.
    package static func text(_ report: StatsReport) -> String {
        let document = JSONValue.object([
            ("all", totals(report.all)),
            (
                "chart",
                list(
                    report.buckets.map { bucket in
                        object([
                            ("deleted", number(bucket.deleted)), ("from", quoted(bucket.from)),
                            ("kept", number(bucket.kept)), ("to", quoted(bucket.to)),
                        ])
                    })
            ),
            ("days", list(report.days.map(members))),
            ("efficiency", efficiency(report.efficiency)),
            ("format", .number(1)),
            ("from", quoted(report.firstDay)),
            ("period", totals(report.period)),
            ("revision", number(report.revision)),
            ("rules", list(report.rules.map(rule))),
            ("space", space(report.space)),
            ("streak", streak(report.streak)),
            ("timezone", quoted(report.timeZone)),
            ("to", quoted(report.today)),
        ])
        return document.document(.allButASCII)
    }

    /// A day on one line.
    package static func day(_ day: StatsDay) -> String {
        members(day).line(.allButASCII)
    }

    private static func members(_ day: StatsDay) -> JSONValue {
        object(totalsMembers(day.totals) + [("day", quoted(day.day))])
    }

    private static func rule(_ rule: StatsRule) -> JSONValue {
        object([
            ("decided", number(rule.decided)), ("deleted", number(rule.deleted)),
            ("kept", number(rule.kept)), ("moved", amount(rule.moved)),
            ("rule", .text(rule.rule)),
        ])
    }

    private static func totals(_ totals: StatsTotals) -> JSONValue { object(totalsMembers(totals)) }

    private static func totalsMembers(_ totals: StatsTotals) -> [(name: String, value: JSONValue)] {
        let counts = totals.counts
        return [
            ("decided", number(counts.decided)), ("deleted", number(counts.deleted)),
            ("kept", number(counts.kept)), ("made", number(counts.made)),
            ("moved", amount(totals.moved)), ("put_off", number(counts.putOff)),
            ("replaced", number(counts.replaced)), ("restored", amount(totals.restored)),
            ("reviews", number(totals.reviews)), ("undone", number(counts.undone)),
        ]
    }

    private static func amount(_ amount: StatsAmount) -> JSONValue {
        object([
            ("bytes", number(amount.bytes)), ("items", number(amount.items)),
            ("unknown_sizes", number(amount.unknownSizes)),
        ])
    }

    private static func space(_ space: StatsSpace) -> JSONValue {
        let drives = space.drives.map { drive in
            object([
                ("bin", .number(drive.binBytes)), ("name", quoted(drive.name)),
                ("total", .number(drive.totalBytes)),
                ("used", .number(drive.usedBytes)),
            ])
        }
        return object([
            ("drives", .list(drives)), ("in_bin", amount(space.inBin)),
            ("planned", space.planned.map(amount) ?? .null),
            ("reclaimed", amount(space.reclaimed)), ("waiting", amount(space.waiting)),
        ])
    }

    private static func streak(_ streak: StatsStreak) -> JSONValue {
        object([
            ("best", .number(streak.best)), ("counts_today", .bool(streak.countsToday)),
            ("current", .number(streak.current)),
            ("last_day", .text(streak.lastDay)),
        ])
    }

    private static func efficiency(_ efficiency: StatsEfficiency) -> JSONValue {
        object([
            (
                "certain",
                object([
                    ("decisions", number(efficiency.decisions)),
                    ("percent", percent(efficiency.certain)),
                    ("restored", number(efficiency.restored)),
                    ("undone", number(efficiency.undone)),
                ])
            ),
            (
                "pace",
                object([
                    ("median_ms", .number(efficiency.medianMilliseconds)),
                    ("percent", percent(efficiency.pace)),
                ])
            ),
            ("score", .number(efficiency.score)),
            (
                "settled",
                object([
                    ("items", number(efficiency.settledItems)),
                    ("of", number(efficiency.matchedItems)),
                    ("percent", percent(efficiency.settled)),
                ])
            ),
        ])
    }

    // MARK: - JSON

    private static func number(_ number: Int64) -> JSONValue { .number(number) }

    private static func percent(_ share: Double?) -> JSONValue {
        .number(share.map { Int(($0 * 100).rounded()) })
    }

    private static func object(_ members: [(name: String, value: JSONValue)]) -> JSONValue {
        .sorted(members)
    }

    private static func list(_ elements: [JSONValue]) -> JSONValue { .list(elements) }

    private static func quoted(_ text: String) -> JSONValue { .text(text) }
}
