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
    /// A file of its shot, of that name, stays.
    case companion(String)
    /// Nothing else that stays is as good in this.
    case better(BetterGround)
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
    private let decided: Set<Int>
    private let order: MemberOrder
    private let batch: Batch
    /// The number of the rule, if it goes by what pictures show.
    private let ruleOfLooks: Int?

    /// The grounds in a group of the rule of that number, in which those in the rows `others` do
    /// not stay; nil is the number of a rule that there is no more. That a person kept those in the
    /// rows `decided` is known where the plan was not told.
    package init(_ plan: Plan, ruleNumber: Int?, others: [Int], decided: Set<Int> = []) {
        self.plan = plan
        self.others = others
        self.decided = decided
        let rule = plan.program.sets.first { $0.number == ruleNumber }
        ruleOfLooks = rule?.rule.selection?.isSimilar == true ? ruleNumber : nil
        preferences = Array(
            zip(rule?.rule.selection?.preferences ?? [], rule?.preferences ?? []))
        order = MemberOrder(listing: plan.listing, preferences: [], bits: [])
        batch = Batch(program: plan.program.conditions)
    }

    /// Why the member in `row` stays: what keeps it whatever its group is, else the first
    /// preference that sets it apart from one of the others; nil where there is nothing to say.
    ///
    /// Beside the one in the row `leader`, which all of its group look like, another stays for what
    /// belongs to it, or for what it has before that one.
    package func ground(of row: Int, besides leader: Int? = nil) -> StayingGround? {
        if let ground = own(row) { return ground }
        if let leader, leader != row, let ground = besides(leader, row) { return ground }
        guard let (preference, _) = preferences.first(where: { isAhead(row, $0.1) }) else {
            return nil
        }
        return .preferred(
            preference, bytes: plan.listing.values(row).size,
            pixels: plan.listing.pixelCount(row), of: others.count + 1)
    }

    /// What keeps the member in `row` by itself.
    private func own(_ row: Int) -> StayingGround? {
        switch plan.reason(row) {
        case .protected, .outside: return .protected
        case .keptByRule: return plan.rule(row).map { StayingGround.rule($0.id) }
        case .personKept, .snoozed: return .decided
        default: break
        }
        if decided.contains(row) { return .decided }
        let albums = plan.listing.albums(row) ?? []
        return albums.isEmpty ? nil : .albums(albums)
    }

    private func besides(_ leader: Int, _ row: Int) -> StayingGround? {
        guard let ruleOfLooks else { return nil }
        let parts = plan.unitParts(of: row, ruleNumber: ruleOfLooks)
        if let part = parts.first(where: { own($0) != nil }) {
            return .companion(plan.listing.names[part].string)
        }
        let better = BetterGround(of: row, over: leader, in: plan.listing)
        return better.map { StayingGround.better($0) }
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
