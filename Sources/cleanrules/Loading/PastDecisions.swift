// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import RuleEngine
internal import StateLedger

extension PastDecision {
    /// A decision of the state file in the engine's words.
    init(_ record: DecisionRecord) {
        let item = record.item
        var hashes: [HashAlgorithm: String] = [:]
        for algorithm in HashAlgorithm.allCases {
            hashes[algorithm] = item.hashes[algorithm.rawValue]
        }
        self.init(
            drive: item.drive, id: item.id, path: item.path, verdict: record.verdict,
            until: record.until, size: item.size, hashes: hashes, cTag: item.cTag,
            modified: item.modified.map { Timestamp(secondsSinceEpoch: $0) })
    }
}

extension [DecisionRecord] {
    /// Those that were made about the drives of `identities`, by name: another drive under the
    /// same name has nothing to do with them.
    ///
    /// What was decided over a saved listing of a OneDrive, before anybody signed in, goes on for
    /// the same items: those of the same ids, else those of the same path and content.
    func about(_ identities: [String: String], in listing: Listing) -> [DecisionRecord] {
        let own = filter { identities[$0.item.drive] == $0.driveIdentity }
        let earlier = filter { record in
            record.driveIdentity.hasPrefix(DriveKind.listing.rawValue + ":")
                && identities[record.item.drive]?
                    .hasPrefix(DriveKind.onedrive.rawValue + ":") == true
        }
        if earlier.isEmpty { return own }
        let places = ListedPlaces(of: earlier.map(\.item), in: listing)
        let carried = earlier.compactMap { record in
            places.id(of: record.item).map { id in
                var record = record
                record.item.id = id
                return record
            }
        }
        return (own + carried).sorted { $0.number < $1.number }
    }
}

/// Where items of an earlier listing stand in a later one.
private struct ListedPlaces {
    private let listing: Listing
    /// The ids as the listing spells them, by their spelling for comparison.
    private var ids: [[UInt8]: String] = [:]
    private var rows: [[UInt8]: Int] = [:]

    init(of items: [RecordedItem], in listing: Listing) {
        self.listing = listing
        let wantedIDs = Set(items.map { Self.key($0.id) })
        let wantedPaths = Set(items.map { Self.key($0.drive, $0.path) })
        for row in 0..<listing.count {
            let id = listing.id(row)
            let key = Self.key(id)
            if wantedIDs.contains(key) { ids[key] = id }
            let path = Self.key(listing.driveName(row), listing.path(row))
            if wantedPaths.contains(path) { rows[path] = row }
        }
    }

    /// The later listing is that of a OneDrive, whose ids come in several spellings.
    private static func key(_ id: String) -> [UInt8] {
        Array(GraphID.comparable(item: id).utf8)
    }

    private static func key(_ drive: String, _ path: String) -> [UInt8] {
        Array(drive.utf8) + [0] + Array(path.utf8)
    }

    /// The id that `item` has now; nil if it cannot be told which item it is.
    func id(of item: RecordedItem) -> String? {
        if let id = ids[Self.key(item.id)] { return id }
        guard let row = rows[Self.key(item.drive, item.path)],
            listing.isFolder(row) == item.isFolder
        else { return nil }
        if item.isFolder { return listing.id(row) }
        let now = listing.values(row)
        let hashes: [String: String?] = [
            HashAlgorithm.quickXor.rawValue: now.quickXor, HashAlgorithm.sha1.rawValue: now.sha1,
            HashAlgorithm.sha256.rawValue: now.sha256,
        ]
        let isSame =
            item.size == now.size
            && item.hashes.contains { algorithm, hash in
                hashes[algorithm]??.lowercased() == hash.lowercased()
            }
        return isSame ? listing.id(row) : nil
    }
}
