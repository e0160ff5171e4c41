// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import PlanRunner
internal import RuleEngine
internal import StateLedger
internal import Wording

/// `cleanrules execute`.
struct ExecuteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "execute",
        abstract: "Delete what was staged and whose undo window is over.",
        discussion: """
            Examples:
              cleanrules execute
              cleanrules execute --yes                        asks nothing, for scripts
              cleanrules execute --wait                       waits for the windows to end
              cleanrules execute --permanent --count 3 --yes  three items, for good

            Every item is looked at again right before: what has changed, what the rules do not
            delete any more, and what is protected stays. Interrupting it loses nothing.
            """)

    @Flag(name: .long, help: "Wait until the undo windows of all that is staged now are over.")
    var wait = false

    @Flag(name: [.short, .long], help: "Do not ask.")
    var yes = false

    @Flag(name: .long, help: "Delete also what is to be deleted for good.")
    var permanent = false

    @Option(
        name: .long,
        help: "How many items are to be deleted for good, instead of typing it; with --permanent.")
    var count: Int?

    @Option(name: .long, help: "table or json.")
    var format: ReportFormat = .table

    @OptionGroup var options: ActionOptions

    mutating func validate() throws {
        if count != nil, !permanent {
            throw ValidationError("--count goes with --permanent.")
        }
    }

    func run() async throws {
        let session = try StateSession.existing(options.state)
        var rules = try await session.loadRules(options.rules)
        rules.sayWhere(options.rules, isQuiet: options.quiet)
        var isAgreed = yes
        if wait {
            isAgreed =
                try await WaitForWindows(
                    session: session, isQuiet: options.quiet, isAgreed: yes
                ).run(timeZone: try rules.timeZone)
            // The rules in force are those of the moment of deletion.
            rules = try await session.loadRules(options.rules)
        }
        let lock = try await session.runnerLock()
        defer { lock.close() }
        let runner = session.runner(rules, actor: "execute")
        let inForce = try rules.inForce
        let recovered = try await session.running { () async throws(RunnerError) in
            try await runner.recover()
        }
        try await ClockCheck.warn(session, inForce.timeZone)
        let due = try await DueItems.find(session, rules: inForce)
        let isWorthwhile =
            !due.reversible.isEmpty || !due.quarantined.isEmpty
            || (permanent && !due.permanent.isEmpty)
        if isWorthwhile { try await consent(to: due, session, isAgreed: isAgreed) }
        let signals = Signals(isQuiet: options.quiet)
        let execution = Execution(
            session: session, runner: runner, rules: inForce, isQuiet: options.quiet,
            signals: signals)
        var result: Execution.Result
        // What was begun and is open still was agreed to then.
        if isWorthwhile || recovered.contains(where: { $0.state == .executing }) {
            result = try await execution.run(due, permanent: permanent ? due.permanent : [])
        } else {
            result = try await execution.nothing(waiting: due.permanent)
        }
        let again = Set(result.report.recovered.map(\.number))
        result.report.recovered =
            recovered.filter { !again.contains($0.number) } + result.report.recovered
        let open = result.report.unsettled
        if !open.isEmpty {
            let outages = try await session.running { () async throws(RunnerError) in
                try await runner.outages(of: open)
            }
            result.report.outages.formUnion(outages)
        }
        result.tellConsole()
        try await show(result, session)
        if let status = signals.status {
            throw Failure(
                status, .executeStopped)
        }
        if result.status != .done { throw Failure(result.status) }
    }

    private func consent(
        to due: DueItems, _ session: StateSession, isAgreed: Bool
    ) async throws(Failure) {
        let isLasting = permanent && !due.permanent.isEmpty
        if !isAgreed {
            let known = try await session.asking { ledger async throws(LedgerError) in
                try await ledger.drives()
            }
            let items = due.reversible + due.quarantined + (isLasting ? due.permanent : [])
            for line in DrivePlaces.lines(of: items.lazy.map(\.order.item), known) {
                Console.note(line)
            }
        }
        // Where all that is due goes for good, typing its number is the answer.
        if !isAgreed, !(isLasting && due.reversible.isEmpty) {
            let what: Phrase =
                due.reversible.isEmpty
                ? .executeBegin : .executeDeleteNow(items: due.reversible.shownCount)
            if !due.quarantined.isEmpty {
                Console.note(.executePurgeNote(n: due.quarantined.count))
            }
            try Prompt.confirm(what, insteadOf: "--yes")
        }
        if !isLasting { return }
        let number = due.permanent.count
        if let count {
            if count == number { return }
            throw Failure(
                .refused, .executeWrongCount(n: number, count: count))
        }
        try Prompt.demand(
            String(number), .executeTypeCount(items: due.permanent.shownCount),
            insteadOf: "--count \(number)")
    }

    private func show(_ result: Execution.Result, _ session: StateSession) async throws(Failure) {
        switch format {
        case .json:
            var members = result.json
            members["format"] = .number(1)
            Console.sayRaw(JSONValue.object(members).document)
        case .table:
            if result.isEmpty {
                Console.say(try await nothingText(session))
            } else {
                for line in result.lines { Console.say(line) }
            }
        }
        if options.quiet || format == .json { return }
        var hints: [NextHints.Hint] = []
        if let item = result.report.items.first(where: \.canComeBack) {
            hints.append((.nextRestore, .restoreItem(path: item.typedPlace)))
        }
        hints.append((.nextStatus, .status))
        NextHints.say(hints)
    }

    private func nothingText(_ session: StateSession) async throws(Failure) -> Phrase {
        let active = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.stagedItems(states: [.staged, .failed, .held, .deferred])
        }
        let next = active.map { max($0.order.due, $0.retryAt ?? $0.order.due) }.min()
        guard let next else { return .executeNothing }
        let zone = await session.timeZone(options.rules)
        let time = LocalTimeText(timeZone: zone, now: SystemClock.now())
        return .executeNotDue(n: active.count, when: time.phrase(next))
    }
}

