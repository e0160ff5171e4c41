// SPDX-License-Identifier: Apache-2.0

package import Messages

/// What tiers allow. Nothing that a person does widens it.
package struct TierBounds: Sendable, Hashable {
    /// Deletions a day.
    package var deletesPerDay: Int64?
    /// Deleted bytes a day.
    package var bytesPerDay: Int64?
    /// Reviews a day.
    package var reviewsPerDay: Int64?
    /// Drives that rules may declare.
    package var drives: Int64?
    /// Rules that there may be.
    package var rules: Int64?
    /// Whether rounds that nobody watches may stage something.
    package var allowsUnattended = true
    /// Whether something may be deleted for good.
    package var allowsPermanent = true
    /// Whether devices may tell each other what is decided here.
    package var allowsSync = true
    /// From how many per cent of a day on a warning is due.
    package var warnAtPercent: Int64 = 80
    /// The issuers' names for people.
    package var title = ""
    /// The issuers, by which what happens at these bounds is counted.
    package var issuers: [String] = []
    /// Why nothing is allowed although no policy says so: nobody knows what is.
    package var obstacle: Message?

    /// The given bounds of a day; by default there are none.
    package init(
        deletesPerDay: Int64? = nil, bytesPerDay: Int64? = nil, reviewsPerDay: Int64? = nil
    ) {
        self.deletesPerDay = deletesPerDay
        self.bytesPerDay = bytesPerDay
        self.reviewsPerDay = reviewsPerDay
    }

    /// What both allow.
    package func narrowed(by other: TierBounds) -> TierBounds {
        func least(_ one: Int64?, _ another: Int64?) -> Int64? {
            guard let one, let another else { return one ?? another }
            return min(one, another)
        }
        var both = TierBounds(
            deletesPerDay: least(deletesPerDay, other.deletesPerDay),
            bytesPerDay: least(bytesPerDay, other.bytesPerDay),
            reviewsPerDay: least(reviewsPerDay, other.reviewsPerDay))
        both.drives = least(drives, other.drives)
        both.rules = least(rules, other.rules)
        both.allowsUnattended = allowsUnattended && other.allowsUnattended
        both.allowsPermanent = allowsPermanent && other.allowsPermanent
        both.allowsSync = allowsSync && other.allowsSync
        both.warnAtPercent = min(warnAtPercent, other.warnAtPercent)
        both.title = [title, other.title].filter { !$0.isEmpty }.joined(separator: ", ")
        both.issuers = issuers + other.issuers.filter { !issuers.contains($0) }
        both.obstacle = obstacle ?? other.obstacle
        return both
    }
}
