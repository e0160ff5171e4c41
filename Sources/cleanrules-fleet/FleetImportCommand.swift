// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Fleet
internal import Text
internal import Wording
internal import Workflow

/// `cleanrules fleet import`.
struct FleetImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract:
            "Read the listings of a fleet into its folder; only those that have changed.",
        discussion: """
            Example:
              cleanrules fleet import contoso.yaml --jobs 8

            'cleanrules fleet plan' does the same before it plans. Do it by itself to have broken
            lines told early, or to read while the next plan is not wanted yet.
            """)

    @Argument(help: "The fleet file.")
    var file: String

    @OptionGroup var effort: FleetEffort

    @Option(
        name: .customLong("without-file"),
        help: "Do not read this listing file; may be given again.")
    var withoutFiles: [String] = []

    func run() async throws {
        let source = try FleetSource.load(file)
        FleetSignals.watch()
        var imports = FleetImport(source, jobs: effort.jobsOrProcessors)
        imports.withoutFiles = withoutFiles
        imports.isQuiet = effort.quiet
        imports.stop = { FleetSignals.ending }
        imports.progress = effort.progress
        let outcome = try await imports.run()
        let (count, path) = (outcome.snapshots.count, VisibleText.escaped(file))
        if !effort.quiet || outcome.broken.failureCount > 0 {
            PlainConsole.say(
                source.isOfStates
                    ? .fleetImportedStates(n: count, path: path, count: outcome.readCount)
                    : .fleetImported(n: count, path: path, count: outcome.readCount))
        }
        let broken = outcome.broken.failureCount
        if broken == 0 { return }
        outcome.broken.warn()
        throw Failure(.failed, .fleetImportedNot(n: broken, total: count + broken))
    }
}
