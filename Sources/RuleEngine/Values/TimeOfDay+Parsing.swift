// SPDX-License-Identifier: Apache-2.0

internal import Messages

/// How times of day are written: `22:00`, `06:30`.
public enum TimeOfDayGrammar {
    /// A regular expression (ECMA 262, unanchored) for one.
    package static let pattern = "([01][0-9]|2[0-3]):[0-5][0-9]"

    private static let minutesPerHour = 60
    private static let secondsPerDay: Int64 = 86_400

    /// The minute of the day.
    public static func minute(_ text: String) throws(ValueError) -> Int {
        let digits = Array(text.utf8)
        let isFormed =
            digits.count == 5 && digits[2] == UInt8(ascii: ":")
            && [0, 1, 3, 4].allSatisfy { digits[$0] &- 48 <= 9 }
        if isFormed {
            func number(_ place: Int) -> Int {
                Int(digits[place] - 48) * 10 + Int(digits[place + 1] - 48)
            }
            let (hour, minute) = (number(0), number(3))
            if hour < 24, minute < minutesPerHour { return hour * minutesPerHour + minute }
        }
        throw ValueError(
            .valueUnknown, Message("'\(text.quotable)' is no time of day"),
            advice: Message("write hours and minutes, as '22:00'"))
    }

    /// A part of a day, as `2h` or `30m`, in seconds.
    public static func secondsPerDay(_ text: String) throws(ValueError) -> Int64 {
        let age = try DurationGrammar.age(text)
        guard let unit = age.unit.secondsExactly, age.amount * unit <= secondsPerDay else {
            throw ValueError(
                .numberTooLarge, Message("a day has 24 hours"),
                advice: Message("write a part of it, as '2h'"))
        }
        return age.amount * unit
    }
}
