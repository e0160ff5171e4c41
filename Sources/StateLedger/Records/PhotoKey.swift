// SPDX-License-Identifier: Apache-2.0

package import RuleEngine

/// What a look at a picture is filed by: the content, and not the place where it lies, so that a
/// move or a new name costs nothing.
///
/// On a drive that tells hashes it is the strongest of them and the size; on a local drive the
/// number of the file, when it was made and last changed, and the size; else the item's id there
/// with the tag of its content, or its size and the date of its last change.
package struct PhotoKey: Sendable, Hashable {
    /// As tables write it.
    package let text: String

    /// The key that a table holds.
    package init(stored text: String) { self.text = text }

    /// The key of `item` on the drive of that identity; nil for what has no content, or nothing that
    /// would tell when it changes.
    package init?(_ item: ItemValues, driveIdentity: String) {
        self.init(
            Content(
                isFolder: item.type == .folder, size: item.size,
                modified: item.modified?.secondsSinceEpoch,
                created: item.created?.secondsSinceEpoch, eTag: item.eTag, cTag: item.cTag,
                hashes: item.hashes),
            id: item.id ?? item.path, driveIdentity)
    }

    /// The same of an item as a plan or a decision recorded it.
    package init?(_ item: RecordedItem, driveIdentity: String) {
        var known: [HashAlgorithm: String] = [:]
        for algorithm in HashAlgorithm.allCases {
            known[algorithm] = item.hashes[algorithm.rawValue]
        }
        self.init(
            Content(
                isFolder: item.isFolder, size: item.size, modified: item.modified,
                created: item.created, eTag: item.eTag, cTag: item.cTag, hashes: known),
            id: item.id, driveIdentity)
    }

    /// What the key may be made of.
    private struct Content {
        let isFolder: Bool
        let size: Int64?
        let modified: Int64?
        let created: Int64?
        let eTag: String?
        let cTag: String?
        let hashes: [HashAlgorithm: String]
    }

    /// The strongest first.
    private static let algorithms = [HashAlgorithm.sha256, .sha1, .quickXor]

    private init?(_ item: Content, id: String, _ driveIdentity: String) {
        guard !item.isFolder, let size = item.size, size > 0 else { return nil }
        let drive = DriveIdentityText(driveIdentity)
        if drive.localRoot != nil {
            self.init(file: item, size)
            return
        }
        for algorithm in Self.algorithms {
            guard let hash = item.hashes[algorithm], !hash.isEmpty else { continue }
            let one = algorithm == .quickXor ? hash : hash.lowercased()
            text = "\(algorithm.rawValue):\(one):\(size)"
            return
        }
        let place = "item:\(drive.volume):\(id)"
        if let tag = item.cTag, !tag.isEmpty {
            text = "\(place):\(tag)"
        } else if let modified = item.modified {
            text = "\(place):\(size):\(modified)"
        } else {
            return nil
        }
    }

    /// Of a local file: its tag up to what a move changes. The number of its file system is no part
    /// of it: the kernel may give another one each time the machine starts.
    private init?(file item: Content, _ size: Int64) {
        guard let tag = item.eTag else { return nil }
        let end = UInt8(ascii: "@")
        let content = tag.utf8.prefix { $0 != end && $0 != UInt8(ascii: ";") }
        // Without the time of its last change nothing tells when it changes.
        guard content.contains(UInt8(ascii: "-")) else { return nil }
        text = "file:\(Substring(content)):\(item.created ?? 0):\(size)"
    }
}

extension PhotoKey: Comparable {
    /// By bytes, as the tables compare.
    package static func < (left: PhotoKey, right: PhotoKey) -> Bool {
        left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }
}
