// SPDX-License-Identifier: Apache-2.0

/// `now` and a time zone: what turns ages and dates of rules into instants, once per plan.
package struct RuleClock: Sendable {
    /// The instant of the plan.
    package let now: Timestamp
    /// The zone of the rules.
    package let timeZone: RuleTimeZone

    /// A clock that stands at `now`.
    package init(now: Timestamp, timeZone: RuleTimeZone) {
        self.now = now
        self.timeZone = timeZone
    }

    /// The instant `age` before now; nil where nothing is that old.
    package func instant(before age: Age) -> Int64? {
        let now = now.secondsSinceEpoch
        switch age.unit {
        case .month: return timeZone.instant(monthsBefore: age.amount, now: now)
        case .year: return timeZone.instant(monthsBefore: age.amount * 12, now: now)
        case .minute, .hour, .day, .week:
            return age.unit.secondsExactly.map { now - age.amount * $0 }
        }
    }

    /// The instants whose age meets `comparison`, nil for none.
    package func interval(_ comparison: Comparison<Age>) -> ClosedRange<Int64>? {
        // Missing dates are Int64.min and never asked for.
        let earliest = Int64.min + 1
        switch comparison {
        case .over(let age):
            guard let bound = instant(before: age) else { return nil }
            return earliest...(bound - 1)
        case .under(let age):
            guard let bound = instant(before: age) else { return earliest...Int64.max }
            return (bound + 1)...Int64.max
        case .between(let younger, let older):
            guard let last = instant(before: younger) else { return nil }
            let first = instant(before: older) ?? earliest
            return first <= last ? first...last : nil
        case .exactly(let age):
            guard let bound = instant(before: age) else { return nil }
            return bound...bound
        }
    }

    /// The instants that meet `comparison`, nil for none.
    package func interval(_ comparison: DateComparison) -> ClosedRange<Int64>? {
        switch comparison {
        case .before(let bound): return (Int64.min + 1)...(first(of: bound) - 1)
        case .since(let bound): return first(of: bound)...Int64.max
        case .between(let lower, let upper):
            let (from, to) = (first(of: lower), last(of: upper))
            return from <= to ? from...to : nil
        }
    }

    private func first(of bound: DateBound) -> Int64 {
        switch bound {
        case .day(let day): timeZone.start(of: day)
        case .instant(let instant): instant.secondsSinceEpoch
        }
    }

    /// The last second of the bound: for a day, the one before the next day starts.
    private func last(of bound: DateBound) -> Int64 {
        switch bound {
        case .instant(let instant): return instant.secondsSinceEpoch
        case .day(let day):
            let days = CivilTime.daysSinceEpoch(year: day.year, month: day.month, day: day.day)
            return timeZone.start(of: CivilTime.day(daysSinceEpoch: days + 1)) - 1
        }
    }
}
