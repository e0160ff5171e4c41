// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import PlanRunner
internal import Reports
internal import RuleEngine
internal import StateLedger
internal import Text
internal import Wording
internal import Workflow

/// `cleanrules why`.
struct WhyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "why",
        abstract:
            "Explain the verdict on one item: every rule, every condition, the actual values.",
        discussion: """
            Examples:
              cleanrules why /Photos/a.jpg --rules rules.yaml
              cleanrules why onedrive:/Photos/a.jpg --rules rules.yaml --listing listing.ndjson
              cleanrules why ~/Downloads/setup.iso ~/Downloads
              cleanrules why setup.iso ~/Downloads
              cleanrules why /Photos/a.jpg --rules rules.yaml --format json

            The item is a path as the plan shows it, drive:path, or an id; where there is none, the
            item of that name, or whose path ends like that. Of several, all are listed.
            """)

    @Argument(help: "The item: its path on the drive, drive:path, its id, or its name.")
    var item: String

    @OptionGroup var source: PlanSource

    @Option(name: .long, help: "table or json.")
    var format: ReportFormat = .table

    func run() async throws {
        let session = try state()
        let rules = try await rules(session)
        let (header, _) = try await source.makePlan(rules, session)
        let rows = try rows(header)
        let decisions = try await self.decisions(session, header)
        var documents: [JSONValue] = []
        for (index, row) in rows.enumerated() {
            let explanation = Explanation(header.plan, row: row)
            let decision = decisions.last { decision in
                decision.item.id.utf8.elementsEqual(header.plan.listing.id(row).utf8)
                    && decision.item.drive.utf8.elementsEqual(
                        header.plan.listing.driveName(row).utf8)
                    && PastDecision(decision).mayBeAbout(row, of: header.plan.listing)
            }
            if format == .json {
                documents.append(
                    ExplanationJSON(
                        explanation, drive: header.plan.listing.driveName(row),
                        id: header.plan.listing.id(row), decision: decision
                    ).value)
                continue
            }
            if index > 0 { Console.say("") }
            let text = ExplanationText(
                explanation, decision: decision, timeZone: header.plan.input.timeZone,
                words: Console.words)
            for line in text.lines { Console.say(line) }
        }
        if format == .json {
            let document: JSONValue = .object([
                "format": .number(1), "now": .init(header.plan.input.now),
                "timezone": .text(header.plan.input.timeZone.identifier),
                "items": .list(documents),
            ])
            return Console.sayRaw(document.document)
        }
        if !source.quiet, session != nil,
            let row = rows.first(where: { header.plan.verdict($0) == .delete })
        {
            let listing = header.plan.listing
            let place = "\(listing.driveName(row)):\(listing.path(row))"
            NextHints.say([(.nextKeep, .keep(path: place))])
        }
    }

    /// The state that has a part; nil where there is none yet, for an explanation makes none.
    private func state() throws(Failure) -> StateSession? {
        if !source.usesState { return nil }
        let file = try source.state.file()
        return file.exists || source.offline ? try StateSession.opened(file) : nil
    }

    /// The rules that are named, else those of the newest plan; where another folder or a listing
    /// is asked about, or nothing was planned yet, those that are found.
    private func rules(_ session: StateSession?) async throws(Failure) -> LoadedRules {
        guard source.rules == nil, source.folder == nil, source.listing == nil, let session else {
            return try source.loadRules()
        }
        let newest = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.newestPlan()
        }
        if newest == nil { return try source.loadRules() }
        let rules = try await session.loadRules(nil)
        rules.sayWhere(nil, isQuiet: source.quiet)
        return rules
    }

    /// What people decided about the drives of the plan.
    private func decisions(
        _ session: StateSession?, _ header: PlanHeader
    ) async throws(Failure) -> [DecisionRecord] {
        guard let session else { return [] }
        let decisions = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.decisions()
        }
        return PlacedDecisions(decisions, on: header.identities, in: header.plan.listing).placed
    }

    /// The items to explain: those that are named, else the one whose name it is.
    private func rows(_ header: PlanHeader) throws(Failure) -> [Int] {
        let search = ItemSearch(listing: header.plan.listing)
        let named = search.rows(named: item, roots: header.roots)
        if !named.isEmpty { return named }
        let alike = search.rows(endingIn: item)
        if alike.count == 1 { return alike }
        let shown = VisibleText.escaped(item)
        guard let first = alike.first else {
            throw Failure(
                .failed, .explainNoItem(n: header.plan.listing.count, name: shown))
        }
        for row in alike.prefix(Self.listedMax) {
            Console.note("  " + VisibleText.escaped(search.place(row)))
        }
        if alike.count > Self.listedMax {
            Console.note("  " + Console.words(.tableMore(n: alike.count - Self.listedMax)))
        }
        throw Failure(
            .failed,
            .explainSeveral(
                n: alike.count, name: shown,
                command: .why(
                    path: search.place(first),
                    arguments: source.sourceArguments(header.rulesName))))
    }

    /// How many items of one name are listed.
    private static let listedMax = 20
}
