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

    func run() async throws {
        let source = try FleetSource.load(file)
        FleetSignals.watch()
        var imports = FleetImport(source, jobs: effort.jobsOrProcessors)
        imports.stop = { FleetSignals.ending }
        imports.progress = effort.progress
        let outcome = try await imports.run()
        if source.isOfStates {
            return PlainConsole.say(
                .fleetImportedStates(
                    n: outcome.snapshots.count, path: VisibleText.escaped(file),
                    count: outcome.readCount))
        }
        PlainConsole.say(
            .fleetImported(
                n: outcome.snapshots.count, path: VisibleText.escaped(file),
                count: outcome.readCount))
    }
}
