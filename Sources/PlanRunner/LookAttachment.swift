// SPDX-License-Identifier: Apache-2.0

internal import PhotoLooks
package import RuleEngine
package import StateLedger

/// Says of items what was seen of their pictures: the one way by which what is kept of looks comes
/// into listings and into what rules are asked about single items.
///
/// A picture that nobody looked at stays as it is, so what it shows is unknown. What a drive tells
/// itself is never written over; where what was seen contradicts it, nothing of what was seen is
/// taken. What is kept is not changed.
package struct LookAttachment: Sendable {
    private let looks: [PhotoKey: KeptLook]
    /// The zone in which times without one are read.
    private let zone: RuleTimeZone

    /// Attaches `looks`, with times that tell no zone read in `zone`.
    package init(_ looks: [KeptLook], zone: RuleTimeZone) {
        var index: [PhotoKey: KeptLook] = [:]
        index.reserveCapacity(looks.count)
        for look in looks { index[look.key] = look }
        self.looks = index
        self.zone = zone
    }

    /// `listing` with what was seen of its pictures, and how many of them were looked at.
    ///
    /// `identities` are those of the drives by name. Listing files say for themselves what was seen.
    /// O(rows) and what is attached.
    package func attached(
        to listing: Listing, identities: [String: String]
    ) throws(ListingError) -> (listing: Listing, coverage: LookCoverage, numbers: [Int: Int64]) {
        var coverage = LookCoverage()
        let rows = listing.pictureRows()
        var walls = WallClock(zone)
        var numbers: [Int: Int64] = [:]
        numbers.reserveCapacity(min(rows.count, looks.count))
        let keys = listing.drives.map { drive in
            drive.kind == .listing
                ? nil : identities[drive.name].map { PhotoKeys(driveIdentity: $0) }
        }
        let films = looks.isEmpty ? [] : listing.filmRows()
        let whole = try listing.attaching((rows + films).sorted()) { row in
            guard !looks.isEmpty, let keys = keys[listing.drive(row)],
                let key = keys.key(of: row, in: listing), let look = looks[key]
            else { return nil }
            switch values(look.report, beside: Told.row(row, of: listing), &walls) {
            case .values(let values):
                numbers[row] = look.number
                return values
            case .contradiction(let contradiction):
                coverage.contradictions[row] = contradiction
                return nil
            }
        }
        var counts = listing.drives.map { _ in LookCoverage.Counts() }
        for row in rows {
            let drive = listing.drive(row)
            counts[drive].eligible += 1
            let text = whole.photo.slice(row)
            if text.isEmpty { continue }
            counts[drive].looked += 1
            let hasLook =
                text.count > PhotoFacts.Place.bits
                && PhotoFacts.hasLook(digit: text.start[PhotoFacts.Place.bits])
            if !hasLook { counts[drive].unreadable += 1 }
        }
        for (drive, counts) in zip(listing.drives, counts) where counts.eligible > 0 {
            coverage.drives[drive.name] = counts
        }
        return (whole, coverage, numbers)
    }

    /// `item` with what looking at it brought.
    func attached(to item: ItemValues, _ report: PictureReport?) -> ItemValues {
        var walls = WallClock(zone)
        guard item.photo == nil, let report,
            case .values(let values) = values(report, beside: Told(item), &walls)
        else { return item }
        var item = item
        item.photo = values.facts
        item.taken = item.taken ?? values.taken
        item.width = item.width ?? values.width
        item.height = item.height ?? values.height
        item.camera = item.camera ?? values.camera
        return item
    }

    /// What a drive tells of a picture itself.
    private struct Told {
        let taken: Int64?
        let camera: String?

        init(_ item: ItemValues) {
            taken = item.taken?.secondsSinceEpoch
            camera = item.camera
        }

        private init(taken: Int64?, camera: String?) {
            self.taken = taken
            self.camera = camera
        }

        /// The same of a row. No initializer: it would be given a copy of all columns, for each row.
        static func row(_ row: Int, of listing: Listing) -> Told {
            let seconds = listing.taken[row]
            return Told(
                taken: seconds == Missing.date ? nil : seconds, camera: listing.camera.text(row))
        }
    }

    private enum Finding {
        case values(PictureValues)
        case contradiction(LookContradiction)
    }

    /// What `report` says beside what the drive tells of it.
    private func values(
        _ report: PictureReport, beside told: Told, _ walls: inout WallClock
    ) -> Finding {
        let wall = report.takenWallSeconds.flatMap { Self.wallSeconds.contains($0) ? $0 : nil }
        let taken = wall.map { wall in
            report.takenOffsetSeconds.map { wall - Int64($0) } ?? walls.instant(atWall: wall)
        }
        let isZoneless = taken != nil && report.takenOffsetSeconds == nil
        if let known = told.taken, let taken, !Self.mayBeOne(known, taken, isZoneless: isZoneless) {
            return .contradiction(
                .taken(
                    told: Timestamp(secondsSinceEpoch: known),
                    seen: Timestamp(secondsSinceEpoch: taken)))
        }
        if let known = told.camera, let camera = report.camera, !Self.mayBeOne(known, camera) {
            return .contradiction(.camera(told: known, seen: camera))
        }
        var values = PictureValues(
            facts: PhotoFacts(
                isScreenshot: report.isScreenshot,
                takenIsZoneless: told.taken == nil && isZoneless, look: report.look,
                liveID: report.liveID))
        values.taken = taken.map { Timestamp(secondsSinceEpoch: $0) }
        values.width = report.width.map { Int64($0) }
        values.height = report.height.map { Int64($0) }
        values.camera = report.camera
        return .values(values)
    }

    /// The walls of clocks that are believed: the years 1 to 9999.
    private static let wallSeconds: ClosedRange<Int64> = -62_135_596_800...253_402_300_799

    /// The seconds by which zones differ are whole quarters of an hour, up to fourteen hours.
    private static let zoneStep: Int64 = 900
    private static let zoneMost: Int64 = 14 * 3_600

    /// Whether two times may be of one picture. Services cut off parts of a second.
    private static func mayBeOne(_ told: Int64, _ seen: Int64, isZoneless: Bool) -> Bool {
        let (difference, isOver) = told.subtractingReportingOverflow(seen)
        if isOver { return false }
        if !isZoneless { return abs(difference) <= 1 }
        let rest = ((difference % zoneStep) + zoneStep) % zoneStep
        return abs(difference) <= zoneMost + 1 && (rest <= 1 || rest == zoneStep - 1)
    }

    /// Whether two names may be of one camera: the make is told by one and left out by another.
    private static func mayBeOne(_ told: String, _ seen: String) -> Bool {
        let (one, other) = (told.lowercased(), seen.lowercased())
        return one.hasSuffix(other) || other.hasSuffix(one)
    }
}

