// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// A time zone as rules need it: offsets, wall times, starts of days. The one place of this
/// module that asks Foundation for time zones.
public struct RuleTimeZone: Sendable {
    /// The zone's IANA name.
    public let identifier: String
    private let zone: TimeZone

    /// The zone of that IANA name; nil if there is none.
    public init?(identifier: String) {
        // Foundation also takes abbreviations and "GMT+3"; only names of the database are meant.
        let isPlain = identifier == "UTC" || identifier.contains("/")
        guard isPlain || Self.plainNames.contains(identifier),
            let zone = TimeZone(identifier: identifier)
        else { return nil }
        self.identifier = identifier
        self.zone = zone
    }

    /// Coordinated universal time.
    public static let utc = RuleTimeZone(zone: .gmt, identifier: "UTC")

    /// The machine's zone.
    public static var machine: RuleTimeZone {
        let zone = TimeZone.current
        return RuleTimeZone(zone: zone, identifier: zone.identifier)
    }

    /// Names of the IANA database that hold no `/`.
    private static let plainNames: Set<String> = [
        "CET", "CST6CDT", "Cuba", "EET", "EST", "EST5EDT", "Egypt", "Eire", "GB", "GB-Eire",
        "GMT", "GMT+0", "GMT-0", "GMT0", "Greenwich", "HST", "Hongkong", "Iceland", "Iran",
        "Israel", "Jamaica", "Japan", "Kwajalein", "Libya", "MET", "MST", "MST7MDT", "NZ",
        "NZ-CHAT", "Navajo", "PRC", "PST8PDT", "Poland", "Portugal", "ROC", "ROK", "Singapore",
        "Turkey", "UCT", "Universal", "W-SU", "WET", "Zulu",
    ]

    private init(zone: TimeZone, identifier: String) {
        self.zone = zone
        self.identifier = identifier
    }

    /// Seconds east of UTC at `instant`.
    package func offset(at instant: Int64) -> Int64 {
        Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant))))
    }

    /// The wall time at `instant`, as seconds since 1970-01-01T00:00:00 on that wall.
    package func wall(at instant: Int64) -> Int64 { instant + offset(at: instant) }

    /// The local day that `instant` falls on.
    public func day(at instant: Timestamp) -> CalendarDay {
        let wall = wall(at: instant.secondsSinceEpoch)
        return CivilTime.day(daysSinceEpoch: floorDivided(wall, CivilTime.secondsPerDay))
    }

    /// The instant at which the wall shows `wall`: the earlier one where it does so twice; in a
    /// gap, read with the offset before the gap.
    package func instant(atWall wall: Int64) -> Int64 {
        let stretches = stretches(around: wall)
        for stretch in stretches {
            let instant = wall - stretch.offset
            if instant >= stretch.start, instant < stretch.end { return instant }
        }
        for (before, after) in zip(stretches, stretches.dropFirst())
        where wall >= after.start + before.offset && wall < after.start + after.offset {
            return wall - before.offset
        }
        return wall - offset(at: wall)
    }

    /// The first instant of the local day; a day that is skipped starts where the next starts.
    package func start(of day: CalendarDay) -> Int64 {
        let midnight =
            CivilTime.daysSinceEpoch(year: day.year, month: day.month, day: day.day)
            * CivilTime.secondsPerDay
        for stretch in stretches(around: midnight) {
            let instant = max(stretch.start, midnight - stretch.offset)
            if instant < stretch.end { return instant }
        }
        return midnight - offset(at: midnight)
    }

    /// The instant one calendar step back from `now`: the same wall time, the day cut to the
    /// month's length. Nil below year 1.
    package func instant(monthsBefore months: Int64, now: Int64) -> Int64? {
        let wall = wall(at: now)
        let days = floorDivided(wall, CivilTime.secondsPerDay)
        let day = CivilTime.day(daysSinceEpoch: days)
        let month = Int64(day.year) * 12 + Int64(day.month - 1) - months
        guard month >= 12 else { return nil }
        let year = Int(month / 12)
        let monthOfYear = Int(month % 12) + 1
        let cut = min(day.day, CivilTime.dayCount(year: year, month: monthOfYear))
        let target =
            CivilTime.daysSinceEpoch(year: year, month: monthOfYear, day: cut)
            * CivilTime.secondsPerDay
        return instant(atWall: target + wall - days * CivilTime.secondsPerDay)
    }

    /// Stretches of constant offset that cover two days on either side of `wall`, in order.
    ///
    /// Found by asking every quarter of an hour and halving between differing answers: no zone
    /// changes its offset twice within a quarter of an hour.
    func stretches(
        around wall: Int64
    ) -> [(start: Int64, end: Int64, offset: Int64)] {
        let step: Int64 = 900
        let first = wall - 2 * CivilTime.secondsPerDay
        let last = wall + 2 * CivilTime.secondsPerDay
        var found: [(start: Int64, end: Int64, offset: Int64)] = []
        var start = first
        var current = offset(at: first)
        var at = first
        while at < last {
            let next = offset(at: at + step)
            if next != current {
                var low = at
                var high = at + step
                while high - low > 1 {
                    let middle = low + (high - low) / 2
                    if offset(at: middle) == current { low = middle } else { high = middle }
                }
                found.append((start, high, current))
                (start, current) = (high, next)
            }
            at += step
        }
        found.append((start, last, current))
        return found
    }
}

/// Division that rounds toward negative infinity.
package func floorDivided(_ number: Int64, _ divisor: Int64) -> Int64 {
    let quotient = number / divisor
    return number % divisor < 0 ? quotient - 1 : quotient
}
