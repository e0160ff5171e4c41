// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Messages
internal import ReviewUI
internal import Workflow

/// `cleanrules rules`.
struct RulesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rules",
        abstract: "List the rules of a file; the subcommands look at them and change them.",
        usage: """
            cleanrules rules [<options>]
            cleanrules rules <subcommand>
            """,
        discussion: """
            Examples:
              cleanrules rules list
              cleanrules rules set old-installers match.age 'over 90d'
              cleanrules rules disable old-installers --dry-run
              cleanrules rules fmt --check rules.yaml
              cleanrules rules lint rules.yaml
              cleanrules rules diff HEAD:rules.yaml rules.yaml
              cleanrules rules --web               in the browser, on this machine only

            What is not edited stays as it is, comments and line ends as well. Each change shows what
            becomes another line, and which verdicts on the last catalog would be others.
            """,
        subcommands: [
            RulesListCommand.self, RulesShowCommand.self, RulesAddCommand.self,
            RulesSetCommand.self, RulesEnableCommand.self, RulesDisableCommand.self,
            RulesRenameCommand.self, RulesMoveCommand.self, RulesRemoveCommand.self,
            RulesEditCommand.self, RulesFormatCommand.self, RulesLintCommand.self,
            RulesDiffCommand.self, RulesSuggestCommand.self, TestCommand.self,
        ])

    @Flag(
        name: .long,
        help: "Look at them and change them in the browser: prints a one-time address.")
    var web = false

    @Flag(name: .long, help: "With --web: only print the address, open no browser.")
    var noOpen = false

    @Option(name: .long, help: "With --web: the port of 127.0.0.1. Default: a free one.")
    var port: UInt16 = 0

    @OptionGroup var list: RulesList

    @OptionGroup var state: StateOptions

    mutating func validate() throws {
        if noOpen || port != 0 || state.isNamed, !web {
            throw ValidationError(
                String(clause: "--no-open, --port, --state and --profile go with --web."))
        }
    }

    func run() async throws {
        if !web { return try list.say() }
        let desk = try RulesDesk(list.rules, state: try state.file())
        let server = ReviewServer(rules: desk, port: port, words: Console.words)
        try await PageHost(opens: !noOpen, isQuiet: false).serve(server)
    }
}
