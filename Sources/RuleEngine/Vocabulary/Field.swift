// SPDX-License-Identifier: Apache-2.0

/// A field that a condition can test; the raw value is the key in a rules file.
public enum Field: String, Sendable, Hashable, CaseIterable {
    /// The last component of the path, by glob.
    case name
    /// The whole path, by glob.
    case path
    /// The last component, by regular expression.
    case nameRegex = "name_regex"
    /// The whole path, by regular expression.
    case pathRegex = "path_regex"
    /// The extension.
    case ext
    /// What the file holds.
    case kind
    /// The MIME type, by glob.
    case mime
    /// Bytes.
    case size
    /// Whether a file has no bytes or a folder no items.
    case empty
    /// Time since the later of created and modified.
    case age
    /// Time since the last change.
    case modifiedAge = "modified_age"
    /// Time since the creation.
    case createdAge = "created_age"
    /// Time since the picture was taken.
    case takenAge = "taken_age"
    /// Time since the last access.
    case accessedAge = "accessed_age"
    /// Time since a sync first saw the item.
    case knownFor = "known_for"
    /// The date of the last change.
    case modified
    /// The date of the creation.
    case created
    /// The date the picture was taken.
    case taken
    /// The date of the last access.
    case accessed
    /// How many folders stand above.
    case depth
    /// Whether it is shared.
    case shared
    /// The creator's name or address, by glob.
    case owner
    /// Pixels across.
    case width
    /// Pixels down.
    case height
    /// Make and model, by glob.
    case camera
    /// The drive's name.
    case drive
}
