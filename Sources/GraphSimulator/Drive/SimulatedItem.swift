// SPDX-License-Identifier: Apache-2.0

/// An item as it really is, whatever the service says of it.
package struct SimulatedItem: Sendable, Hashable {
    /// The path from the top of the drive.
    package var path: String
    /// The id.
    package var id: String
    /// The GUID by which the list of its library knows it; nil on consumers' drives.
    package var listItemID: String?
    /// The id of the folder that it lies in; nil for the top.
    package var parentID: String?
    /// The name.
    package var name: String
    /// Bytes; of a folder those of everything in it.
    package var size: Int64
    /// Whether it is a folder.
    package var isFolder: Bool
    /// The tag of its metadata and content, quotes included.
    package var eTag: String
    /// The tag of its content, quotes included.
    package var cTag: String
    /// When the device that uploaded it changed it last, in seconds since 1970.
    package var fileModified: Double
}
