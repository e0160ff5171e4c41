// SPDX-License-Identifier: Apache-2.0

package import PlanRunner
package import Reports
package import RuleEngine
internal import StateLedger
package import Text
package import Wording

/// What is said before and after a plan is staged.
package struct StagingReport {
    /// What is to be staged.
    package var proposal: StagingProposal
    let timeZone: RuleTimeZone
    /// Where local drives lie.
    let places: [Phrase]
    /// How the deletions could be brought back.
    let waysBack: [Phrase]
    /// What has to be downloaded before copies go.
    package let proof: ProofText
    /// What was found to speak against deleting it later.
    package var checks: [PreflightFinding] = []

    /// What is said of `proposal`, with times as the clocks of `timeZone` have them.
    package init(
        proposal: StagingProposal, timeZone: RuleTimeZone, places: [Phrase] = [],
        waysBack: [Phrase] = [], proof: ProofText = ProofText(proof: ProofVolume(), speeds: nil)
    ) {
        self.proposal = proposal
        self.timeZone = timeZone
        self.places = places
        self.waysBack = waysBack
        self.proof = proof
    }

    private var time: LocalTimeText {
        LocalTimeText(timeZone: timeZone, now: SystemClock.now(), words: Host.words)
    }

    /// What is about to be staged.
    package var question: [Phrase] {
        let orders = proposal.orders
        var lines: [Phrase] = [
            .stageDeletes(n: orders.count, plan: proposal.plan.id, size: proposal.bytes)
        ]
        if let first = proposal.firstDue {
            lines.append(
                first <= time.now
                    ? .stageAtOnce(n: orders.count { $0.due <= time.now })
                    : .stageNotBefore(when: time.phrase(first)))
        }
        return lines + places + waysBack + proof.lines
    }

    /// What has to be known whether or not anybody is asked.
    package var warnings: [Phrase] {
        proposal.heldDrives.map { name, doubt in
            .stageHeld(text: doubt.advice(VisibleText.escaped(name)))
        }
    }

    /// How many of the items were taken back earlier, when, and what becomes of them.
    package var takenBack: Phrase? {
        let instants = proposal.takenBack.map(\.at)
        guard let first = instants.min(), let last = instants.max() else { return nil }
        let when =
            first == last
            ? time.phrase(first) : .stageBetween(a: time.phrase(first), b: time.phrase(last))
        return proposal.leavesTakenBack
            ? .stageBackLeft(n: instants.count, when: when)
            : .stageBackAmong(n: instants.count, when: when)
    }

    /// What was staged; nil where there was nothing to stage.
    package func lines(_ outcome: StagingOutcome?) -> [Phrase] {
        let plan = proposal.plan
        guard let outcome, outcome.staged + outcome.skipped > 0 else {
            return proposal.leavesTakenBack && !proposal.takenBack.isEmpty
                ? [.stageAllBack(plan: plan.id)] : [.stageNothing(plan: plan.id)]
        }
        // What waited already keeps its own window, but for what the plan says more gently.
        let kept = outcome.skipped - outcome.restaged.count
        if outcome.staged == 0 {
            let first: Phrase =
                outcome.restaged.isEmpty
                ? .stageAllWaiting(n: outcome.skipped, plan: plan.id)
                : .stageNoneNew(plan: plan.id)
            let rest: [Phrase] =
                outcome.restaged.isEmpty || kept == 0 ? [] : [.stageSkipped(n: kept)]
            return [first] + rest + restaged(outcome)
        }
        var lines: [Phrase] = [
            .stageDone(n: outcome.staged, plan: plan.id, size: outcome.bytes)
        ]
        if kept > 0 { lines.append(.stageSkipped(n: kept)) }
        lines += restaged(outcome)
        if let first = outcome.firstDue, let last = outcome.lastDue {
            lines.append(
                last <= time.now
                    ? .stageDue(n: outcome.staged)
                    : first == last
                        ? .stageEnds(when: time.phrase(first))
                        : .stageEndsBoth(a: time.phrase(first), b: time.phrase(last)))
        }
        return lines
    }

    /// What is other than before for items that waited already.
    private func restaged(_ outcome: StagingOutcome) -> [Phrase] {
        var lines: [Phrase] = []
        let later = outcome.restaged.filter(\.isLater)
        if let last = later.map(\.after.due).max() {
            lines.append(.stageLater(n: later.count, when: time.phrase(last)))
        }
        let rerouted = Dictionary(
            grouping: outcome.restaged.filter(\.hasOtherMethod), by: \.after.method)
        for (method, items) in rerouted.sorted(by: { $0.key < $1.key }) {
            lines.append(.stageMethod(n: items.count, method: method))
        }
        let others = outcome.restaged.count { !$0.isLater && !$0.hasOtherMethod }
        if others > 0 { lines.append(.stageRebound(n: others)) }
        if outcome.gentler > 0 { lines.append(.stageGentler(n: outcome.gentler)) }
        return lines
    }

    /// The same as JSON.
    package func json(_ outcome: StagingOutcome?) -> JSONValue {
        var members: [String: JSONValue] = [
            "format": .number(1), "plan": .text(proposal.plan.id),
            "staged": .number(Int64(outcome?.staged ?? 0)),
            "skipped": .number(Int64(outcome?.skipped ?? 0)),
            "bytes": .number(outcome?.bytes ?? proposal.bytes),
            "first_due": JSONValue(outcome == nil ? proposal.firstDue : outcome?.firstDue),
            "last_due": JSONValue(outcome == nil ? proposal.lastDue : outcome?.lastDue),
        ]
        if let outcome, !outcome.restaged.isEmpty || outcome.gentler > 0 {
            members["restaged"] = .object([
                "items": .number(Int64(outcome.restaged.count)),
                "later": .number(Int64(outcome.restaged.count(where: \.isLater))),
                "other_method": .number(Int64(outcome.restaged.count(where: \.hasOtherMethod))),
                "kept_gentler": .number(Int64(outcome.gentler)),
            ])
        }
        if !proof.proof.isEmpty { members["proof"] = proof.json }
        checks.add(to: &members)
        if !proposal.takenBack.isEmpty {
            members["taken_back"] = .object([
                "items": .number(Int64(proposal.takenBack.count)),
                "left": .bool(proposal.leavesTakenBack),
            ])
        }
        if !proposal.heldDrives.isEmpty {
            members["held_drives"] = .list(
                proposal.heldDrives.map {
                    .object(["name": .text($0.name), "why": .text($0.doubt.sentence)])
                })
        }
        return .object(members)
    }
}