extension Execution {
    /// The result of an execution for which nothing was due.
    func nothing(waiting: [StagedItem]) async throws(Failure) -> Result {
        var report = ExecutionReport()
        report.waiting = waiting
        return Result(
            report: report,
            quota: try await QuotaReport.make(session, runner: runner, rules: rules), drives: [])
    }
}

extension Execution.Result {
    /// Whether there is nothing to say.
    var isEmpty: Bool {
        report.items.isEmpty && report.waiting.isEmpty && report.recovered.isEmpty
            && report.purgedCount == 0 && report.leftInQuarantine.isEmpty
    }
}

/// Waits for the undo windows of what is staged now.
struct WaitForWindows {
    let session: StateSession
    let isQuiet: Bool
    /// Whether nobody has to be asked.
    let isAgreed: Bool

    /// Asks, then waits until everything that was staged at the beginning is due or taken back;
    /// whether a person has agreed to the deletion.
    func run(timeZone: RuleTimeZone) async throws(Failure) -> Bool {
        var left = try await waiting(nil)
        guard let end = left.map(\.order.due).max() else { return isAgreed }
        if !isAgreed {
            let time = LocalTimeText(timeZone: timeZone, now: SystemClock.now())
            Console.note(.executeWait(items: left.shownCount, when: time.phrase(end)))
            try Prompt.confirm(.executeWaitAsk, insteadOf: "--yes")
        }
        let signals = Signals(isQuiet: true)
        defer { signals.stop() }
        let numbers = Set(left.map(\.number))
        defer { StatusLine.clear() }
        if !isQuiet, !Console.errorIsTerminal {
            Console.note(.progressWaiting(when: end.description))
        }
        while let end = left.map(\.order.due).max(), end > SystemClock.now() {
            if !isQuiet, Console.errorIsTerminal {
                let rest = end.secondsSinceEpoch - SystemClock.now().secondsSinceEpoch
                StatusLine.show(
                    Console.words(
                        .progressWaitingItems(n: left.count, span: LocalTimeText.span(rest))))
            }
            // By the system clock, each second anew: it may be set, and the machine may sleep.
            try? await Task.sleep(for: .seconds(1))
            if let status = signals.status { throw Failure(status, .executeWaitStopped) }
            left = try await waiting(numbers)
        }
        return true
    }

    /// What waits, of the items with these numbers.
    private func waiting(_ numbers: Set<Int64>?) async throws(Failure) -> [StagedItem] {
        let items = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.stagedItems(states: [.staged, .failed, .held])
        }
        guard let numbers else { return items }
        return items.filter { numbers.contains($0.number) }
    }
}
