// SPDX-License-Identifier: Apache-2.0

public import RuleEngine

/// An item as the last listing of its drive has it.
public struct ListedItem: Sendable, Hashable {
    /// What the listing says of it.
    public var values: ItemValues
    /// The ids of the folders above it, the nearest first; none for what lies at the top.
    public var folderIDs: [String]

    /// The item that a listing describes with `values`.
    public init(values: ItemValues, folderIDs: [String]) {
        self.values = values
        self.folderIDs = folderIDs
    }
}
