// SPDX-License-Identifier: Apache-2.0

internal import PlanRunner
package import Reports
internal import RuleEngine
internal import StateLedger
internal import Text
package import Wording

extension RunReport {
    /// The round in a sentence or two, on which a person can act.
    package var summary: Phrase { sentence(quotes: true) }

    /// The same; unless it `quotes`, without the words of errors, which may name files.
    func sentence(quotes: Bool) -> Phrase {
        func said(_ why: Phrase) -> Phrase { quotes ? why : .notifySeeReport }
        if let end {
            return mayHaveActed ? .runSumEnded(why: said(end.why)) : .runSumNot(why: said(end.why))
        }
        var parts: [Phrase] = []
        if let execution, let braked = execution.braked {
            parts.append(.brakeLine(why: quotes ? braked : execution.plainBrake))
        }
        if let lost { parts.append(.runSumLost(why: said(lost.why))) }
        if isDryRun { parts.append(.runSumDry(n: due.count)) }
        if let report = execution?.report {
            let deleted = report.count(.deleted)
            if deleted > 0 {
                parts.append(.runSumDeleted(n: deleted, size: report.deletedBytes))
            }
            if report.purgedCount > 0 { parts.append(.executePurged(n: report.purgedCount)) }
            let deferred = report.count(.deferred)
            if deferred > 0 { parts.append(.runSumDeferred(n: deferred)) }
        }
        if left > 0 { parts.append(.runLeft(n: left)) }
        if staged == nil, refusal == nil, let delete = plan?.totals.delete, delete.items > 0 {
            parts.append(.runSumUnstaged(n: delete.items, size: delete.bytes))
        }
        if let (proposal, outcome) = staged, outcome.staged > 0, let first = outcome.firstDue {
            parts.append(
                .runSumStaged(
                    n: outcome.staged, when: time.phrase(first),
                    command: .undo(plan: proposal.plan.id)))
        }
        if let refusal { parts.append(.runSumRefused(why: said(refusal))) }
        if let failure { parts.append(.runSumNoPlan(why: said(failure.why))) }
        for (name, failure) in missed {
            parts.append(
                .runSumMissed(drive: VisibleText.escaped(name), why: said(failure.why)))
        }
        if !heldDrives.isEmpty {
            parts.append(
                .runSumHeld(
                    names: Phrase.names(heldDrives.keys.sorted().map { VisibleText.escaped($0) })))
        }
        let others = troubles
        if others > 0 { parts.append(.runSumTrouble(n: others, command: .status)) }
        if stopped != nil { parts.append(.runSumEnded(why: Phrase.executeStopped)) }
        if parts.isEmpty { parts.append(.runSumNothing) }
        return Phrase.series(parts, separator: " ")
    }

    /// Whether it did not come to its end, or an error kept it from a part of it.
    var hasFailed: Bool {
        end != nil || failure != nil || !missed.isEmpty || stopped != nil || lost != nil
    }

    /// How many items were due and neither went nor wait for another day.
    private var troubles: Int {
        guard let report = execution?.report else { return 0 }
        let bad: Set<ItemState> = [.failed, .gaveUp, .held, .changed]
        let settled = report.settled.count {
            bad.contains($0.state) && !report.handled.contains($0.number)
        }
        let others = report.unsettled.count + settled + report.leftInQuarantine.count
        return others
            + [ItemState.failed, .gaveUp, .held, .changed, .executing].reduce(0) {
                $0 + report.count($1)
            }
    }

    /// Instants as people read them.
    var time: LocalTimeText {
        let zone = plan?.plan.input.timeZone ?? timeZone ?? .machine
        return LocalTimeText(timeZone: zone, now: ended, words: Host.words)
    }

    /// Writes the report in that format.
    package func write(_ format: RunReportFormat, to sink: ByteSink) throws(OutputError) {
        switch format {
        case .json: try sink.append(json.document)
        case .ndjson: for line in ndjson { try sink.append(line + "\n") }
        case .markdown: try sink.append(markdown)
        case .html: try sink.append(html)
        }
    }

    /// The report line by line: first all of it but the items, then each item.
    private var ndjson: [String] {
        guard case .object(var members) = json else { return [] }
        var items: [JSONValue] = []
        for (place, member) in members.enumerated() where member.name == "execute" {
            guard case .object(let execute) = member.value else { continue }
            for case (name: "items", value: .list(let all)) in execute { items = all }
            members[place].value = .object(execute.filter { $0.name != "items" })
        }
        return [JSONValue.object(members).line] + items.map(\.line)
    }
}

extension Failure {
    /// What it says; of rules with mistakes, which have been named one by one, that there are some.
    var why: Phrase {
        phrase ?? (status == .invalidRules ? .runSumRules(command: .check) : .verbatim(""))
    }
}

/// The kinds of report that a round writes to files.
package enum RunReportFormat: String, CaseIterable, Sendable {
    case json
    case ndjson
    case markdown
    case html
}
