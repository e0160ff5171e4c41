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
              cleanrules run --dry-run            says what would be staged and deleted
              cleanrules run --stage --max-delete 500 --max-bytes 20GB

            However it ends, the reports are written and begin with what to do. A round that was
            killed is named in the report of the next one. Rules are those that --rules names, or those of the configuration: never what lies in the
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

    @Flag(name: .long, help: "Stage the plan, and delete nothing in this round.")
    var stageOnly = false

    @Flag(name: .long, help: "Delete what is due, without a new listing or plan.")
    var executeOnly = false

    @Flag(name: .long, help: "Say what would be staged and what is due; stage and delete nothing.")
    var dryRun = false

    @Option(name: .long, help: "Delete at most so many items in this round; the rest waits.")
    var maxDelete: Int?

    @Option(
        name: .long, help: "Delete at most so much in this round, as in 20GB; the rest waits.")
    var maxBytes: String?

    @Option(
        name: .long, parsing: .upToNextOption,
        help:
            "Write a report: json, ndjson, markdown or html, and the file, or - for standard output. May be given again."
    )
    var report: [String] = []

    @Flag(
        name: .long,
        help: "Go on into other file systems that are mounted below a local root.")
    var crossFileSystems = false

    @Option(name: .long, help: "table or json.")
    var format: ReportFormat = .table

    @Flag(name: [.short, .long], help: "No progress and no notes, and no word when all is well.")
    var quiet = false

    mutating func validate() throws {
        if try targets().count(where: { $0.path == Self.standardOutput }) > 1 {
            throw ValidationError(
                String(clause: "one report goes to standard output, not several."))
        }
        let parts = [stageOnly, executeOnly, dryRun].count { $0 }
        if parts > 1 || (executeOnly && stage) {
            throw ValidationError(
                String(clause: "of --stage-only, --execute-only and --dry-run one can be meant."))
        }
        if let maxDelete, maxDelete < 0 {
            throw ValidationError(String(clause: "--max-delete is a number of items, from 0."))
        }
        _ = try bytesMax()
    }

    /// How a report to standard output is named.
    private static let standardOutput = "-"

    private func bytesMax() throws -> Int64? {
        guard let maxBytes else { return nil }
        guard let bytes = try? SizeGrammar.size(maxBytes) else {
            throw ValidationError(
                String(clause: "--max-bytes is a size, as in 20GB or 500MiB, not '\(maxBytes)'."))
        }
        return bytes
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
                            + " ndjson, markdown and html."))
            }
            return (format, report[index + 1])
        }
    }

    func run() async throws {
        let targets = try targets()
        let file = try state.file()
        var report = RunReport(profile: file.profile, begun: SystemClock.now())
        report.isDryRun = dryRun
        var gate = OutputGate()
        gate.keep(file)
        gate.isWhole = false
        let signals = Signals(isQuiet: quiet)
        do throws(Failure) {
            try await goRound(file, signals, &report, &gate)
        } catch {
            report.end = error
        }
        report.ended = SystemClock.now()
        try show(report, targets, gate)
        if let end = report.end { throw end }
        if let status = signals.status { throw Failure(status, .executeStopped) }
        if report.status != .done {
            guard let refusal = report.refusal else { throw Failure(report.status) }
            throw Failure(report.status, refusal)
        }
    }

    /// The round itself. What it throws has ended it early; what it came to by then is in `report`,
    /// and `gate` knows what is not written over as soon as that can be known.
    private func goRound(
        _ file: StateFile, _ signals: Signals, _ report: inout RunReport, _ gate: inout OutputGate
    ) async throws(Failure) {
        let found = try RulesLoader.find(rules, folder: folder, .unattended)
        gate.keep(rulesAt: found.path)
        report.rules = found.path
        let loaded = try RulesLoader.load(found)
        report.rules = loaded.absolutePath
        gate.keep(loaded)
        if let folder, loaded.file.drives.isEmpty { gate.keep(drive: "local", at: folder) }
        let session = try StateSession.opened(file)
        try await gate.keep(session)
        gate.isWhole = true
        let tests = try RulesTests.results(loaded)
        report.tests = (tests.count { $0.isMet }, tests.count { !$0.isMet })
        try RulesTests.demandPassing(loaded)
        for target in try reportTargets() { _ = try gate.target(target) }
        let lock = try await session.runnerLock()
        defer { lock.close() }
        try await ClockCheck.warn(session, try loaded.timeZone)
        let marker = RoundMarker(session: session)
        report.unfinished = try await marker.unfinished()
        if let begun = report.unfinished {
            Console.warn(
                .runUnfinished(
                    when: LocalTimeText(
                        timeZone: try loaded.timeZone, now: report.begun, words: Console.words
                    ).phrase(begun)))
        }
        if dryRun {
            report.plan = try await plan(loaded, session)
            let due = try await DueItems.find(
                session, countMax: maxDelete, bytesMax: (try? bytesMax()) ?? nil,
                avoiding: Set(report.heldDrives.keys))
            report.due = due.reversible
            report.left = due.left
            report.next = try await NextDue.find(session)
            return
        }
        try await marker.begin(report.begun)
        report.mayHaveActed = true
        do throws(Failure) {
            try await act(loaded, session, signals, &report)
        } catch {
            try? await marker.end()
            throw error
        }
        try await marker.end()
    }

    private func reportTargets() throws(Failure) -> [String] {
        let all = (try? targets()) ?? []
        return all.map(\.path).filter { $0 != Self.standardOutput }
    }

    /// Settles, plans, stages and deletes.
    private func act(
        _ loaded: LoadedRules, _ session: StateSession, _ signals: Signals,
        _ report: inout RunReport
    ) async throws(Failure) {
        let runner = session.runner(loaded, actor: "run")
        let recovered = try await session.running { () async throws(RunnerError) in
            try await runner.recover()
        }
        if !executeOnly {
            do throws(Failure) {
                report.plan = try await plan(loaded, session)
                if stage || stageOnly, !signals.hasCome {
                    try await stagePlan(loaded, session, &report)
                }
            } catch {
                // A drive that cannot be listed stops only itself: what is due elsewhere goes its way.
                guard Self.isOfOneDrive(error) else { throw error }
                report.failure = error
                Console.warn(.runNoPlan(why: error.phrase ?? .runUnlisted))
            }
        }
        for name in report.dropped {
            Console.warn(.runDropped(drive: VisibleText.escaped(name)))
        }
        if !report.holdsAllDrives, !stageOnly {
            // JSON names every item, a page the first thousands.
            let formats = ((try? targets()) ?? []).map(\.format)
            let isWhole =
                format == .json || formats.contains(.json) || formats.contains(.ndjson)
            try await execute(
                loaded, session, signals, namedMax: isWhole ? nil : RunReport.namedMax, &report)
        }
        if let staged = report.staged?.outcome.staged, staged > 0 {
            Console.hasDone(.runDeed(n: staged, command: .status))
        }
        report.execution?.takeUp(recovered)
        report.execution?.tellHost()
        report.next = try await NextDue.find(session)
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
        if dryRun { return header }
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
        let due = try await DueItems.find(
            session, countMax: maxDelete, bytesMax: (try? bytesMax()) ?? nil,
            avoiding: Set(report.heldDrives.keys))
        report.left = due.left
        report.execution = try await execution.run(
            consume due, holding: report.heldDrives.mapValues { Words.english($0) })
    }

    /// Writes the reports; one that cannot be written keeps no other from being written.
    private func show(
        _ report: RunReport, _ targets: [(format: RunReportFormat, path: String)],
        _ gate: OutputGate
    ) throws(Failure) {
        var lost: Failure?
        for target in targets {
            let path = target.path == Self.standardOutput ? nil : target.path
            do throws(Failure) {
                try OutputFile.write(to: path, past: gate) { sink throws(OutputError) in
                    try report.write(target.format, to: sink)
                }
            } catch {
                if report.end == nil {
                    lost = lost ?? error
                } else if error.message != report.end?.message {
                    Console.report(error)
                }
            }
        }
        if !targets.contains(where: { $0.path == Self.standardOutput }) { say(report) }
        if let lost { throw lost }
    }

    private func say(_ report: RunReport) {
        if format == .json { return Console.sayRaw(report.json.document) }
        // What ended it early is the error; nobody is woken for a round in which all is well.
        if report.end != nil || quiet && report.isAllWell { return }
        for line in report.linesBeforeError { Console.say(line) }
        if quiet { return }
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
    case ndjson
    case markdown
    case html
}
