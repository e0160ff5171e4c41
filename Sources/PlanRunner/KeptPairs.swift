// SPDX-License-Identifier: Apache-2.0

internal import PhotoLooks
package import RuleEngine
package import StateLedger

extension PhotoPairs {
    /// The pairs that the state keeps of the pictures of `listing`, whose looks have `numbers` by row;
    /// nil where the listing has looks of its own besides, so that a plan has to find out by itself.
    /// O(rows + pairs).
    package init?(_ listing: Listing, numbers: [Int: Int64], kept: [KeptPair]) {
        let looks = Column<UInt32>(repeating: 0, count: listing.count)
        var places: [Int64: UInt32] = [:]
        places.reserveCapacity(numbers.count)
        for row in 0..<listing.count where !listing.photo.slice(row).isEmpty {
            guard let number = numbers[row] else { return nil }
            guard listing.hasComparableLook(row) else { continue }
            let place = places[number] ?? UInt32(truncatingIfNeeded: places.count)
            places[number] = place
            looks[row] = place + 1
        }
        let found = kept.compactMap { pair -> FoundPair? in
            guard let one = places[pair.a], let other = places[pair.b],
                let turn = PhotoOrientation(rawValue: pair.turn + 1)
            else { return nil }
            return FoundPair(
                first: Int(min(one, other)), second: Int(max(one, other)),
                pair: PhotoPair(
                    marks: pair.bits, turn: turn, correlation: pair.correlation,
                    block: pair.block))
        }
        self.init(numbers: looks, lookCount: places.count, found: found)
    }
}
