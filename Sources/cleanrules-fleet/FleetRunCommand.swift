// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Fleet
internal import Glibc
internal import Messages
internal import Reports
internal import Text
internal import Wording
internal import Workflow

/// `cleanrules fleet run`.
struct FleetRunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Do a whole night: list, plan, then delete what is due, on all drives.",
        discussion: """
            Examples:
              cleanrules fleet run fleet.yaml            deletes what was staged and is due
              cleanrules fleet run fleet.yaml --stage    stages the new plans as well
              cleanrules fleet run fleet.yaml --dry-run
              cleanrules fleet run fleet.yaml --stage --only ada@contoso.example

            Nothing is asked. What goes beyond the caps waits for another day.
            """)

    @Argument(help: "The fleet file.")
    var file: String

    @Flag(name: .long, help: "Stage the plans, without asking.")
    var stage = false

    @Flag(name: .long, help: "Stage the plans, and delete nothing in this run.")
    var stageOnly = false

    @Flag(name: .long, help: "Delete what is due, without new listings and plans.")
    var executeOnly = false

    @Flag(name: .long, help: "Say what would be staged and what is due; stage and delete nothing.")
    var dryRun = false

    @Option(
        name: .long, parsing: .upToNextOption,
        help: "Write a report: json or markdown, and the file, or - for standard output.")
    var report: [String] = []

    @Option(
        name: .long, parsing: .upToNextOption,
        help: "These drives alone, by name or id.")
    var only: [String] = []

    @Flag(name: [.short, .long], help: "No progress, and no word when all is well.")
    var quiet = false

    func validate() throws {
        NetworkLog.heed(quiet: quiet)
        _ = try targets()
        if [stageOnly, executeOnly, dryRun].count(where: { $0 }) > 1 || (executeOnly && stage) {
            throw ValidationError(
                String(clause: "of --stage-only, --execute-only and --dry-run one can be meant."))
        }
    }

    private func targets() throws -> [(format: FleetReportFormat, path: String?)] {
        try stride(from: 0, to: report.count, by: 2).map { place in
            guard let format = FleetReportFormat(rawValue: report[place]),
                place + 1 < report.count
            else {
                throw ValidationError(
                    String(
                        clause: "--report takes a kind, json or markdown, and a file, as in"
                            + " '--report markdown night.md'."))
            }
            return (format, report[place + 1] == "-" ? nil : report[place + 1])
        }
    }

    private var extent: FleetRequest.Extent {
        if dryRun { return .dryRun }
        if executeOnly { return .executionOnly }
        return stageOnly ? .stagingOnly : .whole(stages: stage)
    }

    func run() async throws {
        let settings = try FleetSettings.load(file)
        let gate = settings.gate
        let targets = try targets()
        for path in targets.compactMap(\.path) {
            try OutputFile.demandPlace(for: gate.target(path))
        }
        FleetSignals.watch()
        var request = FleetRequest(settings, extent: extent, id: FleetRunID.new())
        request.only = Set(only)
        request.stop = { FleetSignals.ending }
        if !quiet, isatty(STDERR_FILENO) == 1 {
            request.progress = { done, total in
                if done % 10 == 0 || done == total {
                    Host.note(.fleetProgress(n: done, total: total))
                }
            }
        }
        let run = try FleetRun(request)
        let report = await run.report()
        let lost = write(report, targets, gate)
        if !targets.contains(where: { $0.path == nil }), !(quiet && report.isAllWell) {
            for line in report.lines { PlainConsole.say(line) }
        }
        if let lost { throw lost }
        if report.status != .done { throw Failure(report.status) }
    }

    /// Writes the reports; one that cannot be written keeps no other from being written.
    private func write(
        _ report: FleetReport, _ targets: [(format: FleetReportFormat, path: String?)],
        _ gate: OutputGate
    ) -> Failure? {
        var lost: Failure?
        for target in targets {
            do throws(Failure) {
                guard let path = target.path else {
                    PlainConsole.sayRaw(report.text(target.format))
                    continue
                }
                try OutputFile.write(toFile: path, past: gate) { sink throws(OutputError) in
                    try report.write(target.format, to: sink)
                }
            } catch {
                lost = lost ?? error
            }
        }
        return lost
    }
}
