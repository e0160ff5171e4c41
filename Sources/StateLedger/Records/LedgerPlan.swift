// SPDX-License-Identifier: Apache-2.0

package import RuleEngine

/// A plan as the state file knows it, without its entries.
package struct LedgerPlan: Sendable, Hashable {
    /// The plan's id.
    package var id: String
    /// When it was made, by the clock that ages count back from.
    package var created: Timestamp
    /// When it stops being good for staging.
    package var expires: Timestamp
    /// The digest of the rules it was made by.
    package var rulesDigest: String
    /// Where these rules were read from, absolute if it is a file.
    package var rulesPath: String
    /// The drives it speaks of: identity by name.
    package var driveIdentities: [String: String]
    /// The cursors that the listings of these drives had, by name, where there is such a thing.
    package var driveCursors: [String: String] = [:]
    /// What stands in the place of the cursor of a drive that was in doubt when the plan was made: no
    /// listing has it, so nothing of that drive is ever staged by the plan.
    package static let doubtCursor = "doubt"
    /// Deletions, reviews: items and bytes.
    package var deleteCount: Int64
    package var deleteBytes: Int64
    package var reviewCount: Int64
    package var reviewBytes: Int64
    /// The limits that it passes, one clause each; not empty: it cannot be staged.
    package var exceededLimits: [String]
    /// The SHA-256 of its document.
    package var documentDigest: String
    /// When it was staged; nil while it was not.
    package var usedAt: Timestamp?

    /// Whether it is over lists alone, from which nothing can be deleted.
    package var isOverListingsOnly: Bool {
        let list = DriveKind.listing.rawValue + ":"
        return driveIdentities.values.allSatisfy { $0.hasPrefix(list) }
    }

    /// A plan that was not staged yet.
    package init(
        id: String, created: Timestamp, expires: Timestamp, rulesDigest: String,
        rulesPath: String, driveIdentities: [String: String], deleteCount: Int64,
        deleteBytes: Int64, reviewCount: Int64, reviewBytes: Int64, exceededLimits: [String],
        documentDigest: String
    ) {
        self.id = id
        self.created = created
        self.expires = expires
        self.rulesDigest = rulesDigest
        self.rulesPath = rulesPath
        self.driveIdentities = driveIdentities
        self.deleteCount = deleteCount
        self.deleteBytes = deleteBytes
        self.reviewCount = reviewCount
        self.reviewBytes = reviewBytes
        self.exceededLimits = exceededLimits
        self.documentDigest = documentDigest
    }
}
