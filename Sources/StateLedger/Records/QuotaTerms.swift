// SPDX-License-Identifier: Apache-2.0

/// How much of a day's quota there is, in the terms of the rules in force; nil: no quota.
package struct QuotaTerms: Sendable, Hashable {
    /// Deletions a day.
    package var deletesPerDay: Int64?
    /// Deleted bytes a day.
    package var bytesPerDay: Int64?
    /// Reviews a day.
    package var reviewsPerDay: Int64?
    /// What a tier allows besides; what a person allows beyond the quota of the rules widens none of it.
    package var tier: TierBounds?

    /// The given terms; by default there is no quota.
    package init(
        deletesPerDay: Int64? = nil, bytesPerDay: Int64? = nil, reviewsPerDay: Int64? = nil,
        tier: TierBounds? = nil
    ) {
        self.tier = tier
        self.deletesPerDay = deletesPerDay
        self.bytesPerDay = bytesPerDay
        self.reviewsPerDay = reviewsPerDay
    }

    /// The most deletions of a day, whoever bounds them.
    package var mostDeletes: Int64? { Self.least(deletesPerDay, tier?.deletesPerDay) }

    /// The most deleted bytes of a day, whoever bounds them.
    package var mostBytes: Int64? { Self.least(bytesPerDay, tier?.bytesPerDay) }

    /// The most reviews of a day to which a person allowed `extra` beyond the quota of the rules.
    package func mostReviews(extra: Int64) -> Int64? {
        let own = reviewsPerDay.map { limit in
            let (sum, isOver) = limit.addingReportingOverflow(extra)
            return isOver ? .max : sum
        }
        return Self.least(own, tier?.reviewsPerDay)
    }

    /// The tier that allows `limit` reviews and no more; nil where it is the rules.
    package func tierOfReviews(_ limit: Int64?) -> TierBounds? {
        guard limit != nil, tier?.reviewsPerDay == limit else { return nil }
        return tier
    }

    /// The tier by which there are no more deletions a day; nil where it is the rules.
    package var tierOfDeletes: TierBounds? {
        mostDeletes != nil && tier?.deletesPerDay == mostDeletes ? tier : nil
    }

    /// The tier by which no more bytes are deleted a day; nil where it is the rules.
    package var tierOfBytes: TierBounds? {
        mostBytes != nil && tier?.bytesPerDay == mostBytes ? tier : nil
    }

    private static func least(_ one: Int64?, _ other: Int64?) -> Int64? {
        guard let one, let other else { return one ?? other }
        return min(one, other)
    }
}
