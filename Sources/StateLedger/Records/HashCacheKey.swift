// SPDX-License-Identifier: Apache-2.0

/// What a cached hash stands for: an item as it was.
package struct HashCacheKey: Sendable, Hashable {
    /// The drive's id of the item.
    package var id: String
    /// The drive's tag of the item when it was hashed.
    package var eTag: String
    /// Bytes when it was hashed.
    package var size: Int64
    /// The algorithm.
    package var algorithm: String

    /// The given key.
    package init(id: String, eTag: String, size: Int64, algorithm: String) {
        self.id = id
        self.eTag = eTag
        self.size = size
        self.algorithm = algorithm
    }
}
