// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser

/// `cleanrules rules`.
struct RulesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rules",
        abstract: "Look at the rules of a file, and change them.",
        discussion: """
            Examples:
              cleanrules rules list
              cleanrules rules set old-installers match.age 'over 90d'
              cleanrules rules disable old-installers --dry-run
              cleanrules rules fmt --check rules.yaml

            What is not edited stays as it is, comments and line ends as well. Each change shows what
            becomes another line, and which verdicts on the last catalog would be others.
            """,
        subcommands: [
            RulesListCommand.self, RulesShowCommand.self, RulesAddCommand.self,
            RulesSetCommand.self, RulesEnableCommand.self, RulesDisableCommand.self,
            RulesRenameCommand.self, RulesMoveCommand.self, RulesRemoveCommand.self,
            RulesFormatCommand.self,
        ],
        defaultSubcommand: RulesListCommand.self)
}
