// SPDX-License-Identifier: Apache-2.0

internal import PlanRunner
internal import Reports
internal import RuleEngine
internal import StateLedger
internal import Text
internal import Wording
internal import Workflow

/// What one round of `run` came to.
struct RunReport {
    let profile: String
    /// Where the rules lie that it went by.
    let rules: String
    /// How many tests of the rules were met.
    let testCount: Int
    /// The plan that was made.
    var plan: PlanHeader?
    /// What was staged of it.
    var staged: (proposal: StagingProposal, outcome: StagingOutcome)?
    /// Why it was not staged.
    var refusal: Phrase?
    /// Why there is no plan.
    var failure: Failure?
    /// What was deleted.
    var execution: Execution.Result?

    /// A round that has not begun.
    init(profile: String, rules: String, testCount: Int) {
        self.profile = profile
        self.rules = rules
        self.testCount = testCount
    }

    /// Drives that list so many fewer files that something may be wrong with them.
    var dropped: [String] {
        (plan?.limits ?? []).filter { $0.subject == .listingDrop && $0.isExceeded }
            .compactMap(\.drive)
    }

    /// Drives that are left alone in this round, by name, with why.
    var heldDrives: [String: Phrase] {
        var held: [String: Phrase] = [:]
        for name in dropped { held[name] = .runFewer }
        for (name, doubt) in plan?.remembered?.doubts ?? [:] { held[name] = doubt.phrase }
        return held
    }

    /// Whether there is no drive that anything could be done on.
    var holdsAllDrives: Bool {
        guard let drives = plan?.plan.listing.drives, !drives.isEmpty else { return false }
        let held = heldDrives
        return drives.allSatisfy { held[$0.name] != nil }
    }

    /// Whether the plan waits to be staged.
    var canStage: Bool {
        guard let plan, staged == nil, refusal == nil else { return false }
        return plan.totals.delete.items > 0 && !plan.limits.contains(where: \.isExceeded)
            && plan.canBeStaged
    }

    /// What the round ends with.
    var status: Ending {
        var statuses: [Ending] = []
        if refusal != nil || !dropped.isEmpty { statuses.append(.refused) }
        if plan?.remembered?.doubts.isEmpty == false { statuses.append(.partial) }
        if let failure { statuses.append(failure.status) }
        if let execution { statuses.append(execution.status) }
        return .worst(of: statuses)
    }

    // MARK: Text

    /// The report in lines.
    var lines: [String] { lines(of: facts) }

    /// The same for a terminal, where the refusal follows as the error that the command ends with.
    var linesBeforeError: [String] { lines(of: facts.filter { $0.label != .runLabelRefused }) }

    private func lines(of facts: [(label: Phrase, text: String)]) -> [String] {
        let words = Console.words
        let width = Self.labels.map { CellWidth.of(words($0)) }.max() ?? 0
        return facts.map { label, text in
            if text.isEmpty { return "" }
            let name = words(label)
            return name + String(repeating: " ", count: width + 2 - CellWidth.of(name)) + text
        }
    }

    /// What every line is about.
    private static let labels: [Phrase] = [
        .runLabelRules, .runLabelTests, .runLabelPlan, .runLabelProof, .runLabelStaged,
        .runLabelNoPlan, .runLabelHeld, .runLabelRefused, .runLabelLimit, .runLabelExecute,
    ]

    /// What is reported; an empty text is an empty line.
    private var facts: [(label: Phrase, text: String)] {
        let words = Console.words
        var facts: [(label: Phrase, text: String)] = [
            (.runLabelRules, VisibleText.escaped(rules)),
            (.runLabelTests, words(.runTests(n: testCount))),
        ]
        if let plan {
            let line = Phrase.runPlan(
                plan: plan.planID ?? "", counts: PlanTable(header: plan, words: words).counts)
            facts.append((.runLabelPlan, words(line)))
        }
        facts += (plan?.proofLines ?? []).map { (.runLabelProof, words.text($0)) }
        if let staged {
            let report = StagingReport(
                proposal: staged.proposal,
                timeZone: plan?.plan.input.timeZone ?? .machine)
            facts += words(report.lines(staged.outcome)).map { (.runLabelStaged, $0) }
            if let line = report.takenBack { facts.append((.runLabelStaged, words(line))) }
        }
        if let failure { facts.append((.runLabelNoPlan, failure.message ?? "")) }
        for (name, why) in heldDrives.sorted(by: { $0.key < $1.key }) {
            let advice = DriveDoubt.advice(VisibleText.escaped(name), why)
            facts.append((.runLabelHeld, words(advice)))
        }
        if let refusal {
            // It names the limits that stand in its way.
            facts.append((.runLabelRefused, words(refusal)))
        } else if let plan {
            for limit in plan.limits where limit.isExceeded {
                let line = limit.phrase(in: plan.plan.input.ruleFile)
                facts.append((.runLabelLimit, words(line)))
            }
        }
        if let execution {
            facts += words(execution.lines).map { (.runLabelExecute, $0) }
        }
        return facts
    }

    /// The heads of the table of items.
    private var heads: [String] {
        Console.words([
            .columnState, .columnItem, .columnSize, .runColumnRule, .columnWhy,
        ])
    }

