// SPDX-License-Identifier: Apache-2.0

internal import ReviewUI
internal import RuleEngine

/// A report of statistics in the formats for people and for spreadsheets.
struct StatsText {
    let report: StatsReport
    /// The signs of bars: what was kept, and what was marked to be deleted.
    var signs = ("█", "░")

    private let words = StatsWords.english

    init(_ report: StatsReport) {
        self.report = report
        if Environment.value("TERM") == "dumb" { signs = ("#", ".") }
    }

    // MARK: - Table

    /// The lines for a terminal.
    var table: [String] {
        let range = words.range(report.firstDay, report.today)
        var lines = ["\(title): \(range) (\(report.timeZone))", ""]
        lines += TextTable(rows: facts, leftColumns: [0, 1], widthMax: 200).lines
        lines += [""] + bars
        if !report.rules.isEmpty { lines += [""] + rules }
        return lines
    }

    private var title: String {
        report.days.count == 1 ? "Today" : "Last \(report.days.count) days"
    }

    /// What each figure is called, and what it is.
    private var facts: [[String]] {
        let (period, space) = (report.period, report.space)
        var rows = [
            ["decisions", decisions],
            ["deleted", deletions(period)],
            [
                "space",
                "planned \(space.planned.map(amount) ?? "–") · waiting \(amount(space.waiting))",
            ],
            ["", "in the bin \(amount(space.inBin)) · reclaimed \(amount(space.reclaimed))"],
        ]
        for drive in space.drives { rows.append(["", self.drive(drive)]) }
        rows.append(["streak", streak])
        rows.append(["efficiency", efficiency])
        return rows
    }

    private var decisions: String {
        let counts = report.period.counts
        var parts = [
            "\(grouped(counts.kept)) kept", "\(grouped(counts.deleted)) marked to be deleted",
        ]
        if counts.putOff > 0 { parts.append("\(grouped(counts.putOff)) put off") }
        if counts.replaced > 0 { parts.append("\(grouped(counts.replaced)) changed again") }
        if counts.undone > 0 { parts.append("\(grouped(counts.undone)) undone") }
        return "\(grouped(counts.decided)): " + parts.joined(separator: " · ")
    }

    private func deletions(_ totals: StatsTotals) -> String {
        let back = totals.restored.items
        return amount(totals.moved) + (back > 0 ? " · \(grouped(back)) brought back" : "")
    }

    private var streak: String {
        let streak = report.streak
        let days = counted(streak.current, "day")
        let today = streak.current > 0 && !streak.countsToday ? " (not yet today)" : ""
        return "\(days)\(today) · best \(grouped(Int64(streak.best)))"
    }

    private var efficiency: String {
        let efficiency = report.efficiency
        func percent(_ share: Double?) -> String {
            share.map { "\(Int(($0 * 100).rounded())) %" } ?? "–"
        }
        let pace = efficiency.medianMilliseconds.map { "\(tenths($0)) s" } ?? "–"
        return "\(efficiency.score.map { "\($0) / 100" } ?? "–") · rules settle"
            + " \(percent(efficiency.settled)) · certain \(percent(efficiency.certain)) · median \(pace)"
    }

    private func tenths(_ milliseconds: Int64) -> String {
        let tenths = (milliseconds + 50) / 100
        return "\(tenths / 10).\(tenths % 10)"
    }

    /// `1.1 GiB in 214 items, 3 of unknown size`.
    private func amount(_ amount: StatsAmount) -> String {
        if amount.items == 0 { return "nothing" }
        let unknown =
            amount.unknownSizes > 0 ? ", \(grouped(amount.unknownSizes)) of unknown size" : ""
        return "\(ByteCountText.short(amount.bytes)) in \(grouped(amount.items))"
            + " item\(amount.items == 1 ? "" : "s")\(unknown)"
    }

    private func drive(_ drive: StatsDrive) -> String {
        func bytes(_ bytes: Int64?) -> String { bytes.map(ByteCountText.short) ?? "–" }
        return "\(VisibleText.escaped(drive.name)): \(bytes(drive.usedBytes)) of"
            + " \(bytes(drive.totalBytes)) used, recycle bin \(bytes(drive.binBytes))"
    }

    private static let barWidth: Int64 = 25

    /// One line a bar: as many signs as items, fewer where there are many.
    private var bars: [String] {
        let buckets = report.buckets
        let largest = max(Self.barWidth, buckets.map { $0.kept + $0.deleted }.max() ?? 0)
        let rows = buckets.map { bucket in
            let total = bucket.kept + bucket.deleted
            let (length, kept) = (scaled(total, largest), scaled(bucket.kept, largest))
            let bar =
                String(repeating: signs.0, count: kept)
                + String(repeating: signs.1, count: length - kept)
            let parts =
                total == 0
                ? "" : "\(grouped(bucket.kept)) kept  \(grouped(bucket.deleted)) marked"
            return [
                words.name(bucket, isMonth: report.hasMonthBars), bar, grouped(total), parts,
            ]
        }
        return TextTable(rows: rows, leftColumns: [0, 1, 3]).lines
    }

