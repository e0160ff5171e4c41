// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import PlanRunner
internal import Plans
internal import Reports
internal import RuleEditing
internal import RuleEngine
internal import StateLedger
internal import Text
internal import Wording
internal import Workflow

/// `cleanrules plan`.
struct PlanCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plan",
        abstract: "Show what the rules would keep, delete and leave to a person. Changes nothing.",
        usage: """
            cleanrules plan [<options>] [<folder>]
            cleanrules plan <subcommand>
            """,
        discussion: """
            Examples:
              cleanrules plan --rules rules.yaml              the drives named in the file
              cleanrules plan ~/Downloads                     a folder, with the rules found for it
              cleanrules plan --rules r.yaml --listing l.ndjson --now 2026-01-15T12:00:00Z
              cleanrules plan --rules r.yaml --format html -o plan.html
              cleanrules plan diff                            what the newest plan has changed

            The drives are listed afresh, and the listings and the plan are kept in the state file,
            from where 'cleanrules stage' takes them. With -o and no --format the plan is written as JSON and the
            table is shown as well.
            """,
        subcommands: [PlanDiffCommand.self])

    @OptionGroup var source: PlanSource

    @OptionGroup var target: PlanTarget

    @OptionGroup var integration: IntegrationOptions

    @Flag(name: .long, help: "One line with the totals, nothing else.")
    var summary = false

    @Flag(name: .long, help: "Do not keep the plan in the state file; it cannot be staged.")
    var noSave = false

    @Flag(
        name: .long,
        help: "Exit with 2 when there is something to delete or to review, 0 when there is not.")
    var detailedExitcode = false

    func run() async throws {
        try await integration.telling { report in try await plan(&report) }
    }

    private func plan(_ report: inout IntegrationReport) async throws {
        let session =
            source.usesState ? try StateSession.opened(try source.state.file()) : nil
        let loaded = try source.loadRules()
        let gate = try await source.outputGate(loaded, session)
        report.gate = gate
        report.rulesPath = loaded.absolutePath
        // Refused before the work, not after it.
        if let output = target.output { _ = try gate.target(output) }
        // Whether somebody was away is known before anything is recorded.
        let hint = await SignInHint.expected(
            session, source.state,
            isWanted: !source.quiet && !summary && !source.noState && target.isForPeople
                && (source.listing != nil || source.offline))
        if let session, !source.offline {
            await DecisionSyncer(session: session, rules: loaded).syncIfOn(isQuiet: source.quiet)
        }
        let made = try await source.makePlan(loaded, session)
        var header = made.header
        if let session, !noSave {
            header = try await PlanKeeper(state: session).save(header, isQuiet: source.quiet)
        }
        let idle = CatalogLint.idleProtections(header.plan)
        FindingLog.take(header.findings + idle.map(\.finding.finding))
        report.summary = { [header] in
            var text: [UInt8] = []
            let sink = ByteSink(.closure { text.append(contentsOf: $0) })
            try PlanOutput(header: header, includesKept: false, gate: gate)
                .write(.markdown, to: sink)
            try sink.flush()
            return String(decoding: text, as: UTF8.self)
        }
        if !source.quiet {
            Self.sayAges(header)
            if header.totals.delete.items + header.totals.review.items > 0 {
                Self.name(idle.map(\.rule.id))
            }
        }
        try PlanOutput(
            header: header, includesKept: target.all, gate: gate, isQuiet: source.quiet
        )
        .write(format: target.format, output: target.output, isSummary: summary)
        if !source.quiet, !summary, target.isLinesAlone { Self.sayLooks(header) }
        if !source.quiet, !summary, target.isForPeople {
            PlanOutput.sayWhatIsNext(header, arguments: source.sourceArguments(header.rulesName))
        }
        if let session, !source.quiet, !noSave, target.isForPeople,
            let note = try await MigrationNote.first(header, session)
        {
            Console.note(note)
            if let drive = header.plan.input.ruleFile.drives.first(where: { $0.kind == .onedrive })
            {
                NextHints.say([(.nextCarried, .loginCarried(drive: drive.name))])
            }
        }
        let totals = header.totals
        if let hint {
            let found = totals.delete
            await hint.say(
                found.items == 0 ? [] : [.planned(items: found.items, bytes: found.bytes)],
                for: header.plan.input.ruleFile, rules: source.rules)
        }
        if detailedExitcode, totals.delete.items + totals.review.items > 0 {
            throw Failure(.somethingToDo)
        }
    }

    /// Says how many pictures were looked at, where what was written has no place for it.
    private static func sayLooks(_ header: PlanHeader) {
        for line in header.looksLines { Console.note(.lineNote(text: line)) }
    }

    /// How many protections that cover nothing are named.
    private static let idleMax = 5

    /// Names protections that cover nothing: often one is misspelt.
    private static func name(_ idle: [String]) {
        if idle.isEmpty { return }
        let more: [Phrase] = idle.count > idleMax ? [.verbatim("…")] : []
        let names = Phrase.series(
            [Phrase.names(Array(idle.prefix(idleMax)))] + more, separator: ", ")
        Console.note(.lineNote(text: Phrase.planIdle(n: idle.count, names: names)))
    }

    /// Says how old the listings are, where they are not fresh.
    private static func sayAges(_ header: PlanHeader) {
        guard let remembered = header.remembered, remembered.isOffline else { return }
        for name in remembered.order {
            guard let record = remembered.records[name] else { continue }
            let age = SystemClock.now().secondsSinceEpoch - record.syncedAt.secondsSinceEpoch
            Console.note(
                .lineNote(
                    text: Phrase.planOffline(
                        drive: VisibleText.escaped(name),
                        when: LocalTimeText.wall(
                            record.syncedAt, in: header.plan.input.timeZone, Console.words),
                        span: LocalTimeText.span(max(0, age)))))
        }
    }
}

