// SPDX-License-Identifier: Apache-2.0

internal import Messages

/// Makes the plan of one part of a fleet: whole drives, whose items are the listing of its input.
///
/// The phases are those of `Planner`. Between them the part tells of its groups that may reach into
/// other parts, and hears what all parts together have of them; all that is told is bounded, whatever
/// the size of a group. The plans of all parts are the plan over all their items, line by line.
///
/// Nothing is kept between phases but what is handed on: a part may be judged anew for each of them, and
/// comes to the same.
package struct PartPlanner: Sendable {
    private let planner: Planner

    /// Judges the part's items by plain rules. O(items × rules).
    ///
    /// Throws as `Planner` does, and where a fleet cannot be planned in parts: by these rules, or on
    /// drives whose bytes are compared.
    package init(_ input: PlanInput) throws(PlanError) {
        precondition(input.parts.isEmpty, "a part of a fleet is made of whole drives")
        if let obstacle = SharedRules.obstacle(input.ruleFile) { throw obstacle }
        if let drive = input.listing.drives.first(where: { $0.kind.isReadable }) {
            throw PlanError(
                Message(
                    "'\(drive.name)' is a drive whose bytes are compared; a plan in parts takes"
                        + " listings"))
        }
        planner = try Planner(input)
    }

    /// What the part has, which it tells first.
    package var census: PartCensus {
        PartCensus(planner.input.listing, givenUp: planner.plain.givenUp)
    }

    /// On how many items of the part regular expressions gave up.
    package var givenUp: Int { planner.plain.givenUp }

    /// Finds groups, and tells of those that may reach into other parts, in so many buckets; `together`
    /// is what all parts have, and `common` the keys that others have too: nil where nobody asked. Whoever
    /// has told of them before, and asks for the answers, says so by `isTold`.
    package func summaries(
        _ together: PartsTogether, common: CommonKeys? = nil, buckets: Int, isTold: Bool = true
    ) -> GroupSummaries {
        let sets = planner.sets(ContentEvidence(), everywhere: together.carried)
        return GroupSummaries(
            sets.groups(), planner.input, planner.plain, common: common, buckets: max(1, buckets),
            isTold: isTold)
    }

    /// Takes of the groups what goes, and tells what is kept of those that do reach into other parts;
    /// `answers` are those to `summaries`, by bucket; `isTold` as above.
    package func tallies(
        _ summaries: GroupSummaries, answers: [[UInt8]], isTold: Bool = true
    ) throws(PartError) -> GroupTallies {
        let (settlements, starts) = try summaries.settlements(answers)
        let outcomes = planner.sets(ContentEvidence())
            .outcomes(summaries.found, settlements: settlements)
        return GroupTallies(
            outcomes, summaries.found, planner.combined(outcomes), planner.input.listing,
            starts: starts, isTold: isTold)
    }

    /// The plan of the part; `answers` are those to `tallies`, by bucket.
    package func plan(
        _ tallies: GroupTallies, answers: [[UInt8]]
    ) throws(PartError) -> Plan {
        let totals = try GroupTotals(tallies, answers)
        return planner.finished(planner.combined(tallies.outcomes), totals: totals)
    }
}
