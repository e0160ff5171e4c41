// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Testing
import Workflow

@testable import YAMLBridge
@testable import Commands

@Suite("Command lines")
struct CommandLineTests {
    private func parse(_ line: String) throws -> any ParsableCommand {
        try CleanRules.parseAsRoot(line.split(separator: " ").map(String.init))
    }

    @Test("a subcommand stands right after its command, and has its options to itself")
    func subcommands() throws {
        #expect(try parse("plan") is PlanCommand)
        #expect(try (parse("plan folder --summary") as? PlanCommand)?.source.folder == "folder")
        #expect(try (parse("plan --summary diff") as? PlanCommand)?.source.folder == "diff")
        #expect(try (parse("plan -- diff") as? PlanCommand)?.source.folder == "diff")
        let diff = try #require(try parse("plan diff a b --format json") as? PlanDiffCommand)
        #expect(diff.before == "a" && diff.after == "b" && diff.format == .json)
        let share = try #require(
            try parse("stats share --svg week.svg --days 30") as? StatsShareCommand)
        #expect(share.svg == "week.svg" && share.days == .month)
        #expect(try parse("stats --svg week.svg") is StatsCommand)
        #expect(try (parse("quota extend 10") as? QuotaExtendCommand)?.reviews == 10)
        #expect(try parse("state restore --yes") is StateRestoreCommand)
        #expect(try parse("restore --all") is RestoreCommand)
    }

    @Test(
        "a subcommand anywhere else is refused",
        arguments: [
            "plan folder diff", "stats --days 30 share --text", "state --format json check",
            "plan folder diff before.json --format json", "quota --quiet extend 10",
        ])
    func strays(_ line: String) {
        #expect(throws: (any Error).self) { try parse(line) }
    }

    @Test("help and usage name the whole way to a subcommand")
    func usage() throws {
        for line in ["plan diff", "quota extend", "stats share", "state check"] {
            for asking in ["\(line) --help", "help \(line)"] {
                do {
                    var command = try parse(asking)
                    try command.run()
                    Issue.record("\(asking) asks for help")
                } catch {
                    let text = CleanRules.fullMessage(for: error)
                    #expect(text.contains("USAGE: cleanrules \(line)"), "\(text)")
                }
            }
            let error = #expect(throws: (any Error).self) { try parse("\(line) --bogus") }
            let text = error.map { CleanRules.fullMessage(for: $0) } ?? ""
            #expect(text.contains("Usage: cleanrules \(line)"), "\(text)")
            #expect(text.contains("'cleanrules \(line) --help'"), "\(text)")
        }
    }

    @Test(
        "a command that does not exist is answered with the one that was meant",
        arguments: [
            ("paln", "plan"), ("quota exten 5", "quota extend"), ("diff", "plan diff"),
            ("plan dif", "plan diff"), ("help statu", "status"), ("help plan dif", "plan diff"),
            ("delete", "execute"), ("dry-run", "plan"), ("undelete x", "restore"),
            ("State", "state"), ("xyzzy", nil), ("quota 5", nil),
        ] as [(String, String?)])
    func unknownCommand(_ line: String, _ meant: String?) {
        do {
            try CommandAdvice.refuseUnknownCommand(line.split(separator: " ").map(String.init))
            Issue.record("'\(line)' is no command")
        } catch {
            #expect(error.status == .usage)
            let hint = meant.map { "; did you mean '\($0)'? See" } ?? "'; see"
            #expect(error.message?.contains(hint) == true, "\(error.message ?? "")")
        }
    }

    @Test(
        "a command that exists is not",
        arguments: [
            "plan", "--help", "", "help", "help plan diff", "plan .", "plan other", "state",
        ])
    func knownCommand(_ line: String) throws {
        try CommandAdvice.refuseUnknownCommand(line.split(separator: " ").map(String.init))
    }

    @Test(
        "an option that does not exist is answered with the one that was meant",
        arguments: [
            ("plan --config x", "--rules"), ("plan diff --json", "--format json"),
            ("undo --force", "--yes"), ("execute --dry-run", "cleanrules plan"),
            ("--hlp", "--help"), ("sync --accept home", "--accept-drive"),
            ("plan --output-file=x", nil), ("plan -- --config", nil),
        ] as [(String, String?)])
    func unknownOption(_ line: String, _ meant: String?) {
        let words = line.split(separator: " ").map(String.init)
        let hint = CommandAdvice.optionHint(words, after: "Unknown option")
        #expect(hint == meant)
        #expect(CommandAdvice.optionHint(words, after: "Did you mean '--x'?") == nil)
    }

    @Test("what is suggested for any word of the table is a command, or an option of the command")
    func suggestionsHold() throws {
        let program = try CommandTree.program()
        let names = Set((program.subcommands ?? []).map(\.commandName))
        for word in Synonyms.table.keys {
            if let command = CommandAdvice.hint(for: word) {
                #expect(command == "help" || program.command(command.words).depth > 0, "\(word)")
            }
            for command in program.subcommands ?? [] {
                let hint = CommandAdvice.optionHint(
                    [command.commandName, "--" + word], after: "", in: program)
                guard let hint else { continue }
                let text = hint.split(separator: " ")
                if text[0] == "cleanrules" {
                    #expect(names.contains(String(text[1])), "\(word)")
                } else {
                    let option = try #require(command.option(String(text[0])), "\(hint)")
                    #expect(text.count == 1 || option.allValues?.contains(String(text[1])) == true)
                }
            }
        }
    }

    @Test("the values that are no files are values of options that there are")
    func valueNames() throws {
        func names(_ command: CommandTree) -> Set<String> {
            (command.subcommands ?? []).reduce(
                Set((command.arguments ?? []).compactMap(\.valueName))
            ) { $0.union(names($1)) }
        }
        let found = names(try CommandTree.program())
        #expect(Set(WordCompletion.filesByValueName.keys).subtracting(found) == [])
    }
}

extension String {
    /// The words of a command's name.
    fileprivate var words: ArraySlice<String> { split(separator: " ").map(String.init)[...] }
}
