// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser

/// `cleanrules rules`.
struct RulesCommand: ParsableCommand {
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

            What is not edited stays as it is, comments and line ends as well. Each change shows what
            becomes another line, and which verdicts on the last catalog would be others.
            """,
        subcommands: [
            RulesListCommand.self, RulesShowCommand.self, RulesAddCommand.self,
            RulesSetCommand.self, RulesEnableCommand.self, RulesDisableCommand.self,
            RulesRenameCommand.self, RulesMoveCommand.self, RulesRemoveCommand.self,
            RulesEditCommand.self, RulesFormatCommand.self, RulesLintCommand.self,
            RulesDiffCommand.self, TestCommand.self,
        ])

    @OptionGroup var list: RulesList

    func run() throws { try list.say() }
}
