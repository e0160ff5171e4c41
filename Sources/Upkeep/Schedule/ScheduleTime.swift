// SPDX-License-Identifier: Apache-2.0

/// When rounds begin: every day, or on one day of the week, by the clock on the wall.
package struct ScheduleTime: Sendable, Hashable {
    /// The days of the week, as systemd calendars and people in English abbreviate them.
    package enum Day: String, CaseIterable, Sendable {
        case sun, mon, tue, wed, thu, fri, sat
    }

    /// The hour, 0 to 23.
    package let hour: Int
    /// The minute, 0 to 59.
    package let minute: Int
    /// The day of the week; nil for every day.
    package let day: Day?

    /// At 03:17 every day: not at a full hour, when everybody's timers run.
    package static let usual = ScheduleTime(hour: 3, minute: 17, day: nil)

    private init(hour: Int, minute: Int, day: Day?) {
        self.hour = hour
        self.minute = minute
        self.day = day
    }

    /// At `clock`, as in `03:17`; nil where that is no time of a day.
    package init?(clock: String, day: Day?) {
        let parts = clock.split(separator: ":", omittingEmptySubsequences: false)
        let areDigits = parts.allSatisfy { part in
            (1...2).contains(part.utf8.count) && part.utf8.allSatisfy { $0 &- 48 < 10 }
        }
        guard parts.count == 2, areDigits, parts[1].utf8.count == 2,
            let hour = Int(parts[0]), let minute = Int(parts[1]), hour < 24, minute < 60
        else { return nil }
        self.init(hour: hour, minute: minute, day: day)
    }

    /// As in `03:17`.
    package var clock: String { Self.padded(hour) + ":" + Self.padded(minute) }

    /// As in `daily 03:17`, or `sun 03:17`.
    package var text: String { (day?.rawValue ?? "daily") + " " + clock }

    /// As systemd.time(7) has calendar events.
    var calendar: String {
        let date = "*-*-* \(clock):00"
        return day.map { "\($0.rawValue.prefix(1).uppercased())\($0.rawValue.dropFirst()) \(date)" }
            ?? date
    }

    /// The five fields of a line of crontab(5).
    var cronFields: String {
        let day = day.flatMap(Day.allCases.firstIndex(of:)).map { String($0) } ?? "*"
        return "\(minute) \(hour) * * \(day)"
    }

    /// How many seconds may pass from one round to the next.
    package var seconds: Int64 { day == nil ? 86_400 : 7 * 86_400 }

    private static func padded(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }
}
