// SPDX-License-Identifier: Apache-2.0

/// Arithmetic on the proleptic Gregorian calendar, without time zones.
package enum CivilTime {
    /// Seconds of an exact day.
    package static let secondsPerDay: Int64 = 86_400

    /// Days from 1970-01-01 to the given day; negative before it.
    package static func daysSinceEpoch(year: Int, month: Int, day: Int) -> Int64 {
        // Years that begin in March put the leap day last.
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let monthFromMarch = month > 2 ? month - 3 : month + 9
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return Int64(era) * 146_097 + Int64(dayOfEra) - 719_468
    }

    /// The day that lies `days` after 1970-01-01.
    package static func day(daysSinceEpoch days: Int64) -> CalendarDay {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = Int(shifted - era * 146_097)
        let yearOfEra =
            (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return CalendarDay(
            year: yearOfEra + Int(era) * 400 + (month <= 2 ? 1 : 0), month: month,
            day: dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    }

    /// How many days the month has.
    package static func dayCount(year: Int, month: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

extension Timestamp: CustomStringConvertible {
    /// RFC 3339 in UTC: `2026-01-15T12:00:00Z`.
    public var description: String {
        let days =
            (secondsSinceEpoch
                - (secondsSinceEpoch % 86_400 + 86_400) % 86_400) / CivilTime.secondsPerDay
        let day = CivilTime.day(daysSinceEpoch: days)
        let second = Int(secondsSinceEpoch - days * CivilTime.secondsPerDay)
        func pad(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
        return day.text + "T\(pad(second / 3_600)):\(pad(second / 60 % 60)):\(pad(second % 60))Z"
    }
}
