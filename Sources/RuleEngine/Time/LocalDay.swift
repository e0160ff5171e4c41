// SPDX-License-Identifier: Apache-2.0

extension RuleTimeZone {
    /// The first instant after `instant` that falls on a later local day than it does.
    ///
    /// That is midnight, or whatever comes first where clocks go over midnight. Where they go back
    /// over it, the day that returns ends once more.
    package func nextDayStart(after instant: Timestamp) -> Timestamp {
        let now = instant.secondsSinceEpoch
        let today = floorDivided(wall(at: now), CivilTime.secondsPerDay)
        let midnight = (today + 1) * CivilTime.secondsPerDay
        for stretch in stretches(around: midnight) {
            let first = max(stretch.start, now + 1, midnight - stretch.offset)
            if first < stretch.end { return Timestamp(secondsSinceEpoch: first) }
        }
        // No day is that long; should one be, it is asked again a day later.
        return Timestamp(secondsSinceEpoch: now + CivilTime.secondsPerDay)
    }
}

extension CalendarDay {
    /// The day as rules write it: `2026-11-21`.
    package var text: String {
        func pad(_ number: Int, _ width: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, width - text.count)) + text
        }
        return "\(pad(year, 4))-\(pad(month, 2))-\(pad(day, 2))"
    }

    /// The day that `text` says as `2026-11-21`; nil where that is no day that exists.
    package init?(text: String) {
        let bytes = text.utf8.span
        var reader = TimestampReader()
        guard let day = reader.day(in: bytes), reader.position == bytes.count else { return nil }
        self = day
    }
}
