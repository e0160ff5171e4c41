// SPDX-License-Identifier: Apache-2.0

/// Which items a set rule held beside each other, and which of them stay; made once by whoever
/// writes a plan out. In the plan of a part of a fleet, those of groups that reach into other parts are
/// rows of `Plan.elsewhere`, from `listing.count` on.
public final class GroupIndex: Sendable {
    /// What is known of the groups of one set rule.
    private final class ForRule: Sendable {
        let ruleNumber: Int
        let outcome: SetOutcome
        let groups: Groups
        /// By row: the number of its group, or `.max`.
        let groupOfRow: Column<UInt32>
        /// The members that stay, in plan order, group by group.
        let survivors: Groups
        /// Of a surplus by generations: those that it chose and that stay, group by group, and how
        /// many it chose.
        let chosen: (staying: Groups, counts: Column<UInt32>)?
        /// The member that stands first in plan order, group by group.
        let firsts: Column<UInt32>

        init(
            _ outcome: SetOutcome, groupOfRow: Column<UInt32>, survivors: Groups,
            chosen: (staying: Groups, counts: Column<UInt32>)?, firsts: Column<UInt32>
        ) {
            ruleNumber = outcome.rule.number
            self.outcome = outcome
            groups = outcome.groups
            self.groupOfRow = groupOfRow
            self.survivors = survivors
            self.chosen = chosen
            self.firsts = firsts
        }

        /// The number of the group of `row`; nil if it is in none.
        func group(of row: Int) -> Int? {
            let number = groupOfRow[row]
            return number == .max ? nil : Int(number)
        }
    }

    private let plan: Plan
    private let rules: [ForRule]

    /// Looks at all groups of `plan`. O(items × set rules + members).
    public init(_ plan: Plan) {
        self.plan = plan
        rules = plan.outcomes.map { outcome in
            let groupOfRow = Column<UInt32>(repeating: .max, count: plan.listing.count)
            let survivors = Groups()
            let firsts: Column<UInt32> = Column(capacity: outcome.groups.count)
            let chosen = Groups()
            let counts: Column<UInt32> = Column()
            for number in 0..<outcome.groups.count {
                var staying: [Int] = []
                let group = unsafe outcome.groups[number]
                var first = unsafe Int(group[0])
                for place in group.indices {
                    let member = unsafe group[place]
                    if RowOrder.inPlan(plan.listing, Int(member), first) < 0 {
                        first = Int(member)
                    }
                    groupOfRow[Int(member)] = UInt32(truncatingIfNeeded: number)
                    if plan.verdict(Int(member)) == .keep { staying.append(Int(member)) }
                }
                if staying.count > 1 {
                    staying.sort { RowOrder.inPlan(plan.listing, $0, $1) < 0 }
                }
                survivors.append(staying)
                if outcome.generations != nil {
                    chosen.append(staying.filter { outcome.isNeeded($0) })
                    counts.append(UInt32(truncatingIfNeeded: outcome.needed(inGroup: number)))
                }
                firsts.append(UInt32(truncatingIfNeeded: first))
            }
            return ForRule(
                outcome, groupOfRow: groupOfRow, survivors: survivors,
                chosen: outcome.generations.map { _ in (chosen, counts) }, firsts: firsts)
        }
    }

    /// A group that asks for survivors when one of its members goes.
    package struct Demand: Sendable, Hashable {
        /// The number of the set rule.
        package let ruleNumber: Int
        /// The number of the group among those of the rule.
        package let group: Int
        /// Whether the equality of contents is to be proved by the bytes.
        package let comparesBytes: Bool
        /// The year or month of which the survivors have to be, and of pictures that look alike what has
        /// to stay besides the one that leads them; nil where it does not matter.
        package var period: Period?

        /// A year or month, or that of items without a date.
        package struct Period: Sendable, Hashable {
            /// What it is known by.
            package let number: Int?
        }
    }

