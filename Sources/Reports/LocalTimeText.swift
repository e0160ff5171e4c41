// SPDX-License-Identifier: Apache-2.0

package import RuleEngine
package import Wording

/// Instants and spans of time for people.
package struct LocalTimeText {
    /// The zone whose wall clocks are shown.
    package let timeZone: RuleTimeZone
    /// The present instant.
    package let now: Timestamp
    /// The words of the language of the person.
    package let words: Words

    /// Instants as of `now`, by the clocks of `timeZone`, in the language of `words`.
    package init(timeZone: RuleTimeZone, now: Timestamp, words: Words) {
        self.timeZone = timeZone
        self.now = now
        self.words = words
    }

    /// `Sun 2026-11-22 14:05 +01:00`, and how far away that is.
    package func phrase(_ instant: Timestamp) -> Phrase {
        let distance = instant.secondsSinceEpoch - now.secondsSinceEpoch
        let time = Moment(instant, timeZone, .wall)
        if distance == 0 { return .timeNow(time: time) }
        let span = Self.span(abs(distance))
        return distance > 0 ? .timeAhead(time: time, span: span) : .timeAgo(time: time, span: span)
    }

    /// The same in the language of the person.
    package func text(_ instant: Timestamp) -> String { words(phrase(instant)) }

    /// `Sun 2026-11-22 14:05 +01:00`: a wall clock says nothing without its zone, and the names of
    /// zones are not known to everybody.
    package func wall(_ instant: Timestamp) -> String {
        Self.wall(instant, in: timeZone, words)
    }

    /// The same in that zone: every instant that people read in a table or a sentence is said so.
    package static func wall(
        _ instant: Timestamp, in timeZone: RuleTimeZone, _ words: Words
    ) -> String {
        words.moment(Moment(instant, timeZone, .wall))
    }

    /// About so many seconds, of which nobody knows more: `20 minutes`, `5 hours`, `836 days`; no less than a
    /// minute.
    package static func about(_ seconds: Double) -> Phrase {
        // Nobody has use for a figure beyond that, and it would not fit into a whole number.
        let seconds = min(max(60, seconds.isFinite ? seconds : .greatestFiniteMagnitude), 1e15)
        func whole(_ unit: Double) -> Int64 { Int64((seconds / unit).rounded()) }
        if seconds < 90 * 60 { return .timeAboutMinutes(n: whole(60)) }
        return seconds < 36 * 3_600
            ? .timeAboutHours(n: whole(3_600)) : .timeAboutDays(n: whole(86_400))
    }

    /// `23 h 41 min`, `3 d 4 h`, `12 s`.
    package static func span(_ seconds: Int64) -> String {
        let (days, hours) = (seconds / 86_400, seconds / 3_600 % 24)
        let minutes = seconds / 60 % 60
        if days > 0 { return hours > 0 ? "\(days) d \(hours) h" : "\(days) d" }
        if hours > 0 { return minutes > 0 ? "\(hours) h \(minutes) min" : "\(hours) h" }
        return minutes > 0 ? "\(minutes) min" : "\(seconds) s"
    }
}
