// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Messages
internal import Reports
internal import RuleEditing
internal import RuleEngine
internal import Text
internal import Wording
internal import Workflow
internal import YAMLBridge

/// `cleanrules rules list`.
struct RulesListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the rules and protections of a file.")

    @OptionGroup var list: RulesList

    func run() throws { try list.say() }
}

/// The list of the rules of a file.
struct RulesList: ParsableArguments {
    @Option(name: .long, help: "The rules file. Default: the one that 'plan' would use.")
    var rules: String?

    @OptionGroup var includes: IncludeOptions

    @Option(name: .long, help: "table or json.")
    var format: ReportFormat = .table

    /// Says it.
    func say() throws {
        let input = try RulesInput.read(rules)
        let loaded = try RulesLoader.load(input.bytes, name: input.name, trust: input.trust)
        let all = loaded.file.protections + loaded.file.rules
        switch format {
        case .json: Console.sayRaw(document(all, loaded).document)
        case .table:
            let words = Console.words
            let rows = all.map { rule in
                [
                    VisibleText.escaped(rule.id), rule.action.rawValue,
                    words(rule.isEnabled ? .rulesListOn : .rulesListOff),
                    VisibleText.escaped(rule.why ?? ""),
                ]
            }
            let table = TextTable(
                rows: rows, leftColumns: [0, 1, 2, 3], terminalWidth: TerminalWidth.ofOutput)
            for line in table.lines { Console.say(line) }
        }
    }

    private func document(_ all: [Rule], _ loaded: LoadedRules) -> JSONValue {
        .object([
            "format": .number(1), "rules": .text(loaded.name),
            "list": .list(
                all.map { rule in
                    .object([
                        "id": .text(rule.id), "action": .text(rule.action.rawValue),
                        "enabled": .bool(rule.isEnabled), "why": .text(rule.why),
                        "file": .text(rule.location?.file),
                        "line": .number(rule.location?.line),
                        "column": .number(rule.location?.column),
                    ])
                }),
        ])
    }
}

/// `cleanrules rules show`.
struct RulesShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a rule as it is written, with its comments.")

    @Argument(help: "The id of the rule or protection.") var id: String

    @Option(name: .long, help: "The rules file. Default: the one that 'plan' would use.")
    var rules: String?

    @OptionGroup var includes: IncludeOptions

    func run() throws {
        let file = try EditedRulesFile.read(rules)
        for source in file.sources {
            guard let found = RulesDocument(source)?.text(of: id) else { continue }
            let name = VisibleText.escaped(source.file)
            Console.say("# \(name):\(found.place.line)")
            for line in found.lines { Console.say(VisibleText.escaped(line)) }
            return
        }
        if file.decoded.rules.value == nil {
            RulesLoader.report(file.decoded.rules.diagnostics, file.sources)
        }
        throw Failure(
            .invalidRules,
            .testNoRule(rule: VisibleText.escaped(id), path: VisibleText.escaped(file.path)))
    }
}
