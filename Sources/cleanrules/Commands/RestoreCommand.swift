// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import PlanRunner
internal import RuleEngine
internal import StateLedger
internal import Text
internal import Wording

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
            keeps it for good. A folder stands for all that lay below it. Where the old place is taken, the item comes
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
        let runner = session.runner(nil, actor: "person")
        _ = try await session.running { () async throws(RunnerError) in try await runner.recover() }
        let items = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.stagedItems(states: nil)
        }
        let deleted = items.filter { wanted.holds($0) && $0.state == .deleted && !$0.isPurged }
        // What nothing brings back is tried only where it was asked for by name.
        let meant = deleted.filter { !wanted.isAll || !$0.isLasting }
        if meant.count < deleted.count, !options.quiet {
            Console.note(.lineNote(text: Phrase.restoreLasting(n: deleted.count - meant.count)))
        }
        let signals = Signals(isQuiet: options.quiet)
        let progress = Progress(
            .progressBringingBack, items: meant.count, isQuiet: options.quiet)
        let done = Counter()
        let report = try await session.running { () async throws(RunnerError) in
            try await runner.restore(
                meant,
                progress: { _ in progress.show(items: done.next()) },
                shouldStop: { signals.hasCome })
        }
        progress.finish()
        let back = report.items.count { $0.problem == nil }
        if back > 0 { Console.hasDone(.restoreDeed(n: back)) }
        show(report)
        if let status = signals.status {
            throw Failure(
                status, .restoreStopped)
        }
        try judge(report, wanted.unmet(among: items), isEmpty: meant.isEmpty, wanted)
    }

    private func show(_ report: RestoreReport) {
        switch format {
        case .json:
            let items = report.items.map { one in
                var members = StagedItemJSON.brief(one.item)
                members.set("restored_path", one.item.restoredPath)
                members.set("problem", one.problem)
                members.set("caveat", one.caveat)
                return JSONValue.object(members)
            }
            Console.sayRaw(
                JSONValue.object([
                    "format": .number(1), "items": .list(items),
                    "restored": .number(Int64(report.items.count { $0.problem == nil })),
                    "stopped": .bool(report.wasStopped),
                ]).document)
        case .table:
            let words = Console.words
            let heads = words([.restoreWordBack, .restoreWordNot])
            let width = (heads.map { CellWidth.of($0) }.max() ?? 0) + 2
            for one in report.items {
                let place = one.item.shownPlace
                let path = one.item.restoredPath.map { path in
                    words(.restoreAs(place: place, path: VisibleText.escaped(path)))
                }
                let problem = (one.problem ?? one.caveat).map { remark in
                    words(.whyText(text: Phrase.told(VisibleText.escaped(remark))))
                }
                let head = one.problem == nil ? heads[0] : heads[1]
                let gap = String(repeating: " ", count: width - CellWidth.of(head))
                Console.say(head + gap + (path ?? place) + (problem ?? ""))
            }
            let back = report.items.filter { $0.problem == nil }.map(\.item)
            Console.say(.restoreDone(items: back.shownCount))
        }
        if !options.quiet, format == .table {
            var hints: [NextHints.Hint] = []
            // One that came back by another name is not what lies at its old path.
            let inPlace = report.items.first { $0.problem == nil && $0.item.restoredPath == nil }
            if let item = inPlace?.item {
                hints.append((.nextKeepBack, .keepForGood(path: item.typedPlace)))
            }
            hints.append((.nextLeft, .status))
            NextHints.say(hints)
        }
    }

    private func judge(
        _ report: RestoreReport, _ unmet: [String], isEmpty: Bool, _ wanted: ItemSelection
    ) throws(Failure) {
        let failed = report.items.count { $0.problem != nil }
        if failed > 0, report.outages.contains(.signIn) {
            let drive = report.items.first { $0.problem != nil }?.item.order.item.drive ?? ""
            throw Failure(
                .signIn,
                .restoreSignIn(n: failed, command: .login(drive: drive, arguments: "")))
        }
        if failed > 0, failed == report.items.count, report.outages.contains(.offline) {
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
