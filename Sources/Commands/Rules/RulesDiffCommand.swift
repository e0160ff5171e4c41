// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Messages
internal import Reports
internal import RuleEngine
internal import Text
internal import Wording
internal import Workflow

/// How a comparison of rules is written.
enum ComparisonFormat: String, CaseIterable, ExpressibleByArgument {
    case table
    case markdown
    case json
}

/// `cleanrules rules diff`.
struct RulesDiffCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Show the items whose verdict two versions of rules differ in.",
        discussion: """
            Examples:
              cleanrules rules diff HEAD:rules.yaml rules.yaml
              cleanrules rules diff old.yaml new.yaml --listing items.ndjson --format json
              cleanrules rules diff main:rules.yaml HEAD:rules.yaml --format markdown

            Over a listing, else over the last catalog of the state. REVISION:PATH is asked of git.
            """)

    @Argument(help: "The earlier rules: a file, or REVISION:PATH.") var old: String
    @Argument(help: "The later rules: a file, or REVISION:PATH.") var new: String

    @Option(name: .long, help: "A listing file instead of the last catalog.")
    var listing: String?

    @OptionGroup var includes: IncludeOptions

    @OptionGroup var state: StateOptions

    @Option(
        name: .long, help: "The instant that ages count back from. Default: the system clock.",
        transform: { try InstantOption($0) })
    var now: InstantOption?

    @Option(name: .long, help: "table, markdown or json.")
    var format: ComparisonFormat = .table

    func run() async throws {
        let before = try RulesVersion.load(old)
        let after = try RulesVersion.load(new)
        let source = RulesItems(listing: listing, state: state)
        let (items, session) = try await source.read(for: after)
        let comparison = try await RulesComparison.make(
            before, after, over: items, now: now?.instant ?? SystemClock.now(), state: session)
        let report = RulesDiffReport(comparison: comparison, words: Console.words)
        switch format {
        case .json: Console.sayRaw(report.document(before: old, after: new).document)
        case .markdown: Console.sayRaw(report.markdown)
        case .table: for line in report.lines { Console.say(line) }
        }
    }
}

/// The items that rules are tried on.
struct RulesItems {
    /// A listing file; nil for the catalog.
    let listing: String?
    /// The state with the catalog.
    let state: StateOptions

    /// The items, with the state that their decisions are in; throws where there are none.
    func read(for rules: LoadedRules) async throws -> (LoadedItems, StateSession?) {
        if let found = try await find(for: rules) { return found }
        throw Failure(.failed, .rulesNoCatalog(command: .sync))
    }

    /// The same; nil where no listing is named and the state has no catalog.
    func find(for rules: LoadedRules) async throws -> (LoadedItems, StateSession?)? {
        if let listing {
            return (
                try await ItemLoader(rules: rules, isQuiet: true).items(listing: listing), nil
            )
        }
        let file = try state.file()
        guard file.exists else { return nil }
        let session = try StateSession.existing(file)
        return await RulesComparison.catalog(session, rules).map { ($0, session) }
    }
}
