// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Messages
internal import Reports
internal import RuleEditing
internal import RuleEngine
internal import RuleLearning
internal import Text
internal import Wording
internal import Workflow
internal import YAMLBridge

/// How proposals are written.
enum SuggestionFormat: String, CaseIterable, ExpressibleByArgument {
    case text
    case json
    case yaml
}

/// `cleanrules rules suggest`.
struct RulesSuggestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "suggest",
        abstract: "Propose rules and exceptions from what you decided.",
        discussion: """
            Examples:
              cleanrules rules suggest
              cleanrules rules suggest --format json
              cleanrules rules suggest --add old-screenshot --dry-run
              cleanrules rules suggest --add old-screenshot

            It learns from reviews, from 'keep', and from what you took back by 'undo' or 'restore'.
            Nothing is written without --add, and no drive is asked.
            """)

    @OptionGroup var edit: RulesEditOptions

    @Option(
        name: .long,
        help: "Add the proposal of that name to the rules, with its test; can be given again.")
    var add: [String] = []

    @Option(
        name: .long, help: "The instant that ages count back from. Default: the system clock.",
        transform: { try InstantOption($0) })
    var now: InstantOption?

    @Option(name: .long, help: "text, json or yaml.")
    var format: SuggestionFormat = .text

    mutating func validate() throws {
        if !add.isEmpty, format != .text {
            throw ValidationError(String(clause: "--add goes with --format text."))
        }
        if edit.dryRun, add.isEmpty {
            throw ValidationError(String(clause: "--dry-run goes with --add."))
        }
    }

    func run() async throws {
        let file = try EditedRulesFile.read(edit.rules, changes: !add.isEmpty && !edit.dryRun)
        guard file.decoded.rules.value != nil else {
            RulesLoader.report(file.decoded.rules.diagnostics, file.sources)
            throw Failure(.invalidRules)
        }
        let rules = try RulesLoader.loaded(file.decoded, file.path)
        let words = Console.words
        let isJSON = format == .json
        let suggestion = try await RulesSuggestion.make(
            for: file, rules, try edit.state.file(), now: now?.instant ?? SystemClock.now(),
            { isJSON ? $0.description : words($0) })
        if !add.isEmpty { return try await take(suggestion, file, rules) }
        let report = SuggestionReport(
            suggestion: suggestion, path: file.path, words: words, ink: .output)
        switch format {
        case .json: Console.sayRaw(try report.document.document)
        case .yaml: Console.sayRaw(try report.yaml)
        case .text: for line in try report.lines { Console.say(line) }
        }
    }

    /// Adds the proposals that are named, as `rules add` does.
    private func take(
        _ suggestion: RulesSuggestion, _ file: EditedRulesFile, _ rules: LoadedRules
    ) async throws {
        var proposals: [Proposal] = []
        for name in add {
            guard let entry = suggestion.entries.first(where: { $0.proposal.id == name }) else {
                let names = suggestion.entries.map { VisibleText.escaped($0.proposal.id) }
                let shown = VisibleText.escaped(name)
                throw Failure(
                    .invalidRules,
                    names.isEmpty
                        ? Message("there is no proposal '\(shown)'; there are none")
                        : Message(
                            "there is no proposal '\(shown)'; there are: \(names.joined(separator: ", "))"
                        ))
            }
            proposals.append(entry.proposal)
        }
        let zone = try rules.timeZone
        let edited: EditedRules
        do throws(EditRefusal) {
            edited = try ProposedChange.make(
                proposals, in: file.sources, timeZone: zone, { Console.words($0) }
            ).edited
        } catch {
            throw EditedRulesFile.failure(error)
        }
        try await edit.finish(file, edited.sources, edited.decoded)
    }
}
