// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine

/// Arithmetic with local days, which are texts such as `2026-11-21`.
enum StatsCalendar {
    /// Days since 1970-01-01; nil for what is no day.
    static func number(_ day: String) -> Int64? {
        CalendarDay(text: day).map {
            CivilTime.daysSinceEpoch(year: $0.year, month: $0.month, day: $0.day)
        }
    }

    /// The day of that number.
    static func text(_ number: Int64) -> String { CivilTime.day(daysSinceEpoch: number).text }

    /// The later one of two days.
    static func later(_ one: String, _ other: String) -> String {
        one.utf8.lexicographicallyPrecedes(other.utf8) ? other : one
    }

    /// The last `count` days up to `last`, the oldest first.
    static func days(endingAt last: String, count: Int) -> [String] {
        guard let end = number(last) else { return [last] }
        return (0..<Int64(count)).reversed().map { text(end - $0) }
    }

    /// The weekday of the day of that number, Monday is 0.
    static func weekday(_ number: Int64) -> Int {
        // 1970-01-01 was a Thursday.
        Int(((number + 3) % 7 + 7) % 7)
    }
}
