// SPDX-License-Identifier: Apache-2.0

/// A file that a fleet's source names: a listing, or a file of a dataset.
package struct SourceFile: Sendable, Hashable, Codable {
    /// Its path, absolute.
    package let path: String
    /// Its path as people know it.
    package let name: String
    /// What it is known by.
    package let stamp: FileStamp

    /// The file at `path`.
    package init(path: String, name: String, stamp: FileStamp) {
        self.path = path
        self.name = name
        self.stamp = stamp
    }
}
