// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import DriveAdapters
internal import PlanRunner
internal import Reports
internal import RuleEngine
internal import StateLedger
internal import Text
internal import Wording
internal import Workflow

/// `cleanrules stage`.
struct StageCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stage",
        abstract: "Take the deletions of a plan on: their undo windows begin. Deletes nothing.",
        discussion: """
            Examples:
              cleanrules stage                     the newest plan
              cleanrules stage p-0f3a5c7e9b1d --yes
              cleanrules stage plan.json           the plan in that file, if nobody has edited it

            A plan is staged as a whole or not at all, and once only. It is refused when it is over
            a limit, when it has expired, when the rules or a drive have changed since, and when a
            test of the rules fails.
            """)

    @Argument(help: "The plan's id, or a file that 'plan -o' wrote. Default: the newest plan.")
    var plan: String?

    @Flag(name: [.short, .long], help: "Do not ask.")
    var yes = false

    @Flag(name: .long, help: "Allow deletions that have no undo window.")
    var noUndoWindow = false

    @Flag(name: .long, help: "Allow deletions for good.")
    var permanent = false

    @Flag(name: .long, help: "Leave out what was taken back earlier, by 'undo' or 'restore'.")
    var leaveTakenBack = false

    @Option(name: .long, help: "table or json.")
    var format: ReportFormat = .table

    @OptionGroup var options: ActionOptions

    func run() async throws {
        let session = try StateSession.existing(options.state)
        try await FleetMark.refuse(.stage, in: session)
        let record = try await PlanFinder(session: session).plan(plan)
        let load = { () throws(Failure) in
            let rules = try RulesLoader.load(options.rules ?? record.rulesPath)
            try RulesTests.demandPassing(rules)
            return rules
        }
        var rules = try load()
        rules.sayWhere(options.rules, isQuiet: options.quiet)
        let runner = session.runner(rules, actor: "person")
        var consent = StagingConsent()
        consent.allowsNoWindow = noUndoWindow
        consent.allowsPermanent = permanent
        consent.leavesTakenBack = leaveTakenBack
        let inForce = try rules.inForce
        try await ClockCheck.warn(session, inForce.timeZone)
        let propose = { [consent] (rules: RulesInForce) async throws(RunnerError) in
            try await runner.proposal(record, rules: rules, consent: consent)
        }
        let proposal = try await Progress.during(.progressCheckingPlan, isQuiet: options.quiet) {
            () async throws(Failure) in
            try await session.running { () async throws(RunnerError) in try await propose(inForce) }
        }
        let hint = await SignInHint.expected(
            session, options.state, isWanted: !options.quiet && format == .table)
        do throws(Failure) {
            try DriveKinds.refuseReadOnlyDrives(proposal)
        } catch {
            guard let hint else { throw error }
            // First why it is not staged, then what could be done.
            Console.report(error)
            let orders = proposal.orders.filter {
                DriveIdentityText($0.driveIdentity).isListing
            }
            await hint.say(
                [.cannotStage(items: Int64(orders.count), bytes: Self.bytes(orders))],
                for: rules.file, rules: options.rules)
            throw Failure(error.status)
        }
        var report = StagingReport(
            proposal: proposal, timeZone: inForce.timeZone,
            places: try await places(proposal, session),
            waysBack: try await waysBack(proposal, rules, session),
            proof: try await proof(of: proposal, runner, session))
        for line in report.warnings { Console.warn(line) }
        report.checks = await Preflight(.staging, session: session, rules: rules)
            .look(at: Self.tallies(proposal.orders)).findings
        report.checks.warn()
        if let line = report.takenBack, !yes || !options.quiet { Console.note(line) }
        if proposal.orders.isEmpty { return show(report, nil) }
        if yes, !options.quiet { for line in report.proof.lines { Console.note(line) } }
        if !yes {
            for line in report.question { Console.note(line) }
            try Prompt.confirm(.stageAsk, insteadOf: "--yes")
            // The windows begin now, however long the answer took, and all must still hold, by the
            // rules as they are by now; and no more is staged than was asked about.
            rules = try load()
            let now = try rules.inForce
            report.proposal = try await session.running { () async throws(RunnerError) in
                try await propose(now)
            }.within(proposal)
            try DriveKinds.refuseReadOnlyDrives(report.proposal)
        }
        let agreed = report.proposal
        let outcome = try await Progress.during(.progressStaging, isQuiet: options.quiet) {
            () async throws(Failure) in
            try await session.running { () async throws(RunnerError) in
                try await runner.stage(agreed)
            }
        }
        if outcome.staged > 0 {
            Console.hasDone(
                .stageDeed(n: outcome.staged, plan: agreed.plan.id, command: .status))
        }
        show(report, outcome)
        if let hint, outcome.staged > 0 {
            await hint.say(
                await lackingWayBack(agreed, rules, session), for: rules.file,
                rules: options.rules)
        }
        if !agreed.heldDrives.isEmpty { throw Failure(.partial) }
    }

    /// Where the local drives of the deletions lie.
    private func places(
        _ proposal: StagingProposal, _ session: StateSession
    ) async throws(Failure) -> [Phrase] {
        let known = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.drives()
        }
        return DrivePlaces.lines(of: proposal.orders.lazy.map(\.item), known)
    }

    /// How the deletions could be brought back, of which a person is told before they agree.
    private func waysBack(
        _ proposal: StagingProposal, _ rules: LoadedRules, _ session: StateSession
    ) async throws(Failure) -> [Phrase] {
        var ways = WaysBack()
        for order in proposal.orders {
            ways.add(
                drive: order.item.drive,
                method: DeletionMethod(rawValue: order.method) ?? .permanent)
        }
        let known = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.drives()
        }
        let opening = session.opening(rules)
        var drives: [String: any DeletingDrive] = [:]
        for drive in known { drives[drive.name] = try? await opening.drive(drive) }
        return ways.lines { name, method in drives[name]?.reversal(of: method) }
    }

    private static func tallies(_ orders: [StagingOrder]) -> [String: HandledItems.Tally] {
        orders.reduce(into: [:]) { tallies, order in
            tallies[order.item.drive, default: HandledItems.Tally()].count += 1
            tallies[order.item.drive, default: HandledItems.Tally()].bytes += order.item.size ?? 0
        }
    }

    private static func bytes(_ orders: [StagingOrder]) -> Int64 {
        orders.reduce(0) { $0 + ($1.item.size ?? 0) }
    }

    /// What lies in a recycle bin then, and could be brought back if the sign-in asked for it.
    private func lackingWayBack(
        _ proposal: StagingProposal, _ rules: LoadedRules, _ session: StateSession
    ) async -> [HintOccasion] {
        let opening = session.opening(rules)
        var found: [HintOccasion] = []
        for known in (try? await session.ledger.drives()) ?? [] {
            let orders = proposal.orders.filter {
                $0.item.drive.utf8.elementsEqual(known.name.utf8)
                    && $0.method == DeletionMethod.recycle.rawValue
            }
            if orders.isEmpty { continue }
            let drive = try? await opening.drive(known)
            guard drive?.reversal(of: .recycle).needsSignIn == true else { continue }
            found.append(
                .lacksWayBack(
                    drive: known.name, items: Int64(orders.count), bytes: Self.bytes(orders)))
        }
        return found
    }

    /// What has to be downloaded before the copies among the deletions go.
    private func proof(
        of proposal: StagingProposal, _ runner: Runner, _ session: StateSession
    ) async throws(Failure) -> ProofText {
        let proof = proposal.proof
        var speeds: [String: ReadingSpeed] = [:]
        for (name, _) in proof.downloads {
            guard let identity = proposal.plan.driveIdentities[name] else { continue }
            speeds[name] = try await session.running { () async throws(RunnerError) in
                try await runner.readingSpeed(ofDrive: identity)
            }
        }
        return ProofText(proof: proof, speeds: speeds)
    }

    private func show(_ report: StagingReport, _ outcome: StagingOutcome?) {
        switch format {
        case .json: Console.sayRaw(report.json(outcome).document)
        case .table: for line in report.lines(outcome) { Console.say(line) }
        }
        if options.quiet || format == .json { return }
        if let outcome, outcome.staged > 0 {
            let isDue = outcome.lastDue.map { $0 <= SystemClock.now() } ?? false
            let executing: Phrase = isDue ? .nextExecute : .nextExecuteLater
            NextHints.say([
                (.nextUndo, .undo(plan: report.proposal.plan.id)), (.nextStatus, .status),
                (executing, .execute),
            ])
        } else {
            NextHints.say([(.nextStatus, .status)])
        }
    }
}
