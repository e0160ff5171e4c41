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

/// `cleanrules run`.
struct RunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Do a whole round, for timers: list, check, test, plan, delete what is due.",
        discussion: """
            Examples:
              cleanrules run                      deletes what was staged and is due, stages nothing
              cleanrules run --stage              stages the new plan as well
              cleanrules run --stage --report html report.html --report json report.json

            Rules are those that --rules names, or those of the configuration: never what lies in the
            folder. Nothing is asked. What would need a flag of 'stage' is refused, and what is to be
            deleted for good waits for 'execute --permanent'.
            """)

    @Argument(
        help:
            "A folder to plan over instead of whole drives: a drive of the rules, or a folder on one; any folder where they declare none."
    )
    var folder: String?

    @Option(
        name: .long,
        help: "The rules file. Default: the one in the configuration folder.")
    var rules: String?

    @OptionGroup var includes: IncludeOptions

    @OptionGroup var state: StateOptions

    @Flag(name: .long, help: "Stage the plan, without asking.")
    var stage = false

    @Option(
        name: .long, parsing: .upToNextOption,
        help: "Write a report: json, markdown or html, and the file. May be given again.")
    var report: [String] = []

    @Flag(
        name: .long,
        help: "Go on into other file systems that are mounted below a local root.")
    var crossFileSystems = false

    @Option(name: .long, help: "table or json.")
    var format: ReportFormat = .table

    @Flag(name: [.short, .long], help: "No progress and no notes.")
    var quiet = false

    mutating func validate() throws {
        _ = try targets()
    }

    private func targets() throws -> [(format: RunReportFormat, path: String)] {
        guard report.count % 2 == 0 else {
            throw ValidationError(
                String(
                    clause: "--report takes two words, as in '--report html report.html';"
                        + " a folder comes first."
                )
            )
        }
        return try stride(from: 0, to: report.count, by: 2).map { index in
            guard let format = RunReportFormat(rawValue: report[index]) else {
                throw ValidationError(
                    String(
                        clause: "'\(report[index])' is no kind of report; there are json,"
                            + " markdown and html."))
            }
            return (format, report[index + 1])
        }
    }

    func run() async throws {
        let targets = try targets()
        let loaded = try RulesLoader.load(
            try RulesLoader.find(rules, folder: folder, .unattended))
        let tests = try RulesTests.results(loaded)
        try RulesTests.demandPassing(loaded)
        let session = try StateSession.opened(try state.file())
        let gate = try await outputGate(loaded, session)
        for target in targets { _ = try gate.target(target.path) }
        let lock = try await session.runnerLock()
        defer { lock.close() }
        try await ClockCheck.warn(session, try loaded.timeZone)
        var report = RunReport(
            profile: session.file.profile, rules: loaded.absolutePath, testCount: tests.count)
        let signals = Signals(isQuiet: quiet)
        let runner = session.runner(loaded, actor: "run")
        let recovered = try await session.running { () async throws(RunnerError) in
            try await runner.recover()
        }
        do throws(Failure) {
            report.plan = try await plan(loaded, session)
            if stage, !signals.hasCome { try await stagePlan(loaded, session, &report) }
        } catch {
            // A drive that cannot be listed stops only itself: what is due elsewhere goes its way.
            guard Self.isOfOneDrive(error) else { throw error }
            report.failure = error
            Console.warn(.runNoPlan(why: error.phrase ?? .runUnlisted))
        }
        for name in report.dropped {
            Console.warn(.runDropped(drive: VisibleText.escaped(name)))
        }
        if !report.holdsAllDrives {
            // JSON names every item, a page the first thousands.
            let isWhole = format == .json || targets.contains { $0.format == .json }
            try await execute(
                loaded, session, signals, namedMax: isWhole ? nil : RunReport.namedMax, &report)
        }
        if let staged = report.staged?.outcome.staged, staged > 0 {
            Console.hasDone(.runDeed(n: staged, command: .status))
        }
        report.execution?.takeUp(recovered)
        report.execution?.tellHost()
        try show(report, targets, gate)
        if let status = signals.status {
            throw Failure(
                status, .executeStopped)
        }
        if report.status != .done {
            guard let refusal = report.refusal else { throw Failure(report.status) }
            throw Failure(report.status, refusal)
        }
    }

    /// What the files of the reports are held against.
    private func outputGate(
        _ rules: LoadedRules, _ session: StateSession
    ) async throws(Failure) -> OutputGate {
        var gate = OutputGate()
        try await gate.keep(session)
        gate.keep(rules)
        if let folder, rules.file.drives.isEmpty { gate.keep(drive: "local", at: folder) }
        return gate
    }

    /// Whether `failure` is of a drive, not of the rules or the state.
    private static func isOfOneDrive(_ failure: Failure) -> Bool {
        switch failure.status {
        case .failed, .signIn, .offline: true
        default: false
        }
    }

    private func plan(
        _ rules: LoadedRules, _ session: StateSession
    ) async throws(Failure) -> PlanHeader {
        var loader = ItemLoader(
            rules: rules, isQuiet: quiet, crossesFileSystems: crossFileSystems)
        loader.state = StateReading(
            runner: session.runner(rules, actor: "run"), isOffline: false,
            listingDrop: rules.file.limits.listingDrop)
        let items = try await loader.items(folder: folder)
        let maker = PlanMaker(
            rules: rules, now: SystemClock.now(), isQuiet: quiet, state: session)
        let header = try await maker.plan(over: items)
        return try await PlanKeeper(state: session).save(header, isQuiet: quiet)
    }

    /// Stages the plan as `stage --yes` would; a refusal is part of the report.
    private func stagePlan(
        _ rules: LoadedRules, _ session: StateSession, _ report: inout RunReport
    ) async throws(Failure) {
        guard let header = report.plan, header.totals.delete.items > 0 else { return }
        do throws(Failure) {
            let record = try await PlanFinder(session: session).plan(header.planID)
            try DriveKinds.refuseReadOnlyDrives(record)
            let runner = session.runner(rules, actor: "run")
            let inForce = try rules.inForce
            report.staged = try await Progress.during(.progressStaging, isQuiet: quiet) {
                () async throws(Failure) in
                try await session.running { () async throws(RunnerError) in
                    var consent = StagingConsent()
                    consent.leavesTakenBack = true
                    let proposal = try await runner.proposal(
                        record, rules: inForce, consent: consent)
                    return (proposal, try await runner.stage(proposal))
                }
            }
        } catch {
            guard error.status == .refused else { throw error }
            report.refusal = error.phrase
        }
    }

    private func execute(
        _ rules: LoadedRules, _ session: StateSession, _ signals: Signals, namedMax: Int?,
        _ report: inout RunReport
    ) async throws(Failure) {
        let inForce = try rules.inForce
        let execution = Execution(
            session: session, runner: session.runner(rules, actor: "run"), rules: inForce,
            isQuiet: quiet, namedMax: namedMax, shouldStop: { signals.hasCome })
        let due = try await DueItems.find(session)
        report.execution = try await execution.run(
            consume due, holding: report.heldDrives.mapValues { Words.english($0) })
    }

    private func show(
        _ report: RunReport, _ targets: [(format: RunReportFormat, path: String)],
        _ gate: OutputGate
    ) throws(Failure) {
        for target in targets {
            try OutputFile.write(to: target.path, past: gate) { sink throws(OutputError) in
                switch target.format {
                case .json: try sink.append(report.json.document)
                case .markdown: try sink.append(report.markdown)
                case .html: try sink.append(report.html)
                }
            }
        }
        switch format {
        case .json: Console.sayRaw(report.json.document)
        case .table: for line in report.linesBeforeError { Console.say(line) }
        }
        if quiet || format == .json { return }
        var hints: [NextHints.Hint] = []
        if let staged = report.staged, staged.outcome.staged > 0 {
            hints.append((.nextUndo, .undo(plan: staged.proposal.plan.id)))
        } else if report.canStage {
            hints.append((.nextStage, .stage))
        }
        hints.append((.nextStatus, .status))
        NextHints.say(hints)
    }
}

/// The kinds of report that `run` writes to files.
enum RunReportFormat: String, CaseIterable {
    case json
    case markdown
    case html
}
