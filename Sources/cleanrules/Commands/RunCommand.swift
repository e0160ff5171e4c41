// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Messages
internal import POSIX
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
            killed is named in the report of the next one. Rules are those that --rules names, or
            those of the configuration: never what lies in the folder. Nothing is asked. What would
            need a flag of 'stage' is refused, and what is to be deleted for good waits for
            'execute --permanent'.
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

    @Option(
        name: .long,
        help:
            "Write figures of the round for Prometheus, as node_exporter's textfile collector reads them."
    )
    var metrics: String?

    @OptionGroup var integration: IntegrationOptions

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
        if metrics == Self.standardOutput {
            throw ValidationError(String(clause: "--metrics takes a file."))
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
        try await integration.telling { telling in try await run(&telling) }
    }

    private func run(_ telling: inout IntegrationReport) async throws {
        let targets = try targets()
        if quiet { EventLog.beQuiet() }
        let file = try state.file()
        var round = Round(
            report: RunReport(
                profile: file.profile, begun: SystemClock.now(), id: EventLog.runID,
                journal: DriveJournal { $0.tell() }),
            signals: Signals(isQuiet: quiet))
        round.report.isDryRun = dryRun
        round.gate.keep(file)
        Host.tell(WorkflowEvent(.roundStarted, .info, ["profile": .text(file.profile)]))
        do throws(Failure) {
            try await goRound(file, &round)
        } catch {
            round.report.end = error
        }
        round.report.ended = SystemClock.now()
        round.report.stopped = round.signals.status
        if let session = round.session {
            await round.report.close(session, round.rules, countsDue: metrics != nil)
        }
        await writeAll(&round, targets)
        round.report.tellEnd()
        telling.gate = round.gate
        telling.rulesPath = round.report.rules ?? telling.rulesPath
        FindingLog.take(round.report.plan?.findings ?? [])
        await notify(&round, targets)
        await round.endMark()
        let report = round.report
        telling.summary = { report.markdown }
        if let end = report.end { throw end }
        if let status = report.stopped {
            if let lost = report.lost { Console.report(lost) }
            throw Failure(status, .executeStopped)
        }
        if let lost = report.lost { throw lost }
        if report.status != .done {
            guard let refusal = report.refusal else { throw Failure(report.status) }
            throw Failure(report.status, refusal)
        }
    }

    /// Writes the reports, then the figures, and then notes that the round succeeded: what could not
    /// be written is a part of what the round came to.
    private func writeAll(
        _ round: inout Round, _ targets: [(format: RunReportFormat, path: String)]
    ) async {
        let lost = show(round.report, targets, &round.gate)
        if round.report.end == nil { round.report.lost = lost }
        if let session = round.session { await round.report.findSuccess(session) }
        if let unwritten = writeMetrics(round), round.report.lost == nil {
            round.report.lost = unwritten
        }
        if let session = round.session { await round.report.noteSuccess(session) }
        if round.report.lost != nil { rewrite(round.report, targets, &round.gate) }
        if !targets.contains(where: { $0.path == Self.standardOutput }) { say(round.report) }
    }

    /// Writes the figures of the round, where that is asked for; why they could not be.
    private func writeMetrics(_ round: Round) -> Failure? {
        guard let metrics else { return nil }
        let report = round.report
        do throws(Failure) {
            try OutputFile.write(to: metrics, past: round.gate) { sink throws(OutputError) in
                try sink.append(RunMetrics(report).document)
            }
            return nil
        } catch {
            if report.end == nil { return error }
            Console.report(error)
            return nil
        }
    }

    /// Writes once more what is a file, where more is known of the round than when it was written.
    private func rewrite(
        _ report: RunReport, _ targets: [(format: RunReportFormat, path: String)],
        _ gate: inout OutputGate
    ) {
        for target in targets where target.path != Self.standardOutput {
            guard (try? gate.target(target.path).isFile) == true else { continue }
            let isWritten: Void? = try? OutputFile.write(to: target.path, past: gate) {
                sink throws(OutputError) in
                try report.write(target.format, to: sink)
            }
            if isWritten != nil { gate.take(written: target.path) }
        }
    }

    /// Tells others, once all is recorded and reported; then the reports say what became of that.
    private func notify(
        _ round: inout Round, _ targets: [(format: RunReportFormat, path: String)]
    ) async {
        guard let rules = round.rules, !dryRun else { return }
        // What waits in the state is for the one round to touch that is at work there.
        let notifier = Notifier(rules: rules, session: round.lock == nil ? nil : round.session)
        guard notifier.hasTargets else { return }
        let outcome = await notifier.tell(round.report)
        Host.tell(
            WorkflowEvent(
                .notified, outcome.unsent.isEmpty ? .info : .warning,
                ["sent": .number(outcome.sent), "unsent": .number(outcome.unsent.count)]))
        for one in outcome.unsent {
            Console.warn(one.line)
        }
        round.report.notices = outcome
        rewrite(round.report, targets, &round.gate)
    }

    /// What a round has come to while it lasts.
    private struct Round {
        var report: RunReport
        /// What is not written over, as far as it is known.
        var gate = OutputGate.unfinished
        let signals: Signals
        /// The state, once it is open.
        var session: StateSession?
        /// The rules, once they are read.
        var rules: LoadedRules?
        /// Held from the first look at what an earlier round left to the last word of this one.
        var lock: RunnerLock?
        /// The mark that this round has begun, once it stands in the state.
        var marker: RoundMarker?

        init(report: RunReport, signals: Signals) {
            self.report = report
            self.signals = signals
        }

        /// Notes that the round came to its end: only now, for a round that is killed before its
        /// report is written and its messages are sent has told nobody what it did.
        func endMark() async {
            defer { lock?.close() }
            guard let marker else { return }
            do throws(Failure) {
                try await marker.end()
            } catch {
                Console.warn(.runUnmarked(why: error.phrase ?? .verbatim("")))
            }
        }

        /// Calls `body` and takes down how long that part of the round took.
        mutating func time<Value>(
            _ phase: RoundPhase, _ body: (inout Round) async throws(Failure) -> Value
        ) async throws(Failure) -> Value {
            let begin = MonotonicTime.seconds
            let result: Result<Value, Failure>
            do throws(Failure) {
                result = .success(try await body(&self))
            } catch {
                result = .failure(error)
            }
            report.durations.append((phase, MonotonicTime.seconds - begin))
            return try result.get()
        }
    }

    /// The round itself. What it throws has ended it early; what it came to by then is in its report,
    /// and its gate knows what is not written over as soon as that can be known.
    private func goRound(_ file: StateFile, _ round: inout Round) async throws(Failure) {
        let found = try RulesLoader.find(rules, folder: folder, .unattended)
        round.gate.keep(rulesAt: found.path)
        round.report.rules = found.path
        let loaded = try RulesLoader.load(found)
        round.rules = loaded
        round.report.rules = loaded.absolutePath
        round.report.timeZone = try? loaded.timeZone
        if folder == nil {
            round.report.declared = loaded.file.drives.map { ($0.name, $0.kind.rawValue) }
        }
        round.gate.keep(loaded)
        if let folder, loaded.file.drives.isEmpty { round.gate.keep(drive: "local", at: folder) }
        let session = try StateSession.opened(file)
        try await round.gate.keep(session)
        round.gate.isWhole = true
        round.session = session
        let tests = try RulesTests.results(loaded)
        FindingLog.take(tests.findings)
        round.report.tests = (tests.count { $0.isMet }, tests.count { !$0.isMet })
        Host.tell(
            WorkflowEvent(
                .rulesLoaded, .info,
                [
                    "rules": .text(loaded.absolutePath), "digest": .text(loaded.digest),
                    "tests": .number(tests.count),
                ]))
        try RulesTests.demandPassing(loaded)
        for path in try outputs() { try OutputFile.demandPlace(for: round.gate.target(path)) }
        round.lock = try await session.runnerLock()
        try await ClockCheck.warn(session, try loaded.timeZone)
        let marker = RoundMarker(session: session)
        round.report.unfinished = try await marker.unfinished()
        if let begun = round.report.unfinished {
            Console.warn(
                .runUnfinished(
                    when: LocalTimeText(
                        timeZone: try loaded.timeZone, now: round.report.begun,
                        words: Console.words
                    ).phrase(begun)))
        }
        if dryRun {
            round.report.plan = try await plan(loaded, session, &round)
            let due = try await DueItems.find(
                session, countMax: maxDelete, bytesMax: (try? bytesMax()) ?? nil,
                avoiding: Set(round.report.heldDrives.keys))
            round.report.due = due.reversible
            round.report.left = due.left
            round.report.next = try await NextDue.find(session)
            return
        }
        try await marker.begin(round.report.begun)
        round.marker = marker
        round.report.mayHaveActed = true
        await Notifier(rules: loaded, session: session).begin()
        try await act(loaded, session, &round)
    }

    /// The files that are written at the end.
    private func outputs() throws(Failure) -> [String] {
        let all = ((try? targets()) ?? []).map(\.path).filter { $0 != Self.standardOutput }
        return all + [metrics, integration.codeQuality].compactMap { $0 }
    }

    /// Settles, plans, stages and deletes.
    private func act(
        _ loaded: LoadedRules, _ session: StateSession, _ round: inout Round
    ) async throws(Failure) {
        let runner = session.runner(loaded, actor: "run")
        let recovered = try await round.time(.settle) { _ async throws(Failure) in
            try await session.running { () async throws(RunnerError) in
                try await runner.recover()
            }
        }
        // Said also where nothing is deleted in this round.
        round.report.execution = try await execution(loaded, session, round).settlement(recovered)
        if !executeOnly {
            do throws(Failure) {
                round.report.plan = try await plan(loaded, session, &round)
                if stage || stageOnly, !round.signals.hasCome {
                    try await stagePlan(loaded, session, &round)
                }
            } catch {
                // A drive that cannot be listed stops only itself: what is due elsewhere goes its way.
                guard error.isOfOneDrive else { throw error }
                round.report.failure = error
                Console.warn(.runNoPlan(why: error.phrase ?? .runUnlisted))
            }
        }
        for (name, doubt) in round.report.heldDrives.sorted(by: { $0.key < $1.key })
        where doubt == .fewer {
            Console.warn(.runDropped(drive: VisibleText.escaped(name)))
        }
        if !round.report.holdsAllDrives, !stageOnly {
            // JSON names every item, a page the first thousands.
            let formats = ((try? targets()) ?? []).map(\.format)
            let isWhole =
                format == .json || formats.contains(.json) || formats.contains(.ndjson)
            try await execute(
                loaded, session, namedMax: isWhole ? nil : RunReport.namedMax, &round)
        }
        if let staged = round.report.staged?.outcome.staged, staged > 0 {
            Console.hasDone(.runDeed(n: staged, command: .status))
        }
        round.report.execution?.takeUp(recovered)
        round.report.execution?.tellHost()
        round.report.next = try await NextDue.find(session)
    }

    private func plan(
        _ rules: LoadedRules, _ session: StateSession, _ round: inout Round
    ) async throws(Failure) -> PlanHeader {
        let header = try await round.time(.plan) { round async throws(Failure) in
            try await plan(rules, session, &round.report)
        }
        let totals = header.totals
        Host.tell(
            WorkflowEvent(
                .planMade, .info,
                [
                    "plan": JSONValue(header.planID), "delete": .number(totals.delete.items),
                    "delete_bytes": .number(totals.delete.bytes),
                    "review": .number(totals.review.items), "keep": .number(totals.keep.items),
                ]))
        return header
    }

    private func plan(
        _ rules: LoadedRules, _ session: StateSession, _ report: inout RunReport
    ) async throws(Failure) -> PlanHeader {
        var loader = ItemLoader(
            rules: rules, isQuiet: quiet, crossesFileSystems: crossFileSystems)
        loader.journal = report.journal
        loader.goesWithoutDrives = true
        loader.state = StateReading(
            runner: session.runner(rules, actor: "run"), isOffline: false,
            listingDrop: rules.file.limits.listingDrop)
        let items = try await loader.items(folder: folder)
        report.missed = items.missed
        for (name, failure) in items.missed {
            Console.warn(
                .runMissed(
                    drive: VisibleText.escaped(name), why: failure.phrase ?? .runUnlisted))
        }
        let maker = PlanMaker(
            rules: rules, now: SystemClock.now(), isQuiet: quiet, state: session)
        let header = try await maker.plan(over: items)
        if dryRun { return header }
        return try await PlanKeeper(state: session).save(header, isQuiet: quiet)
    }

    /// Stages the plan as `stage --yes` would; a refusal is part of the report.
    private func stagePlan(
        _ rules: LoadedRules, _ session: StateSession, _ round: inout Round
    ) async throws(Failure) {
        guard let header = round.report.plan, header.totals.delete.items > 0 else { return }
        let last = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.lastStagedNumber()
        }
        do throws(Failure) {
            let staged = try await round.time(.stage) { _ async throws(Failure) in
                try await stage(header.planID, rules, session)
            }
            round.report.staged = staged
            try await round.report.takeStaged(after: last, session)
            let outcome = staged.outcome
            var data: [String: JSONValue] = [
                "plan": .text(staged.proposal.plan.id), "items": .number(outcome.staged),
                "bytes": .number(outcome.bytes),
            ]
            data.set("first_due", outcome.firstDue)
            if outcome.staged > 0 { Host.tell(WorkflowEvent(.staged, .info, data)) }
        } catch {
            guard error.status == .refused else { throw error }
            // What is doubtful about them is said with each drive.
            round.report.refusal =
                round.report.areAllInDoubt
                ? .runAllHeld(plan: round.report.plan?.planID ?? "") : error.phrase
        }
    }

    private func stage(
        _ plan: String?, _ rules: LoadedRules, _ session: StateSession
    ) async throws(Failure) -> (proposal: StagingProposal, outcome: StagingOutcome) {
        let record = try await PlanFinder(session: session).plan(plan)
        try DriveKinds.refuseReadOnlyDrives(record)
        let runner = session.runner(rules, actor: "run")
        let inForce = try rules.inForce
        return try await Progress.during(.progressStaging, isQuiet: quiet) {
            () async throws(Failure) in
            try await session.running { () async throws(RunnerError) in
                var consent = StagingConsent()
                consent.leavesTakenBack = true
                let proposal = try await runner.proposal(record, rules: inForce, consent: consent)
                return (proposal, try await runner.stage(proposal))
            }
        }
    }

    private func execution(
        _ rules: LoadedRules, _ session: StateSession, namedMax: Int? = nil, _ round: Round
    ) throws(Failure) -> Execution {
        let signals = round.signals
        return Execution(
            session: session, runner: session.runner(rules, actor: "run"),
            rules: try rules.inForce, isQuiet: quiet, namedMax: namedMax,
            shouldStop: { signals.hasCome })
    }

    private func execute(
        _ rules: LoadedRules, _ session: StateSession, namedMax: Int?, _ round: inout Round
    ) async throws(Failure) {
        let execution = try execution(rules, session, namedMax: namedMax, round)
        let held = round.report.heldDrives
        let due = try await DueItems.find(
            session, countMax: maxDelete, bytesMax: (try? bytesMax()) ?? nil,
            avoiding: Set(held.keys))
        round.report.left = due.left
        let begin = MonotonicTime.seconds
        defer { round.report.durations.append((.execute, MonotonicTime.seconds - begin)) }
        round.report.execution = try await execution.run(
            consume due, holding: held.mapValues(\.sentence))
    }

    /// Writes the reports; one that cannot be written keeps no other from being written. Why the
    /// first of them could not be.
    private func show(
        _ report: RunReport, _ targets: [(format: RunReportFormat, path: String)],
        _ gate: inout OutputGate
    ) -> Failure? {
        var lost: Failure?
        for target in targets {
            let path = target.path == Self.standardOutput ? nil : target.path
            do throws(Failure) {
                try OutputFile.write(to: path, past: gate) { sink throws(OutputError) in
                    try report.write(target.format, to: sink)
                }
                if let path { gate.take(written: path) }
            } catch {
                if report.end == nil {
                    lost = lost ?? error
                } else if error.message != report.end?.message {
                    Console.report(error)
                }
            }
        }
        return lost
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
