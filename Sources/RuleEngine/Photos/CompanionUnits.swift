// SPDX-License-Identifier: Apache-2.0

internal import PhotoLooks

/// The files of one shot: a picture, the raw file it was made of, a film that goes with it, and what
/// programs keep beside it.
///
/// Names decide, as clocks are wrong too often: files of one folder with one stem, at most one rendered
/// picture and one raw file among them. A film counts only where the content id of a Live Photo agrees,
/// or where it is known to be as short as those are and to have been taken at the same time.
struct CompanionUnits: Sendable {
    /// By row of a part other than the main picture: that picture.
    private let mains: [Int: Int]
    /// By row of a main picture: its other parts, in the order of rows.
    private let parts: [Int: [Int]]
    /// By row of a picture that names its Live Photo: how many films may be of that.
    private let doubtful: [Int: Int64]

    /// The most parts beside the main picture: what has more is no unit, and goes in one request no more.
    static let partsMax = 15

    /// The row of the main picture, if the one at `row` is another part of its unit.
    func main(of row: Int) -> Int? { mains[row] }

    /// The other parts of the unit that the picture at `row` is the main one of.
    func parts(of row: Int) -> [Int] { parts[row] ?? [] }

    /// How many films of its folder and name may belong to the picture at `row`: it names the Live
    /// Photo it is of, and nobody has looked whether they do.
    func doubtfulFilms(of row: Int) -> Int64 { doubtful[row] ?? 0 }

    /// The files that may be parts of one unit.
    private struct Stem: Hashable {
        let folder: UInt32
        let name: [UInt8]
    }

    private struct File {
        let row: Int
        let form: PhotoForm
    }

    /// The units of the files of `listing`. O(files).
    init(_ listing: Listing) {
        let files = Self.files(of: listing)
        var mains: [Int: Int] = [:]
        var parts: [Int: [Int]] = [:]
        var doubtful: [Int: Int64] = [:]
        for files in files.values where files.count > 1 {
            let unit = Self.unit(files, listing)
            let films = Self.unseenFilms(files, besides: unit?.1 ?? [], listing)
            if films > 0 {
                for row in Self.livePictures(files, listing) { doubtful[row] = films }
            }
            guard let (main, others) = unit else { continue }
            parts[main] = others.sorted()
            for part in others { mains[part] = main }
        }
        self.mains = mains
        self.parts = parts
        self.doubtful = doubtful
    }

    /// The files of `listing` that may be parts of units, by their names without endings.
    private static func files(
        of listing: Listing, inFolder isMeant: (UInt32) -> Bool = { _ in true }
    ) -> [Stem: [File]] {
        var files: [Stem: [File]] = [:]
        let scratch: Column<UInt8> = Column(capacity: 256)
        for row in 0..<listing.count
        where !listing.isFolder(row) && isMeant(listing.folder[row]) {
            scratch.truncate(to: 0)
            appendFolded(listing.names[row], to: scratch)
            let name = unsafe UnsafeBufferPointer(start: scratch.base, count: scratch.count)
            guard let (stem, form) = unsafe stem(of: name) else { continue }
            let key = Stem(folder: listing.folder[row], name: stem)
            files[key, default: []].append(File(row: row, form: form))
        }
        joinDoubleEndings(&files)
        joinEdited(&files, listing)
        return files
    }

    /// The rows of films that may be parts of Live Photos, in their order: those of which the picture is
    /// there. O(rows), and of folders with films O(files).
    static func films(in listing: Listing) -> [Int] {
        var folders: Set<UInt32> = []
        for row in 0..<listing.count where !listing.isFolder(row) {
            let ending = fileExtension(of: listing.names[row])
            // Both have three letters, and nearly nothing else of most listings does.
            guard ending.count == 3, unsafe ending.start[0] | 32 == UInt8(ascii: "m") else {
                continue
            }
            let text = ending.string.lowercased()
            if PhotoForm(ending: text.utf8) == .film { folders.insert(listing.folder[row]) }
        }
        if folders.isEmpty { return [] }
        return files(of: listing) { folders.contains($0) }.values.compactMap { files -> Int? in
            let films = files.filter { $0.form == .film }
            guard films.count == 1, files.contains(where: { $0.form == .rendered }) else {
                return nil
            }
            return listing.size[films[0].row] > 0 ? films[0].row : nil
        }
        .sorted()
    }

    /// The rows of the files of one folder and one name, where that stands for several pictures or raw
    /// files, so that they are no unit; those of one name together. O(files).
    static func ambiguous(in listing: Listing) -> [[Int]] {
        files(of: listing).values.compactMap { files in
            let isAmbiguous = [PhotoForm.rendered, .raw].contains { form in
                files.count { $0.form == form } > 1
            }
            return isAmbiguous ? files.map(\.row).sorted() : nil
        }
    }

