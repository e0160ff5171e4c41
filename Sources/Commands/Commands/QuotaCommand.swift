// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Messages
internal import PlanRunner
internal import Reports
internal import RuleEngine
internal import StateLedger
internal import Text
internal import Wording
internal import Workflow

/// `cleanrules quota`.
struct QuotaCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "quota",
        abstract: "Show how much of the daily quotas is used.",
        usage: """
            cleanrules quota [<options>]
            cleanrules quota <subcommand>
            """,
        discussion: """
            Examples:
              cleanrules quota
              cleanrules quota --format json
              cleanrules quota extend 10

            The quotas stand in the rules file ('quota:'). What is over a quota waits for the next
            day.
            """,
        subcommands: [QuotaExtendCommand.self, QuotaResetClockCommand.self])

    @Option(name: .long, help: "table or json.")
    var format: ReportFormat = .table

    @OptionGroup var options: ActionOptions

    func run() async throws {
        let session = try StateSession.forReading(options.state)
        let rules = try await session.loadRules(options.rules)
        let report = try await QuotaReport.make(
            session, runner: session.runner(rules, actor: "person"), rules: try rules.inForce)
        try await ClockCheck.warn(session, report.timeZone)
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
                        "extra_reviews": .number(day.extraReviews),
                    ])
                })
            Console.sayRaw(JSONValue.object(members).document)
        case .table: for line in lines(report, days) { Console.say(line) }
        }
        if !options.quiet, format == .table {
            NextHints.say([(.nextStatus, .status)])
        }
    }

    private func lines(_ report: QuotaReport, _ days: [QuotaUse]) -> [String] {
        let words = Console.words
        let time = LocalTimeText(
            timeZone: report.timeZone, now: SystemClock.now(), words: Console.words)
        var lines = [
            words(
                .quotaDay(
                    day: report.day, zone: report.timeZone.identifier,
                    when: time.phrase(report.nextDay))),
            "",
        ]
        var rows = [[""] + words([.quotaColumnUsed, .quotaColumnOf, .quotaColumnLeft])]
        func row(_ name: Phrase, _ line: QuotaReport.Line, _ shown: (Int64) -> String) {
            rows.append([
                words(name), shown(line.used), line.limit.map(shown) ?? words(.quotaNone),
                line.left.map(shown) ?? "–",
            ])
        }
        row(.quotaDeletions, report.deletes, words.number)
        row(.quotaBytes, report.bytes, words.size)
        row(.quotaReviews, report.reviews, words.number)
        lines += TextTable(rows: rows, leftColumns: [0]).lines
        if report.extraReviews > 0 {
            lines += ["", words(.quotaExtra(n: report.extraReviews))]
        }
        if let grace = report.graceUntil {
            lines += ["", words(.quotaGrace(when: time.phrase(grace)))]
        }
        let earlier = days.filter { $0.day != report.day }.suffix(7)
        if !earlier.isEmpty {
            lines += ["", words(.quotaBefore)]
            var rows = [words([.quotaColumnDay, .quotaDeletions, .quotaBytes, .quotaReviews])]
            for day in earlier.reversed() {
                rows.append([
                    day.day, words.number(day.deletes), words.size(day.bytes),
                    words.number(day.reviews),
                ])
            }
            lines += TextTable(rows: rows, leftColumns: [0]).lines
        }
        return lines
    }
}

/// `cleanrules quota extend`.
struct QuotaExtendCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "extend",
        abstract: "Allow more reviews today, and on no other day.",
        discussion: """
            Example:
              cleanrules quota extend 10
            """)

    /// The most that one call allows.
    static let reviewsMax: Int64 = 10_000

    @Argument(help: "How many reviews more, 1 to 10000.")
    var reviews: Int64

    @Option(name: .long, help: "table or json.")
    var format: ReportFormat = .table

    @OptionGroup var options: ActionOptions

    mutating func validate() throws {
        guard (1...Self.reviewsMax).contains(reviews) else {
            throw ValidationError(
                String(clause: "A day is extended by 1 to \(Self.reviewsMax) reviews."))
        }
    }

    func run() async throws {
        let session = try StateSession.existing(options.state)
        let rules = try await session.loadRules(options.rules).inForce
        guard rules.file.quota.reviewsPerDay != nil else {
            throw Failure(
                .refused, .quotaNotSet(example: "{reviews: 25/day}"))
        }
        let now = SystemClock.now()
        let use = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.extendReviews(
                day: rules.timeZone.day(at: now).text, by: reviews, actor: "person", at: now)
        }
        Console.hasDone(.quotaDeedExtended)
        switch format {
        case .json:
            Console.sayRaw(
                JSONValue.object([
                    "format": .number(1), "day": .text(use.day),
                    "extra_reviews": .number(use.extraReviews), "used": .number(use.reviews),
                ]).document)
        case .table:
            Console.say(.quotaExtended(n: use.extraReviews, day: use.day))
            if !options.quiet { NextHints.say([(.nextQuota, .quota)]) }
        }
    }
}
