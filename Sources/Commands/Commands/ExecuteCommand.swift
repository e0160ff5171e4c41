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
            throw ValidationError(String(clause: "--count goes with --permanent."))
        }
    }

    func run() async throws {
        let session = try StateSession.existing(options.state)
        try await FleetMark.refuse(.execute, in: session)
        var rules = try await session.loadRules(options.rules)
        rules.sayWhere(options.rules, isQuiet: options.quiet)
        var agreed: ExecutionScope?
        if wait {
            agreed = try await WaitForWindows(
                session: session, isQuiet: options.quiet, asks: !yes
            ).run(timeZone: try rules.timeZone)
            // The rules in force are those of the moment of deletion.
            rules = try await session.loadRules(options.rules)
        }
        let lock = try await session.runnerLock()
        defer { lock.close() }
        // What was kept elsewhere, and what was used of the quotas there.
        await DecisionSyncer(session: session, rules: rules).syncIfOn(isQuiet: options.quiet)
        let before = session.runner(rules, actor: "execute")
        let recovered = try await session.running { () async throws(RunnerError) in
            try await before.recover()
        }
        try await ClockCheck.warn(session, try rules.timeZone)
        let due = try await DueItems.find(session, within: agreed)
        let open = recovered.count { $0.state == .executing }
        // Nobody is asked about what would not be done.
        if let braked = try await session.brake(try rules.timeZone), open == 0 {
            throw Failure(.refused, braked)
        }
        let isWorthwhile =
            due.reversible.count > 0 || !due.quarantined.isEmpty
            || (permanent && !due.permanent.isEmpty)
        let isAgreed = yes || agreed != nil
        var preflight = Preflight.Result()
        if isWorthwhile {
            preflight = try await look(at: due, rules, session)
            if !isAgreed, open == 0, Prompt.isPossible,
                let refusal = preflight.findings.refusal(of: drives(of: due))
            {
                throw refusal
            }
            try await consent(to: due, open: open, session, isAgreed: isAgreed)
            // However long the answer took, the rules are those of the moment of deletion.
            if !isAgreed {
                rules = try await session.loadRules(options.rules)
                preflight.opened = OpenedDrives()
                await DecisionSyncer(session: session, rules: rules).syncIfOn(isQuiet: true)
            }
        }
        let beat = DecisionSyncer(session: session, rules: rules).beat()
        defer { beat.cancel() }
        let inForce = try rules.inForce
        let runner = session.runner(rules, actor: "execute", opened: preflight.opened)
        let signals = Signals(isQuiet: options.quiet)
        let execution = Execution(
            session: session, runner: runner, rules: inForce, isQuiet: options.quiet,
            namedMax: Execution.Result.itemsMax, shouldStop: { signals.hasCome })
        var result: Execution.Result
        // What was begun and is open still was agreed to then; nothing else is done with it.
        if isWorthwhile || open > 0 {
            let lasting = permanent ? due.permanent : []
            result = try await execution.run(consume due, permanent: lasting)
        } else {
            result = try await execution.nothing(waiting: due.permanent)
        }
        result.checks = preflight.findings
        result.takeUp(recovered)
        let unsettled = result.report.unsettled
        if !unsettled.isEmpty {
            let outages = try await session.running { () async throws(RunnerError) in
                try await runner.outages(of: unsettled)
            }
            result.report.outages.formUnion(outages)
        }
        result.tellHost()
        await DecisionSyncer(session: session, rules: rules).syncIfOn(isQuiet: true)
        try await show(result, rules, session)
        if let status = signals.status {
            throw Failure(
                status, .executeStopped)
        }
        if result.status != .done { throw Failure(result.status) }
    }

    /// The names of the drives on which something would be done.
    private func drives(of due: DueItems) -> Set<String> {
        let named = due.quarantined + (permanent ? due.permanent : [])
        return due.drives.union(named.lazy.map(\.order.item.drive))
    }

    /// Says what would fail, before anybody is asked and anything is done.
    private func look(
        at due: DueItems, _ rules: LoadedRules, _ session: StateSession
    ) async throws(Failure) -> Preflight.Result {
        var tallies = due.tallies
        for name in drives(of: due) where tallies[name] == nil {
            tallies[name] = HandledItems.Tally()
        }
        let signals = Signals(isQuiet: options.quiet)
        defer { signals.stop() }
        let result = await Preflight(.deleting, session: session, rules: rules).look(at: tallies)
        if let status = signals.status { throw Failure(status, .executeStopped) }
        result.findings.warn()
        return result
    }

    private func consent(
        to due: DueItems, open: Int, _ session: StateSession, isAgreed: Bool
    ) async throws(Failure) {
        let isLasting = permanent && !due.permanent.isEmpty
        if !isAgreed {
            let known = try await session.asking { ledger async throws(LedgerError) in
                try await ledger.drives()
            }
            for line in DrivePlaces.lines(drives(of: due), known) {
                Console.note(line)
            }
        }
        // Where all that is due goes for good, typing its number is the answer.
        if !isAgreed, !(isLasting && due.reversible.count == 0) {
            let what: Phrase =
                due.reversible.count == 0
                ? .executeBegin : .executeDeleteNow(items: due.reversible.shownCount)
            if !due.quarantined.isEmpty {
                Console.note(.executePurgeNote(n: due.quarantined.count))
            }
            if open > 0 { Console.note(.executeOpenNote(n: open)) }
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

    private func show(
        _ result: Execution.Result, _ rules: LoadedRules, _ session: StateSession
    ) async throws(Failure) {
        switch format {
        case .json:
            var members = result.json
            members["format"] = .number(1)
            let numbers = result.report.handled.numbers(most: nil)
            try await JSONValue.say(members, list: "items", pages: numbers.pages) {
                page throws(Failure) in
                try await session.asking { ledger async throws(LedgerError) in
                    try await ledger.stagedItems(numbers: Array(page))
                }.map { .object(StagedItemJSON.outcome($0)) }
            }
        case .table:
            if result.isEmpty {
                Console.say(try await nothingText(session))
            } else {
                for line in result.lines { Console.say(line) }
            }
        }
        if options.quiet || format == .json { return }
        var hints: [NextHint] = []
        if let item = await session.firstToComeBack(result.report.items, rules) {
            hints.append((.nextRestore, .restoreItem(path: item.typedPlace)))
        }
        hints.append((.nextStatus, .status))
        NextHints.say(hints)
    }

    private func nothingText(_ session: StateSession) async throws(Failure) -> Phrase {
        guard let next = try await NextDue.find(session) else { return .executeNothing }
        let zone = await session.timeZone(options.rules)
        let time = LocalTimeText(timeZone: zone, now: SystemClock.now(), words: Console.words)
        return .executeNotDue(n: next.count, when: time.phrase(next.first))
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
        report.handled.isEmpty && report.waiting.isEmpty && report.recovered.isEmpty
            && report.purgedCount == 0 && report.leftInQuarantine.isEmpty
            && report.blocked.isEmpty
    }
}

/// Waits for the undo windows of what is staged now.
struct WaitForWindows {
    let session: StateSession
    let isQuiet: Bool
    /// Whether a person is asked first.
    let asks: Bool

    /// Asks, then waits until everything that was staged at the beginning is due or taken back; what
    /// a person has agreed to, nil where nobody was asked.
    func run(timeZone: RuleTimeZone) async throws(Failure) -> ExecutionScope? {
        var left = try await waiting(nil)
        guard let end = left.map(\.order.due).max() else { return nil }
        let scope = asks ? ExecutionScope(deleting: left) : nil
        if asks {
            let time = LocalTimeText(
                timeZone: timeZone, now: SystemClock.now(), words: Console.words)
            Console.note(.executeWait(items: left.shownCount, when: time.phrase(end)))
            try Prompt.confirm(.executeWaitAsk, insteadOf: "--yes")
        }
        let signals = Signals(isQuiet: true)
        defer { signals.stop() }
        let numbers = Set(left.map(\.number))
        defer { StatusLine.clear() }
        if !isQuiet, !Console.errorIsTerminal {
            Console.note(
                .progressWaiting(when: LocalTimeText.wall(end, in: timeZone, Console.words)))
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
        return scope
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
