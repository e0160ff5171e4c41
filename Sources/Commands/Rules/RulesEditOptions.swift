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
        let file = try EditedRulesFile.read(rules, changes: !dryRun)
        let edited = try file.edited(edit)
        if edited.sources == file.sources { return Console.note(.rulesUnchanged) }
        try await finish(file, edited.sources, edited.decoded)
    }

    /// Puts `after`, which was `decoded`, in the place of what `file` holds, and shows what that comes to.
    func finish(
        _ file: EditedRulesFile, _ after: [RuleSource], _ decoded: DecodedRuleFile
    ) async throws {
        let known = Set(CheckCommand.findings(in: file.decoded).map(\.message))
        RulesLoader.report(
            CheckCommand.findings(in: decoded).filter { !known.contains($0.message) },
            decoded.sources)
        let effect = await effect(of: decoded, on: file)
        if !dryRun { try file.write(after) }
        RulesEditOutput.say(file.sources, after, isDone: !dryRun)
        for phrase in effect { Console.say(phrase) }
        if let failed = Self.failed(decoded, file.path), failed > 0,
            failed > Self.failed(file.decoded, file.path) ?? 0
        {
            Console.warn(.rulesTestsFail(n: failed))
        }
        if dryRun { Console.note(.rulesDry) }
    }

    /// How many tests of the rules fail; nil where they cannot be run.
    private static func failed(_ decoded: DecodedRuleFile, _ path: String) -> Int? {
        guard let rules = try? RulesLoader.loaded(decoded, path),
            let results = try? RulesTests.results(rules)
        else { return nil }
        return results.count { !$0.isMet }
    }

    /// What an edit does to the verdicts on the last catalog. Where nobody can tell, the edit is made
    /// all the same.
    private func effect(of decoded: DecodedRuleFile, on file: EditedRulesFile) async -> [Phrase] {
        guard let before = file.loaded() else { return [.rulesHadErrors] }
        do throws(Failure) {
            let after = try RulesLoader.loaded(decoded, file.path)
            let place = try state.file()
            guard let comparison = try await RulesComparison.onCatalog(before, after, place) else {
                return [.rulesNoCatalog(command: .sync)]
            }
            return comparison.effect
        } catch {
            return error.phrase.map { [.rulesEffectUnknown(why: $0)] } ?? []
        }
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
                Console.say(colored(VisibleText.guarded(text)))
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
