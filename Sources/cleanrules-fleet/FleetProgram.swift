// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Workflow

/// The program for administrators of many drives; `cleanrules fleet` hands over to it.
@main
struct FleetProgram: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cleanrules fleet",
        abstract: "Clean up the drives of an organisation, many at once.",
        discussion: """
            Examples:
              cleanrules fleet check fleet.yaml
              cleanrules fleet run fleet.yaml --stage --report markdown night.md
              cleanrules fleet status fleet.yaml
              cleanrules fleet undo fleet.yaml --all
              cleanrules fleet import contoso.yaml
              cleanrules fleet plan contoso.yaml
              cleanrules fleet show contoso.yaml --format ndjson
              cleanrules fleet why contoso.yaml ada:/Downloads/setup.iso
              cleanrules fleet stage contoso.yaml --wave 1
              cleanrules fleet execute contoso.yaml

            A fleet file says whose drives are meant, which rules hold, and how much may go in one
            day. All drives are listed and planned before anything is deleted. Where it names
            listing files as its 'source', all drives are planned together instead.

            Exit status: that of the worst drive; 6 where so many failed that nothing more was
            deleted, 7 where the caps of the day, or working hours, left something for another time.
            """,
        version: Version.text,
        subcommands: [
            FleetCheckCommand.self, FleetRunCommand.self, FleetStatusCommand.self,
            FleetUndoCommand.self, FleetPauseCommand.self, FleetResumeCommand.self,
            FleetImportCommand.self, FleetPlanCommand.self, FleetShowCommand.self,
            FleetWhyCommand.self, FleetStageCommand.self, FleetExecuteCommand.self,
            FleetRestoreCommand.self, FleetHistoryCommand.self,
        ])

    static func main() async {
        await PlainConsole.main(PlainConsole(hasStopped: { FleetSignals.ending != nil })) {
            var command = try parseAsRoot()
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
        } explaining: { error in
            let status = exitCode(for: error)
            return (
                message(for: error), fullMessage(for: error), status.rawValue, status.isSuccess
            )
        }
    }
}
