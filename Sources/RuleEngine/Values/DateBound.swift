// SPDX-License-Identifier: Apache-2.0

/// A calendar day without a time zone, proleptic Gregorian.
public struct CalendarDay: Sendable, Hashable, Comparable {
    /// The year as written, 1601 to 9999 in rules.
    public var year: Int
    /// The month, 1 to 12.
    public var month: Int
    /// The day of the month, 1 to 31.
    public var day: Int

    /// The given day; the caller has checked that it exists.
    public init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// Earlier is smaller.
    public static func < (left: CalendarDay, right: CalendarDay) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }
}

/// One end of a date test: a whole day in the rules' time zone, or an instant.
public enum DateBound: Sendable, Hashable {
    /// The whole local day.
    case day(CalendarDay)
    /// That very second.
    case instant(Timestamp)
}

/// A test of a date.
public enum DateComparison: Sendable, Hashable {
    /// Strictly before the start of the bound.
    case before(DateBound)
    /// At or after the start of the bound.
    case since(DateBound)
    /// From the start of the first bound to the end of the second, both included.
    case between(DateBound, DateBound)
}
