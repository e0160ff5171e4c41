// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import RuleEngine
internal import StateLedger

/// `cleanrules quota`.
struct QuotaCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "quota",
        abstract: "Show how much of the daily quotas is used.",
        discussion: """
            Examples:
              cleanrules quota
              cleanrules quota --format json

            The quotas stand in the rules file ('quota:'). What is over a quota waits for the next
            day.
            """)

    @Option(name: .long, help: "table or json.")
    var format: ReportFormat = .table

    @OptionGroup var options: ActionOptions

    func run() async throws {
        let session = try StateSession.forReading(options.state)
        let rules = try await session.loadRules(options.rules)
        let report = try await QuotaReport.make(
            session, runner: session.runner(rules, actor: "person"), rules: try rules.inForce)
        let days = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.quotaHistory()
        }
        switch format {
        case .json:
            var members = report.members
            members["format"] = .number(1)
            members["days"] = .list(
                days.map { day in
                    .object([
                        "day": .text(day.day), "deletes": .number(day.deletes),
                        "bytes": .number(day.bytes), "reviews": .number(day.reviews),
                    ])
                })
            Console.sayRaw(JSONValue.object(members).document)
        case .table: for line in lines(report, days) { Console.say(line) }
        }
        if !options.quiet, format == .table {
            NextHints.say([("see what waits:", "cleanrules status")])
        }
    }

    private func lines(_ report: QuotaReport, _ days: [QuotaUse]) -> [String] {
        let time = LocalTimeText(timeZone: report.timeZone, now: SystemClock.now())
        var lines = [
            "\(report.day) (\(report.timeZone.identifier)), next day \(time.text(report.nextDay))",
            "",
        ]
        var rows = [["", "used", "of", "left"]]
        func row(_ name: String, _ line: QuotaReport.Line, _ shown: (Int64) -> String) {
            rows.append([
                name, shown(line.used), line.limit.map(shown) ?? "no quota",
                line.left.map(shown) ?? "–",
            ])
        }
        row("deletions", report.deletes, grouped)
        row("bytes", report.bytes, ByteCountText.short)
        row("reviews", report.reviews, grouped)
        lines += TextTable(rows: rows, leftColumns: [0]).lines
        if let grace = report.graceUntil {
            lines += ["", "No quota applies before \(time.text(grace))."]
        }
        let earlier = days.filter { $0.day != report.day }.suffix(7)
        if !earlier.isEmpty {
            lines += ["", "Days before"]
            var rows = [["day", "deletions", "bytes", "reviews"]]
            for day in earlier.reversed() {
                rows.append([
                    day.day, grouped(day.deletes), ByteCountText.short(day.bytes),
                    grouped(day.reviews),
                ])
            }
            lines += TextTable(rows: rows, leftColumns: [0]).lines
        }
        return lines
    }
}
