// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import RuleEngine
internal import StateLedger

extension Runner {
    /// Goes on with those of the recovered items that are executing still because a process died
    /// that may have sent their requests: a new look at all that speaks for their deletion, and the
    /// request once more, without letting go of them in between. What speaks against it now, they
    /// wait for as they are.
    ///
    /// Once only: what was sent by a process that lived on and had no answer, or by this one, is
    /// asked about until its time is over, and then counts as an attempt.
    func resume(
        rules: RulesInForce, options: ExecutionOptions, _ report: inout ExecutionReport
    ) async throws(RunnerError) {
        let (requests, vain, now) = (try await openRequests(), try await vainQuestions(), clock())
        let open = report.recovered.filter {
            $0.state == .executing && requests.isNoted($0.number) && !requests.isLost($0.number)
                && !vain.rests($0, at: now) && !isWaiting($0, options)
        }
        if open.isEmpty { return }
        var pass = ExecutionPass(
            runner: self, rules: rules, options: options,
            drives: try await drivesToDeleteOn(open, options),
            sights: try await FirstSights(of: open, rules: rules, runner: self))
        do throws(RunnerError) {
            try await pass.resume(open)
        } catch {
            report.take(pass)
            throw error
        }
        report.take(pass)
        report.objections = pass.objections
        let rest = report.recovered.map(\.number).filter { !pass.handled.contains($0) }
        report.recovered = try await calling { ledger async throws(LedgerError) in
            try await ledger.stagedItems(numbers: rest)
        }
    }
}

extension ExecutionPass {
    /// Sends the deletions of `items` once more, which are executing, where all that speaks for
    /// them does so still. Only what is known then is recorded.
    mutating func resume(_ items: [StagedItem]) async throws(RunnerError) {
        for item in items { units.take(item) }
        let byNumber = Dictionary(items.map { ($0.number, $0) }, uniquingKeysWith: { $1 })
        let items = units.ordered(items.map(\.number)).compactMap { byNumber[$0] }
        var start = 0
        while start < items.count {
            if try await runner.isStopped(options) { wasStopped = true }
            if wasStopped { return }
            let batch = nextBatch(items, from: start)
            start += batch.count
            let look = try await ItemLook(
                runner: runner, rules: rules, drives: drives, sights: sights, listed: listed
            ).look(try await withoutFullFolders(batch))
            outages.formUnion(look.outages)
            let check = try await CompanionCheck(runner: runner, drives: drives).check(look.ready)
            let looks = try await LookCheck(runner: runner, rules: rules, drives: drives)
                .check(check.ready)
            let whole = try await UnitCheck(runner: runner).check(looks.ready)
            for (item, why) in look.held + look.cancelled + check.held + looks.held
                + looks.cancelled + whole.held
            {
                object(to: item, why)
            }
            for (item, outcome) in look.ended + check.ended + looks.ended + whole.ended {
                if case .changed(let why) = outcome { object(to: item, why) }
            }
            try await send(whole.ready)
        }
    }

    private mutating func send(_ ready: [ReadyItem]) async throws(RunnerError) {
        for own in ready.onOneDrive(\.item) {
            guard let drive = own.first?.drive, drive.bindsRequests else { continue }
            let numbers = own.map(\.item.number)
            // Their time begins anew, in the next process too, and none is sent a third time.
            try await runner.updateOpenRequests { $0.noteSent(numbers) }
            let answers: [DeletionOutcome]
            do throws(DriveError) {
                answers = try await drive.delete(own.map(\.order), shouldStop: options.shouldStop)
                precondition(answers.count == own.count, "a drive answers for every order")
            } catch {
                if let outage = Outage(error.recourse) { outages.insert(outage) }
                answers = []
            }
            let now = runner.clock()
            var outcomes: [(number: Int64, outcome: RecordedOutcome)] = []
            var (gone, open): ([StagedItem], [StagedItem]) = ([], [])
            for (one, answer) in zip(own, answers) {
                if case .deleted(let receipt) = answer {
                    outcomes.append((one.item.number, .deleted(receipt: receipt.text)))
                    gone.append(one.item)
                } else {
                    open.append(one.item)
                }
            }
            if answers.isEmpty { open = own.map(\.item) }
            runner.failpoint(.afterEffect)
            try await finish(outcomes)
            try await note(gone)
            // Whatever became of the rest may be the doing of the first request.
            try await runner.updateOpenRequests { $0.noteLost(open.map(\.number), at: now) }
            try await runner.settle(open, on: drive)
        }
    }
}
