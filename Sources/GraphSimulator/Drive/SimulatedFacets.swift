// SPDX-License-Identifier: Apache-2.0

/// What an item says of itself beside name, place and content; nil leaves the member out or to
/// the simulator.
package struct SimulatedFacets: Sendable, Hashable {
    /// What an item is, beside a file or a folder.
    package enum Special: Sendable, Hashable {
        /// A notebook or the like: neither file nor folder.
        case package(type: String)
        /// A shortcut to an item of another drive.
        case shortcut(driveID: String, itemID: String, size: Int64, isFolder: Bool)
        /// An album.
        case album(childCount: Int)
    }

    /// Where a picture was taken.
    package struct Location: Sendable, Hashable {
        /// Degrees north.
        package var latitude: Double
        /// Degrees east.
        package var longitude: Double
        /// Feet above the sea.
        package var altitude: Double?

        /// A place.
        package init(latitude: Double, longitude: Double, altitude: Double? = nil) {
            self.latitude = latitude
            self.longitude = longitude
            self.altitude = altitude
        }
    }

    /// A film.
    package struct Video: Sendable, Hashable {
        /// Its length in milliseconds.
        package var duration: Int64
        /// Pixels across.
        package var width: Int64
        /// Pixels down.
        package var height: Int64

        /// A film.
        package init(duration: Int64, width: Int64, height: Int64) {
            self.duration = duration
            self.width = width
            self.height = height
        }
    }

    /// Who made an item.
    package struct Person: Sendable, Hashable {
        /// The name that people see.
        package var name: String
        /// The address.
        package var address: String?

        /// A person.
        package init(name: String, address: String? = nil) {
            self.name = name
            self.address = address
        }
    }

    /// A hash of the content.
    package enum Hash: String, Sendable, Hashable, CaseIterable {
        /// In base64.
        case quickXor = "quickXorHash"
        /// In hexadecimal digits.
        case sha1 = "sha1Hash"
        /// In hexadecimal digits.
        case sha256 = "sha256Hash"
    }

    /// When the service first saw it, in seconds since 1970.
    package var created: Double?
    /// When the service last saw it changed.
    package var modified: Double?
    /// When it was made, as the device that uploaded it says; as `created` if nil.
    package var fileCreated: Double?
    /// When it was changed, as the device says; as `modified` if nil.
    package var fileModified: Double?
    /// The MIME type; that of the name's extension if nil.
    package var mimeType: String?
    /// Which hashes of the content it tells.
    package var hashes: Set<Hash> = [.quickXor]
    /// Hashes that are told as they stand, whatever the content.
    package var givenHashes: [Hash: String] = [:]
    /// Pixels across and down.
    package var imageWidth: Int64?
    /// Pixels down.
    package var imageHeight: Int64?
    /// When the picture was taken, in seconds since 1970.
    package var taken: Double?
    /// The camera's maker.
    package var cameraMake: String?
    /// The camera's model.
    package var cameraModel: String?
    /// Where it was taken.
    package var location: Location?
    /// The film that it is.
    package var video: Video?
    /// With whom it is shared: `users`, `organization`, `anonymous`.
    package var sharedScope: String?
    /// The malware in it.
    package var malware: String?
    /// Who made it, if not the owner of the drive.
    package var creator: Person?
    /// The name of the special folder that it is: `photos`, `vault`, …
    package var specialFolder: String?
    /// A text about it; consumers' drives only.
    package var description: String?
    /// What it is, beside a file or a folder.
    package var special: Special?
    /// Whether somebody has it open, so that changes are refused.
    package var isLocked = false
    /// Whether a policy holds it, so that deletion is refused.
    package var isHeld = false
    /// Whether it tells its size.
    package var tellsSize = true
    /// The size that it tells, whatever its content has; as with pictures of some telephones.
    package var givenSize: Int64?
    /// The retention label on it.
    package var retentionLabel: String?

    /// Nothing but the usual.
    package init() {}

    /// The instant that the service writes where it knows none: 0001-01-01T00:00:00Z.
    package static let noDate: Double = -62_135_596_800
}

/// Facets of one item; most items have none of their own.
final class FacetBox: Sendable {
    let facets: SimulatedFacets

    init(_ facets: SimulatedFacets) {
        self.facets = facets
    }
}
