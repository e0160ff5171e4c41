// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import PlanRunner
package import RuleEngine
package import StateLedger

extension PastDecision {
    /// A decision of the state file in the engine's words.
    package init(_ record: DecisionRecord) {
        let item = record.item
        var hashes: [HashAlgorithm: String] = [:]
        for algorithm in HashAlgorithm.allCases {
            hashes[algorithm] = item.hashes[algorithm.rawValue]
        }
        self.init(
            drive: item.drive, id: item.id, path: item.path, verdict: record.verdict,
            until: record.until, size: item.size, hashes: hashes, cTag: item.cTag,
            modified: item.modified.map { Timestamp(secondsSinceEpoch: $0) })
        file = ListedFile(tag: item.eTag, created: item.created)
    }
}

/// What people decided, brought together with the drives as they are called and listed now.
package struct PlacedDecisions: Sendable {
    /// The decisions about items of these drives, with names, ids and paths as they are now, by
    /// number. One about an item that two drives hold stands for each.
    package private(set) var placed: [DecisionRecord] = []
    /// Those of them that were made when the drive had another name, another root, or was known by
    /// saved pages only; by number.
    private(set) var carried: Set<Int64> = []
    /// Decisions of which no drive holds the item any more, by number.
    package private(set) var unplaced: [DecisionRecord] = []

    /// Places `decisions` on the drives of `listing`, whose `identities` are by name.
    ///
    /// An item is known by its drive's identity and its own id there: on local drives its number in
    /// the file system and when it was made, else its real path: what came to lie there since is
    /// meant as well, but by no word to delete. `others` are the identities of
    /// further drives that are known, but not part of this listing. O(rows + decisions × drives).
    package init(
        _ decisions: [DecisionRecord], on identities: [String: String], in listing: Listing,
        besides others: [String] = []
    ) {
        if decisions.isEmpty { return }
        let drives = identities.sorted { $0.key < $1.key }
            .map { (name: $0.key, identity: DriveIdentityText($0.value), text: $0.value) }
        let known = Set(others.map { DriveIdentityText($0).volume })
        let roots = others.compactMap { DriveIdentityText($0).localRoot }
        let rows = ListedItems(of: decisions, drives, in: listing)
        for decision in decisions {
            let found = rows.places(of: decision)
            for place in found {
                var now = decision
                now.item.drive = place.drive
                now.item.id = place.id
                now.item.path = place.path
                now.driveIdentity = identities[place.drive] ?? decision.driveIdentity
                placed.append(now)
                let isAsBefore =
                    place.drive.utf8.elementsEqual(decision.item.drive.utf8)
                    && identities[place.drive] == decision.driveIdentity
                if !isAsBefore { carried.insert(decision.number) }
            }
            if !found.isEmpty { continue }
            let identity = DriveIdentityText(decision.driveIdentity)
            let isElsewhere =
                identity.localRoot == nil
                ? known.contains(identity.volume)
                : roots.contains { MachinePath.isAtOrBelow(decision.address.key, $0) }
            if !isElsewhere { unplaced.append(decision) }
        }
    }
}

/// Where the items of decisions stand in a listing.
private struct ListedItems {
    /// An item as the listing names it.
    typealias Place = (drive: String, id: String, path: String)
    private typealias Drive = (name: String, identity: DriveIdentityText, text: String)

    private let drives: [Drive]
    private let listing: Listing
    /// The rows of files of this machine that somebody decided about.
    private var files: [FileStamp: [Int]] = [:]
    /// The rows of OneDrives, by volume and id as ids are compared.
    private var ids: [ItemAddress: [Int]] = [:]
    /// The rows by the name of the drive and the path, for decisions over older listings.
    private var paths: [[UInt8]: Int] = [:]

