// SPDX-License-Identifier: Apache-2.0

internal import PhotoLooks

/// What one `similar` rule makes of the pictures that look alike: groups, each with a leader that all
/// its other members look like.
struct SimilarGroups: Sendable {
    /// The groups, the leader first, then the members in the order in which they survive.
    let groups: Groups
    /// By row of a member other than the leader: how it looks like that.
    let pairs: [Int: PhotoPair]
    /// By the same rows: the leader.
    let leaders: [Int: Int]
    /// Members that stay although there are enough, for nothing that stays is as good.
    let better: [Int: BetterGround]
    /// The rows that get the rule's verdict.
    let given: RowBits
    /// By row of a file that gets it since it belongs to a picture that does: that picture.
    var companions: [Int: Int] = [:]
    /// By row of a picture that stays since a file that belongs to it does: that file.
    var keptForCompanions: [Int: Int] = [:]
    /// The files of one shot, where they stay together; nil where the rule takes each by itself.
    var units: CompanionUnits?

    /// The leader that the member at `row` looks like; nil for leaders and for what is in no group.
    func leader(of row: Int) -> Int? { leaders[row] }

    /// The leader of the group of that number.
    func leader(_ number: Int) -> Int { unsafe Int(groups[number][0]) }

    /// Whether others of the group of that number stay besides the leader, where `copies` are to.
    func staysBesides(_ number: Int, _ copies: Int) -> Bool {
        unsafe copies > 1 && groups[number].count > 1
    }
}

/// In what a member of a group is better than all that stays.
public enum BetterGround: String, Sendable, Hashable, CaseIterable {
    /// It has over a tenth more pixels.
    case pixels
    /// It tells when it was taken.
    case taken
    /// It tells by which camera.
    case camera
    /// It is what the camera saw, before anything was made of it.
    case raw
}

/// Forms groups of pictures that look alike (the specification's leader groups).
///
/// All that can be compared stand in one order: what stays anyway, then by preference. The first that is
/// free leads, and every free one that may go and is a pair with the leader joins it. So what goes was
/// compared with the very picture that stays, and there are no chains.
struct SimilarGrouping {
    let listing: Listing
    let selection: SimilarSelection
    let pairs: PhotoPairs
    /// Pairs of rows that a person called not the same.
    let unlike: Set<RowPair>
    let reach: ReachKey
    /// By row: 0 while nobody asked whether it is a screenshot; else 1, and 1 more if it is.
    let screens: Column<UInt8>

    /// The groups among `staying`, which survive whatever comes, and `leaving`, which may go; each in
    /// the order in which they survive. O(rows + pairs).
    func groups(staying: [Int], leaving: [Int]) -> SimilarGroups {
        let groups = Groups()
        var found: [Int: PhotoPair] = [:]
        var leaders: [Int: Int] = [:]
        var better: [Int: BetterGround] = [:]
        let given = RowBits(count: listing.count)
        // 0: in no group; else the place among those that may go, and one.
        let places = Column<UInt32>(repeating: 0, count: listing.count)
        for (place, row) in leaving.enumerated() {
            places[row] = UInt32(truncatingIfNeeded: place + 1)
        }
        for (place, leader) in (staying + leaving).enumerated() {
            let mayGo = place >= staying.count
            if mayGo {
                if places[leader] == 0 { continue }
                places[leader] = 0
            }
            var members: [(row: Int, pair: PhotoPair)] = []
            pairs.forEachAlike(leader) { row, pair in
                if places[row] != 0, arePair(leader, row, pair) { members.append((row, pair)) }
            }
            if members.isEmpty { continue }
            members.sort { places[$0.row] < places[$1.row] }
            for member in members { places[member.row] = 0 }
            groups.append([leader] + members.map(\.row))
            var survivors = [leader]
            for (row, pair) in members {
                found[row] = pair
                leaders[row] = leader
                if survivors.count < selection.copies {
                    survivors.append(row)
                } else if let ground = ground(row, survivors) {
                    better[row] = ground
                    survivors.append(row)
                } else {
                    given.insert(row)
                }
            }
        }
        return SimilarGroups(
            groups: groups, pairs: found, leaders: leaders, better: better, given: given)
    }

