// SPDX-License-Identifier: Apache-2.0

/// A number as written at the start of a text, and what follows it.
///
/// The one place that knows how digits are read: `[0-9]+(\.[0-9]+)?`, ASCII only.
struct NumberText {
    /// The digits before the point.
    var whole: Substring
    /// The digits after the point; nil without a point.
    var fraction: Substring?
    /// What follows, the unit as a rule.
    var rest: Substring

    /// Splits `text` after its number; nil when it does not begin with a digit, or when a point
    /// after the digits is not followed by one.
    init?(_ text: Substring) {
        whole = text.prefix { $0.isDecimalDigit }
        guard !whole.isEmpty else { return nil }
        rest = text[whole.endIndex...]
        guard rest.first == "." else { return }
        let digits = rest.dropFirst().prefix { $0.isDecimalDigit }
        guard !digits.isEmpty else { return nil }
        fraction = digits
        rest = rest[digits.endIndex...]
    }

    /// The number times `factor`, rounded half up to a whole number; nil past 2^63 − 1.
    ///
    /// Exact for any count of digits: the fraction is worked off from its last digit, and of what
    /// falls below one only its order towards a half is kept.
    func times(_ factor: Int64) -> Int64? {
        guard let product = Self.whole(whole).flatMap({ $0.multiplied(by: factor) }) else {
            return nil
        }
        return product.adding(Self.rounded(fraction ?? "", times: factor))
    }

    /// The value of `digits`; nil past 2^63 − 1. Leading zeros count for nothing.
    static func whole(_ digits: Substring) -> Int64? {
        var value: Int64 = 0
        for digit in digits.utf8 {
            guard let next = value.multiplied(by: 10)?.adding(Int64(digit - 0x30)) else {
                return nil
            }
            value = next
        }
        return value
    }

    /// `0.digits × factor`, rounded half up.
    private static func rounded(_ digits: Substring, times factor: Int64) -> Int64 {
        var value = Tail(whole: 0, order: .zero)
        for digit in digits.utf8.reversed() {
            value.whole += Int64(digit - 0x30) * factor
            value.divideByTen()
        }
        return value.order >= .half ? value.whole + 1 : value.whole
    }

    /// A whole number and how far the true value lies above it.
    private struct Tail {
        /// The part above the point.
        var whole: Int64
        /// Where the part below the point lies.
        var order: Order

        /// Where a part below one lies; in rising order.
        enum Order: Int, Comparable {
            case zero, belowHalf, half, aboveHalf

            static func < (left: Order, right: Order) -> Bool { left.rawValue < right.rawValue }
        }

        /// Divides by ten and keeps the order of what falls below the point.
        mutating func divideByTen() {
            let digit = whole % 10
            whole /= 10
            switch (digit, order) {
            case (0, .zero): order = .zero
            case (5, .zero): order = .half
            case (..<5, _): order = .belowHalf
            default: order = .aboveHalf
            }
        }
    }
}

extension Character {
    /// Whether it is one of `0` to `9`; other scripts' digits are not meant.
    var isDecimalDigit: Bool { asciiValue.map { (0x30...0x39).contains($0) } ?? false }
}

extension Int64 {
    /// The product, or nil past the largest number.
    func multiplied(by other: Int64) -> Int64? {
        let (value, overflow) = multipliedReportingOverflow(by: other)
        return overflow ? nil : value
    }

    /// The sum, or nil past the largest number.
    func adding(_ other: Int64) -> Int64? {
        let (value, overflow) = addingReportingOverflow(other)
        return overflow ? nil : value
    }
}
