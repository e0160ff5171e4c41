// SPDX-License-Identifier: Apache-2.0

/// What several listings tell of together. Where nothing is listed nobody knows what would be.
package struct ListedSupply: Sendable, Hashable {
    private var hasFolder = false
    /// The fields that an item has; nil before the first listing with a drive.
    private var fields: Set<Field>?

    /// Nothing is listed yet.
    package init() {}

    /// Adds what `listing` tells. O(rows × fields) at worst.
    package mutating func add(_ listing: Listing) {
        if listing.drives.isEmpty { return }
        if !hasFolder { hasFolder = (0..<listing.count).contains { listing.isFolder($0) } }
        let supply = FieldSupply(listing)
        let told = Field.allCases.filter {
            supply.drivesWithout($0).count < listing.drives.count
        }
        fields = (fields ?? []).union(told)
    }

    /// Whether no item is a folder.
    package var lacksFolders: Bool { fields != nil && !hasFolder }

    /// Whether no item has `field`.
    package func lacks(_ field: Field) -> Bool { fields.map { !$0.contains(field) } ?? false }
}
