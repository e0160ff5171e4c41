// SPDX-License-Identifier: Apache-2.0

/// A report as JSON: keys sorted, each on a line of its own, and each day and rule too.
package enum StatsDocument {
    /// The whole report.
    package static func text(_ report: StatsReport) -> String {
        let members: [(String, String)] = [
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
            ("days", list(report.days.map(day))),
            ("efficiency", efficiency(report.efficiency)),
            ("format", "1"),
            ("from", quoted(report.firstDay)),
            ("period", totals(report.period)),
            ("revision", number(report.revision)),
            ("rules", list(report.rules.map(rule))),
            ("space", space(report.space)),
            ("streak", streak(report.streak)),
            ("timezone", quoted(report.timeZone)),
            ("to", quoted(report.today)),
        ]
        return "{\n" + members.map { "\"\($0)\": \($1)" }.joined(separator: ",\n") + "\n}\n"
    }

    /// A day on one line.
    package static func day(_ day: StatsDay) -> String {
        var members = totalsMembers(day.totals)
        members.append(("day", quoted(day.day)))
        return object(members)
    }

    private static func rule(_ rule: StatsRule) -> String {
        object([
            ("decided", number(rule.decided)), ("deleted", number(rule.deleted)),
            ("kept", number(rule.kept)), ("moved", amount(rule.moved)),
            ("rule", rule.rule.map(quoted) ?? "null"),
        ])
    }

    private static func totals(_ totals: StatsTotals) -> String { object(totalsMembers(totals)) }

    private static func totalsMembers(_ totals: StatsTotals) -> [(String, String)] {
        let counts = totals.counts
        return [
            ("decided", number(counts.decided)), ("deleted", number(counts.deleted)),
            ("kept", number(counts.kept)), ("made", number(counts.made)),
            ("moved", amount(totals.moved)), ("put_off", number(counts.putOff)),
            ("replaced", number(counts.replaced)), ("restored", amount(totals.restored)),
            ("reviews", number(totals.reviews)), ("undone", number(counts.undone)),
        ]
    }

    private static func amount(_ amount: StatsAmount) -> String {
        object([
            ("bytes", number(amount.bytes)), ("items", number(amount.items)),
            ("unknown_sizes", number(amount.unknownSizes)),
        ])
    }

    private static func space(_ space: StatsSpace) -> String {
        let drives = space.drives.map { drive in
            object([
                ("bin", drive.binBytes.map(number) ?? "null"), ("name", quoted(drive.name)),
                ("total", drive.totalBytes.map(number) ?? "null"),
                ("used", drive.usedBytes.map(number) ?? "null"),
            ])
        }
        return object([
            ("drives", "[" + drives.joined(separator: ",") + "]"), ("in_bin", amount(space.inBin)),
            ("planned", space.planned.map(amount) ?? "null"),
            ("reclaimed", amount(space.reclaimed)), ("waiting", amount(space.waiting)),
        ])
    }

    private static func streak(_ streak: StatsStreak) -> String {
        object([
            ("best", String(streak.best)), ("counts_today", String(streak.countsToday)),
            ("current", String(streak.current)),
            ("last_day", streak.lastDay.map(quoted) ?? "null"),
        ])
    }

    private static func efficiency(_ efficiency: StatsEfficiency) -> String {
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
                    ("median_ms", efficiency.medianMilliseconds.map(number) ?? "null"),
                    ("percent", percent(efficiency.pace)),
                ])
            ),
            ("score", efficiency.score.map(String.init) ?? "null"),
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

    private static func number(_ number: Int64) -> String { String(number) }

    private static func percent(_ share: Double?) -> String {
        share.map { String(Int(($0 * 100).rounded())) } ?? "null"
    }

    private static func object(_ members: [(String, String)]) -> String {
        let sorted = members.sorted { $0.0 < $1.0 }
        return "{" + sorted.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
    }

    private static func list(_ elements: [String]) -> String {
        elements.isEmpty ? "[]" : "[\n" + elements.joined(separator: ",\n") + "\n]"
    }

    /// A string of JSON in plain ASCII: nothing in it can make a terminal show something else.
    private static func quoted(_ text: String) -> String {
        var result = "\""
        for unit in text.utf16 {
            switch unit {
            case 0x22: result += "\\\""
            case 0x5c: result += "\\\\"
            case 0x20..<0x7f: result.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
            default:
                let digits = String(unit, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
        return result + "\""
    }
}