    /// The groups whose obligations `obligations(of:)` are, in the same order, without what they
    /// say: that is the same for all members of a group, or for those of one year or month.
    package func demands(of row: Int) -> [Demand] {
        guard plan.verdict(row) == .delete else { return [] }
        var found: [Demand] = []
        for rule in rules where rule.outcome.given[row] {
            // What belongs to a picture goes for that, and asks for what it asks for.
            guard rule.outcome.rule.rule.action == .delete,
                let group = rule.group(of: rule.outcome.similar?.companions[row] ?? row)
            else { continue }
            let isLocal = plan.listing.drives[plan.listing.drive(row)].kind == .local
            var demand = Demand(
                ruleNumber: rule.ruleNumber, group: group,
                comparesBytes: rule.outcome.comparesBytes(onLocalDrive: isLocal))
            found.append(demand)
            if let similar = rule.outcome.similar,
                similar.staysBesides(group, rule.outcome.survivors)
            {
                demand.period = Demand.Period(number: nil)
                found.append(demand)
            }
            guard let firsts = rule.outcome.firsts else { continue }
            demand.period = Demand.Period(number: firsts.number(of: row))
            found.append(demand)
        }
        return found
    }

    /// The number of the group in which rule `ruleNumber` saw `row`; nil if it saw it in none.
    package func groupNumber(of row: Int, ruleNumber: Int) -> Int? {
        find(row, ruleNumber).map { $0.1 }
    }

    /// How many groups rule `ruleNumber` made; 0 for rules that make none.
    package func groupCount(ruleNumber: Int) -> Int {
        rules.first { $0.ruleNumber == ruleNumber }?.groups.count ?? 0
    }

    /// The rows of the group in which rule `ruleNumber` saw `row`, in plan order; empty if none. Of a
    /// group that reaches into other parts of a fleet, those that lie here. O(members log members).
    public func group(of row: Int, ruleNumber: Int) -> [Int] {
        guard let (rule, number) = find(row, ruleNumber) else { return [] }
        return unsafe rule.groups[number].map { Int($0) }
            .sorted { RowOrder.inPlan(plan.listing, $0, $1) < 0 }
    }

    /// What the group of `row` is known by: its member that stands first in plan order.
    public func firstMember(of row: Int, ruleNumber: Int) -> Int? {
        find(row, ruleNumber).map { rule, number in first(number, rule) }
    }

    /// Those of the group of `row` that stay, in plan order, at most `most` of them, and how many
    /// there are in all; nil if the row is in no group of the rule. O(`most`).
    public func survivors(
        of row: Int, ruleNumber: Int, most: Int
    ) -> (rows: [Int], total: Int)? {
        guard let (rule, number) = find(row, ruleNumber) else { return nil }
        if let total = total(number, rule) {
            return (total.staying.prefix(most).map(elsewhere), total.kept)
        }
        let staying = unsafe rule.survivors[number]
        return unsafe (staying.prefix(most).map { Int($0) }, staying.count)
    }

