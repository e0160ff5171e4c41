// SPDX-License-Identifier: Apache-2.0

internal import Messages

/// What a text that should be an instant turned out to be.
public enum ParsedTimestamp: Sendable, Hashable {
    /// An instant.
    case instant(Timestamp)
    /// An instant of a year before 1601, which drives write for "no date": it counts as missing.
    case missing
    /// No instant at all.
    case broken
}

extension Timestamp {
    /// Years before this one, as written, are missing dates.
    static let yearMin = 1601

    /// The instant that `text` says as RFC 3339 with an offset; nil for a year before 1601.
    ///
    /// Fractions of a second are dropped, `t` and `z` may be small, second 60 does not exist.
    public static func parse(_ text: some StringProtocol) throws(ValueError) -> Timestamp? {
        let text = String(text)
        switch parse(utf8: text.utf8.span) {
        case .instant(let instant): return instant
        case .missing: return nil
        case .broken:
            throw ValueError(
                .timestampInvalid,
                Message("'\(text.quotable)' is not an instant"),
                advice: Message(
                    "write it as '2024-01-31T08:00:00Z' "
                        + "or with an offset as '+01:00'"))
        }
    }

    /// The instant that a person typed, who means one: a year before 1601 is an error.
    package static func typed(_ text: String) throws(ValueError) -> Timestamp {
        guard let instant = try parse(text) else {
            throw ValueError(.timestampInvalid, Message("the year lies before 1601"))
        }
        return instant
    }

    /// The same, or a day, whose beginning in `timeZone` is meant.
    package static func typed(
        _ text: String, orDayIn timeZone: RuleTimeZone
    ) throws(ValueError) -> Timestamp {
        if let day = CalendarDay(text: text), day.year >= yearMin {
            return Timestamp(secondsSinceEpoch: timeZone.start(of: day))
        }
        // A day that does not exist, or of a year too early, is told as what was typed.
        guard case .instant(let instant) = parse(utf8: text.utf8.span) else {
            throw ValueError(
                .timestampInvalid,
                Message("'\(text.quotable)' is no date and no instant"),
                advice: Message("write it as '2026-12-31' or '2026-12-31T08:00:00Z'"))
        }
        return instant
    }

    /// The same as `parse` for bytes, without an allocation: listings hold millions of them.
    public static func parse(utf8: Span<UInt8>) -> ParsedTimestamp {
        var reader = TimestampReader()
        guard let day = reader.day(in: utf8), reader.skip("T", or: "t", in: utf8),
            let hour = reader.number(2, in: utf8), hour < 24, reader.skip(":", in: utf8),
            let minute = reader.number(2, in: utf8), minute < 60, reader.skip(":", in: utf8),
            let second = reader.number(2, in: utf8), second < 60,
            reader.skipFraction(in: utf8), let offset = reader.offset(in: utf8),
            reader.position == utf8.count
        else { return .broken }
        guard day.year >= yearMin else { return .missing }
        let local =
            day.daysSinceEpoch * CivilTime.secondsPerDay
            + Int64(hour * 3_600 + minute * 60 + second)
        return .instant(Timestamp(secondsSinceEpoch: local - Int64(offset)))
    }
}

extension CalendarDay {
    /// Days since 1970-01-01, negative before it.
    var daysSinceEpoch: Int64 {
        CivilTime.daysSinceEpoch(year: year, month: month, day: day)
    }
}

/// Reads the parts of an instant one after another, from the bytes given at each step.
struct TimestampReader {
    /// Where the next part begins.
    private(set) var position = 0

    /// `YYYY-MM-DD`, if the day exists.
    mutating func day(in bytes: Span<UInt8>) -> CalendarDay? {
        guard let year = number(4, in: bytes), skip("-", in: bytes),
            let month = number(2, in: bytes), skip("-", in: bytes),
            let day = number(2, in: bytes)
        else { return nil }
        guard (1...12).contains(month), day >= 1,
            day <= CivilTime.dayCount(year: year, month: month)
        else { return nil }
        return CalendarDay(year: year, month: month, day: day)
    }

    /// Exactly `digitCount` digits.
    mutating func number(_ digitCount: Int, in bytes: Span<UInt8>) -> Int? {
        guard position + digitCount <= bytes.count else { return nil }
        var value = 0
        for _ in 0..<digitCount {
            let byte = bytes[position]
            guard (0x30...0x39).contains(byte) else { return nil }
            value = value * 10 + Int(byte - 0x30)
            position += 1
        }
        return value
    }

    /// One character, in either of two spellings; false when another one stands there.
    mutating func skip(
        _ scalar: Unicode.Scalar, or other: Unicode.Scalar? = nil, in bytes: Span<UInt8>
    ) -> Bool {
        guard position < bytes.count else { return false }
        let found = Unicode.Scalar(bytes[position])
        guard found == scalar || found == other else { return false }
        position += 1
        return true
    }

    /// A point and its digits, if there are any; false for a point alone.
    mutating func skipFraction(in bytes: Span<UInt8>) -> Bool {
        guard skip(".", in: bytes) else { return true }
        let start = position
        while position < bytes.count, (0x30...0x39).contains(bytes[position]) { position += 1 }
        return position > start
    }

    /// `Z`, `+01:00`, `-08:00`: seconds ahead of UTC.
    mutating func offset(in bytes: Span<UInt8>) -> Int? {
        if skip("Z", or: "z", in: bytes) { return 0 }
        let isAhead = skip("+", in: bytes)
        guard isAhead || skip("-", in: bytes), let hour = number(2, in: bytes), hour < 24,
            skip(":", in: bytes), let minute = number(2, in: bytes), minute < 60
        else { return nil }
        let seconds = hour * 3_600 + minute * 60
        return isAhead ? seconds : -seconds
    }
}
