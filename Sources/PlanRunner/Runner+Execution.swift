// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import RuleEngine
internal import StateLedger
internal import Wording

extension Runner {
    /// Deletes what is due, in the order of the quota, batch by batch.
    ///
    /// Of each batch: a fresh look at every item, the rules in force asked again, the intent
    /// recorded, the deletion, the outcome recorded. The caller holds the runner's lock.
    ///
    /// While the brake is on, only what was begun earlier is asked about; one that comes on meanwhile
    /// stops the walk within a second, or when the request is answered that is under way.
    package func execute(
        rules: RulesInForce, options: ExecutionOptions
    ) async throws(RunnerError) -> ExecutionReport {
        var report = ExecutionReport()
        let watch = BrakeWatch(over: ledger, and: options.otherBrake)
        defer { watch.end() }
        var watched = options
        watched.watch = watch
        watched.shouldStop = { options.shouldStop() || watch.brake != nil }
        do throws(RunnerError) {
            try await noteUse(of: rules.file)
            failpoint(.beforeRecovery)
            // To ask what became of what was begun deletes nothing.
            report.recovered = try await recover()
            if try await !isBraked(watch) {
                try await execute(rules: rules, options: watched, &report)
            }
        } catch {
            throw error.following(deletions: report.recordedDeletions)
        }
        report.brake = watch.brake
        return report
    }

    /// Whether nothing more is to be begun: the caller says so, or the brake is on by now.
    func isStopped(_ options: ExecutionOptions) async throws(RunnerError) -> Bool {
        if let watch = options.watch, try await isBraked(watch) { return true }
        return options.shouldStop()
    }

    private func isBraked(_ watch: BrakeWatch) async throws(RunnerError) -> Bool {
        try await calling { _ async throws(LedgerError) in try await watch.check() }
        return watch.brake != nil
    }

    private func execute(
        rules: RulesInForce, options: ExecutionOptions, _ report: inout ExecutionReport
    ) async throws(RunnerError) {
        try await resume(rules: rules, options: options, &report)
        try await purge(rules: rules, options: options, &report)
        let now = clock()
        let due = try await calling { ledger async throws(LedgerError) in
            try await ledger.dueNumbers(at: now)
        }
        let vain = try await vainQuestions()
        var todo: [Int64] = []
        var places = StagedPlaces()
        var units = UnitQueue()
        for page in due.pages {
            for item in try await stagedItems(page) {
                if isWaiting(item, options) {
                    report.waiting.append(item)
                } else if options.scope?.covers(item) ?? true {
                    if item.state == .held, vain.rests(item, at: now) {
                        report.handled.note(item)
                    } else {
                        todo.append(item.number)
                        units.take(item)
                        try await places.take(item, self)
                    }
                }
            }
        }
        if todo.isEmpty {
            try await name(options, &report)
            return
        }
        let drives = try await drivesToDelete(at: places, options)
        var pass = ExecutionPass(runner: self, rules: rules, options: options, drives: drives)
        pass.units = units
        let readings = DriveReadings(pass.drives, tells: options.reading)
        do throws(RunnerError) {
            try await pass.run(todo)
        } catch {
            report.take(pass)
            await readings.end(self)
            throw error
        }
        report.take(pass)
        await readings.end(self)
        try await name(options, &report)
    }

    /// Names the items that were handled, as many as `options` ask for.
    private func name(
        _ options: ExecutionOptions, _ report: inout ExecutionReport
    ) async throws(RunnerError) {
        report.items = []
        for page in report.handled.numbers(most: options.namedMax).pages {
            report.items += try await stagedItems(page)
        }
    }

    /// The items of these numbers, in their order.
    func stagedItems(_ numbers: ArraySlice<Int64>) async throws(RunnerError) -> [StagedItem] {
        try await calling { ledger async throws(LedgerError) in
            try await ledger.stagedItems(numbers: Array(numbers))
        }
    }

    func isWaiting(_ item: StagedItem, _ options: ExecutionOptions) -> Bool {
        if item.order.method != DeletionMethod.permanent.rawValue { return false }
        if !options.allowsPermanent { return true }
        return options.scope.map { !$0.covers(item) } ?? false
    }

    /// When an item that failed for the `attempt`th time is tried again: 1, 2, 4, 8 minutes later.
    func retry(after attempt: Int) -> Timestamp {
        let minutes = Int64(1) << Int64(min(max(attempt - 1, 0), 10))
        return Timestamp(secondsSinceEpoch: clock().secondsSinceEpoch + 60 * minutes)
    }
}
