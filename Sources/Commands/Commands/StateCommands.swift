// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Reports
internal import StateLedger
internal import Text
internal import Wording
internal import Workflow

/// `cleanrules state`.
struct StateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "state",
        abstract: "Show where the state file lies, and which backups there are.",
        usage: """
            cleanrules state [<options>]
            cleanrules state <subcommand>
            """,
        discussion: """
            Examples:
              cleanrules state
              cleanrules state path        prints the path alone
              cleanrules state check       looks whether all of it holds together
              cleanrules state restore     brings a damaged state back

            Once a day, and before anything is deleted, a copy is kept in 'backups' beside the file,
            for seven days.
            """,
        subcommands: [StatePathCommand.self, StateCheckCommand.self, StateRestoreCommand.self])

    @Option(name: .long, help: "table or json.")
    var format: ReportFormat = .table

    @OptionGroup var state: StateOptions

    func run() throws {
        let file = try state.file()
        let backups: [String]
        do throws(LedgerError) {
            backups = try Ledger.backups(ofState: file.path)
        } catch {
            throw Failure(error)
        }
        switch format {
        case .json:
            Console.sayRaw(
                JSONValue.object([
                    "format": .number(1), "state_file": .text(file.path),
                    "exists": .bool(file.exists), "backups": .list(backups.map { .text($0) }),
                ]).document)
        case .table:
            let path = VisibleText.escaped(file.path)
            Console.say(file.exists ? .verbatim(path) : .stateAbsent(path: path))
            for backup in backups { Console.say("  \(VisibleText.escaped(backup))") }
        }
    }
}

/// `cleanrules state path`.
struct StatePathCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "path",
        abstract: "Print the path of the state file, whether it is there or not.",
        discussion: """
            Examples:
              cleanrules state path
              cp "$(cleanrules state path)" /mnt/usb/     only while nothing runs
            """)

    @OptionGroup var state: StateOptions

    func run() throws { Console.say(VisibleText.escaped(try state.file().path)) }
}

/// `cleanrules state check`.
struct StateCheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Look whether the whole state file holds together, and follows from its history.",
        discussion: """
            Examples:
              cleanrules state check
              cleanrules state check --format json

            Every page is read, and the history is replayed, as with 'history --verify'.
            """)

    @Option(name: .long, help: "table or json.")
    var format: ReportFormat = .table

    @OptionGroup var state: StateOptions

    func run() async throws {
        let session = try StateSession.existing(state)
        try await Progress.during(.progressReadingState, isQuiet: false) {
            () async throws(Failure) in
            try await session.asking { ledger async throws(LedgerError) in
                try await ledger.checkIntegrity()
            }
        }
        try await HistoryVerification(session: session).run(asJSON: format == .json)
    }
}

/// `cleanrules state restore`.
struct StateRestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Bring a damaged state file back from its newest good backup.",
        discussion: """
            Examples:
              cleanrules state restore
              cleanrules state restore --yes
              cleanrules state restore --from backups/state.sqlite.2026-11-21

            What can still be read of the damaged file counts: decisions, what was taken back and
            what was deleted since the backup. Where not all of it can be read, nothing waits any
            more: what was staged has to be staged again. The damaged file is kept beside the new
            one. Touches no drive.
            """)

    @Option(name: .long, help: "The backup. Default: the newest good one.")
    var from: String?

    @Flag(name: [.short, .long], help: "Do not ask.")
    var yes = false

    @Option(name: .long, help: "table or json.")
    var format: ReportFormat = .table

    @OptionGroup var state: StateOptions

    @Flag(name: [.short, .long], help: "No progress and no notes.")
    var quiet = false

    func run() async throws {
        let file = try state.file()
        let lock = try await lock(file)
        defer { lock.close() }
        if from == nil { try await refuseSound(file) }
        if !yes {
            try Prompt.confirm(
                .stateAskRestore(path: VisibleText.escaped(file.path)), insteadOf: "--yes")
        }
        let report: StateRestoration.Report
        let progress = Progress(.progressBringingStateBack, isQuiet: quiet)
        defer { progress.finish() }
        do throws(LedgerError) {
            report = try StateRestoration.restore(
                path: file.path, from: from, now: SystemClock.now())
        } catch {
            throw Failure(error)
        }
        progress.finish()
        Console.hasDone(.stateDeed)
        await NextHints.lead(toRulesOf: state)
        show(report)
    }

    private func lock(_ file: StateFile) async throws(Failure) -> RunnerLock {
        do throws(LedgerError) {
            return try await RunnerLock.acquire(statePath: file.path)
        } catch {
            throw Failure(error)
        }
    }

    /// A state that holds together needs nothing.
    private func refuseSound(_ file: StateFile) async throws(Failure) {
        let now = SystemClock.now()
        let sound: Bool
        do throws(LedgerError) {
            let ledger = try Ledger.openExisting(path: file.path, now: now)
            try await ledger.checkIntegrity()
            sound = try await ledger.replayDifferences().isEmpty
            await ledger.close()
        } catch {
            guard error.kind == .corrupt || error.kind == .absent else { throw Failure(error) }
            return
        }
        if sound {
            throw Failure(.refused, .stateSound(path: VisibleText.escaped(file.path)))
        }
    }

    private func show(_ report: StateRestoration.Report) {
        if format == .json {
            var members: [String: JSONValue] = [
                "format": .number(1), "backup": .text(report.backup),
                "replayed": .number(Int64(report.replayedLines)),
                "complete": .bool(report.isComplete),
                "salvaged_decisions": .number(Int64(report.salvagedDecisions)),
                "salvaged_deletions": .number(Int64(report.salvagedDeletions)),
                "taken_back": .number(Int64(report.takenBack)),
                "taken_back_decisions": .number(Int64(report.takenBackDecisions)),
            ]
            members.set("damaged", report.damaged)
            return Console.sayRaw(JSONValue.object(members).document)
        }
        Console.say(.stateBroughtBack(path: VisibleText.escaped(report.backup)))
        Console.say(
            report.damaged == nil
                ? .stateAfterUnknown : .stateReplayed(n: report.replayedLines))
        if report.isComplete {
            Console.say(.stateComplete)
        } else {
            tellLoss(report)
        }
        if let damaged = report.damaged {
            Console.say(.stateDamaged(path: VisibleText.escaped(damaged)))
        }
        if !quiet {
            NextHints.say([
                (.nextHistory, .history), (.nextPlanAnew, .plan),
            ])
        }
    }

    private func tellLoss(_ report: StateRestoration.Report) {
        Console.say(
            .stateSalvaged(
                a: Phrase.stateSalvagedKept(n: report.salvagedDecisions),
                b: Phrase.stateSalvagedDeleted(n: report.salvagedDeletions)))
        Console.say(
            .stateTakenBack(
                a: Phrase.stateTakenBackItems(n: report.takenBack),
                b: Phrase.stateTakenBackDecisions(n: report.takenBackDecisions)))
        Console.say(.stateUnknownDeletions)
    }
}
