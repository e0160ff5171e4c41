// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Messages
internal import PlanRunner
internal import Reports
internal import ReviewUI
internal import RuleEngine
internal import StateLedger
internal import Text
internal import Wording
internal import Workflow

/// `cleanrules status`.
struct StatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show what waits to be deleted, and what became of what was staged.",
        discussion: """
            Examples:
              cleanrules status
              cleanrules status --watch
              cleanrules status --format ndjson

            The table shows what may still be deleted and what needs a look, at most 100 lines of it;
            --limit and --skip lead on, --all shows all.
            """)

    @Flag(name: .long, help: "Show it again whenever it changes, as long as something waits.")
    var watch = false

    @Flag(name: .long, help: "Show every item that was ever staged.")
    var all = false

    @OptionGroup var page: LimitOption

    @Option(name: .long, help: "Leave out so many lines before the first one that is shown.")
    var skip = 0

    @Option(name: .long, help: "table, json, ndjson or csv.")
    var format: ListFormat = .table

    @OptionGroup var options: ActionOptions

    mutating func validate() throws {
        if skip < 0 { throw ValidationError(String(clause: "--skip takes a number from 0 on.")) }
    }

    func run() async throws {
        let session = try StateSession.forReading(options.state)
        let zone = await session.timeZone(options.rules)
        try await ClockCheck.warn(session, zone)
        if let braked = try await session.brake(zone) { Console.warn(braked) }
        if !watch { return await show(try await report(session, zone), session) }
        let signals = Signals(isQuiet: true)
        var last: [String] = []
        while true {
            let report = try await report(session, zone)
            let lines = report.text(format, all: all)
            if lines != last {
                if Console.outputIsScreen, !last.isEmpty { Console.sayRaw("\u{1b}[H\u{1b}[2J") }
                await show(report, session)
                last = lines
            }
            if StandardOutput.hasFailed { return }
            if !report.items.contains(where: \.state.isActive) { return }
            try? await Task.sleep(for: .seconds(1))
            if let status = signals.status { throw Failure(status) }
        }
    }

    private func report(
        _ session: StateSession, _ zone: RuleTimeZone
    ) async throws(Failure) -> StatusReport {
        let (items, plan, drives) = try await session.asking { ledger async throws(LedgerError) in
            (
                try await ledger.stagedItems(states: nil), try await ledger.newestPlan(),
                try await ledger.drives()
            )
        }
        var report = StatusReport(
            file: session.file, items: items, plan: plan, drives: drives,
            time: LocalTimeText(timeZone: zone, now: SystemClock.now(), words: Console.words))
        report.skip = skip
        report.limit = page.limit
        report.ink = format == .table ? .output : .none
        report.terminalWidth = TerminalWidth.ofOutput
        report.brake = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.brake()
        }
        if let plan, plan.reviewCount > 0 { report.review = await review(session) }
        return report
    }

    /// Where the review stands; nil where the rules cannot be read now.
    private func review(_ session: StateSession) async -> ReviewState? {
        guard let rules = try? await session.loadRules(options.rules),
            let wiring = try? ReviewWiring(session: session, rules: rules)
        else { return nil }
        return try? await ReviewSession(
            ledger: session.ledger, source: wiring.source, front: "command"
        ).state()
    }

    private func show(_ report: StatusReport, _ session: StateSession) async {
        for line in report.text(format, all: all) { Console.say(line) }
        if format != .table || options.quiet { return }
        let rules = try? await session.loadRules(options.rules)
        let item = await session.firstToComeBack(report.items.reversed(), rules)
        // Nothing goes without the rules that it was planned by.
        let hasRules =
            options.rules == nil
            ? rules != nil
            : report.plan.map { (try? RulesLoader.loadQuietly($0.rulesPath)) != nil } ?? true
        NextHints.say(report.hints(comingBack: item, canExecute: hasRules))
    }
}

/// What `status` says.
struct StatusReport {
    let file: StateFile
    let items: [StagedItem]
    let plan: LedgerPlan?
    /// The drives that were listed.
    let drives: [LedgerDrive]
    let time: LocalTimeText
    /// Where the review of the newest plan stands, if there is one.
    var review: ReviewState?
    /// Why nothing is deleted, if the brake is on.
    var brake: Brake?
    /// How many items are left out before the first one that is listed.
    var skip = 0
    /// How many items are listed at most; nil for what is usual.
    var limit: Int?
    /// What colours the states.
    var ink = Ink.none
    /// The columns of the terminal that it is for; nil where nothing is cut.
    var terminalWidth: Int?
    /// How many items the table shows unless somebody says otherwise.
    static let itemsMax = LimitOption.onTerminal

