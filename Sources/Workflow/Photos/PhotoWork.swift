// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import PhotoLooks
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
    /// The longest side that is asked for where the drive makes the picture, in pixels.
    var side = PhotoTask.usualSide
    /// Whether the drive had no picture of it when it was asked for the first time.
    var isSecondTry = false

    /// Enough to tell what a picture is like.
    static let usualSide = 256
    /// Enough to tell how sharp it is.
    static let sharpSide = 800
}

/// What is wanted beside the pictures that nobody has looked at.
struct PhotoWishes: Sendable {
    /// Pictures of which the drives had none when they were asked, long enough ago.
    var missing: Set<PhotoKey> = []
    /// Looks, by their numbers, that have to tell how sharp the picture is.
    var sharp: Set<Int64> = []
    /// Whether that is to be told of all pictures.
    var wantsAllSharp = false
    /// Whether nothing else is wanted.
    var isOnlySharp = false
    /// The names of drives that are left alone.
    var without: Set<String> = []
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
    static func find(
        in items: LoadedItems, _ wishes: PhotoWishes = PhotoWishes()
    ) -> [PhotoWork] {
        let listing = items.listing
        let seen = Set(items.coverage.contradicting)
        var rows: [Int: [Int]] = [:]
        // Of films only what they say is read, which tells whether they belong to a picture.
        let films = Set(listing.filmRows())
        for row in listing.pictureRows() + films.sorted()
        where isWanted(row, isFilm: films.contains(row), items, wishes) {
            if seen.contains(row) || !isInPart(row, items) { continue }
            rows[listing.drive(row), default: []].append(row)
        }
        var known: Set<PhotoKey> = []
        return listing.drives.enumerated().compactMap { number, drive in
            guard canLook(at: drive.kind), !wishes.without.contains(drive.name),
                items.drives[drive.name] is any PicturingDrive,
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
                var task = PhotoTask(row: row, key: key, item: item)
                let text = listing.photo.slice(row)
                if text.isEmpty {
                    if wishes.wantsAllSharp { task.side = PhotoTask.sharpSide }
                } else if PhotoFacts.hasLook(text: text.buffer) {
                    task.side = PhotoTask.sharpSide
                } else if wishes.missing.contains(key) {
                    task.isSecondTry = true
                } else {
                    continue
                }
                tasks.append(task)
            }
            return PhotoWork(drive: drive.name, tasks: tasks)
        }
    }

    /// Whether pictures of drives of that kind are looked at.
    static func canLook(at kind: DriveKind) -> Bool { kind == .local || kind == .onedrive }

    /// Whether there may be something to do for the picture in `row`.
    private static func isWanted(
        _ row: Int, isFilm: Bool, _ items: LoadedItems, _ wishes: PhotoWishes
    ) -> Bool {
        // The small picture that a drive makes of a film is no picture, and says nothing of it.
        let isMade = items.listing.drives[items.listing.drive(row)].kind == .onedrive
        if isFilm, isMade { return false }
        let text = items.listing.photo.slice(row)
        if text.isEmpty { return !wishes.isOnlySharp }
        // What a drive made small may be had larger.
        guard isMade else { return false }
        guard PhotoFacts.hasLook(text: text.buffer) else {
            return !wishes.isOnlySharp && !wishes.missing.isEmpty
        }
        guard wishes.wantsAllSharp || items.lookNumbers[row].map(wishes.sharp.contains) == true,
            let look = items.listing.photoFacts(row)?.look
        else { return false }
        return look.sharpness == nil && look.sourcePixels <= PhotoTask.usualSide
    }

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
