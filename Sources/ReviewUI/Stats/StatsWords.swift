// SPDX-License-Identifier: Apache-2.0

package import Wording

/// The words and dates of charts in one language.
package struct StatsWords: Sendable {
    /// The words of the catalogue.
    let words: Words
    /// Short names, Monday first.
    let weekdays: [String]
    /// Short names, January first.
    let months: [String]

    /// The words of that language.
    package init(_ words: Words) {
        self.words = words
        weekdays = words.names(.chartWeekdays)
        months = words.names(.chartMonths)
    }

    /// The words for the language `code`, as in `de` or `de-AT`; English where there are none.
    package static func language(_ code: String?) -> StatsWords {
        StatsWords(Words(code.flatMap { Language(tag: $0) } ?? .english))
    }

    /// English.
    package static let english = StatsWords(.english)

    // What is said of items, and of other figures.
    var kept: String { words(.chartKept) }
    var marked: String { words(.chartMarked) }
    var undone: String { words(.chartUndone) }
    var decided: String { words(.chartDecided) }
    var moved: String { words(.chartMoved) }
    var unknown: String { words(.chartUnknown) }
    var nothing: String { words(.chartNothing) }
    /// The heading of a chart, before its dates.
    var heading: String { words(.chartHeading) }
    /// How well rules and decisions work.
    var efficiency: String { words(.chartEfficiency) }

    /// What follows the number of days of a streak.
    func streak(_ days: Int) -> String { words(.chartStreak(n: days)) }

    /// The number of a day as dates have it.
    private func dayNumber(_ day: Int) -> String { words(.chartDayMark(day: String(day))) }

    /// `12,904`.
    package func number(_ number: Int64) -> String { words.number(number) }

    /// `15–21 Nov 2026`, `28 Dec 2026 – 3 Jan 2027`, `21 Nov 2026`.
    package func range(_ from: String, _ to: String) -> String {
        guard let first = Parts(from), let last = Parts(to) else { return "\(from) – \(to)" }
        let end = "\(dayNumber(last.day)) \(month(last)) \(last.year)"
        if from == to { return end }
        if first.year != last.year {
            return "\(dayNumber(first.day)) \(month(first)) \(first.year) – \(end)"
        }
        if first.month != last.month {
            return "\(dayNumber(first.day)) \(month(first)) – \(end)"
        }
        return "\(dayNumber(first.day))–\(end)"
    }

    /// The label below a bar: `Sun 15` for a day of a few, `15 Nov` for one of many, `Nov` for a month.
    func label(_ bucket: StatsBucket, isMonth: Bool, isOneOfMany: Bool) -> String {
        guard let parts = Parts(bucket.from) else { return bucket.from }
        if isMonth { return month(parts) }
        if isOneOfMany { return "\(dayNumber(parts.day)) \(month(parts))" }
        return "\(weekday(bucket.from)) \(dayNumber(parts.day))"
    }

    /// The name of a bar in full: `Sun 15 Nov`, `Nov 2026`.
    package func name(_ bucket: StatsBucket, isMonth: Bool) -> String {
        guard let parts = Parts(bucket.from) else { return bucket.from }
        if isMonth { return "\(month(parts)) \(parts.year)" }
        return "\(weekday(bucket.from)) \(dayNumber(parts.day)) \(month(parts))"
    }

    private func weekday(_ day: String) -> String {
        StatsCalendar.number(day).map { weekdays[StatsCalendar.weekday($0)] } ?? ""
    }

    private func month(_ parts: Parts) -> String { months[parts.month - 1] }

    /// The parts of a day.
    private struct Parts {
        let year: Int
        let month: Int
        let day: Int

        init?(_ text: String) {
            guard StatsCalendar.number(text) != nil else { return nil }
            let parts = text.split(separator: "-").compactMap { Int($0) }
            guard parts.count == 3, (1...12).contains(parts[1]) else { return nil }
            (year, month, day) = (parts[0], parts[1], parts[2])
        }
    }
}
