// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import RuleEngine
internal import StateLedger

extension Runner {
    /// Goes on with those of `recovered` that are executing still, for they were seen so soon after
    /// their requests that nobody knows what these will do: a new look at all that speaks for their
    /// deletion, and the request once more, without letting go of them in between. What speaks
    /// against it now, they wait for as they are.
    func resume(
        _ recovered: [StagedItem], rules: RulesInForce, options: ExecutionOptions,
        _ report: inout ExecutionReport
    ) async throws(RunnerError) -> [StagedItem] {
        let (requests, vain, now) = (try await openRequests(), try await vainQuestions(), clock())
        let open = recovered.filter {
            $0.state == .executing && requests.isNoted($0.number) && !vain.rests($0, at: now)
                && !isWaiting($0, options)
        }
        if open.isEmpty { return recovered }
        var pass = ExecutionPass(
            runner: self, rules: rules, options: options,
            drives: try await drivesToDeleteOn(open).holding(options.heldDrives),
            sights: try await FirstSights(of: open, rules: rules, runner: self))
        try await pass.resume(open)
        report.wasStopped = pass.wasStopped
        return try await calling { ledger async throws(LedgerError) in
            try await ledger.stagedItems(numbers: recovered.map(\.number))
        }
    }
}

extension ExecutionPass {
    /// Sends the deletions of `items` once more, which are executing, where all that speaks for
    /// them does so still. Only what is known then is recorded.
    mutating func resume(_ items: [StagedItem]) async throws(RunnerError) {
        var start = 0
        while start < items.count {
            if options.shouldStop() { wasStopped = true }
            if wasStopped { return }
            let batch = nextBatch(items, from: start)
            start += batch.count
            let look = try await ItemLook(
                runner: runner, rules: rules, drives: drives, sights: sights, listed: listed
            ).look(try await withoutFullFolders(batch))
            outages.formUnion(look.outages)
            let check = CompanionCheck(runner: runner, drives: drives)
            try await send(try await check.check(look.ready).ready)
        }
    }

    private func send(_ ready: [ReadyItem]) async throws(RunnerError) {
        for own in ready.onOneDrive(\.item) {
            guard let drive = own.first?.drive, drive.bindsRequests else { continue }
            let numbers = own.map(\.item.number)
            // Their time begins anew, in the next process too.
            try await runner.updateOpenRequests { $0.forget(numbers) }
            let answers: [DeletionOutcome]
            do throws(DriveError) {
                answers = try await drive.delete(own.map(\.order), shouldStop: options.shouldStop)
                precondition(answers.count == own.count, "a drive answers for every order")
            } catch {
                answers = []
            }
            let now = runner.clock()
            var outcomes: [(number: Int64, outcome: RecordedOutcome)] = []
            var open: [StagedItem] = []
            for (one, answer) in zip(own, answers) {
                if case .deleted(let receipt) = answer {
                    outcomes.append((one.item.number, .deleted(receipt: receipt.text)))
                } else {
                    open.append(one.item)
                }
            }
            if answers.isEmpty { open = own.map(\.item) }
            runner.failpoint(.afterEffect)
            try await finish(outcomes)
            // Whatever became of the rest may be the doing of the first request.
            try await runner.updateOpenRequests { $0.noteSeen(open.map(\.number), at: now) }
            try await runner.settle(open, on: drive)
        }
    }
}
