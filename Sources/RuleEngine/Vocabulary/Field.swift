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
    /// The albums it is in, by glob on their names.
    case album
    /// How sharp a picture is where it is sharpest, 0 to 1,000.
    case sharpness
    /// How bright the brightest hundredth of a picture is, in per cent.
    case brightness
    /// How much there is to see in a picture, 0 to 100.
    case detail
    /// Whether a picture is a screenshot.
    case screenshot
    /// The drive's name.
    case drive
}

extension Field {
    /// Whether only looking at a picture tells it, on every drive.
    package var comesFromLooks: Bool {
        switch self {
        case .sharpness, .brightness, .detail, .screenshot: true
        default: false
        }
    }

    /// Whether pictures of local drives tell it only once they were looked at: until then it is not
    /// known whether it is missing.
    package var comesFromPictures: Bool {
        switch self {
        case .taken, .takenAge, .width, .height, .camera, .sharpness, .brightness, .detail,
            .screenshot:
            true
        default: false
        }
    }
}
