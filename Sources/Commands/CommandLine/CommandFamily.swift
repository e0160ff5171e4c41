// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Messages
internal import Workflow

/// A command for its subcommands alone.
///
/// `plan` takes a folder and options of its own, so the parser would take the words of `plan diff`
/// for those of `plan` first. Where a line begins with a command and one of its subcommands, it is
/// parsed below this one, which takes nothing.
struct CommandFamily<Parent: ParsableCommand>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: Parent._commandName, subcommands: Parent.configuration.subcommands)
    }

    /// The program with this family alone, so that usage and help name the whole way.
    struct Root: ParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                commandName: CleanRules._commandName, version: Version.text,
                subcommands: [CommandFamily.self])
        }
    }
}

extension CleanRules {
    /// Parses arguments, those of this process by default.
    ///
    /// A subcommand stands right after its command; whatever stands anywhere else is an argument.
    static func parseAsRoot(_ arguments: [String]? = nil) throws -> any ParsableCommand {
        var words = arguments ?? Array(CommandLine.arguments.dropFirst())
        if words.count == 2, words[0] == "--generate-completion-script" {
            words[0] = CompletionsCommand._commandName
        }
        if let parent = subcommand(words.first),
            subcommand(words.dropFirst().first, of: parent) != nil
        {
            return try parse(words, below: parent)
        }
        let command = try (self as any ParsableCommand.Type).parseAsRoot(words)
        try refuseStray(type(of: command))
        return command
    }

    /// The subcommand of `parent` with that name.
    static func subcommand(
        _ name: String?, of parent: any ParsableCommand.Type = CleanRules.self
    ) -> (any ParsableCommand.Type)? {
        parent.configuration.subcommands.first { $0._commandName == name }
    }

    private static func parse<Parent: ParsableCommand>(
        _ words: [String], below parent: Parent.Type
    ) throws -> any ParsableCommand {
        try (CommandFamily<Parent>.Root.self as any ParsableCommand.Type).parseAsRoot(words)
    }

    /// A subcommand that does not stand right after its command; one that is a command as well may.
    private static func refuseStray(_ command: any ParsableCommand.Type) throws(Failure) {
        if configuration.subcommands.contains(where: { $0 == command }) { return }
        let parent = configuration.subcommands.first { parent in
            parent.configuration.subcommands.contains { $0 == command }
        }
        guard let parent else { return }
        let (first, second) = (parent._commandName, command._commandName)
        throw Failure(
            .usage,
            Message(
                "'\(second)' stands right after '\(first)', before all else;"
                    + " see 'cleanrules \(first) \(second) --help'"))
    }
}
