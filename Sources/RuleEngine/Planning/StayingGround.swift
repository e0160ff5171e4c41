// SPDX-License-Identifier: Apache-2.0

/// Why a member of a group stays.
package enum StayingGround: Sendable, Hashable {
    /// A protection covers it, or it lies outside of what the plan covers.
    case protected
    /// The rule of that id keeps it.
    case rule(String)
    /// A person kept it, or put it off.
    case decided
    /// It is in these albums.
    case albums([String])
    /// The preference sets it apart from some of those that do not stay; it has so many bytes and
    /// pixels, as far as that is known, and is one of so many.
    case preferred(KeepPreference, bytes: Int64?, pixels: Int64?, of: Int)
}

/// Says why members of a group stay: the one way for the cards of reviews and for `why`.
package struct StayingGrounds {
    private let plan: Plan
    /// The preferences of the rule, as it says them and compiled.
    private let preferences: [(KeepPreference, CompiledPreference)]
    private let others: [Int]
    private let order: MemberOrder
    private let batch: Batch

    /// The grounds in a group of the rule of that number, in which those in the rows `others` do
    /// not stay; nil is the number of a rule that there is no more.
    package init(_ plan: Plan, ruleNumber: Int?, others: [Int]) {
        self.plan = plan
        self.others = others
        let rule = plan.program.sets.first { $0.number == ruleNumber }
        preferences = Array(
            zip(rule?.rule.selection?.preferences ?? [], rule?.preferences ?? []))
        order = MemberOrder(listing: plan.listing, preferences: [], bits: [])
        batch = Batch(program: plan.program.conditions)
    }

    /// Why the member in `row` stays: what keeps it whatever its group is, else the first
    /// preference that sets it apart from one of the others; nil where there is nothing to say.
    package func ground(of row: Int) -> StayingGround? {
        switch plan.reason(row) {
        case .protected, .outside: return .protected
        case .keptByRule: return plan.rule(row).map { StayingGround.rule($0.id) }
        case .personKept, .snoozed: return .decided
        default: break
        }
        let albums = plan.listing.albums(row) ?? []
        if !albums.isEmpty { return .albums(albums) }
        guard let (preference, _) = preferences.first(where: { isAhead(row, $0.1) }) else {
            return nil
        }
        return .preferred(
            preference, bytes: plan.listing.values(row).size,
            pixels: plan.listing.pixelCount(row), of: others.count + 1)
    }

    /// Whether the preference alone places `row` before one of the others.
    private func isAhead(_ row: Int, _ preference: CompiledPreference) -> Bool {
        let own = rank(row, preference)
        return own != .max && others.contains { own < rank($0, preference) }
    }

    /// The smaller, the earlier; the largest number there is for a value that is missing.
    private func rank(_ row: Int, _ preference: CompiledPreference) -> Int64 {
        switch preference {
        case .order(let order): self.order.rank(order.preference, row)
        case .drive(let number): plan.listing.drive(row) == number ? 0 : 1
        case .inside(let condition): batch.meets(condition, row: row) ? 0 : 1
        }
    }
}

extension Plan {
    /// How many groups of pictures that look alike there are; one that several rules see counts
    /// once. O(members).
    package func similarGroupCount() -> Int {
        var groups: Set<[UInt32]> = []
        for outcome in outcomes where outcome.similar != nil {
            for number in 0..<outcome.groups.count {
                let members = unsafe outcome.groups[number].sorted()
                groups.insert(members)
            }
        }
        return groups.count
    }
}
