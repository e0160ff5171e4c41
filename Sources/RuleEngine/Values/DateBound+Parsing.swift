// SPDX-License-Identifier: Apache-2.0

internal import Messages

/// How dates are written: a day `2024-01-31`, or an instant `2024-01-31T08:00:00Z`.
public enum DateGrammar {
    /// A regular expression (ECMA 262, unanchored) for one day or instant.
    package static let pattern = day + "(" + time + ")?"

    /// The same for an instant.
    package static let instantPattern = day + time

    private static let day = "[0-9]{4}-[0-9]{2}-[0-9]{2}"
    private static let time =
        "[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?([Zz]|[+-][0-9]{2}:[0-9]{2})"

    /// A test of a date: `before 2024-01-01`, `since 2024-01-01`, `2023-01-01..2023-12-31`.
    public static func comparison(_ text: String) throws(ValueError) -> DateComparison {
        switch try ComparisonText(text[...], words: .dates) {
        case .above(let bound): return .since(try self.bound(bound))
        case .below(let bound): return .before(try self.bound(bound))
        case .alone(let bound):
            _ = try self.bound(bound)
            throw ValueError(
                .dateAlone,
                Message(
                    "a date test says 'before' or 'since'; for one day write '\(bound)..\(bound)'"))
        case .between(let first, let second):
            let ends = (try bound(first), try bound(second))
            guard !isReversed(ends.0, ends.1) else { throw .reversedRange(first, second) }
            return .between(ends.0, ends.1)
        }
    }

    /// A day or an instant of the years 1601 to 9999.
    static func bound(_ text: Substring) throws(ValueError) -> DateBound {
        if text.utf8.count > 10 { return .instant(try instant(text)) }
        return .day(try day(text))
    }

    /// A day that exists.
    private static func day(_ text: Substring) throws(ValueError) -> CalendarDay {
        let text = String(text)
        var reader = TimestampReader()
        let bytes = text.utf8.span
        guard let day = reader.day(in: bytes), reader.position == bytes.count else {
            throw ValueError(
                .dateInvalid,
                Message("'\(text.quotable)' is not a day that exists"),
                advice: Message("write it as '2024-01-31'"))
        }
        guard day.year >= Timestamp.yearMin else { throw outOfRange }
        return day
    }

    /// An instant whose year, as written, is not missing.
    private static func instant(_ text: Substring) throws(ValueError) -> Timestamp {
        guard let instant = try Timestamp.parse(text) else { throw outOfRange }
        return instant
    }

    /// A year that a rule may not name.
    private static let outOfRange = ValueError(
        .dateOutOfRange, Message("dates in rules lie in the years 1601 to 9999"))

    /// Whether the second bound ends before the first begins, in every time zone.
    ///
    /// Of a day and an instant only the rules' time zone can tell; where they are more than a day
    /// apart beyond any doubt, the range is reversed all the same.
    private static func isReversed(_ first: DateBound, _ second: DateBound) -> Bool {
        let daySeconds = CivilTime.secondsPerDay
        switch (first, second) {
        case (.day(let first), .day(let second)): return second < first
        case (.instant(let first), .instant(let second)): return second < first
        case (.day(let first), .instant(let second)):
            return second.secondsSinceEpoch < (first.daysSinceEpoch - 1) * daySeconds
        case (.instant(let first), .day(let second)):
            return first.secondsSinceEpoch >= (second.daysSinceEpoch + 2) * daySeconds
        }
    }
}
