// SPDX-License-Identifier: Apache-2.0

/// What was used of a day's quota.
package struct QuotaUse: Sendable, Hashable {
    /// The local day, `2026-11-21`.
    package var day: String
    /// Deletions recorded.
    package var deletes: Int64 = 0
    /// Bytes of these deletions.
    package var bytes: Int64 = 0
    /// Reviews recorded.
    package var reviews: Int64 = 0
    /// Reviews that a person allowed on this day beyond the quota.
    package var extraReviews: Int64 = 0

    /// Nothing used on `day`.
    package init(day: String) {
        self.day = day
    }
}
