// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine

/// Reads the timestamps of listings: RFC 3339 in whole seconds, with `Z` or an offset.
///
/// Fractions are dropped, `T` and `Z` come in either case, and a year before 1601 as written
/// (Windows' way to say that a date was never set) stands for a missing date.
enum ListingInstant {
    /// What no timestamp yields: the text is not one.
    static let broken = Int64.max
    private static let firstYear = 1601

    /// Seconds since 1970, `Missing.date` for a missing date, or `broken`.
    @inline(__always)
    static func seconds(_ text: TextSlice) -> Int64 {
        if text.count == 20 {
            let seconds = unsafe usual(text.start)
            if seconds != broken { return seconds }
        }
        return unusual(text)
    }

    /// The instant of `YYYY-MM-DDTHH:MM:SSZ`, capital letters, in 1601 or later; else `broken`.
    @inline(__always)
    private static func usual(_ start: UnsafePointer<UInt8>) -> Int64 {
        // What the digits and signs should be is taken away: digits leave 0...9, signs leave 0.
        let date = unsafe ByteWords.load(start) ^ 0x2d30_302d_3030_3030
        let time = unsafe ByteWords.load(start + 8) ^ 0x3030_3a30_3054_3030
        let rest = unsafe ByteWords.loadHalf(start + 16) ^ 0x5a30_303a
        // Digits above 9 and other signs carry into the highest bit of their byte.
        let wrongDate = (date &+ 0x7f76_767f_7676_7676) | date
        let wrongTime = (time &+ 0x7676_7f76_767f_7676) | time
        let wrongRest = (rest &+ 0x7f76_767f) | rest
        if (wrongDate | wrongTime) & ByteWords.highs != 0 || wrongRest & 0x8080_8080 != 0 {
            return broken
        }
        // Each byte becomes the number that it forms with the next one.
        let dates = date &* 10 &+ date >> 8
        let times = time &* 10 &+ time >> 8
        let year = Int(dates & 0xff) &* 100 &+ Int(dates >> 16 & 0xff)
        let month = Int(dates >> 40 & 0xff)
        let day = Int(times & 0xff)
        let hour = Int(times >> 24 & 0xff)
        let minute = Int(times >> 48 & 0xff)
        let second = Int(rest >> 8 & 0xff) &* 10 &+ Int(rest >> 16 & 0xff)
        let isPossible =
            year >= firstYear && month &- 1 < 12 && month > 0 && day > 0
            && (day <= 28 || day <= days(inMonth: month, year: year))
            && hour < 24 && minute < 60 && second < 60
        if !isPossible { return broken }
        let daySeconds = hour &* 3600 &+ minute &* 60 &+ second
        return Int64(dayNumber(year, month, day) &* 86_400 &+ daySeconds)
    }

    /// Any timestamp, or `broken`.
    @inline(never)
    private static func unusual(_ text: TextSlice) -> Int64 {
        var scan = Scan(text)
        guard
            let year = scan.digits(4), scan.sign("-"), let month = scan.digits(2), scan.sign("-"),
            let day = scan.digits(2), scan.letter("t"), let hour = scan.digits(2), scan.sign(":"),
            let minute = scan.digits(2), scan.sign(":"), let second = scan.digits(2),
            scan.skipFraction(), let offset = scan.offset(), scan.isAtEnd,
            1...12 ~= month, day >= 1, day <= days(inMonth: month, year: year),
            hour < 24, minute < 60, second < 60
        else { return broken }
        if year < firstYear { return Missing.date }
        let daySeconds = hour * 3600 + minute * 60 + second
        return Int64(dayNumber(year, month, day) * 86_400 + daySeconds - offset)
    }

    @inline(__always)
    private static func days(inMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: return 30
        default: return 31
        }
    }

    /// Days since 1970-01-01 in the proleptic Gregorian calendar, counted in years from March.
    @inline(__always)
    private static func dayNumber(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let shifted = UInt(bitPattern: month <= 2 ? year &- 1 : year)
        let monthFromMarch = UInt(bitPattern: month <= 2 ? month &+ 9 : month &- 3)
        let dayOfYear = (153 &* monthFromMarch &+ 2) / 5 &+ UInt(bitPattern: day) &- 1
        let century = shifted / 100
        let days = shifted &* 365 &+ shifted / 4 &- century &+ century / 4 &+ dayOfYear
        return Int(bitPattern: days) &- 719_468
    }

    /// Walks over the bytes of a text.
    private struct Scan {
        private let text: TextSlice
        private var index = 0

        init(_ text: TextSlice) { self.text = text }

        var isAtEnd: Bool { index == text.count }

        private var byte: UInt8 { unsafe index < text.count ? text.start[index] : 0 }

        /// A number of exactly `count` digits.
        mutating func digits(_ count: Int) -> Int? {
            var value = 0
            for _ in 0..<count {
                guard 0x30...0x39 ~= byte else { return nil }
                value = value * 10 + Int(byte - 0x30)
                index += 1
            }
            return value
        }

        /// Steps over `sign`.
        mutating func sign(_ sign: Unicode.Scalar) -> Bool {
            guard byte == UInt8(ascii: sign) else { return false }
            index += 1
            return true
        }

        /// Steps over a letter in either case; `letter` is the small one.
        mutating func letter(_ letter: Unicode.Scalar) -> Bool {
            guard byte | 0x20 == UInt8(ascii: letter) else { return false }
            index += 1
            return true
        }

        /// Steps over a fraction if there is one; false if it has no digits.
        mutating func skipFraction() -> Bool {
            guard sign(".") else { return true }
            let first = index
            while 0x30...0x39 ~= byte { index += 1 }
            return index > first
        }

        /// The seconds that local time is ahead of UTC.
        mutating func offset() -> Int? {
            if letter("z") { return 0 }
            let isBehind = byte == UInt8(ascii: "-")
            guard sign("+") || sign("-"), let hours = digits(2), sign(":"),
                let minutes = digits(2), hours < 24, minutes < 60
            else { return nil }
            let seconds = hours * 3600 + minutes * 60
            return isBehind ? -seconds : seconds
        }
    }
}