    /// The lines in `format`.
    func text(_ format: ListFormat, all: Bool) -> [String] {
        switch format {
        case .table: table(all: all)
        case .json: [String(json.document.dropLast())]
        case .ndjson: page.map { JSONValue.object(StagedItemJSON.full($0)).line }
        case .csv: csv
        }
    }

    /// The items that are asked for, in formats that are read by programs.
    private var page: ArraySlice<StagedItem> {
        items.dropFirst(skip).prefix(limit ?? items.count)
    }

    /// What the user may do now, of which `item` is one to bring back.
    func hints(comingBack item: StagedItem?, canExecute: Bool = true) -> [NextHints.Hint] {
        let now = time.now
        let waiting = items.filter(\.state.canBeUndone)
        var hints: [NextHints.Hint] = []
        if canExecute, waiting.contains(where: { $0.opens <= now }) {
            hints.append((.nextExecute, .execute))
        }
        if !waiting.isEmpty { hints.append((.nextUndoAll, .undoAll)) }
        if let item { hints.append(item.comingBackHint) }
        if let review, review.remaining > 0, plan?.usedAt == nil {
            hints.append((.nextReview, .review))
        }
        if let plan, plan.usedAt == nil, plan.expires > now, plan.exceededLimits.isEmpty,
            plan.created.secondsSinceEpoch - now.secondsSinceEpoch <= Runner.clockSkewMaxSeconds,
            plan.deleteCount + (review?.marked.items ?? 0) > 0
        {
            hints.append((.nextStageNewest, .stage))
        }
        if hints.isEmpty { hints.append((.nextPlan, .plan)) }
        return hints
    }

    // MARK: Table

    private func table(all: Bool) -> [String] {
        let words = Console.words
        var rows = [[words(.statusProfile), "\(file.profile) (\(VisibleText.escaped(file.path)))"]]
        for drive in drives {
            guard let root = DrivePlaces.root(of: drive) else { continue }
            let name = VisibleText.escaped(drive.name)
            rows.append(words([.statusDrive, .statusDriveIs(drive: name, place: root)]))
        }
        rows.append(words([.statusPlan, planText]))
        if let review { rows.append([words(.statusReview), reviewText(review)]) }
        let waiting = items.filter(\.state.canBeUndone)
        if !waiting.isEmpty {
            let due = waiting.filter { $0.opens <= time.now }
            var parts = [waiting.shownCount]
            if !due.isEmpty { parts.append(.statusDueCount(n: due.count)) }
            if let next = waiting.map(\.opens).filter({ $0 > time.now }).min() {
                parts.append(.statusNextEnd(when: time.phrase(next)))
            }
            rows.append(words([.statusWaiting, .series(parts, separator: " · ")]))
        }
        let counts = items.counts
        let others = ItemState.allCases.filter { !$0.canBeUndone }.compactMap { state in
            counts[state].map { words(.statusState(n: $0, what: state.label)) }
        }
        if !others.isEmpty { rows.append([words(.statusSoFar), others.joined(separator: " · ")]) }
        if items.isEmpty { rows.append(words([.statusItems, .statusNothingYet])) }
        var lines = TextTable(rows: rows, leftColumns: [0, 1]).lines
        let shown = items.filter { all || $0.state.isActive || needsAttention($0) }
        let most = limit ?? (all ? Int.max : Self.itemsMax)
        if !shown.isEmpty { lines += [""] + list(shown, most: most) }
        return lines
    }

    private var planText: Phrase {
        guard let plan else { return .statusNoPlan }
        let what = Phrase.statusPlanCounts(
            n: plan.deleteCount, plan: plan.id, size: plan.deleteBytes, count: plan.reviewCount)
        if let used = plan.usedAt { return .statusStaged(plan: what, when: time.phrase(used)) }
        if plan.expires <= time.now {
            return .statusExpired(plan: what, when: time.phrase(plan.expires))
        }
        if !plan.exceededLimits.isEmpty { return .statusOverLimit(plan: what) }
        return .statusOpen(plan: what, when: time.phrase(plan.expires))
    }

