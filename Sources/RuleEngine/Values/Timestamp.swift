// SPDX-License-Identifier: Apache-2.0

/// An instant in whole seconds since 1970-01-01T00:00:00Z, proleptic Gregorian, no leap seconds.
public struct Timestamp: Sendable, Hashable, Comparable {
    /// Seconds since 1970-01-01T00:00:00Z; negative before it.
    public var secondsSinceEpoch: Int64

    /// The instant `secondsSinceEpoch` seconds after 1970-01-01T00:00:00Z.
    public init(secondsSinceEpoch: Int64) {
        self.secondsSinceEpoch = secondsSinceEpoch
    }

    /// Earlier is smaller.
    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.secondsSinceEpoch < right.secondsSinceEpoch
    }
}
