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

/// Which staged items a command is about, on the command line.
struct SelectionOptions: ParsableArguments {
    @Argument(help: "Plan ids, paths on a drive (/a/b or drive:/a/b), or paths of this machine.")
    var item: [String] = []

    @Flag(name: .long, help: "All items.")
    var all = false

    @Option(name: .long, help: "Items that this rule decided.")
    var rule: String?

    @Flag(name: [.short, .long], help: "Do not ask.")
    var yes = false

    mutating func validate() throws {
        if all, !item.isEmpty || rule != nil {
            throw ValidationError(String(clause: "Give --all alone, or say which items."))
        }
        if item.contains("") {
            throw ValidationError(String(clause: "An empty path names nothing."))
        }
    }

    /// What is meant; asks whether all are, where nothing was named.
    func selection(
        _ session: StateSession, question: Phrase
    ) async throws(Failure) -> ItemSelection {
        let drives = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.drives()
        }
        var selection = ItemSelection(item, rule: rule, isAll: all, drives: drives)
        if selection.isEmpty {
            if !yes { try Prompt.confirm(question, insteadOf: "--all") }
            selection.isAll = true
        }
        return selection
    }
}

/// `cleanrules undo`.
struct UndoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Take back what waits to be deleted.",
        discussion: """
            Examples:
              cleanrules undo --all
              cleanrules undo p-0f3a5c7e9b1d               everything of one plan
              cleanrules undo /old/setup.iso ~/Downloads/talks
              cleanrules undo --rule old-installers

            A folder stands for all that lies below it, and a name without a slash that is no path here
            for all items of that name. What was taken back is not staged again by
            'run' while it and its rule are the same; 'keep' keeps it for good, whatever a plan or a
            person stages. What is deleted already comes back with 'restore'.
            """)

    @OptionGroup var selection: SelectionOptions

    @Option(name: .long, help: "table or json.")
    var format: ReportFormat = .table

    @OptionGroup var options: ActionOptions

    func run() async throws {
        let session = try StateSession.existing(options.state)
        var wanted = try await selection.selection(
            session, question: .undoAsk)
        try await recover(session)
        let items = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.stagedItems(states: nil)
        }
        wanted = wanted.byName(wanted.unmet(among: items)) ?? wanted
        let meant = items.filter(wanted.holds)
        let numbers = meant.filter(\.state.isActive).map(\.number)
        var outcome = UndoOutcome()
        if !numbers.isEmpty {
            outcome = try await Progress.during(.progressTakingBack, isQuiet: options.quiet) {
                () async throws(Failure) in
                try await session.asking { ledger async throws(LedgerError) in
                    try await ledger.undo(.numbers(numbers), actor: "person", at: SystemClock.now())
                }
            }
        }
        let settled = Set(numbers)
        outcome.others += meant.filter { !settled.contains($0.number) }
        let undone = outcome.undone.count
        if undone > 0 { Console.hasDone(.undoDeed(n: undone)) }
        await show(outcome, wanted, session)
        try judge(outcome, wanted, unmet: wanted.unmet(among: items))
    }

    /// What a dead process left open is settled first, if nobody is at it: then it can be taken
    /// back like the rest.
    private func recover(_ session: StateSession) async throws(Failure) {
        let open = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.openItems()
        }
        if open.isEmpty { return }
        guard let lock = try? await session.runnerLock(waitSeconds: 0) else { return }
        defer { lock.close() }
        do throws(Failure) {
            let runner = session.runner(try await session.loadRules(options.rules), actor: "person")
            _ = try await session.running { () async throws(RunnerError) in
                try await runner.recover()
            }
        } catch {
            // An undo of the rest must not wait for rules or drives.
            Console.warn(.undoUnsettled(why: error.phrase ?? .verbatim("")))
        }
    }

    private func show(
        _ outcome: UndoOutcome, _ wanted: ItemSelection, _ session: StateSession
    ) async {
        switch format {
        case .json:
            func list(_ items: [StagedItem]) -> JSONValue {
                .list(items.map { .object(StagedItemJSON.outcome($0)) })
            }
            Console.sayRaw(
                JSONValue.object([
                    "format": .number(1), "undone": list(outcome.undone),
                    "executing": list(outcome.executing), "other": list(outcome.others),
                ]).document)
        case .table:
            if outcome.undone.isEmpty {
                showNothing(outcome, wanted)
            } else {
                Console.say(.undoDone(items: outcome.undone.shownCount))
            }
            for item in outcome.executing {
                Console.say(.undoBeingDeleted(place: item.shownPlace))
            }
        }
        if !options.quiet, format == .table { await hint(outcome, session) }
    }

    /// Why nothing was taken back.
    private func showNothing(_ outcome: UndoOutcome, _ wanted: ItemSelection) {
        let nothingWaits = wanted.isAll && outcome.executing.isEmpty
        Console.say(nothingWaits ? .undoNoneWaits : .undoNothing)
        let deleted = outcome.others.count(where: \.canComeBack)
        if nothingWaits, deleted > 0 {
            Console.say(.undoDeletedBefore(n: deleted, command: .restore))
        }
    }

    private func hint(_ outcome: UndoOutcome, _ session: StateSession) async {
        var hints: [NextHint] = []
        let rules = try? await session.loadRules(options.rules)
        if let item = await session.firstToComeBack(outcome.others, rules) {
            hints.append(
                item.stayedAway
                    ? item.comingBackHint
                    : (.nextRestoreDeleted, .restoreItem(path: item.typedPlace)))
        }
        if let item = outcome.undone.first {
            hints.append((.nextKeepBack, .keepForGood(path: item.typedPlace)))
        }
        hints.append((.nextStatus, .status))
        NextHints.say(hints)
    }

    /// What was named and is deleted already could not be taken back. "All" means what waits:
    /// where nothing does, nothing was left undone.
    private func judge(
        _ outcome: UndoOutcome, _ wanted: ItemSelection, unmet: [String]
    ) throws(Failure) {
        if !unmet.isEmpty {
            throw Failure(
                outcome.undone.isEmpty ? .failed : .partial,
                .undoUnmet(names: Phrase.names(unmet), command: .status))
        }
        let deleted = wanted.isAll ? 0 : outcome.others.count { $0.state == .deleted }
        if !outcome.executing.isEmpty || (outcome.undone.isEmpty && deleted > 0) {
            throw Failure(
                .partial,
                .undoTooLate(n: outcome.executing.count + deleted, command: .restore))
        }
    }
}
