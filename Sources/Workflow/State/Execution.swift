// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
package import PlanRunner
internal import Reports
internal import RuleEngine
package import StateLedger
internal import Text
package import Wording

/// Carries out what is due and says what came of it; shared by `execute` and `run`.
package struct Execution: Sendable {
    /// The state that says what is due.
    package let session: StateSession
    /// Who carries it out.
    package let runner: Runner
    /// The rules that have to agree still.
    package let rules: RulesInForce
    let isQuiet: Bool
    /// How many items of each state the result names; nil: all.
    let namedMax: Int?
    /// Whether the program was asked to stop.
    package let shouldStop: @Sendable () -> Bool
    /// A brake beside the one of the state, asked for as often as that.
    package var otherBrake: @Sendable () -> Brake? = { nil }

    /// An execution by `rules` over the state of `session`, which asks `shouldStop` between items
    /// and names `namedMax` items of each state, nil: all.
    package init(
        session: StateSession,
        runner: Runner,
        rules: RulesInForce,
        isQuiet: Bool,
        namedMax: Int?,
        shouldStop: @escaping @Sendable () -> Bool
    ) {
        self.session = session
        self.runner = runner
        self.rules = rules
        self.isQuiet = isQuiet
        self.namedMax = namedMax
        self.shouldStop = shouldStop
    }

    /// After how many items a log hears of it.
    private static let batchSize = 500

    /// What came of it.
    package struct Result: Sendable {
        /// What was done, item by item.
        package var report: ExecutionReport
        /// The quota after it.
        package let quota: QuotaReport
        /// The drives as the state knows them.
        package let drives: [LedgerDrive]
        /// What was found to speak against it before it began.
        package var checks: [PreflightFinding] = []
        /// Why nothing more was deleted, if the brake was on.
        package var braked: Phrase?

        /// The same as `braked`, without the words of a person and the path of a file.
        var plainBrake: Phrase {
            guard case .person(let since, _) = report.brake else { return .notifySeeReport }
            let time = LocalTimeText(
                timeZone: .machine, now: SystemClock.now(), words: Host.words)
            return .brakePerson(when: time.phrase(since), command: .resume)
        }

        /// What came of it, with the quota and the drives as they are after it.
        package init(report: ExecutionReport, quota: QuotaReport, drives: [LedgerDrive]) {
            self.report = report
            self.quota = quota
            self.drives = drives
        }
    }

    /// What became of items of an earlier process, `recovered`, as a result in which nothing else was
    /// done; nil where there are none.
    package func settlement(_ recovered: [StagedItem]) async throws(Failure) -> Result? {
        if recovered.isEmpty { return nil }
        var report = ExecutionReport()
        report.recovered = recovered
        let drives = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.drives()
        }
        let quota = try await QuotaReport.make(session, runner: runner, rules: rules)
        return Result(report: report, quota: quota, drives: drives)
    }

    /// Deletes what was due when `due` was found, and no more: that is what somebody was asked about.
    ///
    /// Of what goes for good, only `permanent`, which a person has agreed to.
    /// Nothing of the drives `held`, by name with why, is touched.
    package func run(
        _ due: consuming DueItems, permanent: [StagedItem] = [],
        holding held: [String: String] = [:]
    ) async throws(Failure) -> Result {
        let open = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.openItems()
        }
        let isResuming = open.contains { $0.state == .executing }
        if isResuming
            || !(due.reversible.count == 0 && permanent.isEmpty && due.quarantined.isEmpty)
        {
            try await Progress.during(.progressBackingUp, isQuiet: isQuiet) {
                () async throws(Failure) in try await session.backUpBeforeDeleting()
            }
        }
        let before = try await QuotaReport.make(session, runner: runner, rules: rules)
        let progress = try await progress(
            due.proofs + permanent.map(\.order), items: due.reversible.count + permanent.count)
        var options = ExecutionOptions()
        options.allowsPermanent = !permanent.isEmpty
        // What of it goes for good is left alone where that is not allowed.
        options.scope = due.scope
        options.namedMax = namedMax
        let handled = Lock<Set<Int64>>([])
        options.progress = { item in
            let count = handled.withLock { handled in
                handled.insert(item.number)
                return handled.count
            }
            progress.show(items: count)
            if count % Self.batchSize == 0 {
                Host.tell(WorkflowEvent(.batchExecuted, .info, ["items": .number(count)]))
            }
        }
        options.reading = { progress.show(bytes: $0.bytes) }
        options.shouldStop = shouldStop
        options.otherBrake = otherBrake
        options.heldDrives = held
        defer { progress.finish() }
        let report = try await session.running { () async throws(RunnerError) in
            try await runner.execute(rules: rules, options: options)
        }
        progress.finish()
        let after = try await QuotaReport.make(session, runner: runner, rules: rules)
        let warned = await after.warn(since: before, session)
        await session.count(.limitWarned, of: warned, day: after.day)
        if report.count(.deferred) > 0 { try await noteTier(after, rules) }
        let drives = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.drives()
        }
        var result = Result(report: report, quota: after, drives: drives)
        let time = LocalTimeText(
            timeZone: rules.timeZone, now: session.clock.now(), words: Host.words)
        result.braked = report.brake?.phrase(time)
        return result
    }

    /// Says whose bound it is by which items wait for another day.
    private func noteTier(
        _ quota: QuotaReport, _ rules: RulesInForce
    ) async throws(Failure) {
        let tiers = session.tiers
        let bounds = try await session.asking { _ async throws(LedgerError) in
            try await tiers.bounds(rules.file, at: rules.path)
        }
        guard let bounds else { return }
        if let why = bounds.obstacle { return Host.warn(.tierObstacle(why: why)) }
        let isTheirs =
            bounds.deletesPerDay.map { $0 == quota.deletes.limit } ?? false
            || bounds.bytesPerDay.map { $0 == quota.bytes.limit } ?? false
        if isTheirs {
            await session.count(.limitReached, of: bounds.issuers, day: quota.day)
            Host.note(
                .tierReached(
                    name: bounds.title, time: Moment(quota.nextDay, rules.timeZone)))
        }
    }

    /// The progress of deleting `count` items, of which those of `orders` are all the copies that
    /// are read before they go.
    private func progress(
        _ orders: [StagingOrder], items count: Int
    ) async throws(Failure) -> Progress {
        let known = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.drives()
        }
        let remote = known.filter(\.isRemote).map(\.name)
        let proof = ProofVolume(orders, remote: Set(remote))
        // What is compared on this machine is read as often as it is needed: nobody knows how much.
        let readsHere = orders.contains { order in
            !remote.contains(order.item.drive)
                && order.obligations.contains { $0.isDuplicates && $0.comparesBytes }
        }
        return Progress(
            .progressDeleting, items: count, bytes: readsHere ? nil : proof.bytes,
            isQuiet: isQuiet)
    }
}
