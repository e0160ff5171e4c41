// SPDX-License-Identifier: Apache-2.0

package import RuleEngine

/// A drive as the state file knows it.
package struct LedgerDrive: Sendable, Hashable {
    /// The name that rules use.
    package var name: String
    /// The kind, as rules write it.
    package var kind: String
    /// What tells it from any other drive that may come to stand under the same name.
    package var identity: String
    /// The kind's own settings at the last sync (`root`, …).
    package var settings: [String: String]
    /// When it was last listed completely.
    package var syncedAt: Timestamp
    /// Changes when the drive had lost the thread of what has changed and was listed anew; nil
    /// before that ever happened.
    package var cursor: String?
    /// How many items were listed.
    package var itemCount: Int64
    /// How many files were listed.
    package var fileCount: Int64
    /// How many files it had at the last listing that was not suspiciously short, less those that
    /// this program deleted since; nil before the first. What `listing_drop` compares with.
    package var goodFileCount: Int64?

    /// A drive that was listed at `syncedAt`.
    package init(
        name: String, kind: String, identity: String, settings: [String: String],
        syncedAt: Timestamp, cursor: String? = nil, itemCount: Int64, fileCount: Int64,
        goodFileCount: Int64? = nil
    ) {
        self.name = name
        self.kind = kind
        self.identity = identity
        self.settings = settings
        self.syncedAt = syncedAt
        self.cursor = cursor
        self.itemCount = itemCount
        self.fileCount = fileCount
        self.goodFileCount = goodFileCount
    }
}
