// SPDX-License-Identifier: Apache-2.0

/// How much of a day's quota there is, in the terms of the rules in force; nil: no quota.
package struct QuotaTerms: Sendable, Hashable {
    /// Deletions a day.
    package var deletesPerDay: Int64?
    /// Deleted bytes a day.
    package var bytesPerDay: Int64?
    /// Reviews a day.
    package var reviewsPerDay: Int64?

    /// The given terms; by default there is no quota.
    package init(
        deletesPerDay: Int64? = nil, bytesPerDay: Int64? = nil, reviewsPerDay: Int64? = nil
    ) {
        self.deletesPerDay = deletesPerDay
        self.bytesPerDay = bytesPerDay
        self.reviewsPerDay = reviewsPerDay
    }
}