    /// The name without its last ending, and what that ending says; nil for what is no file of a shot.
    private static func stem(
        of name: UnsafeBufferPointer<UInt8>
    ) -> ([UInt8], PhotoForm)? {
        guard let dot = unsafe name.lastIndex(of: UInt8(ascii: ".")), dot > 0,
            let form = unsafe PhotoForm(ending: name[(dot + 1)...])
        else { return nil }
        var stem = unsafe Array(name[..<dot])
        // What a telephone keeps beside an edited picture has the name of the first one.
        let supplement = Array(".supplemental-metadata".utf8)
        if form == .sidecar, stem.count > supplement.count,
            stem.suffix(supplement.count).elementsEqual(supplement)
        {
            stem.removeLast(supplement.count)
        }
        return (stem, form)
    }

    /// `IMG_1.JPG.xmp` belongs to `IMG_1.JPG`, and so to the stem `IMG_1`.
    private static func joinDoubleEndings(_ files: inout [Stem: [File]]) {
        for (key, found) in files where found.allSatisfy({ $0.form == .sidecar }) {
            guard let dot = key.name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { continue }
            guard let form = PhotoForm(ending: key.name[(dot + 1)...]), form != .sidecar else {
                continue
            }
            let shorter = Stem(folder: key.folder, name: Array(key.name[..<dot]))
            guard files[shorter] != nil else { continue }
            files[shorter]?.append(contentsOf: found)
            files[key] = nil
        }
    }

    /// A telephone calls the edited picture of `IMG_1234` `IMG_E1234`, and what it did `IMG_O1234.AAE`,
    /// or `IMG_1234.AAE`, which is the first picture's own where that is there.
    private static func joinEdited(_ files: inout [Stem: [File]], _ listing: Listing) {
        let (own, edited) = (Array("img_".utf8), Array("img_e".utf8))
        for (key, found) in files
        where key.name.starts(with: own) && found.allSatisfy({ $0.form == .sidecar }) {
            var digits = key.name.dropFirst(own.count)
            if digits.first == UInt8(ascii: "o") { digits.removeFirst() }
            guard !digits.isEmpty, digits.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }) else {
                continue
            }
            let notes = found.filter {
                fileExtension(of: listing.names[$0.row]).string.lowercased() == "aae"
            }
            let target = Stem(folder: key.folder, name: edited + digits)
            guard notes.count == found.count, files[target] != nil else { continue }
            files[target]?.append(contentsOf: notes)
            files[key] = nil
        }
    }

    /// The main picture and the other parts; nil where the files are no unit.
    private static func unit(_ files: [File], _ listing: Listing) -> (Int, [Int])? {
        let rendered = files.filter { $0.form == .rendered }
        let raw = files.filter { $0.form == .raw }
        guard rendered.count <= 1, raw.count <= 1, let main = rendered.first ?? raw.first else {
            return nil
        }
        let films = files.filter { $0.form == .film && isLive(main.row, $0.row, listing) }
        let others = files.filter { file in
            file.row != main.row
                && (file.form != .film || films.count == 1 && films[0].row == file.row)
        }
        return others.isEmpty || others.count > partsMax ? nil : (main.row, others.map(\.row))
    }

    /// How many of `files` are films that nobody has looked at, beside the known parts of a unit.
    private static func unseenFilms(
        _ files: [File], besides parts: [Int], _ listing: Listing
    ) -> Int64 {
        let films = files.filter { file in
            file.form == .film && listing.photo.slice(file.row).isEmpty
                && listing.size[file.row] != 0
                && !listing.itemFlags(file.row).contains(.shortcut) && !parts.contains(file.row)
        }
        return Int64(films.count)
    }

    /// The rows of those of `files` that are pictures and name the Live Photo that they are of.
    private static func livePictures(_ files: [File], _ listing: Listing) -> [Int] {
        files.filter { $0.form != .film }.map(\.row).filter { row in
            listing.photoFacts(row)?.liveID?.isEmpty == false
        }
    }

    /// The longest film of a Live Photo, in milliseconds.
    private static let liveMillisecondsMax: Int64 = 4_000
    /// So many seconds may lie between what picture and film say of when they were taken.
    private static let liveSecondsMax: Int64 = 2

    /// Whether a picture and a film are one Live Photo: by what both say themselves, else by how long
    /// the film is and when both were taken.
    private static func isLive(_ picture: Int, _ film: Int, _ listing: Listing) -> Bool {
        let (id, other) = (
            listing.photoFacts(picture)?.liveID ?? "", listing.photoFacts(film)?.liveID ?? ""
        )
        if !id.isEmpty, !other.isEmpty { return id == other }
        let (taken, filmed) = (listing.taken[picture], listing.taken[film])
        let length = listing.duration[film]
        guard length > 0, length <= liveMillisecondsMax, taken != Missing.date,
            filmed != Missing.date
        else { return false }
        let (difference, overflows) = taken.subtractingReportingOverflow(filmed)
        return !overflows && abs(difference) <= liveSecondsMax
    }
}