extension Runner {
    /// What looking at the picture of each of `items` brought, which lies on the drive of that
    /// identity; nil where nobody looked at it as it is now.
    func looks(
        at items: [(item: ItemValues, driveIdentity: String)]
    ) async throws(RunnerError) -> [PictureReport?] {
        var keys: [PhotoKey?] = []
        for (item, identity) in items { keys.append(PhotoKey(item, driveIdentity: identity)) }
        let wanted = keys.compactMap(\.self)
        let found = try await calling { ledger async throws(LedgerError) in
            try await ledger.looks(at: wanted)
        }
        return keys.map { key in key.flatMap { found[$0]?.report } }
    }
}

/// How many pictures of a listing were looked at.
package struct LookCoverage: Sendable, Hashable {
    /// Of some pictures.
    package struct Counts: Sendable, Hashable {
        /// How many there are.
        package var eligible = 0
        /// How many of them were looked at.
        package var looked = 0
        /// How many of those could not be decoded.
        package var unreadable = 0

        /// None.
        package init() {}
    }

    /// By the name of the drive; drives without pictures have none.
    package var drives: [String: Counts] = [:]
    /// By row: in what a picture contradicts what its drive tells of it.
    package var contradictions: [Int: LookContradiction] = [:]

    /// No picture.
    package init() {}

    /// The rows of pictures that contradict what their drive tells, rising.
    package var contradicting: [Int] { contradictions.keys.sorted() }

    /// Of all drives.
    package var total: Counts {
        drives.values.reduce(into: Counts()) { sum, counts in
            sum.eligible += counts.eligible
            sum.looked += counts.looked
            sum.unreadable += counts.unreadable
        }
    }
}

/// Reads times on the wall of one zone, most of which lie on few days.
private struct WallClock {
    private let zone: RuleTimeZone
    /// By day, what the wall is ahead of UTC all that day and those around it; nil where it changes.
    private var offsets: [Int64: Int64?] = [:]

    init(_ zone: RuleTimeZone) { self.zone = zone }

    private static let secondsPerDay: Int64 = 86_400
    private static let step: Int64.Stride = 4 * 3_600

    mutating func instant(atWall wall: Int64) -> Int64 {
        let day = floorDivided(wall, Self.secondsPerDay)
        if let known = offsets[day] {
            return known.map { wall - $0 } ?? zone.instant(atWall: wall)
        }
        let start = (day - 1) * Self.secondsPerDay
        let first = zone.offset(at: start)
        let end = start + 3 * Self.secondsPerDay
        let isConstant = stride(from: start, through: end, by: Self.step)
            .allSatisfy { zone.offset(at: $0) == first }
        offsets[day] = .some(isConstant ? first : nil)
        return isConstant ? wall - first : zone.instant(atWall: wall)
    }
}