    private func reviewText(_ review: ReviewState) -> String {
        var parts: [Phrase] = [.statusToDecide(n: review.remaining)]
        if review.marked.items > 0 {
            parts.append(.statusMarked(n: review.marked.items, size: review.marked.bytes))
        }
        if review.kept.items > 0 { parts.append(.statusKept(n: review.kept.items)) }
        if let limit = review.quota.limit {
            parts.append(.reviewQuota(used: review.quota.used, limit: limit))
        }
        return Console.words(.series(parts, separator: " · "))
    }

    private func needsAttention(_ item: StagedItem) -> Bool {
        item.state == .gaveUp || item.state == .changed
    }

    private func list(_ items: [StagedItem], most: Int) -> [String] {
        let words = Console.words
        let page = items.dropFirst(skip).prefix(most)
        var rows = [words([.columnState, .columnDue, .columnSize, .columnItem, .columnWhy])]
        for item in page {
            rows.append([
                ink.text(words(item.state.name), item.state.style),
                item.state.isActive ? due(item) : "", item.shownSize(Console.words),
                item.shownPlace, why(item),
            ])
        }
        var lines = TextTable(
            rows: rows, leftColumns: [0, 1, 3, 4], terminalWidth: terminalWidth
        ).lines
        if skip > 0, !page.isEmpty {
            lines.insert(words(.statusBefore(n: min(skip, items.count))), at: 1)
        }
        let left = items.count - skip - page.count
        if left > 0 {
            lines.append(
                words(
                    .statusMore(n: left, skip: String(skip + page.count), all: String(items.count)))
            )
        }
        return page.isEmpty ? [words(.statusNoneLeft(n: skip))] : lines
    }

    private func due(_ item: StagedItem) -> String {
        item.opens <= time.now ? Console.words(.statusDue) : time.text(item.opens)
    }

    /// Why, and how where that is not the bin.
    private func why(_ item: StagedItem) -> String {
        let why = Console.words.why(item)
        let method = item.order.method
        if !item.state.isActive || method == DeletionMethod.recycle.rawValue {
            return VisibleText.escaped(why)
        }
        return VisibleText.escaped(why.isEmpty ? method : "\(method) · \(why)")
    }

    // MARK: Other formats

    private var json: JSONValue {
        var members: [String: JSONValue] = [
            "format": .number(1), "profile": .text(file.profile),
            "state_file": .text(file.path), "plan": plan.map(PlanRecordJSON.value) ?? .null,
            "counts": StagedItemJSON.counts(items),
            "drives": .list(
                drives.map { drive in
                    var members: [String: JSONValue] = [
                        "name": .text(drive.name), "kind": .text(drive.kind),
                    ]
                    if let root = drive.settings[DriveSettings.root] {
                        members["root"] = .text(root)
                    }
                    return .object(members)
                }),
            "items": .list(page.map { .object(StagedItemJSON.full($0)) }),
        ]
        if let brake { members["brake"] = brake.json }
        return .object(members)
    }

    private var csv: [String] {
        let head = "number,drive,id,path,state,due,rule,plan,staged_at,size,method,attempt,problem"
        return [head]
            + page.map { item in
                let order = item.order
                let cells = [
                    String(item.number), order.item.drive, order.item.id, order.item.path,
                    item.state.rawValue, order.due.description, order.rule ?? "", item.plan,
                    item.stagedAt.description, order.item.size.map { String($0) } ?? "",
                    order.method, String(item.attempt), item.problem ?? "",
                ]
                return cells.map(PlanCSV.cell).joined(separator: ",")
            }
    }
}

extension ItemState {
    /// The colour of the word; nil where it stands for nothing in particular.
    fileprivate var style: Ink.Style? {
        switch self {
        case .failed, .gaveUp, .changed: .red
        case .staged, .executing, .held, .deferred: .yellow
        case .deleted, .restored, .undone: .green
        case .gone, .cancelled: nil
        }
    }
}

/// A plan as the state file knows it, as JSON.
enum PlanRecordJSON {
    /// The plan without its entries.
    static func value(_ plan: LedgerPlan) -> JSONValue {
        .object([
            "id": .text(plan.id), "created": JSONValue(plan.created),
            "expires": JSONValue(plan.expires), "used_at": JSONValue(plan.usedAt),
            "rules": .text(plan.rulesPath), "deletes": .number(plan.deleteCount),
            "delete_bytes": .number(plan.deleteBytes), "reviews": .number(plan.reviewCount),
            "review_bytes": .number(plan.reviewBytes),
            "exceeded_limits": .list(plan.exceededLimits.map { .text($0) }),
        ])
    }
}