    /// The report in Markdown.
    var markdown: String {
        let words = Console.words
        var text = "# \(words(.runTitle))\n\n"
        for line in lines where !line.isEmpty {
            text += "- \(MarkdownCode.line(shown: line.trimmingBlanks))\n"
        }
        if let items = execution?.report.items, !items.isEmpty {
            text += "\n| \(heads.joined(separator: " | ")) |\n|---|---|---:|---|---|\n"
            for item in items.prefix(PlanMarkdown.itemsMax) {
                text +=
                    "| \(words(item.state.name)) | \(MarkdownCode.cell(item.fullPath))"
                    + " | \(item.shownSize(words)) | \(MarkdownCode.cell(item.order.rule ?? ""))"
                    + " | \(MarkdownCode.cell(words.toldWhy(item) ?? "")) |\n"
            }
            if handledCount > PlanMarkdown.itemsMax {
                text += "\n" + words(.runMore(n: handledCount - PlanMarkdown.itemsMax)) + "\n"
            }
        }
        return text
    }

    /// The report as a page that needs nothing else.
    var html: String {
        let words = Console.words
        let title = HTMLReportText.markup(words(.runTitle))
        let items = execution?.report.items ?? []
        let list = lines.filter { !$0.isEmpty }
            .map { "<li>\(HTMLReportText.markup(shown: $0.trimmingBlanks))</li>" }.joined(
                separator: "\n")
        let rows = items.prefix(Self.pageItemsMax).map { item in
            "<tr><td>\(words(item.state.name))</td><td>\(HTMLReportText.markup(item.fullPath))</td>"
                + "<td>\(item.shownSize(words))</td><td>\(HTMLReportText.markup(item.order.rule ?? ""))</td>"
                + "<td>\(HTMLReportText.markup(words.toldWhy(item) ?? ""))</td></tr>"
        }
        let more =
            handledCount > Self.pageItemsMax
            ? "<p>\(words(.runMore(n: handledCount - Self.pageItemsMax)))</p>" : ""
        let table =
            rows.isEmpty
            ? ""
            : """
            <table><thead><tr>\(heads.map { "<th>\($0)</th>" }.joined())</tr>
            </thead><tbody>
            \(rows.joined(separator: "\n"))
            </tbody></table>\(more)
            """
        return """
            <!doctype html>
            <html lang="\(words.language.rawValue)"><head><meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
            <title>\(title)</title>
            <style>
            :root { color-scheme: light dark; }
            body { font: 1rem/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; }
            table { border-collapse: collapse; width: 100%; }
            th, td { border-bottom: 1px solid; padding: .3rem .6rem; text-align: left; overflow-wrap: anywhere; }
            td:nth-child(3) { text-align: right; white-space: nowrap; }
            </style></head>
            <body><main><h1>\(title)</h1>
            <ul>
            \(list)
            </ul>
            \(table)
            </main></body></html>

            """
    }

    /// How many items were handled, named or not.
    private var handledCount: Int { execution?.report.handled.count ?? 0 }

    /// How many items the page names.
    private static let pageItemsMax = 5_000

    /// How many items of each state have to be named for all but JSON.
    static let namedMax = max(pageItemsMax, PlanMarkdown.itemsMax, Execution.Result.itemsMax)

    // MARK: JSON

    /// The report as JSON.
    var json: JSONValue {
        var members: [String: JSONValue] = [
            "format": .number(1), "profile": .text(profile), "rules": .text(rules),
            "tests": .object(["passed": .number(Int64(testCount)), "failed": .number(0)]),
            "plan": plan.map(Self.planJSON) ?? .null, "stage": stageJSON,
            "exit": .number(Int64(status.exitStatus)),
        ]
        members["execute"] = execution.map { .object($0.json) } ?? .null
        if let failure { members["failed"] = .text(failure.phrase.map { Words.english($0) } ?? "") }
        if !heldDrives.isEmpty {
            members["held_drives"] = .list(
                heldDrives.sorted { $0.key < $1.key }.map {
                    .object(["name": .text($0.key), "why": .text(Words.english($0.value))])
                })
        }
        return .object(members)
    }

    private static func planJSON(_ header: PlanHeader) -> JSONValue {
        let totals = header.totals
        func tally(_ tally: Tally) -> JSONValue {
            .object(["items": .number(tally.items), "bytes": .number(tally.bytes)])
        }
        return .object([
            "id": JSONValue(header.planID), "keep": tally(totals.keep),
            "delete": tally(totals.delete), "review": tally(totals.review),
            "exceeded_limits": .list(
                header.limits.filter(\.isExceeded).map { .text($0.sentence) }),
        ])
    }

    private var stageJSON: JSONValue {
        if let staged {
            guard
                case .object(let members) = StagingReport(
                    proposal: staged.proposal, timeZone: .utc
                ).json(staged.outcome)
            else { return .null }
            return .object(members.filter { $0.name != "format" })
        }
        return refusal.map { .object(["refused": .text(Words.english($0))]) } ?? .null
    }
}

extension String {
    /// The text with single blanks only.
    fileprivate var trimmingBlanks: String {
        split(separator: " ").joined(separator: " ")
    }
}
