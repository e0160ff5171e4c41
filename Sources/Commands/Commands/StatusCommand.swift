// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Messages
internal import PlanRunner
internal import Reports
internal import ReviewUI
internal import RuleEngine
internal import StateLedger
internal import Text
internal import Wording
internal import Workflow

/// `cleanrules status`.
struct StatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show what waits to be deleted, and what became of what was staged.",
        discussion: """
            Examples:
              cleanrules status
              cleanrules status --watch
              cleanrules status --format ndjson

            The table shows what may still be deleted and what needs a look, at most 100 lines of it;
            --limit and --skip lead on, --all shows all.
            """)

    @Flag(name: .long, help: "Show it again whenever it changes, as long as something waits.")
    var watch = false

    @Flag(name: .long, help: "Show every item that was ever staged.")
    var all = false

    @OptionGroup var page: LimitOption

    @Option(name: .long, help: "Leave out so many lines before the first one that is shown.")
    var skip = 0

    @Option(name: .long, help: "table, json, ndjson or csv.")
    var format: ListFormat = .table

    @OptionGroup var options: ActionOptions

    mutating func validate() throws {
        if skip < 0 { throw ValidationError(String(clause: "--skip takes a number from 0 on.")) }
    }

    func run() async throws {
        let session = try StateSession.forReading(options.state)
        let zone = await session.timeZone(options.rules)
        try await ClockCheck.warn(session, zone)
        if let braked = try await session.brake(zone) { Console.warn(braked) }
        if !watch { return await show(try await report(session, zone), session) }
        let signals = Signals(isQuiet: true)
        var last: [String] = []
        while true {
            let report = try await report(session, zone)
            let lines = report.text(format, all: all)
            if lines != last {
                if Console.outputIsScreen, !last.isEmpty { Console.sayRaw("\u{1b}[H\u{1b}[2J") }
                await show(report, session)
                last = lines
            }
            if StandardOutput.hasFailed { return }
            if !report.items.contains(where: \.state.isActive) { return }
            try? await Task.sleep(for: .seconds(1))
            if let status = signals.status { throw Failure(status) }
        }
    }

    private func report(
        _ session: StateSession, _ zone: RuleTimeZone
    ) async throws(Failure) -> StatusReport {
        let (items, plan, drives) = try await session.asking { ledger async throws(LedgerError) in
            (
                try await ledger.stagedItems(states: nil), try await ledger.newestPlan(),
                try await ledger.drives()
            )
        }
        var report = StatusReport(
            file: session.file, items: items, plan: plan, drives: drives,
            time: LocalTimeText(timeZone: zone, now: SystemClock.now(), words: Console.words))
        report.skip = skip
        report.limit = page.limit
        report.ink = format == .table ? .output : .none
        report.terminalWidth = TerminalWidth.ofOutput
        report.brake = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.brake()
        }
        if let plan, plan.reviewCount > 0 { report.review = await review(session) }
        report.pictures = try await PhotoCoverageNote.find(session)
        report.shared = try await SyncSwitch.read(session)
        report.devices = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.syncedDevices()
        }
        return report
    }

    /// Where the review stands; nil where the rules cannot be read now.
    private func review(_ session: StateSession) async -> ReviewState? {
        guard let rules = try? await session.loadRules(options.rules),
            let wiring = try? ReviewWiring(session: session, rules: rules)
        else { return nil }
        return try? await ReviewSession(
            ledger: session.ledger, source: wiring.source, front: "command"
        ).state()
    }

    private func show(_ report: StatusReport, _ session: StateSession) async {
        for line in report.text(format, all: all) { Console.say(line) }
        if format != .table || options.quiet { return }
        let rules = try? await session.loadRules(options.rules)
        let item = await session.firstToComeBack(report.items.reversed(), rules)
        // Nothing goes without the rules that it was planned by.
        let hasRules =
            options.rules == nil
            ? rules != nil
            : report.plan.map { (try? RulesLoader.loadQuietly($0.rulesPath)) != nil } ?? true
        NextHints.say(report.hints(comingBack: item, canExecute: hasRules))
    }
}