    // MARK: Pairs

    private func arePair(_ leader: Int, _ row: Int, _ pair: PhotoPair) -> Bool {
        guard leader != row, reach.number(leader) == reach.number(row),
            selection.level.admits(pair), !unlike.contains(RowPair(leader, row))
        else { return false }
        let (isScreen, isOther) = (isScreenshot(leader), isScreenshot(row))
        switch selection.kind {
        case .copies:
            return isScreen == isOther && haveOneTaken(leader, row) && haveOneCamera(leader, row)
                && haveOneShape(leader, row, swapped: pair.turn.isSideways)
        case .shots:
            return !isScreen && !isOther && pair.turn == .upright
                && areTakenTogether(leader, row) && listing.camera.numbers[leader] != 0
                && listing.camera.numbers[leader] == listing.camera.numbers[row]
                && lieAlike(leader, row)
        }
    }

    private func isScreenshot(_ row: Int) -> Bool {
        if screens[row] == 0 {
            screens[row] = ScreenshotSign.isScreenshot(listing, row) == true ? 2 : 1
        }
        return screens[row] == 2
    }

    /// Equal instants, or none on one side; where one has no zone, a quarter of an hour more or less
    /// any number of times, as zones are apart.
    private func haveOneTaken(_ left: Int, _ right: Int) -> Bool {
        let (a, b) = (listing.taken[left], listing.taken[right])
        if a == Missing.date || b == Missing.date || a == b { return true }
        guard isZoneless(left) || isZoneless(right) else { return false }
        let (difference, overflows) = a.subtractingReportingOverflow(b)
        let (quarter, most): (Int64, Int64) = (15 * 60, 14 * 3_600)
        return !overflows && difference % quarter == 0 && abs(difference) <= most
    }

    private func isZoneless(_ row: Int) -> Bool {
        let text = listing.photo.slice(row)
        guard text.count > PhotoFacts.Place.bits,
            let bits = unsafe HexDigit.value(of: text.start[PhotoFacts.Place.bits])
        else { return false }
        return Int(bits) & PhotoFacts.Bit.zoneless != 0
    }

    private func areTakenTogether(_ leader: Int, _ row: Int) -> Bool {
        let (a, b) = (listing.taken[leader], listing.taken[row])
        guard a != Missing.date, b != Missing.date, let most = selection.takenWithinSeconds
        else { return false }
        let (difference, overflows) = a.subtractingReportingOverflow(b)
        return !overflows && abs(difference) <= most
    }

    private func haveOneCamera(_ left: Int, _ right: Int) -> Bool {
        let (a, b) = (listing.camera.numbers[left], listing.camera.numbers[right])
        return a == 0 || b == 0 || a == b
    }

    /// Whether the sides' ratios are within two per cent.
    private func haveOneShape(_ left: Int, _ right: Int, swapped: Bool) -> Bool {
        guard let (width, height) = sides(left), let (second, third) = sides(right) else {
            return true
        }
        let (otherWidth, otherHeight) = swapped ? (third, second) : (second, third)
        let (a, b) = (Double(width) * Double(otherHeight), Double(height) * Double(otherWidth))
        return max(a, b) <= min(a, b) * 1.02
    }

    /// Both upright, both wide, or both square.
    private func lieAlike(_ left: Int, _ right: Int) -> Bool {
        guard let (width, height) = sides(left), let (otherWidth, otherHeight) = sides(right)
        else { return true }
        return (width - height).signum() == (otherWidth - otherHeight).signum()
    }

    private func sides(_ row: Int) -> (Int64, Int64)? {
        let (width, height) = (listing.width[row], listing.height[row])
        return width > 0 && height > 0 ? (width, height) : nil
    }

    // MARK: What is better

