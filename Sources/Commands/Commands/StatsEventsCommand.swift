// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Messages
internal import Reports
internal import ReviewUI
internal import RuleEngine
internal import StateLedger
internal import Text
internal import Wording
internal import Workflow

/// `cleanrules stats events`.
struct StatsEventsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "events",
        abstract: "List what was counted of hints and sign-ins, day by day.",
        discussion: """
            Examples:
              cleanrules stats events
              cleanrules stats events --days 365 --format json

            Words and numbers, and no names. They stay in the state file, on this machine.
            """)

    @Option(name: .long, help: "How many days it reaches back: 7, 30 or 365.")
    var days: StatsSpan = .month

    @Option(name: .long, help: "table or json.")
    var format: ReportFormat = .table

    @OptionGroup var options: ActionOptions

    func run() async throws {
        let span = try await EventSpan.last(days, options)
        switch format {
        case .json:
            var members = span.members
            members["events"] = .list(span.events.map(\.json))
            Console.sayRaw(JSONValue.object(members).document)
        case .table: for line in EventTable.lines(span.events, hasDays: true) { Console.say(line) }
        }
    }
}

/// `cleanrules stats funnel`.
struct StatsFunnelCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "funnel",
        abstract: "Show how many hints led to a sign-in, and how far those came.",
        discussion: """
            Examples:
              cleanrules stats funnel
              cleanrules stats funnel --days 365 --format json

            How large a share followed is told from 30 hints on: of fewer it would be chance.
            """)

    @Option(name: .long, help: "How many days it reaches back: 7, 30 or 365.")
    var days: StatsSpan = .month

    @Option(name: .long, help: "table or json.")
    var format: ReportFormat = .table

    @OptionGroup var options: ActionOptions

    func run() async throws {
        let span = try await EventSpan.last(days, options)
        let funnel = EventFunnel(span.events)
        switch format {
        case .json: Console.sayRaw(document(span, funnel).document)
        case .table: for line in lines(funnel) { Console.say(line) }
        }
    }

    private func lines(_ funnel: EventFunnel) -> [String] {
        let words = Console.words
        if EventFunnel.Step.allCases.allSatisfy({ funnel.count($0) == 0 }) {
            return [words(.eventNone)]
        }
        var rows = [words([.eventColumnStep, .eventColumnCount, .eventColumnShare])]
        for step in EventFunnel.Step.allCases {
            let share = step == .taken ? funnel.percent : nil
            rows.append([
                words(step.phrase), words.number(funnel.count(step)), Self.shown(share),
            ])
        }
        for (name, pair) in funnel.variants.sorted(by: { $0.key < $1.key }) {
            rows.append([
                VisibleText.escaped(name),
                "\(words.number(pair.taken)) / \(words.number(pair.shown))",
                Self.shown(EventFunnel.percent(pair.taken, of: pair.shown)),
            ])
        }
        var lines = TextTable(rows: rows, leftColumns: [0]).lines
        if funnel.percent == nil {
            lines.append(words(.eventFew(limit: EventFunnel.impressionsMin)))
        }
        return lines
    }

    private static func shown(_ percent: Int64?) -> String { percent.map { "\($0) %" } ?? "–" }

    private func document(_ span: EventSpan, _ funnel: EventFunnel) -> JSONValue {
        var members = span.members
        members["steps"] = .list(
            EventFunnel.Step.allCases.map {
                .object(["step": .text($0.rawValue), "count": .number(funnel.count($0))])
            })
        members["percent"] = JSONValue(funnel.percent)
        members["variants"] = .list(
            funnel.variants.sorted { $0.key < $1.key }.map { name, pair in
                .object([
                    "variant": .text(name), "shown": .number(pair.shown),
                    "taken": .number(pair.taken),
                    "percent": JSONValue(EventFunnel.percent(pair.taken, of: pair.shown)),
                ])
            })
        return .object(members)
    }
}

/// `cleanrules stats report`.
struct StatsDayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Show what was counted on one day, and what was decided.",
        discussion: """
            Examples:
              cleanrules stats report --day 2026-01-15
              cleanrules stats report --day 2026-01-15 --format json
            """)

    @Option(name: .long, help: "The local day, as 2026-01-15. Default: today.")
    var day: String?

    @Option(name: .long, help: "table or json.")
    var format: ReportFormat = .table

    @OptionGroup var options: ActionOptions

    mutating func validate() throws {
        if let day, CalendarDay(text: day) == nil {
            throw ValidationError(String(clause: "Give the day as 2026-01-15."))
        }
    }

    func run() async throws {
        let session = try StateSession.forReading(options.state)
        let report = try await StatsReport.asked(session, options.rules, days: .year)
        let day = day ?? report.today
        let span = try await EventSpan.make(session, from: day, to: day)
        let totals = report.days.first { $0.day == day }?.totals.counts
        let (kept, deleted) = (totals?.kept ?? 0, totals?.deleted ?? 0)
        switch format {
        case .json:
            var members = span.members
            members["events"] = .list(span.events.map(\.json))
            members["kept"] = .number(kept)
            members["deleted"] = .number(deleted)
            Console.sayRaw(JSONValue.object(members).document)
        case .table:
            Console.say(.eventMade(kept: kept, deleted: deleted))
            for line in EventTable.lines(span.events, hasDays: false) { Console.say(line) }
        }
    }
}

/// What was counted on some days.
private struct EventSpan {
    let from: String
    let to: String
    let events: [EventCount]

    /// The last days up to today.
    static func last(_ days: StatsSpan, _ options: ActionOptions) async throws(Failure) -> EventSpan
    {
        let session = try StateSession.forReading(options.state)
        let zone = await session.timeZone(options.rules)
        let now = session.clock.now().secondsSinceEpoch
        let first = Timestamp(
            secondsSinceEpoch: now - Int64(days.rawValue - 1) * HintStanding.daySeconds)
        return try await make(
            session, from: zone.day(at: first).text,
            to: zone.day(at: session.clock.now()).text)
    }

    /// The days from `first` to `last`.
    static func make(
        _ session: StateSession, from first: String, to last: String
    ) async throws(Failure) -> EventSpan {
        let events = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.events(from: first, to: last)
        }
        return EventSpan(from: first, to: last, events: events)
    }

    /// What all documents of events begin with.
    var members: [String: JSONValue] {
        ["format": .number(1), "from": .text(from), "to": .text(to)]
    }
}

/// Events as a table.
private enum EventTable {
    /// The lines, with a column for the day if `hasDays`.
    static func lines(_ events: [EventCount], hasDays: Bool) -> [String] {
        let words = Console.words
        if events.isEmpty { return [words(.eventNone)] }
        let drop = hasDays ? 0 : 1
        var rows = [
            Array(
                words([
                    .eventColumnDay, .eventColumnName, .eventColumnContext, .eventColumnVariant,
                    .eventColumnCount,
                ]).dropFirst(drop))
        ]
        for event in events {
            let cells = [
                event.day, event.name, event.context.isEmpty ? "–" : event.context,
                event.variant.isEmpty ? "–" : event.variant, words.number(event.count),
            ]
            rows.append(cells.dropFirst(drop).map { VisibleText.escaped($0) })
        }
        return TextTable(rows: rows, leftColumns: Set(0..<(4 - drop))).lines
    }
}

extension EventCount {
    /// It as JSON.
    fileprivate var json: JSONValue {
        .object([
            "day": .text(day), "name": .text(name), "context": .text(context),
            "variant": .text(variant), "count": .number(count),
        ])
    }
}
