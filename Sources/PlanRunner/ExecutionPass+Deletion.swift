// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import RuleEngine
internal import StateLedger
internal import Wording

/// How items are deleted: the intent recorded, the drive told, the outcome recorded.
extension ExecutionPass {
    /// Intent, effect, outcome.
    mutating func delete(_ ready: [ReadyItem]) async throws(RunnerError) -> Done {
        var done = Done()
        if ready.isEmpty { return done }
        runner.failpoint(.beforeIntent)
        let terms = try await runner.quotaTerms(rules, at: runner.clock())
        let intents = try await begin(ready.map(\.item), terms: terms)
        var begun: [(item: ReadyItem, attempt: Int)] = []
        for (one, intent) in zip(ready, intents) {
            switch intent {
            case .begun(let attempt): begun.append((one, attempt))
            case .deferred: done.deferred.append(one.item.number)
            // An undo, or another process, was faster: its word stands.
            case .lost: break
            }
        }
        runner.failpoint(.afterIntent)
        try await letGo(of: &begun, &done)
        done.begun = begun.count
        var outcomes: [(number: Int64, outcome: RecordedOutcome)] = []
        var stranded: [(Int64, String)] = []
        var vain: [Int64] = []
        var lost: [Int64] = []
        for own in begun.onOneDrive(\.item.item) {
            guard let drive = own.first?.item.drive else { continue }
            let orders = own.map(\.item.order)
            do throws(DriveError) {
                let answers = try await drive.delete(orders, shouldStop: options.shouldStop)
                precondition(answers.count == orders.count, "a drive answers for every order")
                for (one, answer) in zip(own, answers) {
                    // Stays `executing` with what it reserved of the quota, until the drive says.
                    if case .unanswered = answer {
                        if drive.settlingSeconds > 0 { lost.append(one.item.item.number) }
                        continue
                    }
                    if case .missing = answer {
                        vain.append(one.item.item.number)
                        continue
                    }
                    if case .postponed(let why) = answer {
                        outcomes.append((one.item.item.number, .untouched(why)))
                        stranded.append((one.item.item.number, why))
                        continue
                    }
                    let outcome = record(answer, attempt: one.attempt)
                    if case .deleted = outcome { done.deleted += 1 }
                    if case .untouched = outcome { wasStopped = true }
                    outcomes.append((one.item.item.number, outcome))
                }
            } catch {
                // A failure of the whole call touched nothing; the items wait with their due time.
                if let outage = Outage(error.recourse) { outages.insert(outage) }
                for one in own {
                    outcomes.append((one.item.item.number, .untouched(error.message)))
                    stranded.append((one.item.item.number, error.message))
                }
            }
        }
        runner.failpoint(.afterEffect)
        try await finish(outcomes)
        // Before anything else can fail: what is recorded is counted and told.
        try await note(ready.map(\.item))
        try await runner.noteVainQuestions(vain)
        let now = runner.clock()
        try await runner.updateOpenRequests { $0.noteLost(lost, at: now) }
        runner.failpoint(.afterOutcome)
        if !stranded.isEmpty {
            let (now, actor) = (runner.clock(), runner.actor)
            try await runner.calling { ledger async throws(LedgerError) in
                try await ledger.hold(stranded, actor: actor, at: now)
            }
            let numbers = Set(stranded.map(\.0))
            try await note(ready.map(\.item).filter { numbers.contains($0.number) })
        }
        try await runner.noteTrashes(outcomes)
        return done
    }

    /// Lets go of begun parts of shots of which another part was not begun, as the quota ends among
    /// them: nothing was sent for them yet.
    private mutating func letGo(
        of begun: inout [(item: ReadyItem, attempt: Int)], _ done: inout Done
    ) async throws(RunnerError) {
        let isDeferred = Set(done.deferred)
        let addresses = Set(begun.map(\.item.item.order.address))
        let left = Set(
            begun.map(\.item.item).filter { item in
                !item.order.partAddresses.allSatisfy(addresses.contains)
            }.map(\.number))
        if left.isEmpty { return }
        // What went with an earlier batch is no reason to wait.
        let doubtful = begun.map(\.item).filter { left.contains($0.item.number) }
        let check = try await UnitCheck(runner: runner).check(doubtful)
        let free = Set(check.ready.map(\.item.number))
        let released = left.subtracting(free)
        if released.isEmpty { return }
        let items = doubtful.map(\.item).filter { released.contains($0.number) }
        try await finish(items.map { ($0.number, .untouched(nil)) })
        try await note(items)
        begun.removeAll { released.contains($0.item.item.number) }
        if !isDeferred.isEmpty { done.deferred += items.map(\.number) }
    }

    func begin(
        _ items: [StagedItem], terms: QuotaTerms?
    ) async throws(RunnerError) -> [IntentOutcome] {
        let now = runner.clock()
        let day = runner.day(now, rules)
        let actor = runner.actor
        return try await runner.calling { ledger async throws(LedgerError) in
            try await ledger.begin(
                items.map(\.number), terms: terms, day: day, actor: actor, at: now)
        }
    }

    mutating func finish(
        _ outcomes: [(number: Int64, outcome: RecordedOutcome)]
    ) async throws(RunnerError) {
        if outcomes.isEmpty { return }
        let (now, actor) = (runner.clock(), runner.actor)
        do throws(RunnerError) {
            try await runner.calling { ledger async throws(LedgerError) in
                try await ledger.finish(outcomes, actor: actor, at: now)
            }
        } catch {
            throw error.unrecorded(outcomes.count, .stageWordDeleted)
        }
        count(outcomes)
    }

    /// Counts the deletions among `outcomes`, which are recorded.
    mutating func count(_ outcomes: [(number: Int64, outcome: RecordedOutcome)]) {
        recordedDeletions += outcomes.count {
            if case .deleted = $0.outcome { true } else { false }
        }
    }

    func record(_ answer: DeletionOutcome, attempt: Int) -> RecordedOutcome {
        switch answer {
        case .deleted(let receipt): .deleted(receipt: receipt.text)
        case .changed(let why): .changed(why)
        case .gone: .gone
        case .failed(let why): .failed(why, retryAt: runner.retry(after: attempt))
        case .notAttempted, .missing, .unanswered, .postponed: .untouched(nil)
        }
    }
}