    /// What must stay when `row` is deleted, for each set rule that gave it its delete; empty where
    /// plain rules or a person did. A surplus by generations asks for all that these chose; one
    /// that leaves the first of each year or month asks for one of the row's own besides. What a
    /// person put off is no survivor to count on.
    /// O(set rules + survivors).
    public func obligations(of row: Int) -> [GroupObligation] {
        guard plan.verdict(row) == .delete else { return [] }
        return rules.flatMap { rule -> [GroupObligation] in
            guard rule.outcome.given[row], rule.outcome.rule.rule.action == .delete,
                let number = rule.group(of: rule.outcome.similar?.companions[row] ?? row)
            else { return [] }
            let outcome = rule.outcome
            let needed = rule.chosen.map { Int($0.counts[number]) } ?? outcome.survivors
            let most = max(GroupObligation.survivorsMax, needed)
            func obligation(_ needed: Int, _ staying: (rows: [Int], total: Int)) -> GroupObligation
            {
                GroupObligation(
                    ruleNumber: outcome.rule.number, isDuplicates: outcome.isDuplicates,
                    isSimilar: outcome.similar != nil,
                    firstMember: first(number, rule), needed: needed,
                    comparesBytes: outcome.comparesBytes(
                        onLocalDrive: plan.listing.drives[plan.listing.drive(row)].kind == .local),
                    survivors: staying.rows,
                    survivorTotal: staying.total)
            }
            if let totals = plan.totals, let total = total(number, rule) {
                let named = totals.steady(total, most: most).map(elsewhere)
                return [obligation(needed, (named, total.steady))]
            }
            let all = unsafe rule.survivors[number]
            if let similar = outcome.similar {
                // The very picture that it was compared with, before all others.
                let leader = similar.leader(number)
                let stays = plan.verdict(leader) == .keep && !plan.plain.isSnoozed(leader)
                let first = obligation(1, (stays ? [leader] : [], stays ? 1 : 0))
                guard similar.staysBesides(number, outcome.survivors) else { return [first] }
                return unsafe [first, obligation(needed, steadySurvivors(all, most: most))]
            }
            let ofGroup = unsafe obligation(
                needed, steadySurvivors(rule.chosen?.staying[number] ?? all, most: most))
            guard let firsts = outcome.firsts else { return [ofGroup] }
            let period = firsts.number(of: row)
            let ofPeriod = unsafe steadySurvivors(all, most: most) {
                firsts.number(of: $0) == period
            }
            return [ofGroup, obligation(1, ofPeriod)]
        }
    }

    /// Those of `rows` that nobody put off and that meet `condition`, at most `most` of them, and
    /// how many there are in all.
    private func steadySurvivors(
        _ rows: UnsafeBufferPointer<UInt32>, most: Int, where condition: ((Int) -> Bool)? = nil
    ) -> (rows: [Int], total: Int) {
        if plan.input.decisions.isEmpty, condition == nil {
            return unsafe (rows.prefix(most).map { Int($0) }, rows.count)
        }
        let steady = unsafe rows.lazy.map { Int($0) }
            .filter { [plan] in !plan.plain.isSnoozed($0) && condition?($0) ?? true }
        return unsafe (Array(steady.prefix(most)), steady.count)
    }

    /// What all parts of a fleet have of the group of that number; nil where it lies here alone.
    private func total(_ number: Int, _ rule: ForRule) -> GroupTotals.Total? {
        plan.totals?.total(ofGroup: number, of: rule.outcome)
    }

    /// The number of the member that `row` of `Plan.elsewhere` tells of.
    private func elsewhere(_ row: Int) -> Int { plan.listing.count + row }

    /// The member of the group of that number that stands first in plan order.
    private func first(_ number: Int, _ rule: ForRule) -> Int {
        total(number, rule)?.first.map(elsewhere) ?? Int(rule.firsts[number])
    }

    private func find(_ row: Int, _ ruleNumber: Int) -> (ForRule, Int)? {
        guard let rule = rules.first(where: { $0.ruleNumber == ruleNumber }),
            let group = rule.group(of: row)
        else { return nil }
        return (rule, group)
    }
}

/// What must stay of a group when one of its members is deleted.
public struct GroupObligation: Sendable, Hashable {
    /// The set rule.
    public let ruleNumber: Int
    /// Whether it is a `duplicates` rule.
    public let isDuplicates: Bool
    /// Whether it is a `similar` rule; neither: a `surplus` rule.
    public let isSimilar: Bool
    /// The member that stands first in plan order, by which the group is known.
    public let firstMember: Int
    /// How many of the survivors must be there: `copies`, or `keep` of a surplus, or all that its
    /// generations chose, or one of a year or month.
    public let needed: Int
    /// Whether the equality of contents is to be proved by the bytes.
    public let comparesBytes: Bool
    /// The members that stay, in plan order, at most `survivorsMax` or as many as are needed.
    public let survivors: [Int]
    /// How many stay in all.
    public let survivorTotal: Int

    /// How many survivors are named, unless more are needed; a group may have thousands.
    public static let survivorsMax = 100
}
