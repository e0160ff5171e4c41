// SPDX-License-Identifier: Apache-2.0

/// How one drive behaves where real ones differ.
package struct SimulatedDriveSettings: Sendable, Hashable {
    /// The order in which a whole enumeration gives the items.
    package enum FeedOrder: String, Sendable, Hashable, CaseIterable {
        /// As they were made: folders before what is in them.
        case made
        /// The other way round: folders after what is in them.
        case reversed
    }

    /// How many items a page of the feed or of a folder has, unless asked otherwise.
    package var pageItemCount = 200
    /// How many items a page has at most, whatever is asked.
    package var pageItemCountMax = 1_000
    /// The order of a whole enumeration.
    package var feedOrder = FeedOrder.made
    /// For how many seconds changes are not seen in the feed.
    package var feedLagSeconds = 0.0
    /// For how many seconds what went into the bin is still shown, by its id, as if it were there.
    package var deletionLagSeconds = 0.0
    /// Whether a deleted folder takes a tombstone of its own for each item in it; nil for what the
    /// kind of drive does: SharePoint's have them.
    package var givesTombstonesBelow: Bool?
    /// Whether items of the feed have `parentReference.path`.
    package var feedHasPaths = false
    /// Whether new items get counted ids, as before the drive was moved to SharePoint.
    package var givesOldIDs = false
    /// Bytes that the drive can hold; nil tells no quota.
    package var totalByteCount: Int64? = 1 << 40
    /// Whether items show where to download them.
    package var givesDownloadURLs = true

    /// As most drives are.
    package init() {}
}
