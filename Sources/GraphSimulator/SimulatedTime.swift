// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import Glibc

/// What the simulator takes for now: the clock of the machine, or an instant that tests set.
package final class SimulatedTime: Sendable {
    private let fixed: Lock<Double?>

    private init(fixed: Double?) {
        self.fixed = Lock(fixed)
    }

    /// An instant that stays until it is moved, in seconds since 1970; 2026-11-03T09:15:22Z
    /// without one.
    package convenience init(secondsSinceEpoch: Double = 1_793_697_322) {
        self.init(fixed: secondsSinceEpoch)
    }

    /// The clock of the machine.
    package static func machine() -> SimulatedTime { SimulatedTime(fixed: nil) }

    /// Seconds since 1970.
    package var now: Double {
        fixed.withLock { fixed in
            if let fixed { return fixed }
            var time = timespec()
            clock_gettime(CLOCK_REALTIME, &time)
            return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        }
    }

    /// Moves an instant that was set; the clock of the machine does not move.
    package func advance(seconds: Double) {
        fixed.withLock { fixed in fixed = fixed.map { $0 + seconds } }
    }
}

/// Instants as texts. Milliseconds since 1970 count the simulator's time.
enum InstantText {
    /// Appends `2026-11-03T09:15:22Z`, with a fraction where asked for and where there is one.
    static func append(milliseconds: Int64, fraction: Bool, to bytes: inout [UInt8]) {
        let parts = CivilParts(milliseconds: milliseconds)
        parts.appendDate(to: &bytes)
        bytes.append(UInt8(ascii: "T"))
        parts.appendTime(to: &bytes)
        if fraction, parts.millisecond > 0 {
            bytes.append(UInt8(ascii: "."))
            var digits: [UInt8] = []
            CivilParts.append(parts.millisecond, digits: 3, to: &digits)
            while digits.last == UInt8(ascii: "0") { digits.removeLast() }
            bytes.append(contentsOf: digits)
        }
        bytes.append(UInt8(ascii: "Z"))
    }

    /// `2026-11-03T09:15:22Z`.
    static func text(milliseconds: Int64) -> String {
        var bytes: [UInt8] = []
        append(milliseconds: milliseconds, fraction: false, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The form of HTTP headers: `Tue, 03 Nov 2026 09:15:22 GMT`.
    static func header(seconds: Double) -> String {
        let parts = CivilParts(milliseconds: Int64(seconds) * 1_000)
        let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
        let months = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ]
        var bytes = Array("\(days[(parts.dayNumber % 7 + 7) % 7]), ".utf8)
        CivilParts.append(parts.day, digits: 2, to: &bytes)
        bytes.append(contentsOf: " \(months[parts.month - 1]) ".utf8)
        CivilParts.append(parts.year, digits: 4, to: &bytes)
        bytes.append(UInt8(ascii: " "))
        parts.appendTime(to: &bytes)
        bytes.append(contentsOf: " GMT".utf8)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The milliseconds of `2026-11-03T09:15:22Z`, with or without a fraction; nil if it is none.
    static func milliseconds(_ text: String) -> Int64? {
        let bytes = Array(text.utf8)
        guard bytes.count >= 20, bytes.last == UInt8(ascii: "Z"), bytes[10] == UInt8(ascii: "T")
        else { return nil }
        func number(_ range: Range<Int>) -> Int? {
            Int(String(decoding: bytes[range], as: UTF8.self))
        }
        guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
            let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19),
            (1...12).contains(month), (1...31).contains(day)
        else { return nil }
        let days = CivilParts.dayNumber(year: year, month: month, day: day)
        let seconds = Int64(days) * 86_400 + Int64(hour * 3_600 + minute * 60 + second)
        var fraction = 0
        if bytes.count > 21, bytes[19] == UInt8(ascii: ".") {
            let digits = (bytes[20..<bytes.count - 1] + [0x30, 0x30, 0x30]).prefix(3)
            guard let value = Int(String(decoding: digits, as: UTF8.self)) else { return nil }
            fraction = value
        }
        return seconds * 1_000 + Int64(fraction)
    }
}

/// An instant of UTC in the parts of the calendar (proleptic Gregorian).
private struct CivilParts {
    let dayNumber: Int
    let year: Int
    let month: Int
    let day: Int
    let secondOfDay: Int
    let millisecond: Int

    init(milliseconds: Int64) {
        var days = Int(milliseconds / 86_400_000)
        var rest = Int(milliseconds % 86_400_000)
        if rest < 0 {
            rest += 86_400_000
            days -= 1
        }
        dayNumber = days
        secondOfDay = rest / 1_000
        millisecond = rest % 1_000
        // Years from March on, in eras of 400: the leap day comes last.
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    static func dayNumber(year: Int, month: Int, day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
            - 719_468
    }

    func appendDate(to bytes: inout [UInt8]) {
        Self.append(year, digits: 4, to: &bytes)
        bytes.append(UInt8(ascii: "-"))
        Self.append(month, digits: 2, to: &bytes)
        bytes.append(UInt8(ascii: "-"))
        Self.append(day, digits: 2, to: &bytes)
    }

    func appendTime(to bytes: inout [UInt8]) {
        Self.append(secondOfDay / 3_600, digits: 2, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        Self.append(secondOfDay / 60 % 60, digits: 2, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        Self.append(secondOfDay % 60, digits: 2, to: &bytes)
    }

    static func append(_ value: Int, digits: Int, to bytes: inout [UInt8]) {
        var divisor = 1
        for _ in 1..<digits { divisor *= 10 }
        while divisor > 0 {
            bytes.append(UInt8(truncatingIfNeeded: 0x30 + value / divisor % 10))
            divisor /= 10
        }
    }
}
