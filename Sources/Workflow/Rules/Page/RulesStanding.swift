// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
internal import Text

/// Rules as they were read, held against the last listing.
struct RulesStanding: Sendable {
    /// The files.
    let file: EditedRulesFile
    /// Their digest.
    let digest: String
    /// What they say of the last listing; nil where they have errors, or where there is none.
    let verdicts: Verdicts?

    /// What rules say of the items of a listing.
    struct Verdicts: Sendable {
        let items: LoadedItems
        let plan: Plan
        let needsContents: Bool
        let tally: RulesTally
        /// The number of each rule in the plan.
        let numbers: [String: Int]

        init(_ items: LoadedItems, _ plan: Plan, needsContents: Bool) {
            self.items = items
            self.plan = plan
            self.needsContents = needsContents
            tally = RulesTally(plan)
            numbers = Dictionary(
                plan.rules.enumerated().map { ($0.element.id, $0.offset) },
                uniquingKeysWith: { first, _ in first })
        }

        /// What the rule `id` comes to; null where it is not in the plan, or rests.
        func share(_ id: String) -> JSONValue {
            guard let number = numbers[id], plan.rules[number].isEnabled else { return .null }
            return tally.shares[number].json
        }

        /// Whether the rule of that number holds for the item at `row`.
        func takes(_ number: Int, _ row: Int) -> Bool { plan.applies(number, to: row) }

        /// The item at `row`.
        func item(_ row: Int) -> [(name: String, value: JSONValue)] {
            let listing = plan.listing
            let (size, modified) = (listing.size[row], listing.modified[row])
            return [
                ("path", .text(listing.path(row))),
                ("drive", .text(listing.drives[listing.drive(row)].name)),
                ("folder", .bool(listing.isFolder(row))),
                ("size", size < 0 ? .null : .number(size)),
                (
                    "modified",
                    modified == .min
                        ? .null
                        : .text("\(Timestamp(secondsSinceEpoch: modified))")
                ), ("verdict", .text(plan.verdict(row).rawValue)),
                ("rule", .text(plan.rule(row)?.id)),
            ]
        }
    }
}
