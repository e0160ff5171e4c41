// SPDX-License-Identifier: Apache-2.0

package import DriveAdapters
package import PlanRunner
package import RuleEngine
package import StateLedger
internal import Text
package import Wording

/// What one round of `run` came to.
package struct RunReport: Sendable {
    package let profile: String
    /// When it began.
    package let begun: Timestamp
    /// When it ended.
    package var ended: Timestamp
    /// Where the rules lie that it went by; nil where none were found.
    package var rules: String?
    /// The zone of the rules; nil where none could be read.
    package var timeZone: RuleTimeZone?
    /// How many tests of the rules were met, and how many were not; nil where none were run.
    package var tests: (passed: Int, failed: Int)?
    /// Whether it only says what would be done.
    package var isDryRun = false
    /// When an earlier round began that was killed before its end.
    package var unfinished: Timestamp?
    /// What ended it before its end.
    package var end: Failure?
    /// What it ends with where a signal stopped it.
    package var stopped: Ending?
    /// Why a report of it could not be written.
    package var lost: Failure?
    /// Whether anything may have been settled, staged or deleted.
    package var mayHaveActed = false
    /// What would be deleted now; of a dry run only.
    package var due = HandledItems.Tally()
    /// How many items that are due were left for another round, for there were too many.
    package var left = 0
    /// What waits after it.
    package var next: NextDue?
    /// The plan that was made.
    package var plan: PlanHeader?
    /// What was staged of it.
    package var staged: (proposal: StagingProposal, outcome: StagingOutcome)?
    /// The first of the items that were staged anew.
    package var stagedItems: [StagedItem] = []
    /// Why it was not staged.
    package var refusal: Phrase?
    /// Why there is no plan.
    package var failure: Failure?
    /// Drives that could not be listed, so that the plan is made without them, with why.
    package var missed: [(name: String, failure: Failure)] = []
    /// What was found to speak against its work before that began.
    package var checks: [PreflightFinding] = []
    /// What was deleted.
    package var execution: Execution.Result?

    /// How far looking at pictures has come; nil where the round looked at none.
    package var pictures: PhotoStanding?

    /// What tells this round from others, in its report, its log and its metrics.
    package let id: String
    /// The drives that the rules declare, by name, with their kinds, as far as they take part.
    package var declared: [(name: String, kind: String)] = []
    /// What came of the drives.
    package let journal: DriveJournal
    /// The drives as the state file knows them.
    package var known: [LedgerDrive] = []
    /// The quotas after it; nil where they could not be asked for.
    package var quota: QuotaReport?
    /// How much room there is where the state lies.
    package var stateSpace: DriveSpace?
    /// What became of messages to others; nil where there are none.
    package var notices: NoticeOutcome?
    /// When a round last ended with 0; nil where none did, or nobody knows.
    package var lastSuccess: Timestamp?
    /// How much was deleted ever, as far as it is on record.
    var deletedEver: (items: Int64, bytes: Int64)?
    /// What was staged anew, by drive.
    var stagedTallies: [String: HandledItems.Tally] = [:]
    /// What is due and was left to do, by drive; only where it was counted.
    var dueTallies: [String: HandledItems.Tally] = [:]
    /// How long its parts took.
    package var durations: [(phase: RoundPhase, seconds: Double)] = []

    /// A round that has not begun.
    package init(
        profile: String, begun: Timestamp, id: String, journal: DriveJournal = DriveJournal()
    ) {
        self.profile = profile
        self.id = id
        self.journal = journal
        self.begun = begun
        ended = begun
    }

    /// How the report of a round begins, in each of its formats: what else lies where one is to go
    /// is not written over before it is known what must not be.
    package static let marks = [
        "{\n\"about\": \"\(about)\"", "{\"about\":\"\(about)\"", mark,
        "<!doctype html>\n\(mark)", RunMetrics.mark,
    ]
    static let about = "cleanrules run"
    static let mark = "<!-- \(about) -->"

    /// Whether nobody needs to hear of it: it came to its end, and so did the one before.
    package var isAllWell: Bool {
        status == .done && unfinished == nil && left == 0
            && staged.map { $0.outcome.staged == 0 } ?? true
    }

    /// Drives that list so many fewer files that something may be wrong with them.
    package var dropped: [String] {
        (plan?.limits ?? []).filter { $0.subject == .listingDrop && $0.isExceeded }
            .compactMap(\.drive)
    }

    /// Drives that are left alone in this round, by name, with why: what was doubtful while they were
    /// listed, whether or not a plan came of it, and what was so when the plan was staged.
    package var heldDrives: [String: DriveDoubt] {
        var held: [String: DriveDoubt] = [:]
        for name in dropped { held[name] = .fewer }
        for one in journal.outcomes { held[one.name] = one.doubt ?? held[one.name] }
        for (name, doubt) in staged?.proposal.heldDrives ?? [] { held[name] = held[name] ?? doubt }
        return held.merging(plan?.remembered?.doubts ?? [:]) { _, doubt in doubt }
    }

    /// Whether there is no drive that anything could be done on.
    package var holdsAllDrives: Bool {
        guard missed.isEmpty, let drives = plan?.plan.listing.drives, !drives.isEmpty else {
            return false
        }
        let held = heldDrives
        return drives.allSatisfy { held[$0.name] != nil }
    }

    /// Whether every drive is held for what is doubtful about it.
    package var areAllInDoubt: Bool { holdsAllDrives && dropped.isEmpty }

    /// Whether the plan waits to be staged.
    package var canStage: Bool {
        guard let plan, !isDryRun, staged == nil, refusal == nil else { return false }
        // What waits already is staged once only.
        return plan.totals.delete.items > next?.count ?? 0
            && !plan.limits.contains(where: \.isExceeded)
            && plan.canBeStaged
    }

    /// What the round ends with.
    package var status: Ending {
        if end == nil, let told = stopped ?? lost?.status { return told }
        var statuses: [Ending] = end.map { [$0.status] } ?? []
        let doubts = Set(heldDrives.values)
        if refusal != nil || doubts.contains(.fewer) { statuses.append(.refused) }
        if doubts.contains(where: { $0 != .fewer }) { statuses.append(.partial) }
        if let failure { statuses.append(failure.status) }
        statuses += missed.map(\.failure.status)
        if let execution { statuses.append(execution.status) }
        return .worst(of: statuses)
    }

    /// The drives of the round, in the order of the rules, with what came of each.
    package var drives: [DriveOutcome] {
        let heard = journal.outcomes
        var names = declared.map(\.name)
        for one in heard where !names.contains(one.name) { names.append(one.name) }
        let held = heldDrives
        return names.map { name in
            var drive =
                heard.last { $0.name == name }
                ?? DriveOutcome(
                    name: name, kind: declared.first { $0.name == name }?.kind ?? "",
                    standing: .unasked)
            if let doubt = held[name], drive.doubt == nil { drive.take(doubt) }
            if let plan,
                let number = plan.plan.listing.drives.firstIndex(where: { $0.name == name })
            {
                drive.bytes = plan.totals.drives[number].files.bytes
            }
            if let record = known.first(where: { $0.name == name }) { drive.remember(record) }
            return drive
        }
    }

    /// The words of the language of the person, and machine words that lead to the same state.
    static var machineWords: Words {
        let words = Host.words
        return Words(
            .english, stateArguments: words.stateArguments, rulesArguments: words.rulesArguments)
    }
}

/// A part of a round.
package enum RoundPhase: String, Sendable, CaseIterable {
    /// Settling what an earlier process left open.
    case settle
    /// Listing the drives and making the plan.
    case plan
    /// Staging the plan.
    case stage
    /// Deleting what is due.
    case execute
}