/// Writes a plan in any format.
struct PlanOutput {
    let header: PlanHeader
    let includesKept: Bool
    /// What a file to write to is held against.
    let gate: OutputGate
    /// Whether nobody is told how long writing a file takes.
    var isQuiet = true

    /// Writes to `output` or standard output. A file without a format is JSON, and the table is
    /// shown beside it.
    func write(format: PlanFormat?, output: String?, isSummary: Bool) throws(Failure) {
        if isSummary {
            if let output {
                try writeFile(output, format ?? .json)
            }
            return Console.say(PlanTable(header: header, words: Console.words).summary())
        }
        if let output { try writeFile(output, format ?? .json) }
        // A file in a format of its own is all that was asked for.
        if output != nil, format != nil { return }
        try OutputFile.write(to: nil, past: gate) { sink throws(OutputError) in
            try write(format ?? .table, to: sink, ink: .output, width: TerminalWidth.ofOutput)
        }
    }

    private func writeFile(_ path: String, _ format: PlanFormat) throws(Failure) {
        try Progress.during(
            .progressWriting(path: VisibleText.escaped(path)), isQuiet: isQuiet
        ) { () throws(Failure) in
            try OutputFile.write(to: path, past: gate) { sink throws(OutputError) in
                try write(format, to: sink)
            }
        }
    }

    /// Writes in `format`. A table is coloured with `ink`, and cut to `width` columns.
    func write(
        _ format: PlanFormat, to sink: ByteSink, ink: Ink = .none, width: Int? = nil
    ) throws(OutputError) {
        switch format {
        case .table:
            let table = PlanTable(
                header: header, ink: ink, terminalWidth: width, words: Console.words)
            for line in table.lines(includesEntries: includesKept) {
                try sink.append(line + "\n")
            }
        case .json:
            try PlanDocument(header: header, includesKept: includesKept)
                .write(id: header.planID) { piece throws(OutputError) in try sink.append(piece) }
        case .ndjson:
            try PlanDocument(header.record(includesKept: includesKept))
                .writeLines { lines throws(OutputError) in try sink.append(lines) }
        case .csv:
            try PlanCSV(header: header, includesKept: includesKept).write(to: sink)
        case .markdown:
            try PlanMarkdown(
                header: header, includesKept: includesKept, words: Console.words
            ).write(to: sink)
        case .html:
            try page.write(to: sink)
        }
    }

    private var page: HTMLReport {
        var page = HTMLReport(
            plan: header.plan, totals: header.totals, limits: header.limits, version: Version.text)
        page.rulesName = header.rulesName
        page.generated = header.plan.input.now.description
        page.notes = header.warnings.map(\.message)
        page.looks = header.looksLines.map { Console.words.sentence($0) }
        page.waysBack = Console.words(header.waysBack + header.proofLines)
        page.includesKept = includesKept
        page.words = Console.words
        return page
    }

    /// Ends a command with what the user may do now.
    static func sayWhatIsNext(_ header: PlanHeader, arguments: String) {
        if header.totals.delete.items + header.totals.review.items == 0 {
            // A drive that is held has been spoken of, and is something to do.
            return header.isInDoubt ? () : Console.note(.lineNothingNext)
        }
        var lines: [NextHint] = []
        let isOfNow = header.planID != nil && header.isUsable(at: SystemClock.now())
        if isOfNow, header.totals.delete.items > 0,
            !header.limits.contains(where: \.isExceeded), header.canBeStaged
        {
            lines.append((.nextStage, .stage))
        }
        if isOfNow, header.totals.review.items > 0 {
            lines.append((.nextReviewCount(n: header.totals.review.items), .review))
        }
        let plan = header.plan
        if let row = (0..<plan.listing.count).first(where: { plan.verdict($0) != .keep }) {
            let path = plan.listing.path(row)
            lines.append((.nextWhy, .why(path: path, arguments: arguments)))
        }
        lines.append((.nextPage, .planPage(arguments: arguments)))
        NextHints.say(lines)
    }
}
