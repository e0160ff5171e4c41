// SPDX-License-Identifier: Apache-2.0

internal import FleetParts
internal import Messages
internal import Reports
internal import RuleEngine
internal import Text
internal import Wording
internal import Workflow

/// The conditions of an item of a fleet's plan, each with what the item has, as `why` tells them of one
/// drive: judged anew from the snapshot that the plan was made of, and for the item's drive alone.
struct FleetConditions {
    private let plan: FleetPlan
    private let words: Words

    init(_ plan: FleetPlan, _ words: Words) {
        self.plan = plan
        self.words = words
    }

    /// The lines for the item at `path` of `drive`. Where the listing was read anew since, they say so.
    func lines(_ drive: String, _ path: String) -> [String] {
        guard
            let part = plan.stretches.first(where: { $0.drive.utf8.elementsEqual(drive.utf8) })?
                .part
        else { return [] }
        let parts = plan.job.parts
        guard parts.indices.contains(part) else { return [] }
        do throws(PartFailure) {
            return try judged(plan.job.files[parts[part]], drive, path)
        } catch {
            return [words(.fleetWhyNoConditions(why: error.phrase))]
        }
    }

    private func judged(
        _ files: ArraySlice<PartJob.ListingFile>, _ drive: String, _ path: String
    ) throws(PartFailure) -> [String] {
        let listing = try PartSnapshot.listing(of: files) { $0.utf8.elementsEqual(drive.utf8) }
        let rules = try PartWorker.rules(plan.job)
        let zone = try PartWorker.zone(rules, plan.job)
        let input = PlanInput(
            listing: listing, ruleFile: rules, now: plan.job.now, timeZone: zone,
            decisions: try PartSnapshot.decisions(of: files, in: listing, now: plan.job.now))
        let judged: Plan
        do throws(PlanError) {
            judged = try Planner(input).plan()
        } catch {
            throw PartFailure(.clause(error.clause.mappingTexts(VisibleText.escaped)))
        }
        let rows = (0..<listing.count).filter {
            listing.path($0).utf8.elementsEqual(path.utf8)
        }
        return rows.flatMap { row in
            ExplanationText(Explanation(judged, row: row), timeZone: zone, words: words).conditions
        }
    }
}
