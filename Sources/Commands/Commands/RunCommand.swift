// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Messages
internal import POSIX
internal import Reports
internal import RuleEngine
internal import Text
internal import Wording
internal import Workflow

/// `cleanrules run`.
struct RunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Do a whole round, for timers: list, check, test, plan, delete what is due.",
        discussion: """
            Examples:
              cleanrules run                      deletes what was staged and is due, stages nothing
              cleanrules run --stage              stages the new plan as well
              cleanrules run --stage --report html report.html --report json report.json
              cleanrules run --dry-run            says what would be staged and deleted
              cleanrules run --stage --max-delete 500 --max-bytes 20GB

            However it ends, the reports are written and begin with what to do. A round that was
            killed is named in the report of the next one. Rules are those that --rules names, or
            those of the configuration: never what lies in the folder. Nothing is asked. What would
            need a flag of 'stage' is refused, and what is to be deleted for good waits for
            'execute --permanent'.
            """)

    @Argument(
        help:
            "A folder to plan over instead of whole drives: a drive of the rules, or a folder on one; any folder where they declare none."
    )
    var folder: String?

    @Option(
        name: .long,
        help: "The rules file. Default: the one in the configuration folder.")
    var rules: String?

    @OptionGroup var includes: IncludeOptions

    @OptionGroup var state: StateOptions

    @Flag(name: .long, help: "Stage the plan, without asking.")
    var stage = false

    @Flag(name: .long, help: "Stage the plan, and delete nothing in this round.")
    var stageOnly = false

    @Flag(name: .long, help: "Delete what is due, without a new listing or plan.")
    var executeOnly = false

    @Flag(name: .long, help: "Say what would be staged and what is due; stage and delete nothing.")
    var dryRun = false

    @Option(name: .long, help: "Delete at most so many items in this round; the rest waits.")
    var maxDelete: Int?

    @Option(
        name: .long, help: "Delete at most so much in this round, as in 20GB; the rest waits.")
    var maxBytes: String?

    @Option(
        name: .long, parsing: .upToNextOption,
        help:
            "Write a report: json, ndjson, markdown or html, and the file, or - for standard output. May be given again."
    )
    var report: [String] = []

    @Option(
        name: .long,
        help:
            "Write figures of the round for Prometheus, as node_exporter's textfile collector reads them."
    )
    var metrics: String?

    @OptionGroup var integration: IntegrationOptions

    @Flag(
        name: .long,
        help: "Go on into other file systems that are mounted below a local root.")
    var crossFileSystems = false

    @Option(name: .long, help: "table or json.")
    var format: ReportFormat = .table

    @Flag(name: [.short, .long], help: "No progress and no notes, and no word when all is well.")
    var quiet = false

    mutating func validate() throws {
        NetworkLog.heed(quiet: quiet)
        if try targets().count(where: { $0.path == RoundOutputs.standardOutput }) > 1 {
            throw ValidationError(
                String(clause: "one report goes to standard output, not several."))
        }
        if metrics == RoundOutputs.standardOutput {
            throw ValidationError(String(clause: "--metrics takes a file."))
        }
        let parts = [stageOnly, executeOnly, dryRun].count { $0 }
        if parts > 1 || (executeOnly && stage) {
            throw ValidationError(
                String(clause: "of --stage-only, --execute-only and --dry-run one can be meant."))
        }
        if let maxDelete, maxDelete < 0 {
            throw ValidationError(String(clause: "--max-delete is a number of items, from 0."))
        }
        _ = try bytesMax()
    }

    private func bytesMax() throws -> Int64? {
        guard let maxBytes else { return nil }
        guard let bytes = try? SizeGrammar.size(maxBytes) else {
            throw ValidationError(
                String(clause: "--max-bytes is a size, as in 20GB or 500MiB, not '\(maxBytes)'."))
        }
        return bytes
    }

    private func targets() throws -> [(format: RunReportFormat, path: String)] {
        guard report.count % 2 == 0 else {
            throw ValidationError(
                String(
                    clause: "--report takes two words, as in '--report html report.html';"
                        + " a folder comes first."
                )
            )
        }
        return try stride(from: 0, to: report.count, by: 2).map { index in
            guard let format = RunReportFormat(rawValue: report[index]) else {
                throw ValidationError(
                    String(
                        clause: "'\(report[index])' is no kind of report; there are json,"
                            + " ndjson, markdown and html."))
            }
            return (format, report[index + 1])
        }
    }

    func run() async throws {
        try await integration.telling { telling in try await run(&telling) }
    }

    private func run(_ telling: inout IntegrationReport) async throws {
        if quiet { EventLog.beQuiet() }
        let outputs = try RoundOutputs(
            targets: targets(), metrics: metrics, isJSON: format == .json, isQuiet: quiet)
        var round = Round(try request(outputs))
        await round.run()
        await outputs.write(&round)
        let knowsMore = await round.tell()
        telling.gate = round.gate
        telling.rulesPath = round.report.rules ?? telling.rulesPath
        if knowsMore { outputs.rewrite(&round) }
        await round.end()
        let report = round.report
        telling.summary = { report.markdown }
        try Self.end(report)
    }

    /// What the options ask for.
    private func request(_ outputs: RoundOutputs) throws -> RoundRequest {
        let signals = Signals(isQuiet: quiet)
        var request = RoundRequest(
            state: try state.file(), extent: extent, id: EventLog.runID)
        request.rules = rules
        request.folder = folder
        request.limits = RoundLimits(items: maxDelete, bytes: try bytesMax())
        request.crossesFileSystems = crossFileSystems
        request.isQuiet = quiet
        if outputs.nameEveryItem { request.namedMax = nil }
        request.countsDue = metrics != nil
        request.outputs = outputs.files + [integration.codeQuality].compactMap { $0 }
        request.stop = { signals.status }
        return request
    }

    private var extent: RoundExtent {
        if dryRun { return .dryRun }
        if executeOnly { return .executionOnly }
        return stageOnly ? .stagingOnly : .whole(stages: stage)
    }

    /// Ends the command with what the round of `report` came to.
    private static func end(_ report: RunReport) throws {
        if let end = report.end { throw end }
        if let status = report.stopped {
            if let lost = report.lost { Console.report(lost) }
            throw Failure(status, .executeStopped)
        }
        if let lost = report.lost { throw lost }
        if report.status != .done {
            guard let refusal = report.refusal else { throw Failure(report.status) }
            throw Failure(report.status, refusal)
        }
    }
}
