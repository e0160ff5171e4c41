// SPDX-License-Identifier: Apache-2.0

package import DriveAdapters
internal import Messages
package import PlanRunner
internal import Reports
package import RuleEngine
internal import StateLedger
internal import Text
internal import Wording

/// Everything that a plan is made over: the items and the drives that hold them.
package struct LoadedItems: Sendable {
    /// All items of all drives in scope.
    package private(set) var listing: Listing
    /// The drives that can be read, by name.
    package let drives: [String: any Drive]
    /// The identity of each drive by name.
    package let identities: [String: String]
    /// Where local drives lie on this machine, without links, by name.
    package var roots: [String: String] = [:]
    /// Of drives by name, the folder that is planned over; none for whole drives.
    package var parts: [String: String] = [:]
    /// What the state file says; nil without one.
    package var remembered: RememberedDrives?
    /// Drives that could not be listed and were left out, with why.
    package var missed: [(name: String, failure: Failure)] = []
    /// How many of the pictures were looked at.
    package var coverage = LookCoverage()
    /// The numbers of the looks that the state has of pictures, by row.
    package var lookNumbers: [Int: Int64] = [:]

    /// The items of `listing`, with what is known of their drives.
    package init(
        listing: Listing,
        drives: [String: any Drive],
        identities: [String: String],
        roots: [String: String] = [:],
        parts: [String: String] = [:],
        remembered: RememberedDrives? = nil,
        missed: [(name: String, failure: Failure)] = [],
        coverage: LookCoverage = LookCoverage(),
        lookNumbers: [Int: Int64] = [:]
    ) {
        self.listing = listing
        self.drives = drives
        self.identities = identities
        self.roots = roots
        self.parts = parts
        self.remembered = remembered
        self.missed = missed
        self.coverage = coverage
        self.lookNumbers = lookNumbers
    }

    /// The rows of each two contents that a person called different pictures. O(rows).
    func rows(of pairs: Set<UnlikePair>) -> Set<RowPair> {
        if pairs.isEmpty { return [] }
        let named = pairs.reduce(into: Set<PhotoKey>()) { $0.formUnion([$1.a, $1.b]) }
        let keys = listing.drives.map { drive in
            identities[drive.name].map { PhotoKeys(driveIdentity: $0) }
        }
        var rows: [PhotoKey: [Int]] = [:]
        for row in listing.pictureRows() {
            guard let key = keys[listing.drive(row)]?.key(of: row, in: listing),
                named.contains(key)
            else { continue }
            rows[key, default: []].append(row)
        }
        return pairs.reduce(into: []) { found, pair in
            for one in rows[pair.a] ?? [] {
                for other in rows[pair.b] ?? [] { found.insert(RowPair(one, other)) }
            }
        }
    }

    /// The same with what `attachment` says of the pictures, besides what the listing holds already.
    func attaching(_ attachment: LookAttachment) throws(ListingError) -> LoadedItems {
        var items = self
        let seen = try attachment.attached(to: listing, identities: identities)
        items.listing = seen.listing
        items.coverage = seen.coverage
        items.lookNumbers.merge(seen.numbers) { _, new in new }
        return items
    }
}
