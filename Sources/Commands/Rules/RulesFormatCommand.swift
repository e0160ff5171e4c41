// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Messages
internal import RuleEditing
internal import Text
internal import Wording
internal import Workflow
internal import YAMLBridge

/// `cleanrules rules fmt`.
struct RulesFormatCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fmt",
        abstract: "Bring a rules file into form: indentation, blanks, empty lines.",
        discussion: """
            Examples:
              cleanrules rules fmt rules.yaml
              cleanrules rules fmt --check rules.yaml     (for CI; ends with 1 if it is not in form)
              cleanrules rules fmt - < rules.yaml

            Comments, quotes, the order of keys and line ends stay, and so does what the rules mean.
            Files that it includes are brought into form by themselves.
            """)

    @Argument(
        help:
            "The rules file, or '-': standard input, brought into form on standard output. Default: the one that 'plan' would use."
    )
    var file: String?

    @Option(name: .long, help: "The rules file, as for 'plan'.") var rules: String?

    @OptionGroup var includes: IncludeOptions

    @Flag(name: .long, help: "Write nothing; end with 1 if the file is not in form.")
    var check = false

    mutating func validate() throws {
        if file != nil, rules != nil {
            throw ValidationError(String(clause: "Name the rules file once."))
        }
    }

    func run() throws {
        if file == "-" { return try formatInput() }
        let file = try EditedRulesFile.read(file ?? rules, changes: !check)
        var after = file.sources
        after[0] = try formatted(after[0])
        if after == file.sources { return }
        if !check { try file.write(after) }
        RulesEditOutput.say(file.sources, after, isDone: !check)
        if check {
            throw Failure(.failed, .rulesFmtNot(path: VisibleText.escaped(file.path)))
        }
    }

    private func formatInput() throws {
        let input = try RulesInput.read("-")
        let source = RuleSource(file: input.name, bytes: input.bytes)
        let after = try formatted(source)
        if !check { return Console.sayRaw(String(decoding: after.bytes, as: UTF8.self)) }
        if after != source { throw Failure(.failed, .rulesFmtNot(path: input.name)) }
    }

    private func formatted(_ source: RuleSource) throws(Failure) -> RuleSource {
        do throws(EditRefusal) {
            return RuleSource(
                file: source.file, bytes: try RuleFormatter.formatted(source))
        } catch {
            throw EditedRulesFile.failure(error)
        }
    }
}
