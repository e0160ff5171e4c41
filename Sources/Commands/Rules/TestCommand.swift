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

/// `cleanrules test`, which is `cleanrules rules test` as well.
struct TestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Run the tests that a rules file brings.",
        discussion: """
            Examples:
              cleanrules test rules.yaml
              cleanrules test --rules rules.yaml --rule old-installers
              cleanrules test rules.yaml --coverage --mutate
              cleanrules test rules.yaml --record /Downloads/setup.iso
              cleanrules test rules.yaml --watch

            Exit status 3 when a test fails. Rules that decide no item of any test are named. With
            --coverage or --mutate, 1 when all tests pass and leave gaps.
            """)

    @Argument(
        help: "The rules file, or '-' for standard input. Default: the one that 'plan' would use.")
    var file: String?

    @Option(name: .long, help: "The rules file, as for 'plan'.")
    var rules: String?

    @OptionGroup var includes: IncludeOptions

    @Option(name: .long, help: "Only tests that expect something of this rule.")
    var rule: String?

    @Flag(
        name: .long,
        help:
            "Name rules without an item that they just do not take, and conditions that never mattered."
    )
    var coverage = false

    @Flag(name: .long, help: "Change the rules one thing at a time; name what no test notices.")
    var mutate = false

    @Option(
        name: .long,
        help: "Add a test of this item to the rules, as it is listed, with the verdict of now.")
    var record: String?

    @Option(name: .long, help: "With --record: a listing file instead of the last catalog.")
    var listing: String?

    @OptionGroup var state: StateOptions

    @Option(
        name: .long,
        help: "With --record: the instant of the test. Default: the system clock.",
        transform: { try InstantOption($0) })
    var now: InstantOption?

    @Flag(name: .long, help: "With --record: show what would change, and write nothing.")
    var dryRun = false

    @Flag(name: .long, help: "Run them again whenever the rules change, until Ctrl-C.")
    var watch = false

    @Option(name: .long, help: "Write the results to a file as JUnit's XML, for CI services.")
    var junit: String?

    @Option(name: .long, help: "table or json.")
    var format: ReportFormat = .table

    @OptionGroup var integration: IntegrationOptions

    mutating func validate() throws {
        if file != nil, rules != nil {
            throw ValidationError(String(clause: "Name the rules file once."))
        }
        if record == nil, listing != nil || now != nil || dryRun || state.isNamed {
            throw ValidationError(
                String(
                    clause: "--listing, --state, --profile, --now and --dry-run go with --record."))
        }
        if record != nil, coverage || mutate || watch || junit != nil || format == .json {
            throw ValidationError(
                String(clause: "--record stands alone, with a listing or a state."))
        }
        if watch, file == "-" || format == .json {
            throw ValidationError(
                String(clause: "--watch needs a file, and goes with --format table."))
        }
    }

    func run() async throws {
        if let record { return try await add(record) }
        if watch { return try await RulesWatch(named: file ?? rules).run { try tell() } }
        try tell()
    }

    /// Adds a test of the item that `name` says to the rules.
    private func add(_ name: String) async throws {
        let read = try EditedRulesFile.read(file ?? rules, changes: !dryRun)
        guard let loaded = read.loaded() else {
            RulesLoader.report(read.decoded.rules.diagnostics, read.sources)
            throw Failure(.invalidRules)
        }
        let (items, _) = try await RulesItems(listing: listing, state: state).read(for: loaded)
        let edited = try await ItemTest(file: read, rules: loaded, items: items)
            .edited(name, now: now?.instant ?? SystemClock.now())
        if !dryRun { try read.write(edited.sources) }
        RulesEditOutput.say(read.sources, edited.sources, isDone: !dryRun)
        if dryRun { Console.note(.rulesDry) }
    }

    private func tell() throws { try integration.telling { report in try test(&report) } }

    private func test(_ report: inout IntegrationReport) throws {
        let input = try RulesInput.read(file ?? rules)
        report.rulesPath = input.name
        report.gate.keep(rulesAt: input.name)
        let loaded = try RulesLoader.load(input.bytes, name: input.name, trust: input.trust)
        report.gate.keep(loaded)
        report.gate.isWhole = true
        if let junit { _ = try report.gate.target(junit) }
        let all = loaded.file.protections + loaded.file.rules
        if let rule, !all.contains(where: { $0.id == rule }) {
            throw Failure(
                .invalidRules,
                .testNoRule(
                    rule: VisibleText.escaped(rule), path: VisibleText.escaped(loaded.name)))
        }
        let every = try RulesTests.results(loaded)
        let results = every.filter { result in
            guard let rule else { return true }
            return result.findings.contains { $0.item.by == rule || $0.rule == rule }
        }
        FindingLog.take(results.findings)
        if let junit {
            try OutputFile.write(to: junit, past: report.gate, for: .others) {
                sink throws(OutputError) in
                try sink.append(JUnitReport.xml(results, name: loaded.name))
            }
        }
        let strength = TestStrength(
            loaded, every, of: rule, isCovering: coverage, isMutating: mutate,
            timeZone: try loaded.timeZone)
        say(results, loaded, strength)
        if results.contains(where: { !$0.isMet }) { throw Failure(.invalidRules) }
        if strength.hasGaps {
            throw format == .json ? Failure(.failed) : Failure(.failed, .testGaps)
        }
    }

    private func say(
        _ results: [RuleTestResult], _ loaded: LoadedRules, _ strength: TestStrength
    ) {
        let uncovered = RuleTestRunner.uncoveredRules(loaded.file, results)
            .filter { rule == nil || $0 == rule }
        if format == .json {
            let document = FindingsJSON.document(
                results, path: loaded.name, uncovered: uncovered,
                coverage: strength.coverageJSON, mutation: strength.mutationJSON)
            return Console.sayRaw(document.document)
        }
        for result in results { show(result) }
        let failed = results.count { !$0.isMet }
        Console.say(.testSummary(count: results.count - failed, number: failed))
        let all = (loaded.file.protections + loaded.file.rules).count { $0.isEnabled }
        if rule == nil {
            Console.say(.testCoverage(count: all - uncovered.count, total: all))
        }
        if !uncovered.isEmpty {
            Console.note(.testUncovered(names: uncovered.joined(separator: ", ")))
        }
        for line in strength.lines(Console.words) { Console.say(line) }
    }

    private func show(_ result: RuleTestResult) {
        let words = Console.words
        let heads = words([.testOk, .testFailed])
        let width = (heads.map { CellWidth.of($0) }.max() ?? 0) + 1
        let head = result.isMet ? heads[0] : heads[1]
        let gap = String(repeating: " ", count: width - CellWidth.of(head))
        Console.say(head + gap + VisibleText.escaped(result.test.name))
        for finding in result.findings where !finding.isMet {
            let expected = Self.verdict(finding.item.expect, by: finding.item.by)
            let found = Phrase.series(
                [
                    Self.verdict(finding.verdict, by: finding.rule),
                    .verbatim("(" + words(finding.reason.name) + ")"),
                ], separator: " ")
            let place = finding.item.location.map { "\($0.file):\($0.line):\($0.column): " } ?? ""
            let path = VisibleText.escaped(finding.item.item.path)
            Console.say(
                String(repeating: " ", count: width) + place
                    + words(.testExpected(path: path, a: expected, b: found)))
        }
    }

    /// A verdict as rules call it, with the rule that it comes from.
    private static func verdict(_ verdict: Verdict, by rule: String?) -> Phrase {
        guard let rule else { return .verbatim(verdict.rawValue) }
        return .testBy(what: verdict.rawValue, rule: rule)
    }
}
