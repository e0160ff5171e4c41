// SPDX-License-Identifier: Apache-2.0

internal import Messages

/// How plain whole numbers are written: `4000`, `over 3`, `25%`, `25/day`, `unlimited`.
public enum CountGrammar {
    /// A whole number alone, such as a count of copies.
    public static func count(_ text: String) throws(ValueError) -> Int64 {
        try count(text[...])
    }

    /// A test of a whole number: `over 3`, `under 2`, `0..1`, `2`.
    public static func comparison(_ text: String) throws(ValueError) -> Comparison<Int64> {
        switch try ComparisonText(text[...], words: .overUnder("3")) {
        case .above(let bound): return .over(try count(bound))
        case .below(let bound): return .under(try count(bound))
        case .alone(let bound): return .exactly(try count(bound))
        case .between(let first, let second):
            let ends = (try count(first), try count(second))
            guard ends.0 <= ends.1 else { throw .reversedRange(first, second) }
            return .between(ends.0, ends.1)
        }
    }

    /// A whole percentage, with or without its sign: `25`, `25%`.
    public static func percent(_ text: String) throws(ValueError) -> Int64 {
        guard let number = NumberText(text[...]), number.fraction == nil,
            number.rest.isEmpty || number.rest == "%"
        else {
            throw ValueError(
                .percentInvalid,
                Message("'\(text.quotable)' is not a whole percentage"),
                advice: Message("write '25' or '25%'"))
        }
        return try whole(number)
    }

    /// One bound.
    static func count(_ text: Substring) throws(ValueError) -> Int64 {
        guard let number = NumberText(text), number.fraction == nil, number.rest.isEmpty else {
            throw ValueError(
                .numberInvalid, Message("'\(text.quotable)' is not a whole number"),
                advice: Message("write digits only"))
        }
        return try whole(number)
    }

    /// The value of `number`, which is whole.
    static func whole(_ number: NumberText) throws(ValueError) -> Int64 {
        guard let value = NumberText.whole(number.whole) else {
            throw ValueError(.numberTooLarge, Message("number is above 2^63 - 1"))
        }
        return value
    }
}

/// How limits are written: a number, a size or a percentage, or the word `unlimited`.
public enum LimitGrammar {
    /// The word that lifts a limit.
    static let unlimited = "unlimited"

    /// A limit on a count of items.
    public static func items(_ text: String) throws(ValueError) -> Limit {
        if text == unlimited { return .unlimited }
        return .atMost(try CountGrammar.count(text))
    }

    /// A limit on bytes; `0` needs no unit.
    public static func bytes(_ text: String) throws(ValueError) -> Limit {
        if text == unlimited { return .unlimited }
        if text == "0" { return .atMost(0) }
        return .atMost(try SizeGrammar.size(text))
    }

    /// A limit on a share.
    public static func percent(_ text: String) throws(ValueError) -> Limit {
        if text == unlimited { return .unlimited }
        return .atMost(try CountGrammar.percent(text))
    }
}

/// How quotas are written: what one day may hold, `25/day`, `20GB/day`.
public enum QuotaGrammar {
    /// What stands after the number.
    static let period = "/day"

    /// A count a day.
    public static func count(_ text: String) throws(ValueError) -> Int64 {
        try CountGrammar.count(amount(text, example: "25", CountGrammar.count))
    }

    /// Bytes a day.
    public static func bytes(_ text: String) throws(ValueError) -> Int64 {
        try SizeGrammar.size(amount(text, example: "20GB", SizeGrammar.size))
    }

    /// What stands before `/day`.
    private static func amount(
        _ text: String, example: String, _ parse: (Substring) throws(ValueError) -> Int64
    ) throws(ValueError) -> Substring {
        guard text.hasSuffix(period) else {
            // What is written is quoted where '/day' is all that it lacks.
            let amount = (try? parse(text[...])) == nil ? example : text
            throw ValueError(
                .quotaPeriodMissing,
                Message("a quota is counted by the day"),
                advice: Message("write '\(amount.quotable)\(period)'"))
        }
        return text.dropLast(period.count)
    }
}
