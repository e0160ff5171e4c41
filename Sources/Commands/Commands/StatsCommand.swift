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

/// `cleanrules stats`.
struct StatsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats",
        abstract: "Show what was kept and deleted, and how much space that gave back.",
        usage: """
            cleanrules stats [<options>]
            cleanrules stats <subcommand>
            """,
        discussion: """
            Examples:
              cleanrules stats
              cleanrules stats --days 30 --format json
              cleanrules stats --svg week.svg
              cleanrules stats share --png week.png

            Everything is counted from the state file, on this machine. No drive is asked and
            nothing is sent anywhere.
            """,
        subcommands: [
            StatsShareCommand.self, StatsEventsCommand.self, StatsFunnelCommand.self,
            StatsDayCommand.self,
        ])

    @Option(name: .long, help: "How many days it reaches back: 7, 30 or 365.")
    var days: StatsSpan = .week

    @Option(name: .long, help: "table, json, ndjson, csv, markdown or html.")
    var format: PlanFormat = .table

    @Option(name: .long, help: "Write the chart to this file as well.")
    var svg: String?

    @OptionGroup var options: ActionOptions

    func run() async throws {
        let session = try StateSession.forReading(options.state)
        let files = try await StatsFiles(session, [svg])
        let report = try await StatsReport.asked(session, options.rules, days: days)
        if let svg { try files.write(StatsChart(report, words: .ofPerson).page(), to: svg) }
        let text = StatsText(report)
        switch format {
        case .table:
            for line in text.table { Console.say(line) }
            if !options.quiet {
                NextHints.say([(.nextPicture, .statsPicture)])
            }
        case .json: Console.sayRaw(StatsDocument.text(report))
        case .ndjson: for day in report.days { Console.say(StatsDocument.day(day)) }
        case .csv: for line in text.csv { Console.say(line) }
        case .markdown: for line in text.markdown { Console.say(line) }
        case .html: Console.sayRaw(text.html)
        }
    }
}

/// `cleanrules stats share`.
struct StatsShareCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "share",
        abstract: "Make a picture of the last days: numbers and dates, no names.",
        discussion: """
            Examples:
              cleanrules stats share --png week.png
              cleanrules stats share --svg month.svg --days 30
              cleanrules stats share --text
            """)

    @Option(name: .long, help: "How many days it reaches back: 7, 30 or 365.")
    var days: StatsSpan = .week

    @Option(name: .long, help: "Write the picture to this file, 1200 by 630 pixels.")
    var png: String?

    @Option(name: .long, help: "Write the picture to this file, in lines instead of pixels.")
    var svg: String?

    @Flag(name: .long, help: "Print five lines to paste.")
    var text = false

    @OptionGroup var options: ActionOptions

    mutating func validate() throws {
        if png == nil, svg == nil, !text {
            throw ValidationError(
                String(clause: "Say what to make: --png FILE, --svg FILE or --text."))
        }
    }

    func run() async throws {
        let session = try StateSession.forReading(options.state)
        let files = try await StatsFiles(session, [svg, png])
        let report = try await StatsReport.asked(session, options.rules, days: days)
        let hint = await SignInHint.expected(session, options.state, isWanted: !options.quiet)
        try await share(report, files)
        // Who has freed space already needs to hear nothing of it.
        if report.all.moved.items > 0 { return }
        guard let hint, let rules = try? await session.loadRules(options.rules) else { return }
        await hint.say([.pictured], for: rules.file, rules: options.rules)
    }

    private func share(_ report: StatsReport, _ files: StatsFiles) async throws {
        let chart = StatsChart(report, words: .ofPerson)
        if text { for line in chart.lines() { Console.say(line) } }
        let picture = chart.share()
        if let svg { try files.write(picture, to: svg) }
        guard let png else { return }
        let pixels: [UInt8]
        do throws(StatsPicture.Failure) {
            pixels = try await StatsPicture.png(picture)
        } catch {
            return try beside(png, picture, error.reason, files)
        }
        try files.write(pixels, to: png)
    }

    /// Writes the lines of the picture where its pixels cannot be had, and says so.
    private func beside(
        _ png: String, _ picture: String, _ reason: String, _ files: StatsFiles
    ) throws(Failure) {
        let place = svg ?? (png.hasSuffix(".png") ? String(png.dropLast(4)) : png) + ".svg"
        if svg == nil { try files.write(picture, to: place) }
        throw Failure(
            .failed, .statsNoPng(detail: Phrase.told(reason), path: VisibleText.escaped(place)))
    }
}

/// How far statistics reach back.
enum StatsSpan: Int, CaseIterable, ExpressibleByArgument {
    case week = 7
    case month = 30
    case year = 365
}

/// Files that statistics are written to.
struct StatsFiles {
    /// What they are held against.
    private let gate: OutputGate

    /// Files of statistics that come from the state of `session`; throws `refused` if one of
    /// `paths` must not be written.
    init(_ session: StateSession, _ paths: [String?]) async throws(Failure) {
        var gate = OutputGate()
        try await gate.keep(session)
        for case let path? in paths { _ = try gate.target(path) }
        self.gate = gate
    }

    /// Writes `text`.
    func write(_ text: String, to path: String) throws(Failure) {
        try OutputFile.write(to: path, past: gate) { sink throws(OutputError) in
            try sink.append(text)
        }
    }

    /// Writes `bytes`.
    func write(_ bytes: [UInt8], to path: String) throws(Failure) {
        try OutputFile.write(to: path, past: gate) { sink throws(OutputError) in
            try bytes.withUnsafeBufferPointer { buffer throws(OutputError) in
                guard let start = buffer.baseAddress else { return }
                try sink.append(TextSlice(start: start, count: buffer.count))
            }
        }
    }
}

extension StatsReport {
    /// The report that a command is asked for, with the days of the rules at `rules`.
    static func asked(
        _ session: StateSession, _ rules: String?, days: StatsSpan
    ) async throws(Failure) -> StatsReport {
        let zone = await session.timeZone(rules)
        return try await StatsReport.made(session, zone, days: days.rawValue)
    }
}
