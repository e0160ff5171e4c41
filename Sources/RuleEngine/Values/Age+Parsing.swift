// SPDX-License-Identifier: Apache-2.0

internal import Messages

/// How durations are written: a whole number directly followed by a unit, `90d`, `6mo`.
public enum DurationGrammar {
    /// A regular expression (ECMA 262, unanchored) for one duration.
    package static let pattern = "[0-9]{1,6}(m|h|d|w|mo|y)"

    /// The most digits a duration may have.
    static let digitCountMax = 6

    /// A duration alone, as in `undo_window: 24h`.
    public static func age(_ text: String) throws(ValueError) -> Age {
        try age(text[...])
    }

    /// A test of an age: `over 90d`, `under 2w`, `30d..90d`.
    public static func comparison(_ text: String) throws(ValueError) -> Comparison<Age> {
        switch try ComparisonText(text[...], words: .overUnder("90d")) {
        case .above(let bound): return .over(try age(bound))
        case .below(let bound): return .under(try age(bound))
        case .alone(let bound):
            let text = try writing(age(bound))
            throw ValueError(
                .durationAlone,
                Message("an age is never exact to the second"),
                advice: Message("write 'over \(text)' or 'under \(text)'"))
        case .between(let first, let second):
            let ends = (try age(first), try age(second))
            if let order = order(ends.0, ends.1), order > 0 { throw .reversedRange(first, second) }
            return .between(ends.0, ends.1)
        }
    }

    /// How far apart shots of one moment may be, in seconds: `10s`, `2m`, at most `1h`.
    package static func shotSeconds(_ text: String) throws(ValueError) -> Int64 {
        let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3_600]
        guard let unit = text.last.flatMap({ units[$0] }),
            case let digits = text.dropLast(), (1...6).contains(digits.utf8.count),
            digits.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int64(digits)
        else {
            throw ValueError(
                .durationUnitUnknown,
                Message("'\(text.quotable)' is not a time that shots may be apart"),
                advice: Message("write '10s' or '2m'"))
        }
        guard number * unit <= 3_600 else {
            throw ValueError(
                .numberTooLarge, Message("shots of one moment are at most '1h' apart"))
        }
        return number * unit
    }

    /// How long the undo notice stays, in whole seconds: `10s`, `1m`.
    public static func noticeSeconds(_ text: String) throws(ValueError) -> Int64 {
        if text.hasSuffix("s"), let number = NumberText(text.dropLast()[...]),
            number.fraction == nil, number.rest.isEmpty, number.whole.count <= digitCountMax,
            let seconds = NumberText.whole(number.whole)
        {
            return seconds
        }
        guard let number = NumberText(text[...]), number.rest == "m" else {
            throw noticeError(text)
        }
        let age = try age(text)
        return age.amount * 60
    }

    /// A duration as a rules file writes it.
    static func writing(_ age: Age) -> String { "\(age.amount)\(age.unit.rawValue)" }

    /// The sign of the difference of two durations; nil when one has no fixed length.
    private static func order(_ first: Age, _ second: Age) -> Int? {
        func calendarMonths(_ age: Age) -> Int64? {
            switch age.unit {
            case .month: age.amount
            case .year: age.amount * 12
            default: nil
            }
        }
        func seconds(_ age: Age) -> Int64? { age.unit.secondsExactly.map { $0 * age.amount } }
        if let left = seconds(first), let right = seconds(second) {
            return Int((left - right).signum())
        }
        if let left = calendarMonths(first), let right = calendarMonths(second) {
            return Int((left - right).signum())
        }
        return nil
    }

    /// One bound.
    static func age(_ text: Substring) throws(ValueError) -> Age {
        guard let number = NumberText(text) else {
            throw ValueError(
                .numberInvalid,
                Message("'\(text.quotable)' is not a duration"),
                advice: Message("write a whole number and a unit, as '90d'"))
        }
        let unit = try unit(of: number, in: text)
        guard number.fraction == nil else {
            throw ValueError(
                .numberInvalid, Message("a duration is a whole number; use a smaller unit instead"))
        }
        guard number.whole.count <= digitCountMax, let amount = NumberText.whole(number.whole)
        else {
            throw ValueError(.numberTooLarge, Message("a duration has at most 6 digits"))
        }
        return Age(amount: amount, unit: unit)
    }

    /// The unit after `number`.
    private static func unit(of number: NumberText, in text: Substring) throws(ValueError)
        -> AgeUnit
    {
        if let unit = AgeUnit(rawValue: String(number.rest)) { return unit }
        let digits = text.dropLast(number.rest.count).quotable
        guard !number.rest.isEmpty else {
            throw ValueError(
                .durationUnitMissing,
                Message("duration needs a unit"),
                advice: Message("write '\(digits)d' for days (m, h, d, w, mo, y)"))
        }
        let bare = number.rest.drop { $0 == " " }
        if bare.count < number.rest.count, let meant = AgeUnit(rawValue: String(bare)) {
            throw ValueError(
                .durationUnitUnknown,
                Message("no blank stands between a number and its unit"),
                advice: Message("write '\(digits)\(meant.rawValue)'"))
        }
        throw ValueError(
            .durationUnitUnknown,
            Message("'\(bare.quotable)' is not a unit of time; use m, h, d, w, mo or y"))
    }

    /// What is wrong with the time of an undo notice.
    private static func noticeError(_ text: String) -> ValueError {
        guard let number = NumberText(text[...]) else {
            return ValueError(
                .numberInvalid, Message("'\(text.quotable)' is not a number of seconds"),
                advice: Message("write '10s'"))
        }
        if number.rest.isEmpty {
            return ValueError(
                .durationUnitMissing, Message("duration needs a unit"),
                advice: Message("write '\(text.quotable)s'"))
        }
        if number.rest == "s" {
            return ValueError(
                .numberInvalid, Message("seconds are whole and have at most 6 digits"))
        }
        return ValueError(
            .durationUnitUnknown, Message("the undo notice is counted in seconds"),
            advice: Message("write '10s'"))
    }
}
