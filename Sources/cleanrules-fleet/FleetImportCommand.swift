// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Fleet
internal import Glibc
internal import Messages
internal import Text
internal import Reports
internal import Wording
internal import Workflow

/// `cleanrules fleet import`.
struct FleetImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract:
            "Read the listing files of a fleet into its folder; only those that have changed.",
        discussion: """
            Example:
              cleanrules fleet import contoso.yaml --jobs 8

            'cleanrules fleet plan' does the same before it plans. Do it by itself to have broken
            lines told early, or to read while the next plan is not wanted yet.
            """)

    @Argument(help: "The fleet file.")
    var file: String

    @OptionGroup var effort: FleetEffort

    func run() async throws {
        let source = try FleetSource.load(file)
        FleetSignals.watch()
        var imports = FleetImport(source, jobs: effort.jobsOrProcessors)
        imports.stop = { FleetSignals.ending }
        imports.progress = effort.progress
        let outcome = try await imports.run()
        PlainConsole.say(
            .fleetImported(
                n: outcome.snapshots.count, path: VisibleText.escaped(file),
                count: outcome.readCount))
    }
}

/// How many processes work at once, and whether it is told how far they are.
struct FleetEffort: ParsableArguments {
    @Option(
        name: .long,
        help: "How many processes work at once. Default: as many as there are processors.")
    var jobs: Int?

    @Flag(name: [.short, .long], help: "No progress and no notes.")
    var quiet = false

    /// The most processes at once.
    private static let jobsMax = 256

    func validate() throws {
        if let jobs, !(1...Self.jobsMax).contains(jobs) {
            throw ValidationError(
                String(clause: "--jobs takes a number from \(1) to \(Self.jobsMax)."))
        }
    }

    /// As many processes as are asked for, else as there are processors.
    var jobsOrProcessors: Int { jobs ?? max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

    /// Says how far a step is, where somebody looks on.
    var progress: @Sendable (_ step: String, _ done: Int, _ total: Int) -> Void {
        if quiet || isatty(STDERR_FILENO) != 1 { return { _, _, _ in } }
        return { step, done, total in
            if done % 10 == 0 || done == total {
                Host.note(.fleetPlanStep(name: step, number: done, total: total))
            }
        }
    }
    /// Says how far a step on Spark is: where nobody looks on, when it begins and when it is done.
    var sparkProgress: @Sendable (SparkStep) -> Void {
        if quiet { return { _ in } }
        let isWatched = isatty(STDERR_FILENO) == 1
        return { step in
            if step.isDone {
                Host.note(
                    .fleetSparkDone(
                        name: step.name, total: step.total,
                        span: LocalTimeText.span(step.seconds)))
            } else if step.failed > 0 {
                Host.note(
                    .fleetSparkFailures(
                        n: step.failed, name: step.name, number: step.done, total: step.total))
            } else if isWatched || step.done == 0 {
                Host.note(
                    .fleetPlanStep(name: step.name, number: step.done, total: step.total))
            }
        }
    }
}
