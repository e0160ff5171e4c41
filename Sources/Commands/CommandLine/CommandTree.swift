// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Foundation

/// The commands with their options and arguments, as the parser itself tells them.
struct CommandTree: Decodable {
    let commandName: String
    let abstract: String?
    let subcommands: [CommandTree]?
    let arguments: [Argument]?

    /// An option, a flag or a positional argument.
    struct Argument: Decodable {
        let kind: Kind
        let shouldDisplay: Bool
        let isRepeating: Bool
        let parsingStrategy: String
        let names: [Name]?
        let valueName: String?
        let abstract: String?
        let allValues: [String]?

        enum Kind: String, Decodable { case positional, option, flag }

        /// One name of an option.
        struct Name: Decodable {
            let kind: String
            let name: String

            /// The name as it is written: `--rules`, `-q`.
            var word: String { kind == "long" ? "--" + name : "-" + name }
        }

        /// Every way to write an option; none for a positional argument.
        var words: [String] { (names ?? []).map(\.word) }

        /// The long way to write an option, if there is one.
        var word: String? { words.first { $0.hasPrefix("--") } ?? words.first }

        /// Whether all words up to the next option are its values.
        var takesMany: Bool { parsingStrategy == "upToNextOption" }
    }

    /// The program itself.
    static func program() throws -> CommandTree {
        struct Dump: Decodable { let command: CommandTree }
        return try JSONDecoder().decode(Dump.self, from: Data(CleanRules._dumpHelp().utf8)).command
    }

    /// The subcommand of that name.
    func child(_ name: String?) -> CommandTree? {
        subcommands?.first { $0.commandName == name }
    }

    /// The command that `words` begin with, and how many of them name it.
    func command(_ words: ArraySlice<String>) -> (command: CommandTree, depth: Int) {
        guard let child = child(words.first) else { return (self, 0) }
        let (command, depth) = child.command(words.dropFirst())
        return (command, depth + 1)
    }

    /// What may be written here without a dash, in the order of writing.
    var positionals: [Argument] { shown.filter { $0.kind == .positional } }

    /// Options and flags.
    var options: [Argument] { shown.filter { $0.kind != .positional } }

    /// The option that is written so.
    func option(_ word: String) -> Argument? { options.first { $0.words.contains(word) } }

    private var shown: [Argument] { (arguments ?? []).filter(\.shouldDisplay) }
}
