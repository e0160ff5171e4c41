// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import PlanRunner
internal import Reports
internal import RuleEngine
internal import StateLedger
internal import Text
internal import Wording
internal import Workflow

/// `cleanrules restore`.
struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Bring deleted items back, from the trash or from quarantine.",
        discussion: """
            Examples:
              cleanrules restore /old/setup.iso
              cleanrules restore p-0f3a5c7e9b1d
              cleanrules restore --rule old-installers
              cleanrules restore --all

            What came back is not staged again by 'run' while it and its rule are the same; 'keep'
            keeps it for good. A folder stands for all that lay below it, and a name without a slash that
            is no path here for all items of that name. Where the old place is taken, the item comes
            back beside it under a new name.
            """)

    @OptionGroup var selection: SelectionOptions

    @Option(name: .long, help: "table or json.")
    var format: ReportFormat = .table

    @OptionGroup var options: ActionOptions

    func run() async throws {
        let session = try StateSession.existing(options.state)
        let wanted = try await selection.selection(
            session, question: .restoreAsk)
        let lock = try await session.runnerLock()
        defer { lock.close() }
        let settling = session.runner(nil, actor: "person")
        _ = try await session.running { () async throws(RunnerError) in
            try await settling.recover()
        }
        let found = try await find(wanted, session)
        if found.lastingCount > 0, !options.quiet {
            Console.note(.lineNote(text: Phrase.restoreLasting(n: found.lastingCount)))
        }
        let signals = Signals(isQuiet: options.quiet)
        let preflight = await Preflight(.restoring, session: session, rules: nil)
            .look(at: found.tallies)
        if let status = signals.status { throw Failure(status, .restoreStopped) }
        preflight.findings.warn()
        let runner = session.runner(nil, actor: "person", opened: preflight.opened)
        let progress = Progress(
            .progressBringingBack, items: found.queue.count, isQuiet: options.quiet)
        let done = Counter()
        let report = try await session.running { () async throws(RunnerError) in
            try await runner.restore(
                found.queue, namesItems: false,
                progress: { _ in progress.show(items: done.next()) },
                shouldStop: { signals.hasCome })
        }
        progress.finish()
        if report.back.count > 0 { Console.hasDone(.restoreDeed(n: report.back.count)) }
        try await show(report, preflight.findings, runner, session)
        if let status = signals.status {
            throw Failure(
                status, .restoreStopped)
        }
        let drive =
            report.outages.contains(.signIn)
            ? try await firstLeft(report, runner, session)?.order.item.drive : nil
        try judge(report, found.unmet, isEmpty: found.queue.isEmpty, wanted, drive)
    }

    /// What was asked for.
    private struct Found {
        /// What is to be brought back.
        var queue = RestoreQueue()
        /// What lies in it, by the names of the drives.
        var tallies: [String: HandledItems.Tally] = [:]
        /// How many items nothing brings back, which are tried only where they are asked for by
        /// name.
        var lastingCount = 0
        /// Arguments for which no item stands.
        var unmet: [String]
    }

    /// Finds what was asked for: by path, and what no path leads to by name.
    private func find(
        _ wanted: ItemSelection, _ session: StateSession
    ) async throws(Failure) -> Found {
        let found = try await look(for: wanted, session)
        guard let named = wanted.byName(found.unmet) else { return found }
        return try await look(for: named, session)
    }

    /// Takes up `item`, which is meant.
    private func take(_ item: StagedItem, _ found: inout Found) {
        found.queue.take(item)
        let drive = item.order.item.drive
        found.tallies[drive, default: HandledItems.Tally()].count += 1
        found.tallies[drive, default: HandledItems.Tally()].bytes += item.order.item.size ?? 0
    }

    /// Looks through all items that were ever staged, some thousands at a time.
    private func look(
        for wanted: ItemSelection, _ session: StateSession
    ) async throws(Failure) -> Found {
        var found = Found(unmet: wanted.unmet(among: []))
        var last: Int64 = .min
        let runner = session.runner(nil, actor: "person")
        var taken: Set<Int64> = []
        while true {
            let (items, after) = (
                try await session.asking { ledger async throws(LedgerError) in
                    try await ledger.stagedItems(after: last, most: Ledger.pageSize)
                }, last
            )
            last = items.last?.number ?? after
            if items.isEmpty { return found }
            if !found.unmet.isEmpty {
                let unmet = Set(wanted.unmet(among: items))
                found.unmet.removeAll { !unmet.contains($0) }
            }
            var shots: [StagedItem] = []
            for item in items where wanted.holds(item) && item.state == .deleted && !item.isPurged {
                if wanted.isAll, item.isLasting {
                    found.lastingCount += 1
                    continue
                }
                if item.order.unit != nil {
                    // Another part of its shot may have brought it along.
                    if !taken.insert(item.number).inserted { continue }
                    shots.append(item)
                }
                take(item, &found)
            }
            let meant = shots
            let parts = try await session.running { () async throws(RunnerError) in
                try await runner.partsToRestore(of: meant)
            }
            for part in parts where taken.insert(part.number).inserted { take(part, &found) }
        }
    }

    private func show(
        _ report: RestoreReport, _ checks: [PreflightFinding], _ runner: Runner,
        _ session: StateSession
    ) async throws(Failure) {
        func page(_ numbers: ArraySlice<Int64>) async throws(Failure) -> [RestoredItem] {
            try await session.running { () async throws(RunnerError) in
                try await runner.restoredItems(numbers, of: report)
            }
        }
        var inPlace: StagedItem?
        switch format {
        case .json:
            var head: [String: JSONValue] = [
                "format": .number(1), "restored": .number(Int64(report.back.count)),
                "stopped": .bool(report.wasStopped),
            ]
            checks.add(to: &head)
            try await JSONValue.say(
                head, list: "items", pages: report.numbers.pages
            ) { numbers throws(Failure) in
                try await page(numbers).map { one in
                    var members = StagedItemJSON.brief(one.item)
                    members.set("restored_path", one.item.restoredPath)
                    members.set("problem", one.problem)
                    members.set("caveat", one.caveat)
                    return JSONValue.object(members)
                }
            }
        case .table:
            for numbers in report.numbers.pages {
                for one in try await page(numbers) {
                    Console.say(line(one))
                    // One that came back by another name is not what lies at its old path.
                    if inPlace == nil, one.problem == nil, one.item.restoredPath == nil {
                        inPlace = one.item
                    }
                }
            }
            Console.say(.restoreDone(items: report.back.shownCount))
        }
        if !options.quiet, format == .table {
            var hints: [NextHint] = []
            if let item = inPlace {
                hints.append((.nextKeepBack, .keepForGood(path: item.typedPlace)))
            }
            hints.append((.nextLeft, .status))
            NextHints.say(hints)
        }
    }

    /// What became of an item, on one line.
    private func line(_ one: RestoredItem) -> String {
        let words = Console.words
        let heads = words([.restoreWordBack, .restoreWordNot])
        let width = (heads.map { CellWidth.of($0) }.max() ?? 0) + 2
        let place = one.item.shownPlace
        let path = one.item.restoredPath.map { path in
            words(.restoreAs(place: place, path: VisibleText.escaped(path)))
        }
        let problem = (one.problem ?? one.caveat).map { remark in
            words(.whyText(text: Phrase.told(VisibleText.escaped(remark))))
        }
        let head = one.problem == nil ? heads[0] : heads[1]
        let gap = String(repeating: " ", count: width - CellWidth.of(head))
        return head + gap + (path ?? place) + (problem ?? "")
    }

    /// The first item of `report` that did not come back.
    private func firstLeft(
        _ report: RestoreReport, _ runner: Runner, _ session: StateSession
    ) async throws(Failure) -> StagedItem? {
        for numbers in report.numbers.pages {
            let page = try await session.running { () async throws(RunnerError) in
                try await runner.restoredItems(numbers, of: report)
            }
            if let left = page.first(where: { $0.problem != nil }) { return left.item }
        }
        return nil
    }

    private func judge(
        _ report: RestoreReport, _ unmet: [String], isEmpty: Bool, _ wanted: ItemSelection,
        _ drive: String?
    ) throws(Failure) {
        let failed = report.failedCount
        if failed > 0, report.outages.contains(.signIn) {
            throw Failure(
                .signIn,
                .restoreSignIn(n: failed, command: .login(drive: drive ?? "", arguments: "")))
        }
        if failed > 0, failed == report.numbers.count, report.outages.contains(.offline) {
            throw Failure(.offline, .restoreOffline)
        }
        if failed > 0 {
            throw Failure(.partial, .restoreFailed(n: failed))
        }
        if !unmet.isEmpty {
            throw Failure(
                isEmpty ? .failed : .partial, .restoreUnmet(names: Phrase.names(unmet)))
        }
        if isEmpty, !wanted.isAll {
            throw Failure(
                .failed, .restoreNothing(command: .status))
        }
    }
}
