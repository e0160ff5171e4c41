// SPDX-License-Identifier: Apache-2.0

/// The unit of an age or of an undo window.
public enum AgeUnit: String, Sendable, Hashable, CaseIterable {
    /// 60 seconds.
    case minute = "m"
    /// 3,600 seconds.
    case hour = "h"
    /// 86,400 seconds, whatever the clocks do.
    case day = "d"
    /// Seven times 86,400 seconds.
    case week = "w"
    /// A calendar month back from now, in the time zone of the rules.
    case month = "mo"
    /// A calendar year back from now, in the time zone of the rules.
    case year = "y"

    /// The unit in seconds; nil for calendar units, which have no fixed length.
    public var secondsExactly: Int64? {
        switch self {
        case .minute: 60
        case .hour: 3_600
        case .day: 86_400
        case .week: 604_800
        case .month, .year: nil
        }
    }
}

/// A length of time as a person writes it: `90d`, `2w`, `6mo`.
public struct Age: Sendable, Hashable {
    /// How many units, 0 to 999,999.
    public var amount: Int64
    /// The unit the amount counts.
    public var unit: AgeUnit

    /// An age of `amount` units.
    public init(amount: Int64, unit: AgeUnit) {
        self.amount = amount
        self.unit = unit
    }
}
