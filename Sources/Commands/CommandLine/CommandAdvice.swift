// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Glibc
internal import Messages
internal import Text
internal import Workflow
internal import YAMLBridge

/// Which command or option was meant, where the parser would only call a word unexpected.
enum CommandAdvice {
    // MARK: Commands

    /// Refuses a word that stands where a command must, and is none.
    static func refuseUnknownCommand(_ arguments: [String]) throws(Failure) {
        var words = arguments[...]
        let isHelp = words.first == "help"
        if isHelp { words.removeFirst() }
        guard let first = words.popFirst(), !first.hasPrefix("-") else { return }
        guard let command = CleanRules.subcommand(first) else {
            if first != "help" { throw unknown(first, hint: hint(for: first)) }
            return
        }
        let names = command.configuration.subcommands.map { $0._commandName }
        // What has a slash is a path, whatever it is called.
        guard let second = words.first, !second.hasPrefix("-"), !second.contains("/"),
            !names.isEmpty, !names.contains(second)
        else { return }
        var suggestion = Suggestion()
        let meant = suggestion.word(for: second, among: names)
        // What stands there may be an argument, as the folder of 'plan', unless it cannot be.
        if !isHelp, takesArguments(first) {
            guard meant != nil, access(second, F_OK) != 0 else { return }
        }
        throw unknown("\(first) \(second)", hint: meant.map { "\(first) \($0)" }, below: first)
    }

    /// The command that is nearest to `word`: by its name, or as the last word of two.
    static func hint(for word: String) -> String? {
        let commands = CleanRules.configuration.subcommands
        for parent in commands where CleanRules.subcommand(word, of: parent) != nil {
            return "\(parent._commandName) \(word)"
        }
        var suggestion = Suggestion()
        return suggestion.word(for: word, among: commands.map { $0._commandName } + ["help"])
    }

    private static func unknown(_ name: String, hint: String?, below: String? = nil) -> Failure {
        let help = below.map { "cleanrules \($0) --help" } ?? "cleanrules --help"
        return Failure(
            .usage,
            Message("there is no command '\(VisibleText.escaped(name))'") + Suggestion.hint(hint)
                + (hint == nil ? Message("; see '\(help)'") : Message(" See '\(help)'")))
    }

    private static func takesArguments(_ command: String) -> Bool {
        (try? CommandTree.program().child(command)?.positionals.isEmpty) == false
    }

    // MARK: Options

    /// What was meant by the first option of `arguments` that the command does not take, if that is
    /// known. `message` is what the parser said; where it names a word itself, there is none.
    static func optionHint(
        _ arguments: [String], after message: String,
        in program: @autoclosure () throws -> CommandTree = try CommandTree.program()
    ) -> String? {
        guard !message.contains("Did you mean"), let program = try? program() else { return nil }
        let (command, depth) = program.command(arguments[...])
        for word in arguments.dropFirst(depth).prefix(while: { $0 != "--" }) {
            let name = String(word.prefix { $0 != "=" })
            guard name.hasPrefix("--"), command.option(name) == nil else { continue }
            return meaning(of: String(name.dropFirst(2)), command)
        }
        return nil
    }

    /// An option of the command, one of its values, or a command of its own.
    private static func meaning(of name: String, _ command: CommandTree) -> String? {
        let long = command.options.flatMap(\.words).filter { $0.hasPrefix("--") }
        let begun = long.filter { $0.hasPrefix("--\(name)-") }
        if begun.count == 1 { return begun[0] }
        var suggestion = Suggestion()
        if let option = suggestion.word(for: name, among: long.map { String($0.dropFirst(2)) }) {
            return "--" + option
        }
        for option in command.options where option.allValues?.contains(name) == true {
            return option.word.map { "\($0) \(name)" }
        }
        let names = CleanRules.configuration.subcommands.map { $0._commandName }
        let other =
            names.contains(name) ? name : Synonyms.meanings(of: name).first(where: names.contains)
        return other.map { "cleanrules \($0)" }
    }
}
