// SPDX-License-Identifier: Apache-2.0

package import RuleEngine
package import StateLedger

extension StatsReport {
    /// The report of the last `days` days of `figures`, 1 to `daysMax`.
    package init(
        _ figures: LedgerFigures, plan: StatsPlan?, now: Timestamp, timeZone: RuleTimeZone,
        days: Int
    ) {
        // As the quotas have it: a clock that goes back opens no fresh day.
        let clock = timeZone.day(at: now).text
        let last = StatsCalendar.later(clock, figures.quota.last?.day ?? clock)
        let range = StatsCalendar.days(endingAt: last, count: min(max(1, days), Self.daysMax))
        let settled = SettledDecisions(figures.decisions)
        let counting = StatsCounting(figures, settled)
        today = last
        self.timeZone = timeZone.identifier
        revision = figures.sequence
        self.days = range.map { StatsDay(day: $0, totals: counting.days[$0] ?? StatsTotals()) }
        period = self.days.reduce(into: StatsTotals()) { $0.add($1.totals) }
        all = counting.days.values.reduce(into: StatsTotals()) { $0.add($1) }
        rules = counting.rules(of: Set(range))
        space = counting.space
        space.planned = plan?.planned
        streak = StatsStreak(
            figures, settled, today: last, now: now, timeZone: timeZone)
        let month = StatsCalendar.days(endingAt: last, count: StatsEfficiency.dayCount)
        efficiency = StatsEfficiency(figures, plan: plan, days: Set(month))
    }
}

/// Which decisions stand at the end of their day.
struct SettledDecisions {
    /// By number: the last one about an item on a day that was not taken back.
    let standing: Set<Int64>

    /// Looks through all `decisions`, which come by number.
    init(_ decisions: [DecisionRecord]) {
        var last: [Key: Int64] = [:]
        for decision in decisions where decision.undoneAt == nil {
            last[Key(decision)] = decision.number
        }
        standing = Set(last.values)
    }

    /// An item on a day, compared by bytes.
    private struct Key: Hashable {
        let drive: [UInt8]
        let id: [UInt8]
        let day: String

        init(_ decision: DecisionRecord) {
            drive = Array(decision.item.drive.utf8)
            id = Array(decision.item.id.utf8)
            day = decision.day
        }
    }
}

/// Counts everything by day and by rule, each line once.
private struct StatsCounting {
    /// By the day that was recorded.
    var days: [String: StatsTotals] = [:]
    var space = StatsSpace()
    private var rules: [RuleDay: StatsRule] = [:]

    private struct RuleDay: Hashable {
        let rule: [UInt8]?
        let day: String
    }

    init(_ figures: LedgerFigures, _ settled: SettledDecisions) {
        for decision in figures.decisions { take(decision, settled) }
        for act in figures.acts where act.verdict == .later { take(later: act) }
        for use in figures.quota where use.reviews > 0 {
            days[use.day, default: StatsTotals()].reviews = use.reviews
        }
        for tally in figures.staged { take(tally) }
    }

    private mutating func take(_ decision: DecisionRecord, _ settled: SettledDecisions) {
        var counts = StatsCounts()
        if decision.undoneAt != nil {
            counts.undone = 1
        } else if !settled.standing.contains(decision.number) {
            counts.replaced = 1
        } else {
            switch decision.verdict {
            case .keep, .pin: counts.kept = 1
            case .delete: counts.deleted = 1
            case .snooze: counts.putOff = 1
            }
        }
        days[decision.day, default: StatsTotals()].counts.add(counts)
        guard counts.decided > 0 else { return }
        change(decision.rule, decision.day) {
            $0.kept += counts.kept
            $0.deleted += counts.deleted
        }
    }

    private mutating func take(later act: ReviewAct) {
        var counts = StatsCounts()
        if act.undoneAt == nil {
            counts.putOff = act.itemCount
        } else {
            counts.undone = act.itemCount
        }
        days[act.day, default: StatsTotals()].counts.add(counts)
    }

    private mutating func take(_ tally: StagedTally) {
        let amount = StatsAmount(
            items: tally.items, bytes: tally.bytes, unknownSizes: tally.unknownSizes)
        if tally.state.isActive { space.waiting.add(amount) }
        guard let day = tally.day else { return }
        switch tally.state {
        case .deleted:
            let isForGood = tally.isPurged || tally.method == DeletionMethod.permanent.rawValue
            if isForGood { space.reclaimed.add(amount) } else { space.inBin.add(amount) }
            days[day, default: StatsTotals()].moved.add(amount)
            change(tally.rule, day) { $0.moved.add(amount) }
        case .restored: days[day, default: StatsTotals()].restored.add(amount)
        default: break
        }
    }

    private mutating func change(
        _ rule: String?, _ day: String, _ body: (inout StatsRule) -> Void
    ) {
        let key = RuleDay(rule: rule.map { Array($0.utf8) }, day: day)
        body(&rules[key, default: StatsRule(rule: rule)])
    }

    /// What became of the items of each rule on these days; the most decided first.
    func rules(of range: Set<String>) -> [StatsRule] {
        var sums: [[UInt8]?: StatsRule] = [:]
        for (key, rule) in rules where range.contains(key.day) {
            sums[key.rule, default: StatsRule(rule: rule.rule)].add(rule)
        }
        return sums.sorted { one, other in
            let (left, right) = (one.value, other.value)
            if left.decided != right.decided { return left.decided > right.decided }
            if left.moved.bytes != right.moved.bytes { return left.moved.bytes > right.moved.bytes }
            return (one.key ?? []).lexicographicallyPrecedes(other.key ?? [])
        }.map(\.value)
    }
}

extension StatsRule {
    fileprivate mutating func add(_ other: StatsRule) {
        kept += other.kept
        deleted += other.deleted
        moved.add(other.moved)
    }
}