    /// In what `row` is better than the best of `survivors`; nil where one of them is as good.
    private func ground(_ row: Int, _ survivors: [Int]) -> BetterGround? {
        var first: BetterGround?
        for survivor in survivors {
            guard let ground = BetterGround(of: row, over: survivor, in: listing) else {
                return nil
            }
            if first == nil { first = ground }
        }
        return first
    }
}

extension BetterGround {
    /// In what the picture at `row` is better than the one at `survivor`; nil where that is at least as
    /// good.
    init?(of row: Int, over survivor: Int, in listing: Listing) {
        guard let ground = BetterGround.ground(row, survivor, listing) else { return nil }
        self = ground
    }

    private static func ground(_ row: Int, _ survivor: Int, _ listing: Listing) -> BetterGround? {
        if let pixels = listing.pixelCount(row) {
            guard let others = listing.pixelCount(survivor) else { return .pixels }
            if Double(others) < Double(pixels) * 0.9 { return .pixels }
        }
        if listing.taken[row] != Missing.date, listing.taken[survivor] == Missing.date {
            return .taken
        }
        if listing.camera.numbers[row] != 0, listing.camera.numbers[survivor] == 0 {
            return .camera
        }
        return PhotoForm(listing, row) == .raw && PhotoForm(listing, survivor) != .raw ? .raw : nil
    }
}

/// What a file of a shot is, by its name.
package enum PhotoForm: Sendable {
    /// A picture as the camera saw it.
    case raw
    /// A picture that something was made of.
    case rendered
    /// A film.
    case film
    /// What a program keeps beside a picture.
    case sidecar

    /// The endings of what cameras write as they see it, folded.
    package static let rawEndings: Set<String> = [
        "3fr", "arw", "cr2", "cr3", "crw", "dcr", "dng", "erf", "fff", "iiq", "kdc", "mef", "mos",
        "mrw", "nef", "nrw", "orf", "pef", "raf", "raw", "rw2", "rwl", "sr2", "srf", "srw", "x3f",
    ]

    /// By the letters of endings.
    private static let forms: [UInt64: PhotoForm] = {
        let rendered: Set = [
            "jpg", "jpeg", "jpe", "heic", "heif", "avif", "png", "webp", "tif", "tiff", "gif",
            "bmp",
        ]
        var forms: [UInt64: PhotoForm] = [:]
        for (form, endings) in [
            (PhotoForm.raw, rawEndings), (.rendered, rendered), (.film, ["mov", "mp4"]),
            (.sidecar, ["xmp", "aae", "thm", "json"]),
        ] {
            for ending in endings {
                if let number = number(ending.utf8) { forms[number] = form }
            }
        }
        return forms
    }()

    /// The letters of an ending as one number, a one before them; nil for more than any ending has.
    private static func number(_ letters: some Sequence<UInt8>) -> UInt64? {
        var number: UInt64 = 1
        for letter in letters {
            if number >> 32 != 0 { return nil }
            number = number << 8 | UInt64(letter)
        }
        return number
    }

    /// The form of a file with that ending, folded; nil for none of a shot.
    init?(ending: some Sequence<UInt8>) {
        guard let number = PhotoForm.number(ending), let form = PhotoForm.forms[number] else {
            return nil
        }
        self = form
    }

    /// The form of the file at `row`.
    init?(_ listing: Listing, _ row: Int) {
        let scratch: Column<UInt8> = Column(capacity: 128)
        appendFolded(listing.names[row], to: scratch)
        let name = unsafe TextSlice(start: UnsafePointer(scratch.base), count: scratch.count)
        self.init(ending: fileExtension(of: name).string.utf8)
    }
}

/// Two rows, in no order.
package struct RowPair: Sendable, Hashable {
    private let smaller: Int
    private let larger: Int

    /// The pair of `one` and `other`.
    package init(_ one: Int, _ other: Int) {
        smaller = min(one, other)
        larger = max(one, other)
    }
}