    init(
        of decisions: [DecisionRecord],
        _ drives: [(name: String, identity: DriveIdentityText, text: String)], in listing: Listing
    ) {
        self.drives = drives
        self.listing = listing
        let stamps = Set(
            decisions.compactMap { FileStamp($0.item, driveIdentity: $0.driveIdentity) })
        let unknown = decisions.filter { Self.isOverUnknownDrive($0) }
        // An old listing does not say which drive it is of: then its names stand for it.
        let wanted = Set(decisions.map(\.address)).union(
            drives.flatMap { drive in
                unknown.map { ItemAddress($0.item, driveIdentity: drive.text) }
            })
        let wantedPaths = Set(unknown.map { Self.key($0.item.drive, $0.item.path) })
        for (number, listed) in listing.drives.enumerated() {
            guard let drive = drives.first(where: { $0.name.utf8.elementsEqual(listed.name.utf8) })
            else { continue }
            if let device = drive.identity.device {
                if !stamps.isEmpty { findFiles(stamps, number, device) }
            } else if !wanted.isEmpty {
                findItems(wanted, wantedPaths, number, drive)
            }
        }
    }

    private mutating func findFiles(_ stamps: Set<FileStamp>, _ drive: Int, _ device: UInt64) {
        for row in 0..<listing.count where listing.drive(row) == drive {
            guard listing.created[row] != Missing.date, let tag = listing.eTag.text(row),
                let stamp = FileStamp(device: device, tag: tag, created: listing.created[row]),
                stamps.contains(stamp)
            else { continue }
            files[stamp, default: []].append(row)
        }
    }

    private mutating func findItems(
        _ wanted: Set<ItemAddress>, _ wantedPaths: Set<[UInt8]>, _ number: Int, _ drive: Drive
    ) {
        for row in 0..<listing.count where listing.drive(row) == number {
            let item = RecordedItem(
                drive: drive.name, id: listing.id(row), path: "", type: .file)
            let address = ItemAddress(item, driveIdentity: drive.text)
            if wanted.contains(address) { ids[address, default: []].append(row) }
            if wantedPaths.isEmpty { continue }
            let path = Self.key(drive.name, listing.path(row))
            if wantedPaths.contains(path) { paths[path] = row }
        }
    }

    private static func key(_ drive: String, _ path: String) -> [UInt8] {
        Array(drive.utf8) + [0] + Array(path.utf8)
    }

    private static func isOverUnknownDrive(_ decision: DecisionRecord) -> Bool {
        DriveIdentityText(decision.driveIdentity).isListingOfUnknownDrive
    }

    /// Where the item of `decision` stands now.
    func places(of decision: DecisionRecord) -> [Place] {
        let identity = DriveIdentityText(decision.driveIdentity)
        if let root = identity.localRoot {
            if let stamp = FileStamp(decision.item, driveIdentity: decision.driveIdentity),
                let rows = files[stamp]
            {
                return rows.map(place)
            }
            return drives.compactMap { drive in
                guard let now = drive.identity.localRoot else { return nil }
                let seat = DriveSeat(name: drive.name, before: root, now: now)
                return seat.path(decision.item.path).map { (drive.name, $0, $0) }
            }
        }
        if let rows = ids[decision.address] { return rows.map(place) }
        if Self.isOverUnknownDrive(decision) { return earlier(decision) }
        return []
    }

    private func place(_ row: Int) -> Place {
        (listing.driveName(row), listing.id(row), listing.path(row))
    }

    /// Where an item stands that was decided about over a listing that did not say of which drive:
    /// on the OneDrive that has the name of the listing's drive, the item of that id, else the one
    /// at that path with that content.
    private func earlier(_ decision: DecisionRecord) -> [Place] {
        let item = decision.item
        guard
            let drive = drives.first(where: {
                $0.name.utf8.elementsEqual(item.drive.utf8)
                    && $0.text.hasPrefix(DriveKind.onedrive.rawValue + ":")
            })
        else { return [] }
        if let rows = ids[ItemAddress(item, driveIdentity: drive.text)] { return rows.map(place) }
        guard let row = paths[Self.key(item.drive, item.path)],
            listing.isFolder(row) == item.isFolder
        else { return [] }
        if item.isFolder { return [place(row)] }
        let now = RecordedItem(listing.values(row), drive: item.drive)
        let hasEqualHash = item.hashes.contains { algorithm, hash in
            now.hashes[algorithm]?.lowercased() == hash.lowercased()
        }
        return item.size == now.size && hasEqualHash ? [place(row)] : []
    }
}
