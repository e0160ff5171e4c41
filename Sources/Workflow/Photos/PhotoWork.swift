// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import PlanRunner
internal import RuleEngine
internal import StateLedger

/// A picture that nobody has looked at yet, or a film that may belong to one.
struct PhotoTask: Sendable {
    /// Its row in the listing.
    let row: Int
    /// What the look will be filed by.
    let key: PhotoKey
    /// The picture as it was listed.
    let item: ItemValues
}

/// The pictures of one drive that are still to be looked at, in the order in which that is done.
struct PhotoWork: Sendable {
    /// The drive's name.
    let drive: String
    /// What is to be done.
    let tasks: [PhotoTask]

    /// What is to be done on each drive of `items` that can be looked at, in the order of the drives.
    ///
    /// Each content once, wherever else it lies; the folders first in which something is newest, and
    /// in a folder by path. `part` is the folder of a drive that is meant, if not all of it is.
    static func find(in items: LoadedItems) -> [PhotoWork] {
        let listing = items.listing
        let seen = Set(items.coverage.contradicting)
        var rows: [Int: [Int]] = [:]
        // Of films only what they say is read, which tells whether they belong to a picture.
        for row in listing.pictureRows() + listing.filmRows()
        where listing.photo.slice(row).isEmpty {
            if seen.contains(row) || !isInPart(row, items) { continue }
            rows[listing.drive(row), default: []].append(row)
        }
        var known: Set<PhotoKey> = []
        return listing.drives.enumerated().compactMap { number, drive in
            guard canLook(at: drive.kind), items.drives[drive.name] is any PicturingDrive,
                let identity = items.identities[drive.name]
            else { return nil }
            let keys = PhotoKeys(driveIdentity: identity)
            var tasks: [PhotoTask] = []
            for row in ordered(rows[number] ?? [], listing) {
                guard let key = keys.key(of: row, in: listing), known.insert(key).inserted else {
                    continue
                }
                var item = listing.values(row)
                item.drive = drive.name
                tasks.append(PhotoTask(row: row, key: key, item: item))
            }
            return PhotoWork(drive: drive.name, tasks: tasks)
        }
    }

    /// Whether pictures of drives of that kind are looked at.
    static func canLook(at kind: DriveKind) -> Bool { kind == .local }

    private static func isInPart(_ row: Int, _ items: LoadedItems) -> Bool {
        guard let part = items.parts[items.listing.driveName(row)] else { return true }
        return items.listing.path(row).utf8.starts(with: (part == "/" ? "/" : part + "/").utf8)
    }

    private static func ordered(_ rows: [Int], _ listing: Listing) -> [Int] {
        var newest: [UInt32: Int64] = [:]
        for row in rows {
            let folder = listing.folder[row]
            newest[folder] = max(newest[folder] ?? .min, listing.modified[row])
        }
        let paths = Dictionary(
            uniqueKeysWithValues: newest.keys.map { ($0, listing.folders.path(Int($0)).string) })
        return rows.sorted { one, other in
            let (here, there) = (listing.folder[one], listing.folder[other])
            if here != there {
                let (first, second) = (newest[here] ?? .min, newest[there] ?? .min)
                if first != second { return first > second }
                return (paths[here] ?? "").utf8.lexicographicallyPrecedes((paths[there] ?? "").utf8)
            }
            return TextSlice.order(listing.names[one], listing.names[other]) < 0
        }
    }
}
