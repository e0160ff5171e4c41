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
        guard let key = PhotoKeys(driveIdentity: driveIdentity).key(of: item) else { return nil }
        self = key
    }

    /// The same of an item as a plan or a decision recorded it.
    package init?(_ item: RecordedItem, driveIdentity: String) {
        guard let key = PhotoKeys(driveIdentity: driveIdentity).key(of: item) else { return nil }
        self = key
    }
}

extension PhotoKey: Comparable {
    /// By bytes, as the tables compare.
    package static func < (left: PhotoKey, right: PhotoKey) -> Bool {
        left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }
}

/// Makes the keys of the pictures of one drive.
package struct PhotoKeys: Sendable {
    private let isLocal: Bool
    private let volume: String

    /// The keys of items of the drive of that identity.
    package init(driveIdentity: String) {
        let drive = DriveIdentityText(driveIdentity)
        isLocal = drive.localRoot != nil
        volume = drive.volume
    }

    /// The key of `item`; nil for what has no content, or nothing that would tell when it changes.
    package func key(of item: ItemValues) -> PhotoKey? {
        guard item.type == .file, let size = item.size, size > 0 else { return nil }
        if isLocal {
            return item.eTag.flatMap {
                file($0.utf8, created: item.created?.secondsSinceEpoch, size)
            }
        }
        let hashes = item.hashes
        return other(
            id: item.id ?? item.path, size, modified: item.modified?.secondsSinceEpoch,
            cTag: item.cTag
        ) { hashes[$0] }
    }

    /// The same of an item as a plan or a decision recorded it.
    package func key(of item: RecordedItem) -> PhotoKey? {
        guard !item.isFolder, let size = item.size, size > 0 else { return nil }
        if isLocal {
            return item.eTag.flatMap { file($0.utf8, created: item.created, size) }
        }
        return other(id: item.id, size, modified: item.modified, cTag: item.cTag) {
            item.hashes[$0.rawValue]
        }
    }

    /// The same of a row of a listing.
    package func key(of row: Int, in listing: Listing) -> PhotoKey? {
        let size = listing.size[row]
        if listing.isFolder(row) || size == Missing.number || size <= 0 { return nil }
        func date(_ seconds: Int64) -> Int64? { seconds == Missing.date ? nil : seconds }
        if isLocal {
            return file(
                listing.eTag.slice(row).buffer, created: date(listing.created[row]), size)
        }
        // Asked for here: a closure would hold a copy of all columns, for each row.
        for algorithm in Self.algorithms {
            if let hash = listing.hashes[algorithm]?.text(row),
                let key = Self.key(algorithm, hash, size)
            {
                return key
            }
        }
        return item(
            listing.id(row), size, modified: date(listing.modified[row]),
            cTag: listing.cTag.text(row))
    }

    /// Of a local file: its tag up to what a move changes. The number of its file system is no part
    /// of it: the kernel may give another one each time the machine starts.
    private func file(
        _ tag: some Collection<UInt8>, created: Int64?, _ size: Int64
    ) -> PhotoKey? {
        let content = tag.prefix { $0 != UInt8(ascii: "@") && $0 != UInt8(ascii: ";") }
        // Without the time of its last change nothing tells when it changes.
        guard content.contains(UInt8(ascii: "-")) else { return nil }
        var text = Array("file:".utf8)
        text.append(contentsOf: content)
        text.append(contentsOf: ":\(created ?? 0):\(size)".utf8)
        return PhotoKey(stored: String(decoding: text, as: UTF8.self))
    }

    /// The strongest first.
    private static let algorithms = [HashAlgorithm.sha256, .sha1, .quickXor]

    private func other(
        id: String, _ size: Int64, modified: Int64?, cTag: String?,
        _ hash: (HashAlgorithm) -> String?
    ) -> PhotoKey? {
        for algorithm in Self.algorithms {
            if let hash = hash(algorithm), let key = Self.key(algorithm, hash, size) { return key }
        }
        return item(id, size, modified: modified, cTag: cTag)
    }

    /// Of a content with that hash; nil for an empty one.
    private static func key(_ algorithm: HashAlgorithm, _ hash: String, _ size: Int64) -> PhotoKey?
    {
        if hash.isEmpty { return nil }
        let isPlain = hash.utf8.allSatisfy { $0 < 0x80 && !(0x41...0x5a).contains($0) }
        let one = algorithm == .quickXor || isPlain ? hash : hash.lowercased()
        return PhotoKey(stored: "\(algorithm.rawValue):\(one):\(size)")
    }

    /// Of what is only known by the item that it is the content of.
    private func item(_ id: String, _ size: Int64, modified: Int64?, cTag: String?) -> PhotoKey? {
        let place = "item:\(volume):\(id)"
        if let cTag, !cTag.isEmpty { return PhotoKey(stored: "\(place):\(cTag)") }
        return modified.map { PhotoKey(stored: "\(place):\(size):\($0)") }
    }
}
