// SPDX-License-Identifier: Apache-2.0

/// Dates of HTTP (RFC 9110 section 5.6.7), in all three forms that a recipient has to know.
enum HTTPDate {
    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]

    /// The seconds since the start of 1970 that `text` names; nil where it is no date. `now` tells
    /// the century of a year with two digits.
    static func unixSeconds(_ text: String, now: Double) -> Double? {
        let words = text.lowercased().split { " ,-\t".contains($0) }.map(String.init)
        switch words.count {
        // Sun, 06 Nov 1994 08:49:37 GMT, or Sunday, 06-Nov-94 08:49:37 GMT
        case 6 where words[5] == "gmt":
            guard let day = number(words[1], 2...2), let clock = clock(words[4]),
                let month = months.firstIndex(of: words[2])
            else { return nil }
            if words[3].utf8.count == 2 {
                guard let short = number(words[3], 2...2) else { return nil }
                return seconds(year(short, now: now), month, day, clock)
            }
            guard let year = number(words[3], 4...4) else { return nil }
            return seconds(year, month, day, clock)
        // Sun Nov  6 08:49:37 1994
        case 5:
            guard let month = months.firstIndex(of: words[1]), let day = number(words[2], 1...2),
                let clock = clock(words[3]), let year = number(words[4], 4...4)
            else { return nil }
            return seconds(year, month, day, clock)
        default: return nil
        }
    }

    /// A year that would be more than 50 years ahead is the last one with these digits.
    private static func year(_ short: Int, now: Double) -> Int {
        let thisYear = 1970 + Int(max(0, min(now, 1e11)) / 31_556_952)
        let year = thisYear - thisYear % 100 + short
        return year > thisYear + 50 ? year - 100 : year
    }

    private static func clock(_ text: String) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3, let hours = number(String(parts[0]), 2...2), hours < 24,
            let minutes = number(String(parts[1]), 2...2), minutes < 60,
            let seconds = number(String(parts[2]), 2...2), seconds <= 60
        else { return nil }
        return hours * 3_600 + minutes * 60 + seconds
    }

    private static func number(_ text: String, _ digitCounts: ClosedRange<Int>) -> Int? {
        guard digitCounts.contains(text.utf8.count),
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return Int(text)
    }

    private static func seconds(_ year: Int, _ month: Int, _ day: Int, _ clock: Int) -> Double? {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard year >= 1, (1...lengths[month]).contains(day) else { return nil }
        let before = year - 1
        // Days since the first of January of the year 1, of which 1970 is 719,162 away.
        let yearDays = before * 365 + before / 4 - before / 100 + before / 400
        let days = yearDays + lengths[..<month].reduce(0, +) + day - 1 - 719_162
        return Double(days * 86_400 + clock)
    }
}
