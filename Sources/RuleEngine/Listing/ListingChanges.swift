// SPDX-License-Identifier: Apache-2.0

/// How the listing of a drive differs from the one before it, in items.
package struct ListingChanges: Sendable, Hashable {
    /// How many items there are now, folders among them.
    package var items: Int64 = 0
    /// How many of them are files.
    package var files: Int64 = 0
    /// Items whose id was not there before.
    package var added: Int64 = 0
    /// Items whose id is no longer there.
    package var removed: Int64 = 0
    /// Items of which a size, `modified`, eTag or cTag is known of both times, and differs.
    package var changed: Int64 = 0

    /// No items, then as now.
    package init() {}
}
