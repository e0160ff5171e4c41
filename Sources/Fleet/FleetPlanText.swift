// SPDX-License-Identifier: Apache-2.0

internal import FleetParts
internal import Reports
internal import RuleEngine
internal import Text
package import Wording
package import Workflow

/// A plan over all drives of a fleet for people: what it comes to by rule, and which drives are over a
/// limit.
package struct FleetPlanText {
    private let plan: FleetPlan
    private let rules: LoadedRules
    private let words: Words
    private let totals: FleetTotals

    /// Columns of the rule column at most.
    private static let ruleWidthMax = 48

    /// The text in the language of `words`.
    package init(_ plan: FleetPlan, _ rules: LoadedRules, _ words: Words) {
        self.plan = plan
        self.rules = rules
        self.words = words
        totals = FleetTotals(plan)
    }

    /// Whether there is something to delete or to look at.
    package var hasWork: Bool { totals.delete.items + totals.review.items > 0 }

    /// The lines.
    package func lines() -> [String] {
        [words(head)] + age() + choice + [""] + table() + blocks() + ["", summary()]
    }

    /// One line: how many items stay, go, and wait for a person.
    package func summary() -> String {
        words(
            .planSummary(
                plan: plan.id,
                counts: Phrase.planCounts(
                    kept: totals.keep.items, deleted: totals.delete.items,
                    size: totals.delete.bytes, left: totals.review.items)))
    }

    private var head: Phrase {
        .planHead(
            scanned: Phrase.fleetPlanScanned(
                n: totals.drives,
                items: Phrase.fleetPlanItems(
                    n: totals.files.items + totals.folders, size: totals.files.bytes)),
            rules: VisibleText.escaped(rules.name) + " \(rules.digest.prefix(6))",
            when: Moment.exact(plan.job.now))
    }

    /// That not all drives are in it.
    private var choice: [String] { plan.job.choice.lines.map { words($0) } }

    /// How old what was planned over is, where that is told.
    private func age() -> [String] {
        guard let snapshot = plan.job.snapshot else { return [] }
        let time = LocalTimeText(timeZone: .utc, now: plan.job.now, words: words)
        if let last = plan.job.lastSnapshot, last != snapshot {
            return [words(.fleetPlanListed(when: time.phrase(snapshot), later: time.phrase(last)))]
        }
        return [words(.fleetPlanSnapshot(when: time.phrase(snapshot)))]
    }

    private func table() -> [String] {
        var rows = [words(PlanColumns.rules)]
        let written = rules.file.protections + rules.file.rules
        for (rule, counts) in zip(written, totals.rules) where rule.isEnabled {
            rows.append([
                VisibleText.escaped(counts.id), count(counts.keep), count(counts.delete),
                counts.delete.items == 0 ? "–" : words.size(counts.delete.bytes),
                count(counts.review),
            ])
        }
        for reason in Reason.allCases {
            guard let tally = totals.unnamed[reason.rawValue] else { continue }
            rows.append([words(reason.label), words.number(tally.items), "–", "–", "–"])
        }
        return TextTable(rows: rows, leftColumns: [0], widthMax: Self.ruleWidthMax).lines
    }

    private func count(_ count: PartEnd.Count) -> String {
        count.items == 0 ? "–" : words.number(count.items)
    }

    private func blocks() -> [String] {
        if plan.refusals.isEmpty { return [] }
        return [""] + FleetRefusalText(plan.refusals, words).lines()
    }
}

extension PartJob.Choice {
    /// That not all drives are in a plan, and which ones are not.
    var lines: [Phrase] {
        var lines: [Phrase] = []
        if let only { lines.append(.fleetPlanSample(n: only.count)) }
        if !without.isEmpty {
            lines.append(
                .fleetPlanWithout(n: without.count, names: FleetOwners.text(without)))
        }
        if let withoutFiles {
            lines.append(
                .fleetPlanWithoutFiles(
                    n: withoutFiles.count, names: FleetOwners.text(withoutFiles)))
        }
        if let broken, !broken.isEmpty {
            lines.append(.fleetPlanBroken(n: broken.count, names: FleetOwners.text(broken)))
        }
        return lines
    }
}

/// Which drives are over a limit, for people.
struct FleetRefusalText {
    private let refusals: [FleetRefusal]
    private let words: Words

    /// How many limits are named.
    private static let limitsMax = 20

    /// Of `refusals`, one at least.
    init(_ refusals: [FleetRefusal], _ words: Words) {
        self.refusals = refusals
        self.words = words
    }

    /// The lines.
    func lines() -> [String] {
        let exceeded = refusals.flatMap { refusal in refusal.limits.map { (refusal.drive, $0) } }
        var lines = [words(.fleetPlanBlocked(n: refusals.count))]
        for (drive, limit) in exceeded.prefix(Self.limitsMax) {
            lines.append(
                words(.fleetLine(name: VisibleText.escaped(drive), text: limit.phrase)))
        }
        if exceeded.count > Self.limitsMax {
            lines.append("  " + words(.lineAndMore(n: exceeded.count - Self.limitsMax)))
        }
        return lines
    }
}
