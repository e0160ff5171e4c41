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
    /// When it began.
    let begun: Timestamp
    /// When it ended.
    var ended: Timestamp
    /// Where the rules lie that it went by; nil where none were found.
    var rules: String?
    /// How many tests of the rules were met, and how many were not; nil where none were run.
    var tests: (passed: Int, failed: Int)?
    /// Whether it only says what would be done.
    var isDryRun = false
    /// When an earlier round began that was killed before its end.
    var unfinished: Timestamp?
    /// What ended it before its end.
    var end: Failure?
    /// Whether anything may have been settled, staged or deleted.
    var mayHaveActed = false
    /// What would be deleted now; of a dry run only.
    var due = HandledItems.Tally()
    /// How many items that are due were left for another round, for there were too many.
    var left = 0
    /// What waits after it.
    var next: NextDue?
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
    init(profile: String, begun: Timestamp) {
        self.profile = profile
        self.begun = begun
        ended = begun
    }

    /// How the report of a round begins, in each of its formats: what else lies where one is to go
    /// is not written over before it is known what must not be.
    static let marks = [
        "{\n\"about\": \"\(about)\"", "{\"about\":\"\(about)\"", mark,
        "<!doctype html>\n\(mark)",
    ]
    private static let about = "cleanrules run"
    private static let mark = "<!-- \(about) -->"

    /// Whether nobody needs to hear of it: it came to its end, and so did the one before.
    var isAllWell: Bool {
        status == .done && unfinished == nil && left == 0
            && staged.map { $0.outcome.staged == 0 } ?? true
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
        var statuses: [Ending] = end.map { [$0.status] } ?? []
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
    var linesBeforeError: [String] {
        if refusal == nil { return lines }
        let said: [Phrase] = [.runLabelRefused, .runLabelSummary]
        return lines(of: facts.filter { !said.contains($0.label) })
    }

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
        .runLabelSummary, .runLabelBefore, .runLabelNext, .runLabelRules, .runLabelTests,
        .runLabelPlan, .runLabelProof, .runLabelStaged,
        .runLabelNoPlan, .runLabelHeld, .runLabelRefused, .runLabelLimit, .runLabelExecute,
    ]

    /// What is reported; an empty text is an empty line.
    private var facts: [(label: Phrase, text: String)] {
        let words = Console.words
        var facts = [(label: Phrase.runLabelSummary, text: words(summary))]
        if let unfinished {
            facts.append((.runLabelBefore, words(.runUnfinished(when: time.phrase(unfinished)))))
        }
        if let rules { facts.append((.runLabelRules, VisibleText.escaped(rules))) }
        if let tests {
            facts.append((.runLabelTests, words(.runTests(n: tests.passed))))
            if tests.failed > 0 {
                facts.append((.runLabelTests, words(.runTestsFailed(n: tests.failed))))
            }
        }
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
        if left > 0 { facts.append((.runLabelExecute, words(.runLeft(n: left)))) }
        if let next {
            let line = Phrase.runNext(n: next.count, when: time.phrase(next.first))
            facts.append((.runLabelNext, words(line)))
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
        var text =
            "\(Self.mark)\n# \(words(.runTitle))\n\n\(MarkdownCode.line(shown: words(summary)))\n\n"
        for line in lines.dropFirst() where !line.isEmpty {
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
        let list = lines.dropFirst().filter { !$0.isEmpty }
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
            \(Self.mark)
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
            <p>\(HTMLReportText.markup(shown: words(summary)))</p>
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
            "about": .text(Self.about), "format": .number(1), "profile": .text(profile),
            "begun": .text(begun.description), "ended": .text(ended.description),
            "summary": .text(Words.english(summary)), "rules": JSONValue(rules),
            "plan": plan.map(Self.planJSON) ?? .null, "stage": stageJSON,
            "exit": .number(Int64(status.exitStatus)),
        ]
        members["tests"] =
            tests.map { tests in
                .object([
                    "passed": .number(Int64(tests.passed)),
                    "failed": .number(Int64(tests.failed)),
                ])
            } ?? .null
        if isDryRun { members["dry_run"] = .bool(true) }
        if let unfinished { members["unfinished_round"] = .text(unfinished.description) }
        if let end { members["error"] = .text(Words.english(end.why)) }
        if left > 0 { members["left"] = .number(Int64(left)) }
        if isDryRun {
            members["due"] = .object([
                "items": .number(Int64(due.count)), "bytes": .number(due.bytes),
            ])
        }
        members["next"] =
            next.map { next in
                .object([
                    "items": .number(Int64(next.count)), "first": .text(next.first.description),
                ])
            } ?? .null
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
