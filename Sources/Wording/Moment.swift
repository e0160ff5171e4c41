// SPDX-License-Identifier: Apache-2.0

package import RuleEngine

/// An instant as a person's clock and calendar show it.
package struct Moment: Sendable, Hashable {
    /// How much of it is said.
    package enum Style: Sendable, Hashable {
        /// The day in words, as in `14 March 2021`.
        case date
        /// The weekday, the day and the time.
        case wall
        /// The day, the time, and how far they are from UTC.
        case instant
    }

    /// Seconds of the clock on the wall since the beginning of 1970 there.
    let wallSeconds: Int64
    /// How far the wall is ahead of UTC, in seconds.
    let offset: Int64
    /// How much of it is said.
    let style: Style

    /// That instant in that zone.
    package init(_ instant: Timestamp, _ zone: RuleTimeZone, _ style: Style = .instant) {
        offset = zone.offset(at: instant.secondsSinceEpoch)
        wallSeconds = instant.secondsSinceEpoch &+ offset
        self.style = style
    }

    /// The instant to the second, in universal time: as `--now` takes it, in English.
    package static func exact(_ instant: Timestamp) -> Phrase {
        let text = instant.description
        let (year, month, day, _) = Moment(instant, .utc).parts
        let clock = text.drop { $0 != "T" }.dropFirst().dropLast()
        return .timeExact(
            year: String(year), month: String(month), day: String(day), clock: String(clock))
    }

    /// Its parts as texts: the year, the month and the day in digits, and the clock.
    var parts: (year: Substring, month: Substring, day: Substring, clock: Substring) {
        let text = Timestamp(secondsSinceEpoch: wallSeconds).description
        let date = text.prefix { $0 != "T" }
        let clock = text.dropFirst(date.count + 1).prefix(5)
        // The year of an instant may have a sign, the month and the day have two digits.
        return (date.dropLast(6), date.dropLast(3).suffix(2), date.suffix(2), clock)
    }

    /// The day of the week, from 0 for Monday.
    var weekday: Int {
        let days = floorDivided(wallSeconds, CivilTime.secondsPerDay)
        // 1970-01-01 was a Thursday.
        return Int(((days + 3) % 7 + 7) % 7)
    }

    /// Whether it is told in universal time.
    var isUniversal: Bool { offset == 0 }

    /// As in `+01:00`.
    var offsetText: String {
        let minutes = abs(offset) / 60
        func pad(_ number: Int64) -> String { (number < 10 ? "0" : "") + String(number) }
        return "\(offset < 0 ? "-" : "+")\(pad(minutes / 60)):\(pad(minutes % 60))"
    }
}
