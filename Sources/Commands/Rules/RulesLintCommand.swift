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

/// `cleanrules rules lint`.
struct RulesLintCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Find what in a rules file is valid, and hardly meant.",
        discussion: """
            Examples:
              cleanrules rules lint rules.yaml
              cleanrules rules lint rules.yaml --listing items.ndjson
              cleanrules rules lint rules.yaml --fix
              cleanrules rules lint rules.yaml --format sarif > rules.sarif

            What 'check' finds is found as well. With a listing, or a catalog in the state, rules that
            take nothing, or very much, are named with their counts.
            """)

    @Argument(help: "The rules file. Default: the one that 'plan' would use.")
    var file: String?

    @Option(name: .long, help: "The rules file, as for 'plan'.") var rules: String?

    @OptionGroup var includes: IncludeOptions

    @Option(name: .long, help: "A listing file instead of the last catalog.")
    var listing: String?

    @OptionGroup var state: StateOptions

    @Option(
        name: .long, help: "The instant that ages count back from. Default: the system clock.",
        transform: { try InstantOption($0) })
    var now: InstantOption?

    @Option(name: .long, help: "table, json or sarif.")
    var format: FindingsFormat = .table

    @Flag(name: .long, help: "Mend what can be mended for certain, and show it.")
    var fix = false

    @Flag(name: .long, help: "End with 3 when there is any finding.")
    var strict = false

    mutating func validate() throws {
        if file != nil, rules != nil {
            throw ValidationError(String(clause: "Name the rules file once."))
        }
        if fix, format != .table {
            throw ValidationError(String(clause: "--fix goes with --format table."))
        }
    }

    func run() async throws {
        var read = try EditedRulesFile.read(file ?? rules, changes: fix)
        if fix { read = try mended(read) }
        let checked = CheckCommand.findings(in: read.decoded)
        var found: [LintFinding] = []
        if let loaded = read.loaded() {
            found = RuleLinter.findings(in: read.sources) + (try await counted(loaded))
        }
        try say(checked, found, read)
        let isWrong = read.decoded.rules.value == nil
        if isWrong || (strict && !(checked.isEmpty && found.isEmpty)) {
            throw Failure(.invalidRules)
        }
    }

    /// What the rules come to on the listing or the catalog; nothing where there is none.
    private func counted(_ loaded: LoadedRules) async throws -> [LintFinding] {
        let source = RulesItems(listing: listing, state: state)
        guard let (items, session) = try await source.find(for: loaded) else { return [] }
        let maker = PlanMaker(
            rules: loaded, now: now?.instant ?? SystemClock.now(), isQuiet: true, state: session)
        return CatalogLint.findings(try await maker.verdicts(over: items).plan)
    }

    private func mended(_ read: EditedRulesFile) throws -> EditedRulesFile {
        guard read.decoded.rules.value != nil else { return read }
        let after: [RuleSource]
        do throws(EditRefusal) {
            after = try RuleLinter.fixed(read.sources)
        } catch {
            throw EditedRulesFile.failure(error)
        }
        if after == read.sources { return read }
        try read.write(after)
        RulesEditOutput.say(read.sources, after, isDone: true)
        return try EditedRulesFile.read(file ?? rules)
    }

    private func say(
        _ checked: [Diagnostic], _ found: [LintFinding], _ read: EditedRulesFile
    ) throws(Failure) {
        let said = (checked.map { Finding($0) } + found.map { $0.finding }).map { finding in
            finding.relative(to: MachinePath.canonical(".") ?? "/", MachinePath.canonical)
        }
        switch format {
        case .sarif: Console.sayRaw(SARIFReport.json(said, version: Version.text).document)
        case .json:
            let isUsable = read.decoded.rules.value != nil
            Console.sayRaw(
                FindingsJSON.document(said, path: read.path, isUsable: isUsable).document)
        case .table:
            RulesLoader.report(checked, read.sources)
            for finding in found { Console.say(finding.placedLine) }
            var counts: [Phrase] = [.rulesLintFindings(n: checked.count + found.count)]
            let fixable = found.count(where: \.isFixable)
            if fixable > 0 { counts.append(.rulesLintFixable(n: fixable)) }
            Console.say(
                .checkLine(
                    path: VisibleText.escaped(read.path),
                    what: Phrase.series(counts, separator: ", ")))
        }
    }
}

extension LintFinding {
    /// What it says to a person, without its place.
    var line: String {
        Console.words(clause.mappingTexts(VisibleText.escaped)) + " [\(code.rawValue)]"
    }

    /// The same with its place before it.
    var placedLine: String {
        let place = range.map { range in
            "\(VisibleText.escaped(range.file)):\(range.line):\(range.column): "
        }
        return (place ?? "") + line
    }

    /// The finding for programs.
    var finding: Finding {
        Finding(.warning, code.rawValue, clause.description, at: range)
    }
}
