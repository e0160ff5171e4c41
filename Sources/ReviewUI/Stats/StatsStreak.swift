// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
internal import StateLedger

/// How many days in a row something was done.
///
/// A day counts with a decision that was not taken back, or with a deletion that was carried out.
/// Days are those that were recorded with them, wherever the person was. The next day goes on; so
/// does the one after it while less than 36 hours have passed, for who crosses the date line loses a
/// day. Days on which there was nothing to review do not count and do not break it.
package struct StatsStreak: Sendable, Hashable {
    /// Days up to today, or up to the last one while it is not too late to go on.
    package var current: Int
    /// The longest that there ever was.
    package var best: Int
    /// The last day that counts.
    package var lastDay: String?
    /// Whether today counts already.
    package var countsToday: Bool

    /// Who crosses the date line has done something in the last so many seconds.
    private static let secondsMax: Int64 = 36 * 3_600
    /// How many days without anything to do are looked through, one by one.
    private static let idleDaysMax: Int64 = 3_660

    /// The given streak.
    package init(current: Int, best: Int, lastDay: String? = nil, countsToday: Bool = false) {
        self.current = current
        self.best = best
        self.lastDay = lastDay
        self.countsToday = countsToday
    }

    /// The streak that `figures` tell of.
    init(
        _ figures: LedgerFigures, _ settled: SettledDecisions, today: String, now: Timestamp,
        timeZone: RuleTimeZone
    ) {
        let active = Self.activeDays(figures, settled)
        let idle = IdleDays(figures, timeZone)
        var (run, best) = (0, 0)
        var before: ActiveDay?
        for day in active {
            let goesOn = before.map { Self.goesOn($0, day.number, day.first, idle) } ?? false
            run = goesOn ? run + 1 : 1
            best = max(best, run)
            before = day
        }
        let isAlive = before.map { last in
            guard let number = StatsCalendar.number(today) else { return false }
            return last.number >= number
                || Self.goesOn(last, number, now.secondsSinceEpoch, idle)
        }
        self.init(
            current: isAlive == true ? run : 0, best: best,
            lastDay: before.map { StatsCalendar.text($0.number) },
            countsToday: before.map { $0.number == StatsCalendar.number(today) } ?? false)
    }

    /// Whether the day of that number, on which something happened first at `instant`, follows.
    private static func goesOn(
        _ before: ActiveDay, _ number: Int64, _ instant: Int64, _ idle: IdleDays
    ) -> Bool {
        let distance = number - before.number
        if distance <= 1 { return true }
        if distance == 2, instant - before.last < secondsMax { return true }
        guard distance <= idleDaysMax else { return false }
        return (before.number + 1..<number).allSatisfy(idle.contains)
    }

    /// A day that counts, with when something happened on it first and last.
    private struct ActiveDay {
        let number: Int64
        var first: Int64
        var last: Int64
    }

    private static func activeDays(
        _ figures: LedgerFigures, _ settled: SettledDecisions
    ) -> [ActiveDay] {
        var days: [Int64: ActiveDay] = [:]
        func take(_ day: String, _ first: Timestamp, _ last: Timestamp) {
            guard let number = StatsCalendar.number(day) else { return }
            let (first, last) = (first.secondsSinceEpoch, last.secondsSinceEpoch)
            var active = days[number] ?? ActiveDay(number: number, first: first, last: last)
            active.first = min(active.first, first)
            active.last = max(active.last, last)
            days[number] = active
        }
        for decision in figures.decisions where settled.standing.contains(decision.number) {
            take(decision.day, decision.decidedAt, decision.decidedAt)
        }
        for tally in figures.staged where tally.state == .deleted || tally.state == .restored {
            guard let day = tally.day, let first = tally.firstDeletedAt,
                let last = tally.lastDeletedAt
            else { continue }
            take(day, first, last)
        }
        return days.values.sorted { $0.number < $1.number }
    }
}

/// Days on which there was nothing to review, as far as the state file tells.
///
/// That is so when the newest plan before the day had left nothing to a person, or a person had
/// decided as many items as it had left since it was made, and when no plan of the day itself left
/// anything. Where there was no plan, there was nothing to review.
private struct IdleDays {
    private let timeZone: RuleTimeZone
    private let plans: [SavedPlanFigures]
    private let decisions: [DecisionRecord]

    init(_ figures: LedgerFigures, _ timeZone: RuleTimeZone) {
        self.timeZone = timeZone
        plans = figures.plans
        decisions = figures.decisions
    }

    /// Whether the day of that number was one.
    func contains(_ number: Int64) -> Bool {
        let start = timeZone.start(of: CivilTime.day(daysSinceEpoch: number))
        let end = timeZone.start(of: CivilTime.day(daysSinceEpoch: number + 1))
        let later = plans.partitioningIndex { $0.savedAt.secondsSinceEpoch >= start }
        let hasNewWork = plans[later...].prefix { $0.savedAt.secondsSinceEpoch < end }
            .contains { $0.reviewCount > 0 }
        if hasNewWork { return false }
        guard later > 0 else { return true }
        let plan = plans[later - 1]
        if plan.reviewCount == 0 { return true }
        return decidedItems(from: plan.savedAt.secondsSinceEpoch, to: start) >= plan.reviewCount
    }

    /// How many items were decided in that time, by decisions that stood at its end.
    private func decidedItems(from start: Int64, to end: Int64) -> Int64 {
        struct Item: Hashable {
            let drive: [UInt8]
            let id: [UInt8]
        }
        var items: Set<Item> = []
        for decision in decisions {
            let at = decision.decidedAt.secondsSinceEpoch
            guard at >= start, at < end, (decision.undoneAt?.secondsSinceEpoch ?? .max) >= end
            else { continue }
            items.insert(
                Item(drive: Array(decision.item.drive.utf8), id: Array(decision.item.id.utf8)))
        }
        return Int64(items.count)
    }
}

extension Array {
    /// The place of the first element that meets `condition`, which all after it meet too.
    fileprivate func partitioningIndex(_ condition: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if condition(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
