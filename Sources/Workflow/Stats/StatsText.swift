// SPDX-License-Identifier: Apache-2.0

internal import Reports
package import ReviewUI
internal import RuleEngine
internal import Text
internal import Wording

/// A report of statistics in the formats for people and for spreadsheets.
package struct StatsText {
    let report: StatsReport
    /// The signs of bars: what was kept, and what was marked to be deleted.
    var signs = ("█", "░")

    /// The words of charts, in the language of the person.
    private let chart = StatsWords.ofPerson
    private let words = Host.words

    /// A text of `report`.
    package init(_ report: StatsReport) {
        self.report = report
        if Environment.value("TERM") == "dumb" { signs = ("#", ".") }
    }

    // MARK: - Table

    /// The lines for a terminal.
    package var table: [String] {
        let heading = Phrase.statsHeadingZone(title: title, range: range, zone: report.timeZone)
        var lines = [words(heading), ""]
        lines += TextTable(rows: facts, leftColumns: [0, 1], widthMax: 200).lines
        lines += [""] + bars
        if !report.rules.isEmpty { lines += [""] + rules }
        return lines
    }

    private var title: Phrase { .statsTitle(n: report.days.count) }

    private var range: String { chart.range(report.firstDay, report.today) }

    private var heading: String { words(.statsHeading(title: title, range: range)) }

    /// What each figure is called, and what it is.
    private var facts: [[String]] {
        let (period, space) = (report.period, report.space)
        var rows: [[Phrase]] = [
            [.statsDecisions, decisions],
            [.statsDeleted, deletions(period)],
            [
                .statsSpace,
                row([
                    .statsPlanned(what: space.planned.map(amount) ?? Self.unknown),
                    .statsWaiting(what: amount(space.waiting)),
                ]),
            ],
            [
                .verbatim(""),
                row([
                    .statsInBin(what: amount(space.inBin)),
                    .statsReclaimed(what: amount(space.reclaimed)),
                ]),
            ],
        ]
        for drive in space.drives { rows.append([.verbatim(""), self.drive(drive)]) }
        rows.append([.statsStreak, streak])
        rows.append([.statsEfficiency, efficiency])
        return rows.map { words($0) }
    }

    /// What stands for a figure that nobody knows.
    private static let unknown = Phrase.verbatim("–")

    private func row(_ phrases: [Phrase]) -> Phrase { .series(phrases, separator: " · ") }

    private var decisions: Phrase {
        let counts = report.period.counts
        var parts: [Phrase] = [.statsKept(n: counts.kept), .statsMarked(n: counts.deleted)]
        if counts.putOff > 0 { parts.append(.statsPutOff(n: counts.putOff)) }
        if counts.replaced > 0 { parts.append(.statsReplaced(n: counts.replaced)) }
        if counts.undone > 0 { parts.append(.statsUndone(n: counts.undone)) }
        return .statsSum(count: counts.decided, what: row(parts))
    }

    private func deletions(_ totals: StatsTotals) -> Phrase {
        let back = totals.restored.items
        return back > 0
            ? row([amount(totals.moved), .statsRestored(n: back)]) : amount(totals.moved)
    }

    private var streak: Phrase {
        let streak = report.streak
        let days = Phrase.statsDays(n: streak.current)
        let isOpen = streak.current > 0 && !streak.countsToday
        return row([isOpen ? .statsNotToday(text: days) : days, .statsBest(count: streak.best)])
    }

    private var efficiency: Phrase {
        let efficiency = report.efficiency
        func percent(_ share: Double?) -> Phrase {
            share.map { .verbatim("\(Int(($0 * 100).rounded())) %") } ?? Self.unknown
        }
        let pace = efficiency.medianMilliseconds.map { milliseconds in
            Phrase.verbatim("\(words.tenths((milliseconds + 50) / 100)) s")
        }
        return row([
            efficiency.score.map { .verbatim("\($0) / 100") } ?? Self.unknown,
            .statsSettled(what: percent(efficiency.settled)),
            .statsCertain(what: percent(efficiency.certain)),
            .statsMedian(what: pace ?? Self.unknown),
        ])
    }

    /// `1.1 GiB in 214 items, 3 of unknown size`.
    private func amount(_ amount: StatsAmount) -> Phrase {
        if amount.items == 0 { return .statsNothing }
        let known = Phrase.statsAmount(n: amount.items, size: amount.bytes)
        return amount.unknownSizes > 0
            ? .statsAmountUnknown(n: amount.unknownSizes, what: known) : known
    }

    private func drive(_ drive: StatsDrive) -> Phrase {
        func bytes(_ bytes: Int64?) -> String { bytes.map { words.size($0) } ?? "–" }
        return .statsDrive(
            drive: VisibleText.escaped(drive.name), a: bytes(drive.usedBytes),
            b: bytes(drive.totalBytes), c: bytes(drive.binBytes))
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
                total == 0 ? "" : words(.statsBar(kept: bucket.kept, deleted: bucket.deleted))
            return [name(bucket), bar, words.number(total), parts]
        }
        return TextTable(rows: rows, leftColumns: [0, 1, 3]).lines
    }

    private func scaled(_ value: Int64, _ largest: Int64) -> Int {
        Int((Double(value) * Double(Self.barWidth) / Double(largest)).rounded())
    }

    private func name(_ bucket: StatsBucket) -> String {
        chart.name(bucket, isMonth: report.hasMonthBars)
    }

    private var rules: [String] {
        TextTable(rows: [ruleHeads] + report.rules.map(cells), leftColumns: [0]).lines
    }

    private var ruleHeads: [String] {
        words([
            .statsColumnRule, .statsColumnDecided, .statsColumnKept, .statsColumnMarked,
            .statsColumnWent, .columnSize,
        ])
    }

    private var dayHeads: [String] {
        words([.statsColumnDay, .statsColumnKept, .statsColumnMarked])
    }

    private func cells(_ rule: StatsRule) -> [String] {
        let unknown = rule.moved.unknownSizes > 0 ? " + ?" : ""
        return [
            rule.rule.map { VisibleText.escaped($0) } ?? words(.statsNoRule),
            words.number(rule.decided), words.number(rule.kept), words.number(rule.deleted),
            words.number(rule.moved.items), words.size(rule.moved.bytes) + unknown,
        ]
    }

    // MARK: - Other formats

    /// The lines of a CSV file: one a day.
    package var csv: [String] {
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
    package var markdown: [String] {
        var lines = ["## \(heading)", "", "| | |", "|---|---|"]
        lines += facts.map { "| \($0[0]) | \(MarkdownCode.cell(shown: $0[1])) |" }
        lines += ["", "| \(dayHeads.joined(separator: " | ")) |", "|---|---:|---:|"]
        for bucket in report.buckets {
            lines.append(
                "| \(name(bucket)) | \(words.number(bucket.kept))"
                    + " | \(words.number(bucket.deleted)) |")
        }
        if report.rules.isEmpty { return lines }
        lines += ["", "| \(ruleHeads.joined(separator: " | ")) |"]
        lines.append("|---|---:|---:|---:|---:|---:|")
        for rule in report.rules {
            let cells = cells(rule).map { MarkdownCode.cell(shown: $0) }
            lines.append("| " + cells.joined(separator: " | ") + " |")
        }
        return lines
    }

    /// One page: the chart and the tables, without anything from elsewhere.
    package var html: String {
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
        let days = report.buckets.map {
            [name($0), words.number($0.kept), words.number($0.deleted)]
        }
        var body = "<h1>\(HTMLReportText.markup(heading))</h1>\n"
        body += StatsChart(report, words: chart).page()
        body += rows(facts, head: ["", ""]) + rows(days, head: dayHeads)
        if !report.rules.isEmpty { body += rows(report.rules.map(cells), head: ruleHeads) }
        return """
            <!doctype html>
            <html lang="\(words.language.rawValue)"><head><meta charset="utf-8">
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

extension StatsWords {
    /// Those of the person.
    package static var ofPerson: StatsWords { StatsWords(Host.words) }
}
