// SPDX-License-Identifier: Apache-2.0

/// The columns of a stored listing; raw values name parts.
enum SnapshotColumn: String, CaseIterable, Sendable {
    case folderParent = "folder-parent"
    case folderPath = "folder-path"
    case folder, name, id, flags, size, created, modified
    case taken, accessed
    case firstSeen = "first-seen"
    case width, height, duration
    case mime, owner
    case ownerAddress = "owner-address"
    case camera, album, link
    case mimeText = "mime-text"
    case ownerText = "owner-text"
    case ownerAddressText = "owner-address-text"
    case cameraText = "camera-text"
    case albumText = "album-text"
    case linkText = "link-text"
    case eTag = "etag"
    case cTag = "ctag"
    case photo
    case quickXor = "quickxor"
    case sha1, sha256
    case quickXorText = "quickxor-text"
    case sha1Text = "sha1-text"
    case sha256Text = "sha256-text"

    /// Whether parts hold values of rows, chunk by chunk, and which chunks there must be.
    enum Shape {
        /// Every chunk of rows has its part.
        case everyRow
        /// A chunk of rows in which none has a value has no part.
        case someRows
        /// Folders, or texts that rows number: as many as there are.
        case pool
    }

    /// How the parts of this column go together.
    var shape: Shape {
        switch self {
        case .folder, .name, .id, .flags, .size, .created, .modified: .everyRow
        case .folderParent, .folderPath, .mimeText, .ownerText, .ownerAddressText, .cameraText,
            .albumText, .linkText, .quickXorText, .sha1Text, .sha256Text:
            .pool
        default: .someRows
        }
    }

    /// Whether the values are texts: each of them takes `width` bytes beside its own.
    var isText: Bool {
        switch self {
        case .name, .id, .eTag, .cTag, .photo: true
        default: shape == .pool && self != .folderParent
        }
    }

    /// How many bytes of a part a value takes.
    var width: Int {
        switch self {
        case .flags: 1
        case .size, .created, .modified, .taken, .accessed, .firstSeen, .width, .height,
            .duration:
            8
        case .quickXor: 1 + HashAlgorithm.quickXor.width
        case .sha1: 1 + HashAlgorithm.sha1.width
        case .sha256: 1 + HashAlgorithm.sha256.width
        default: 4
        }
    }

    /// The column of an algorithm's hashes.
    init(_ algorithm: HashAlgorithm) {
        switch algorithm {
        case .quickXor: self = .quickXor
        case .sha1: self = .sha1
        case .sha256: self = .sha256
        }
    }

    /// The texts that the values of this column number; nil for columns of plain values.
    var texts: SnapshotColumn? {
        switch self {
        case .mime: .mimeText
        case .owner: .ownerText
        case .ownerAddress: .ownerAddressText
        case .camera: .cameraText
        case .album: .albumText
        case .link: .linkText
        case .quickXor: .quickXorText
        case .sha1: .sha1Text
        case .sha256: .sha256Text
        default: nil
        }
    }
}
