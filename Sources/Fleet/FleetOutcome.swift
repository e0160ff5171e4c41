// SPDX-License-Identifier: Apache-2.0

internal import PlanRunner
internal import Reports
package import RuleEngine
internal import StateLedger
internal import Wording
package import Workflow

/// What came of one drive in a night: what of the reports of its rounds is kept, which hold a whole
/// plan each.
package struct FleetOutcome: Sendable {
    /// Whose it is.
    package let drive: FleetDrive
    /// Its state.
    package let state: StateFile
    /// How its rounds ended.
    package var ending = Ending.done
    /// Whether deletions were begun, or would have been had anything been due.
    package var hadTurn = false
    /// The night in a sentence or two, of each round, in the language of the person and in English.
    package var sentences: [(told: String, english: String)] = []
    /// Items on the drive, and their bytes.
    package var listed: FleetAmount?
    /// What the plan deletes.
    package var proposed = FleetAmount()
    /// The plan that was staged tonight.
    package var plan: String?
    /// What was staged tonight.
    package var staged = FleetAmount()
    /// When the first of it goes.
    package var firstDue: Timestamp?
    /// What is due, or would be.
    package var due = FleetAmount()
    /// What was deleted tonight.
    package var deleted = FleetAmount()
    /// How many items that are due wait for another day, because of the caps.
    package var deferred: Int64 = 0

    init(_ drive: FleetDrive, state: StateFile) {
        self.drive = drive
        self.state = state
    }

    /// Whether it counts as failed, against the share that may fail.
    package var hasFailed: Bool {
        switch ending {
        case .done, .somethingToDo, .quota: false
        default: true
        }
    }

    /// The command that takes back what was staged tonight; nil where nothing was.
    package var undo: String? {
        guard let plan, staged.items > 0 else { return nil }
        return Words(.english, stateArguments: state.arguments).command(.undo(plan: plan))
    }

    /// Takes up what the first round came to.
    mutating func take(planned report: RunReport, _ words: Words) {
        ending = .worst(of: [ending, report.status])
        say(report, words)
        if let plan = report.plan {
            proposed = FleetAmount(
                items: Int64(plan.totals.delete.items), bytes: plan.totals.delete.bytes)
        }
        if let drive = report.drives.first, let items = drive.items {
            listed = FleetAmount(items: items, bytes: drive.bytes ?? 0)
        }
        if let (proposal, outcome) = report.staged {
            plan = proposal.plan.id
            staged = FleetAmount(items: Int64(outcome.staged), bytes: outcome.bytes)
            firstDue = outcome.firstDue
        }
        due = FleetAmount(items: Int64(report.due.count), bytes: report.due.bytes)
    }

    /// Takes up what the second round came to, the one that deletes.
    mutating func take(executed report: RunReport, _ words: Words) {
        ending = .worst(of: [ending, report.executedStatus])
        hadTurn = true
        say(report, words)
        deferred = Int64(report.left)
        guard let execution = report.execution?.report else { return }
        deleted = FleetAmount(
            items: Int64(execution.count(.deleted)), bytes: execution.deletedBytes)
    }

    /// It ends so, because of `why`.
    mutating func fail(_ failure: Failure, _ words: Words) {
        ending = .worst(of: [ending, failure.status])
        guard let phrase = failure.phrase else { return }
        sentences.append((words(phrase), Words.english(phrase)))
    }

    private mutating func say(_ report: RunReport, _ words: Words) {
        let summary = report.summary
        let english = words.said(in: .english)
        // What a round without anything to do says stands for itself once.
        if case .words(let key, _) = summary.content, key == "run:sum.nothing" { return }
        let said = Phrase.series(
            [summary] + report.heldReasons.map { .fleetHeldWhy(why: $0) }, separator: " ")
        sentences.append((words(said), english(said)))
    }
}

extension RunReport {
    /// Why drives are left alone, in the order of their names; of one over `listing_drop` with what allows it.
    var heldReasons: [Phrase] {
        heldDrives.sorted { $0.key < $1.key }.map { name, doubt in
            let limit = plan?.limits.first { limit in
                limit.subject == .listingDrop && limit.isExceeded && limit.drive == name
            }
            guard doubt == .fewer, let plan, let limit else { return doubt.phrase }
            return limit.phrase(in: plan.plan.input.ruleFile)
        }
    }

    /// What a round that only deletes ends with: where working hours have stopped it, what went wrong by then
    /// says more than that.
    var executedStatus: Ending {
        guard stopped == .quota, let execution else { return status }
        return .worst(of: [status, execution.status])
    }
}
