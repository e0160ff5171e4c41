// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import RuleEngine
internal import Wording
internal import Workflow

/// `cleanrules logout`.
struct LogoutCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "logout",
        abstract: "Forget the tokens of an account.",
        discussion: """
            Examples:
              cleanrules logout photos --rules rules.yaml

            The listings, plans and decisions stay. Your account goes on to list the application as
            allowed until you remove it there.
            """)

    @Argument(help: "The drive's name in the rules. Default: the only one of kind onedrive.")
    var name: String?

    @OptionGroup var options: AccountOptions

    func run() async throws {
        let drive = try options.scope().drive(name)
        let signIn = try DriveSignIn(drive, try await AccountOpening.forThisUser())
        let isForgotten = try await signIn.forget()
        if isForgotten { Console.hasDone(.loginOutDeed(drive: drive.name)) }
        Console.say(isForgotten ? .loginOut(drive: drive.name) : .loginNobody(drive: drive.name))
    }
}
