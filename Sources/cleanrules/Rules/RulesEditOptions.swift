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

/// Which rules a command changes, and whether it does.
struct RulesEditOptions: ParsableArguments {
    @Option(name: .long, help: "The rules file. Default: the one that 'plan' would use.")
    var rules: String?

    @OptionGroup var includes: IncludeOptions

    @OptionGroup var state: StateOptions

    @Flag(name: .long, help: "Show what would change, and write nothing.")
    var dryRun = false

    /// Makes `edit`: shows the changed lines and what comes of them, and writes the file.
    func carryOut(_ edit: RuleEdit) async throws {
        let file = try EditedRulesFile.read(rules)
        let edited = try file.edited(edit)
        if edited.sources == file.sources { return Console.note(.rulesUnchanged) }
        let known = Set(file.decoded.rules.diagnostics.map(\.message))
        RulesLoader.report(
            edited.decoded.rules.diagnostics.filter { !known.contains($0.message) },
            edited.decoded.sources)
        let effect = try await effect(of: edited, on: file)
        if !dryRun { try file.write(edited.sources) }
        RulesEditOutput.say(file.sources, edited.sources, isDone: !dryRun)
        for phrase in effect { Console.say(phrase) }
        if dryRun { Console.note(.rulesDry) }
    }

    /// What an edit does to the verdicts on the last catalog.
    private func effect(
        of edited: EditedRules, on file: EditedRulesFile
    ) async throws(Failure) -> [Phrase] {
        guard let before = file.loaded() else { return [.rulesHadErrors] }
        let after = try RulesLoader.loaded(edited.decoded, file.path)
        let place = try state.file()
        guard let comparison = try await RulesComparison.onCatalog(before, after, place) else {
            return [.rulesNoCatalog(command: .sync)]
        }
        return comparison.effect
    }
}

/// Says what became of rules files.
enum RulesEditOutput {
    /// Says which lines of which files are others, as `diff -u` does; and names the files, if it `isDone`.
    static func say(_ before: [RuleSource], _ after: [RuleSource], isDone: Bool) {
        let changed = zip(before, after).filter { $0.bytes != $1.bytes }
        for (old, _) in changed where isDone {
            Console.hasDone(.rulesWrote(path: VisibleText.escaped(old.file)))
        }
        for (old, new) in changed {
            let name = VisibleText.escaped(old.file)
            Console.say("--- \(name)\n+++ \(name)")
            for line in TextDiff(old.bytes, new.bytes).lines {
                let text = line.hasSuffix("\r") ? String(line.dropLast()) : line
                Console.say(colored(VisibleText.escaped(text)))
            }
        }
    }

    private static func colored(_ line: String) -> String {
        switch line.first {
        case "-": Ink.output.text(line, .red)
        case "+": Ink.output.text(line, .green)
        case "@": Ink.output.text(line, .bold)
        default: line
        }
    }
}
