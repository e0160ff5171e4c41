// SPDX-License-Identifier: Apache-2.0

/// One threshold: a number, or the word `unlimited`.
public enum Limit: Sendable, Hashable {
    /// Strictly more than this is refused.
    case atMost(Int64)
    /// Never refused.
    case unlimited
}

/// The `limits` of a file or of one rule; nil where nothing is said.
public struct Limits: Sendable, Hashable {
    /// Deleted files and folders.
    public var items: Limit?
    /// Deleted bytes.
    public var bytes: Limit?
    /// Deleted files in hundredths of a drive's files.
    public var percent: Limit?
    /// How many per cent fewer files a drive may list than at the last good sync.
    public var listingDrop: Limit?

    /// The given limits.
    public init(
        items: Limit? = nil, bytes: Limit? = nil, percent: Limit? = nil, listingDrop: Limit? = nil
    ) {
        self.items = items
        self.bytes = bytes
        self.percent = percent
        self.listingDrop = listingDrop
    }
}

/// The `quota` of a file: what may happen in one local day.
public struct Quota: Sendable, Hashable {
    /// Reviews a day; nil for no quota.
    public var reviewsPerDay: Int64?
    /// Deletions a day; nil for no quota.
    public var deletesPerDay: Int64?
    /// Deleted bytes a day; nil for no quota.
    public var bytesPerDay: Int64?
    /// The share at which to warn, in per cent.
    public var warnAtPercent: Int64
    /// How long no quota applies, from when a state file first saw rules with a quota.
    public var grace: Age

    /// Whether anything is limited at all.
    package var isSet: Bool {
        reviewsPerDay != nil || deletesPerDay != nil || bytesPerDay != nil
    }

    /// The given quota.
    public init(
        reviewsPerDay: Int64? = nil, deletesPerDay: Int64? = nil, bytesPerDay: Int64? = nil,
        warnAtPercent: Int64 = 80, grace: Age = Age(amount: 0, unit: .day)
    ) {
        self.reviewsPerDay = reviewsPerDay
        self.deletesPerDay = deletesPerDay
        self.bytesPerDay = bytesPerDay
        self.warnAtPercent = warnAtPercent
        self.grace = grace
    }
}
