// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine

/// Instants and spans of time for people.
struct LocalTimeText {
    /// The zone whose wall clocks are shown.
    let timeZone: RuleTimeZone
    /// The present instant.
    let now: Timestamp

    /// `Sun 2026-11-22 14:05 +01:00`, and how far away that is.
    func text(_ instant: Timestamp) -> String {
        let distance = instant.secondsSinceEpoch - now.secondsSinceEpoch
        if distance == 0 { return "\(wall(instant)) (now)" }
        let span = Self.span(abs(distance))
        return "\(wall(instant)) (" + (distance > 0 ? "in \(span)" : "\(span) ago") + ")"
    }

    /// `Sun 2026-11-22 14:05 +01:00`: a wall clock says nothing without its zone, and the names of
    /// zones are not known to everybody.
    func wall(_ instant: Timestamp) -> String {
        let seconds = timeZone.wall(at: instant.secondsSinceEpoch)
        let text = Timestamp(secondsSinceEpoch: seconds).description
        let days = floorDivided(seconds, CivilTime.secondsPerDay)
        // 1970-01-01 was a Thursday.
        let weekday = Int(((days + 3) % 7 + 7) % 7)
        let names = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
        return "\(names[weekday]) \(text.prefix(10)) \(text.dropFirst(11).prefix(5))"
            + " \(Self.offset(seconds - instant.secondsSinceEpoch))"
    }

    /// `+01:00`, or `UTC`.
    private static func offset(_ seconds: Int64) -> String {
        if seconds == 0 { return "UTC" }
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        // Before there were zones, walls differed by seconds.
        let rest = abs(seconds) % 60
        return (seconds < 0 ? "-" : "+") + two(abs(seconds) / 3_600) + ":"
            + two(abs(seconds) / 60 % 60) + (rest > 0 ? ":" + two(rest) : "")
    }

    /// `23 h 41 min`, `3 d 4 h`, `12 s`.
    static func span(_ seconds: Int64) -> String {
        let (days, hours) = (seconds / 86_400, seconds / 3_600 % 24)
        let minutes = seconds / 60 % 60
        if days > 0 { return hours > 0 ? "\(days) d \(hours) h" : "\(days) d" }
        if hours > 0 { return minutes > 0 ? "\(hours) h \(minutes) min" : "\(hours) h" }
        return minutes > 0 ? "\(minutes) min" : "\(seconds) s"
    }
}
