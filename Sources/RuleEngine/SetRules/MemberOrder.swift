// SPDX-License-Identifier: Apache-2.0

/// The order in which members of a group survive: preferences first, then path, drive, id.
struct MemberOrder: Sendable {
    /// One preference, resolved.
    enum Preference: Sendable {
        /// Smaller first, `missing` last.
        case ascending(MemberNumber)
        /// Larger first, `missing` last.
        case descending(MemberNumber)
        /// Rows with the bit first.
        case inside(RowBits)
    }

    /// A number that members are compared by.
    enum MemberNumber: Sendable {
        case created
        case modified
        case taken
        case size
        case depth
        case pathLength
        case nameLength
        /// 0 for items of that drive, 1 for others.
        case drive(Int)
    }

    let listing: Listing
    let preferences: [Preference]

    /// Whether `left` survives before `right`.
    func isBefore(_ left: Int, _ right: Int) -> Bool {
        for preference in preferences {
            switch preference {
            case .inside(let bits):
                if bits[left] != bits[right] { return bits[left] }
            case .ascending(let number):
                let (a, b) = (value(number, left), value(number, right))
                if a == b { continue }
                guard let a, let b else { return a != nil }
                return a < b
            case .descending(let number):
                let (a, b) = (value(number, left), value(number, right))
                if a == b { continue }
                guard let a, let b else { return a != nil }
                return a > b
            }
        }
        return RowOrder.tieBreak(listing, left, right) < 0
    }

    private func value(_ number: MemberNumber, _ row: Int) -> Int64? {
        func date(_ seconds: Int64) -> Int64? { seconds == Missing.date ? nil : seconds }
        switch number {
        case .created: return date(listing.created.base[row])
        case .modified: return date(listing.modified.base[row])
        case .taken: return date(listing.taken[row])
        case .size:
            let size = listing.size.base[row]
            return size == Missing.number ? nil : size
        case .depth: return Int64(listing.folders.depths.base[Int(listing.folder.base[row])])
        case .nameLength: return Int64(scalarCount(listing.names[row]))
        case .pathLength:
            let folder = listing.folders.path(Int(listing.folder.base[row]))
            return Int64(scalarCount(folder) + 1 + scalarCount(listing.names[row]))
        case .drive(let drive): return listing.drive(row) == drive ? 0 : 1
        }
    }

    /// Unicode scalars of UTF-8: all bytes but continuation bytes.
    private func scalarCount(_ text: TextSlice) -> Int {
        var count = 0
        for index in 0..<text.count where text.start[index] & 0xc0 != 0x80 { count += 1 }
        return count
    }
}

extension KeepOrder {
    /// The order as a comparison of numbers.
    var preference: MemberOrder.Preference {
        switch self {
        case .oldest: .ascending(.created)
        case .newest: .descending(.created)
        case .oldestTaken: .ascending(.taken)
        case .newestTaken: .descending(.taken)
        case .oldestModified: .ascending(.modified)
        case .newestModified: .descending(.modified)
        case .shortestPath: .ascending(.pathLength)
        case .longestPath: .descending(.pathLength)
        case .shortestName: .ascending(.nameLength)
        case .shallowest: .ascending(.depth)
        case .deepest: .descending(.depth)
        case .largest: .descending(.size)
        case .smallest: .ascending(.size)
        }
    }
}
