// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Workflow

/// The program of who signs policies and grants; no part of the one that cleans up.
@main
struct IssuerProgram: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cleanrules-issuer",
        abstract: "Sign policies that bound what helpers clean up, and grants of their tiers.",
        discussion: """
            Examples:
              cleanrules-issuer init example-school
              cleanrules-issuer policy sign policy.yaml > policy.jws
              cleanrules-issuer grant --tier monthly --to ada --seat 5f0c… --for 30d > ada.jws
              cleanrules-issuer verify ada.jws

            The key and all that was signed lie in one folder, 'issuer' by default, which nobody
            else may read.
            """,
        version: Version.text,
        subcommands: [
            IssuerInitCommand.self, IssuerPolicyCommand.self, IssuerGrantCommand.self,
            IssuerRevokeCommand.self, IssuerCodeCommand.self, IssuerApproveCommand.self,
            IssuerVerifyCommand.self, IssuerReportCommand.self, IssuerServeCommand.self,
        ])

    static func main() async {
        await PlainConsole.main(PlainConsole()) {
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
