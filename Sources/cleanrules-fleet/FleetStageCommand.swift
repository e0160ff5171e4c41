// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Fleet
internal import Messages
internal import RuleEngine
internal import Text
internal import Wording
internal import Workflow

/// `cleanrules fleet stage`.
struct FleetStageCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stage",
        abstract: "Stage a wave of the plan over all drives that was made last.",
        discussion: """
            Examples:
              cleanrules fleet stage contoso.yaml --wave 1
              cleanrules fleet stage contoso.yaml --wave 2 --bytes 200TB
              cleanrules fleet stage contoso.yaml --wave 1 --only ada_contoso_com

            Every item is looked at before it is staged, and again before it goes; what a dataset names
            is found first. A wave is staged when all that the one before it has staged is carried out,
            and 'soak' of the fleet file is over since. Typed again after it was ended, the command goes
            on with what is missing.
            """)

    @Argument(help: "The fleet file.")
    var file: String

    @Option(name: .long, help: "The wave, from 1.")
    var wave: Int

    @Option(
        name: .long,
        help: "The most bytes that go, as in 200TB: those first that bring most for their cost.",
        transform: { try FleetValue(size: $0) })
    var bytes: FleetValue<Int64>?

    @Option(
        name: .long,
        help: "Stage as much as the budget carries out until then, as in 2026-12-31.",
        transform: { try FleetValue(instantOrDay: $0) })
    var until: FleetValue<Timestamp>?

    @Option(
        name: .long, parsing: .upToNextOption,
        help: "These drives of the wave alone, by name or id.")
    var only: [String] = []

    @Flag(
        name: .long,
        help: "Allow deletions whose rules have no undo window: the next 'execute' deletes them.")
    var noUndoWindow = false

    @OptionGroup var effort: FleetWorkers

    func validate() throws {
        if wave < 1 { throw ValidationError(String(clause: "waves count from 1.")) }
    }

    func run() async throws {
        let ground = try FleetGround.load(file)
        let workers = effort.workers ?? ground.workers
        var request = FleetStagingRequest(wave: wave, workers: workers)
        request.bytes = bytes?.value
        request.until = until?.value
        request.only = only
        request.allowsNoWindow = noUndoWindow
        request.stop = { FleetSignals.ending }
        request.progress = effort.progress
        FleetSignals.watch()
        let staging = try FleetStaging(ground, request)
        try await ground.openService(workers: workers)
        let report = try await staging.run()
        if !effort.quiet || !report.isAllWell {
            for line in report.lines { PlainConsole.say(line) }
        }
        if report.ending != .done { throw Failure(report.ending) }
    }
}

/// `cleanrules fleet execute`.
struct FleetExecuteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "execute",
        abstract: "Delete what a plan over all drives has staged and is due, within the caps.",
        discussion: """
            Example:
              cleanrules fleet execute contoso.yaml --workers 8

            Nothing is asked. Where the caps have no room for all of it, the largest items of all drives
            go. Where too much goes wrong, the fleet pauses by itself, and says so; 'cleanrules fleet
            resume' goes on.
            """)

    @Argument(help: "The fleet file.")
    var file: String

    @OptionGroup var effort: FleetWorkers

    func run() async throws {
        let ground = try FleetGround.load(file)
        let workers = effort.workers ?? ground.workers
        var request = FleetExecutionRequest(workers: workers)
        request.stop = { FleetSignals.ending }
        request.progress = effort.progress
        FleetSignals.watch()
        let execution = try FleetExecution(ground, request)
        try await ground.openService(workers: workers)
        let report = try await execution.run()
        if !effort.quiet || !report.isAllWell {
            for line in report.lines { PlainConsole.say(line) }
        }
        if report.ending != .done { throw Failure(report.ending) }
    }
}

/// `cleanrules fleet restore`.
struct FleetRestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Bring back what a plan over all drives has deleted.",
        discussion: """
            Examples:
              cleanrules fleet restore contoso.yaml --drive ada_contoso_com
              cleanrules fleet restore contoso.yaml --rule old-installers
              cleanrules fleet restore contoso.yaml --plan p-0f3a5c7e9b1d

            Where the service brings nothing back from its bin, it is said where the bin is. Which
            drives have something to bring back, 'cleanrules fleet status --restorable' says.
            """)

    @Argument(help: "The fleet file.")
    var file: String

    @OptionGroup var choice: FleetTakingBackOptions

    @OptionGroup var told: FleetQuiet

    func run() async throws {
        guard let choice = choice.touched(file) else { return }
        let records = try FleetRecords.load(file)
        try await records.openService()
        FleetSignals.watch()
        let results = try await choice.takingBack(records).restore { FleetSignals.ending }
        if results.isEmpty { PlainConsole.say(.carryRestoredNone) }
        for one in results {
            let name = VisibleText.escaped(one.name)
            if one.items > 0 { PlainConsole.say(.carryRestored(n: one.items, name: name)) }
            if let why = one.why {
                PlainConsole.say(.carryRestoredNot(n: one.failed, name: name, why: why))
            }
        }
        let ending = Ending.worst(of: results.map(\.ending) + [FleetSignals.ending ?? .done])
        if ending != .done { throw Failure(ending) }
    }
}

/// `cleanrules fleet history`.
struct FleetHistoryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "Show who did what with the plans over all drives, each deletion included.",
        discussion: """
            Examples:
              cleanrules fleet history contoso.yaml
              cleanrules fleet history contoso.yaml --format ndjson

            All of it is in order of time. Each line is bound to the one before: where somebody has
            changed one, the command says so when it has told the others, and ends with 1.
            """)

    @Argument(help: "The fleet file.")
    var file: String

    @Option(name: .long, help: "table or ndjson.")
    var format = FleetFormat.table

    @OptionGroup var told: FleetQuiet

    func run() async throws {
        let records = try FleetRecords.load(file, withDrives: false)
        records.warnOfTenure()
        let history = FleetHistory(records)
        switch format {
        case .ndjson: try history.lines { PlainConsole.say($0 + [UInt8(ascii: "\n")]) }
        case .table: try history.table(Host.words) { PlainConsole.say(Array($0.utf8)) }
        }
    }
}
