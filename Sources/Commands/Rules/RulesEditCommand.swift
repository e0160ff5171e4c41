// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Messages
internal import RuleEditing
internal import RuleEngine
internal import Text
internal import Wording
internal import Workflow
internal import YAMLBridge

/// `cleanrules rules edit`.
struct RulesEditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract:
            "Open a copy of the rules in an editor; it is taken if it checks and its tests pass.",
        discussion: """
            The editor is $VISUAL, else $EDITOR, else vi. What is wrong stands on top of the copy when it
            is opened again; left as it is then, nothing is changed.
            """)

    @OptionGroup var edit: RulesEditOptions

    /// How often the copy is opened again.
    private static let roundsMax = 100

    func run() async throws {
        let file = try EditedRulesFile.read(edit.rules, changes: !edit.dryRun)
        let draft = try RulesDraft(of: file.path)
        let original = file.sources[0].bytes
        var text = original
        var complaints: [String] = []
        for _ in 0..<Self.roundsMax {
            let written = try draft.edited(text, complaints)
            if written == original {
                draft.discard()
                return Console.note(.rulesUnchanged)
            }
            if written == text { break }
            text = written
            let decoded = file.decoded(text)
            complaints = try Self.complaints(decoded, file.path)
            if complaints.isEmpty {
                var after = file.sources
                after[0] = RuleSource(file: after[0].file, bytes: text)
                let known = Set(RuleLinter.findings(in: file.sources).map(\.line))
                for finding in RuleLinter.findings(in: after) where !known.contains(finding.line) {
                    Console.note(finding.placedLine)
                }
                do {
                    try await edit.finish(file, after, decoded)
                } catch {
                    // What was written is a person's work, whatever kept it from being taken.
                    Console.note(.rulesEditGivenUp(path: VisibleText.escaped(draft.path)))
                    throw error
                }
                return draft.discard()
            }
        }
        for complaint in complaints { Console.note(VisibleText.escaped(complaint)) }
        throw Failure(.invalidRules, .rulesEditGivenUp(path: VisibleText.escaped(draft.path)))
    }

    /// What stands against taking the rules: their errors, and their tests that are not met.
    private static func complaints(
        _ decoded: DecodedRuleFile, _ path: String
    ) throws(Failure) -> [String] {
        let errors = decoded.rules.diagnostics.filter { $0.severity == .error }
        // The place of what stands in the copy is where it stands below the complaints.
        let shift = min(errors.count, RulesDraft.complaintsMax)
        let said = errors.map { error in
            let place = error.range.map { range in
                range.file == path
                    ? "\(range.line + shift):\(range.column): " : "\(range.file):\(range.line): "
            }
            return (place ?? "") + Console.words(error.clause) + " [\(error.code.rawValue)]"
        }
        if !said.isEmpty { return said }
        let loaded = try RulesLoader.loaded(decoded, path)
        return try RulesTests.results(loaded).filter { !$0.isMet }.map { result in
            Console.words(.testFailed) + " " + result.test.name
        }
    }
}