    private func scaled(_ value: Int64, _ largest: Int64) -> Int {
        Int((Double(value) * Double(Self.barWidth) / Double(largest)).rounded())
    }

    private var rules: [String] {
        var rows = [["rule", "decided", "kept", "marked", "went", "size"]]
        for rule in report.rules { rows.append(cells(rule)) }
        return TextTable(rows: rows, leftColumns: [0]).lines
    }

    private func cells(_ rule: StatsRule) -> [String] {
        let unknown = rule.moved.unknownSizes > 0 ? " + ?" : ""
        return [
            rule.rule.map { VisibleText.escaped($0) } ?? "(no rule)", grouped(rule.decided),
            grouped(rule.kept), grouped(rule.deleted), grouped(rule.moved.items),
            ByteCountText.short(rule.moved.bytes) + unknown,
        ]
    }

    // MARK: - Other formats

    /// The lines of a CSV file: one a day.
    var csv: [String] {
        let heading =
            "day,decided,kept,deleted,put_off,replaced,undone,reviews,moved_items,moved_bytes,"
            + "moved_unknown_sizes,restored_items"
        return [heading]
            + report.days.map { day in
                let (counts, totals) = (day.totals.counts, day.totals)
                let numbers = [
                    counts.decided, counts.kept, counts.deleted, counts.putOff, counts.replaced,
                    counts.undone, totals.reviews, totals.moved.items, totals.moved.bytes,
                    totals.moved.unknownSizes, totals.restored.items,
                ]
                return ([day.day] + numbers.map(String.init)).joined(separator: ",")
            }
    }

    /// A heading and three tables.
    var markdown: [String] {
        let range = words.range(report.firstDay, report.today)
        var lines = ["## \(title): \(range)", "", "| | |", "|---|---|"]
        lines += facts.map { "| \($0[0]) | \(MarkdownCode.cell(shown: $0[1])) |" }
        lines += ["", "| day | kept | marked |", "|---|---:|---:|"]
        for bucket in report.buckets {
            lines.append(
                "| \(words.name(bucket, isMonth: report.hasMonthBars)) | \(grouped(bucket.kept))"
                    + " | \(grouped(bucket.deleted)) |")
        }
        if report.rules.isEmpty { return lines }
        lines += ["", "| rule | decided | kept | marked | went | size |"]
        lines.append("|---|---:|---:|---:|---:|---:|")
        for rule in report.rules {
            let cells = cells(rule).map { MarkdownCode.cell(shown: $0) }
            lines.append("| " + cells.joined(separator: " | ") + " |")
        }
        return lines
    }

    /// One page: the chart and the tables, without anything from elsewhere.
    var html: String {
        func rows(_ rows: [[String]], head: [String]) -> String {
            let titles = head.map { "<th scope=\"col\">\(HTMLReportText.markup($0))</th>" }.joined()
            let body = rows.map { row in
                "<tr><th scope=\"row\">\(HTMLReportText.markup(shown: row[0]))</th>"
                    + row.dropFirst().map { "<td>\(HTMLReportText.markup(shown: $0))</td>" }
                    .joined()
                    + "</tr>"
            }
            return "<table><thead><tr>\(titles)</tr></thead><tbody>\n"
                + body.joined(separator: "\n") + "\n</tbody></table>\n"
        }
        let range = words.range(report.firstDay, report.today)
        let days = report.buckets.map {
            [
                words.name($0, isMonth: report.hasMonthBars), grouped($0.kept),
                grouped($0.deleted),
            ]
        }
        var body = "<h1>\(HTMLReportText.markup("\(title): \(range)"))</h1>\n"
        body += StatsChart(report).page()
        body += rows(facts, head: ["", ""]) + rows(days, head: ["day", "kept", "marked"])
        if !report.rules.isEmpty {
            body += rows(
                report.rules.map(cells),
                head: ["rule", "decided", "kept", "marked", "went", "size"])
        }
        return """
            <!doctype html>
            <html lang="en"><head><meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>cleanrules: \(HTMLReportText.markup(range))</title>
            <style>
            body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto;
              padding: 0 1rem; }
            svg { width: 100%; height: auto; }
            table { border-collapse: collapse; margin: 1.5rem 0; }
            th, td { text-align: right; padding: .2rem .9rem .2rem 0; vertical-align: top;
              font-variant-numeric: tabular-nums; }
            th:first-child, table:first-of-type td { text-align: left; }
            </style></head><body><main>
            \(body)</main></body></html>

            """
    }
}
