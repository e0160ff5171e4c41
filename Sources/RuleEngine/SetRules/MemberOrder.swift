// SPDX-License-Identifier: Apache-2.0

/// The order in which members of a group survive: preferences first, then path, drive, id.
struct MemberOrder: Sendable {
    /// What a preference compares.
    enum Subject: UInt8, Sendable {
        case created
        case modified
        case taken
        case size
        case depth
        case pathLength
        case nameLength
        /// Items of one drive before all others.
        case drive
        /// Rows with a bit before all others.
        case inside
        case sharpness
        case brightness
        case pixels
    }

    /// One preference: plain numbers only, for it is read for every pair that is compared.
    struct Preference: Sendable, BitwiseCopyable {
        var subject: Subject
        /// Larger first; a missing value is last either way.
        var isDescending = false
        /// The drive's number, or the place of the bits among all bits.
        var argument = 0
    }

    private let listing: Listing
    private let preferences: [Preference]
    private let bits: [RowBits]
    private let created: ColumnValues<Int64>
    private let modified: ColumnValues<Int64>
    private let size: ColumnValues<Int64>

    init(listing: Listing, preferences: [Preference], bits: [RowBits]) {
        self.listing = listing
        self.preferences = preferences
        self.bits = bits
        created = ColumnValues(listing.created)
        modified = ColumnValues(listing.modified)
        size = ColumnValues(listing.size)
    }

    /// Whether `left` survives before `right`.
    func isBefore(_ left: Int, _ right: Int) -> Bool {
        for preference in preferences {
            let (a, b) = (rank(preference, left), rank(preference, right))
            if a != b { return a < b }
        }
        return RowOrder.tieBreak(listing, left, right) < 0
    }

    /// What the preferences compare of `row`, one number for each.
    func ranks(_ row: Int) -> [Int64] { preferences.map { rank($0, row) } }

    /// The smaller, the earlier; the largest number there is for a value that is missing.
    @inline(__always)
    func rank(_ preference: Preference, _ row: Int) -> Int64 {
        let value: Int64
        var missing = Missing.date
        switch preference.subject {
        case .created: value = created[row]
        case .modified: value = modified[row]
        case .taken: value = listing.taken[row]
        case .size: (value, missing) = (size[row], Missing.number)
        case .depth:
            value = unsafe Int64(listing.folders.depths.base[Int(listing.folder.base[row])])
        case .nameLength: value = Int64(scalarCount(listing.names[row]))
        case .pathLength:
            let folder = unsafe listing.folders.path(Int(listing.folder.base[row]))
            value = Int64(scalarCount(folder) + 1 + scalarCount(listing.names[row]))
        case .drive: value = listing.drive(row) == preference.argument ? 0 : 1
        case .inside: value = bits[preference.argument][row] ? 0 : 1
        case .sharpness: value = look(row)?.sharpness ?? missing
        case .brightness: value = look(row)?.brightness ?? missing
        case .pixels: (value, missing) = (listing.pixelCount(row) ?? -1, -1)
        }
        if value == missing { return .max }
        // Values stay far from both ends, so that the sign can be turned.
        return preference.isDescending ? -value : value
    }

    private func look(_ row: Int) -> PhotoText? { PhotoText(listing.photo.slice(row)) }

    /// Unicode scalars of UTF-8: all bytes but continuation bytes.
    private func scalarCount(_ text: TextSlice) -> Int {
        var count = 0
        for index in 0..<text.count where unsafe text.start[index] & 0xc0 != 0x80 { count += 1 }
        return count
    }
}

extension KeepOrder {
    /// The order as a comparison of numbers.
    var preference: MemberOrder.Preference {
        switch self {
        case .oldest: .init(subject: .created)
        case .newest: .init(subject: .created, isDescending: true)
        case .oldestTaken: .init(subject: .taken)
        case .newestTaken: .init(subject: .taken, isDescending: true)
        case .oldestModified: .init(subject: .modified)
        case .newestModified: .init(subject: .modified, isDescending: true)
        case .shortestPath: .init(subject: .pathLength)
        case .longestPath: .init(subject: .pathLength, isDescending: true)
        case .shortestName: .init(subject: .nameLength)
        case .shallowest: .init(subject: .depth)
        case .deepest: .init(subject: .depth, isDescending: true)
        case .largest: .init(subject: .size, isDescending: true)
        case .smallest: .init(subject: .size)
        case .sharpest: .init(subject: .sharpness, isDescending: true)
        case .mostPixels: .init(subject: .pixels, isDescending: true)
        case .brightest: .init(subject: .brightness, isDescending: true)
        }
    }
}

extension Listing {
    /// Pixels across times pixels down; nil where either is missing.
    func pixelCount(_ row: Int) -> Int64? {
        let (width, height) = (width[row], height[row])
        guard width > 0, height > 0 else { return nil }
        let (count, overflows) = width.multipliedReportingOverflow(by: height)
        return overflows ? .max - 1 : min(count, .max - 1)
    }
}
