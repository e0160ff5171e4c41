// SPDX-License-Identifier: Apache-2.0

internal import PlanRunner
internal import RuleEngine
internal import StateLedger
internal import Wording

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
    var heldDrives: [String: String] {
        var held: [String: String] = [:]
        for name in dropped { held[name] = "it lists far fewer files than before" }
        for (name, doubt) in plan?.remembered?.doubts ?? [:] { held[name] = doubt.sentence }
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
    var status: ExitStatus {
        var statuses: [ExitStatus] = []
        if refusal != nil || !dropped.isEmpty { statuses.append(.refused) }
        if plan?.remembered?.doubts.isEmpty == false { statuses.append(.partial) }
        if let failure { statuses.append(failure.status) }
        if let execution { statuses.append(execution.status) }
        return .worst(of: statuses)
    }

    // MARK: Text

    /// The report in lines.
    var lines: [String] {
        var lines = [
            "rules    \(VisibleText.escaped(rules))",
            "tests    \(counted(testCount, "test")) of the rules met",
        ]
        if let plan {
            lines.append("plan     \(plan.planID ?? ""), \(PlanTable(header: plan).counts)")
        }
        for line in plan?.proofLines ?? [] { lines.append("proof    " + line) }
        if let staged {
            let report = StagingReport(
                proposal: staged.proposal,
                timeZone: plan?.plan.input.timeZone ?? .machine)
            lines += Console.words(report.lines(staged.outcome)).map { "staged   " + $0 }
            if let line = report.takenBack { lines.append("staged   " + Console.words(line)) }
        }
        if let failure { lines.append("no plan  " + (failure.message ?? "")) }
        for (name, why) in heldDrives.sorted(by: { $0.key < $1.key }) {
            lines.append("held     " + VisibleText.escaped(DriveDoubt.advice(name, why)))
        }
        if let refusal { lines.append("refused  " + Console.words(refusal)) }
        for limit in plan?.limits ?? [] where limit.isExceeded {
            lines.append("limit    " + Console.words(limit.phrase))
        }
        if let execution {
            for line in Console.words(execution.lines) {
                lines.append(line.isEmpty ? "" : "execute  " + line)
            }
        }
        return lines
    }

    /// The report in Markdown.
    var markdown: String {
        var text = "# Round of cleanrules\n\n"
        for line in lines where !line.isEmpty {
            text += "- \(MarkdownCode.line(shown: line.trimmingBlanks))\n"
        }
        if let items = execution?.report.items, !items.isEmpty {
            text += "\n| state | item | size | rule | why |\n|---|---|---:|---|---|\n"
            for item in items.prefix(PlanMarkdown.itemsMax) {
                text +=
                    "| \(item.state.rawValue) | \(MarkdownCode.cell(item.fullPath))"
                    + " | \(item.shownSize) | \(MarkdownCode.cell(item.order.rule ?? ""))"
                    + " | \(MarkdownCode.cell(item.problem ?? item.place ?? "")) |\n"
            }
            if items.count > PlanMarkdown.itemsMax {
                text += "\n… and \(grouped(Int64(items.count - PlanMarkdown.itemsMax))) more\n"
            }
        }
        return text
    }

    /// The report as a page that needs nothing else.
    var html: String {
        let items = execution?.report.items ?? []
        let list = lines.filter { !$0.isEmpty }
            .map { "<li>\(HTMLReportText.markup(shown: $0.trimmingBlanks))</li>" }.joined(
                separator: "\n")
        let rows = items.prefix(Self.pageItemsMax).map { item in
            "<tr><td>\(item.state.rawValue)</td><td>\(HTMLReportText.markup(item.fullPath))</td>"
                + "<td>\(item.shownSize)</td><td>\(HTMLReportText.markup(item.order.rule ?? ""))</td>"
                + "<td>\(HTMLReportText.markup(item.problem ?? item.place ?? ""))</td></tr>"
        }
        let more =
            items.count > Self.pageItemsMax
            ? "<p>… and \(grouped(Int64(items.count - Self.pageItemsMax))) more</p>" : ""
        let table =
            rows.isEmpty
            ? ""
            : """
            <table><thead><tr><th>state</th><th>item</th><th>size</th><th>rule</th><th>why</th></tr>
            </thead><tbody>
            \(rows.joined(separator: "\n"))
            </tbody></table>\(more)
            """
        return """
            <!doctype html>
            <html lang="en"><head><meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
            <title>Round of cleanrules</title>
            <style>
            :root { color-scheme: light dark; }
            body { font: 1rem/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; }
            table { border-collapse: collapse; width: 100%; }
            th, td { border-bottom: 1px solid; padding: .3rem .6rem; text-align: left; overflow-wrap: anywhere; }
            td:nth-child(3) { text-align: right; white-space: nowrap; }
            </style></head>
            <body><main><h1>Round of cleanrules</h1>
            <ul>
            \(list)
            </ul>
            \(table)
            </main></body></html>

            """
    }

    /// How many items the page names.
    private static let pageItemsMax = 5_000

    // MARK: JSON

    /// The report as JSON.
    var json: JSONValue {
        var members: [String: JSONValue] = [
            "format": .number(1), "profile": .text(profile), "rules": .text(rules),
            "tests": .object(["passed": .number(Int64(testCount)), "failed": .number(0)]),
            "plan": plan.map(Self.planJSON) ?? .null, "stage": stageJSON,
            "exit": .number(Int64(status.rawValue)),
        ]
        members["execute"] = execution.map { .object($0.json) } ?? .null
        if let failure { members["failed"] = .text(failure.phrase.map { Words.english($0) } ?? "") }
        if !heldDrives.isEmpty {
            members["held_drives"] = .list(
                heldDrives.sorted { $0.key < $1.key }.map {
                    .object(["name": .text($0.key), "why": .text($0.value)])
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
                case .object(var members) = StagingReport(
                    proposal: staged.proposal, timeZone: .utc
                ).json(staged.outcome)
            else { return .null }
            members["format"] = nil
            return .object(members)
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
