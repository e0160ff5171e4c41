// SPDX-License-Identifier: Apache-2.0

internal import PhotoLooks

/// Which rows of a listing look alike: the rows by their looks, and the pairs of looks.
package struct PhotoPairs: Sendable {
    /// By row: the number of its look and one; 0 for a row without a look that can be compared.
    private let numbers: Column<UInt32>
    /// By look: its rows.
    private let rows: NumberedRows
    /// By look: its partners, as places in `pairs`.
    private let partners: NumberedRows
    private let pairs: [FoundPair]

    /// The pairs of looks `found`, by their numbers; `numbers` has for each row that of its look and
    /// one, or 0. Rows of one look are alike in every way. O(rows + pairs).
    package init(numbers: Column<UInt32>, lookCount: Int, found: [FoundPair]) {
        self.numbers = numbers
        pairs = found
        rows = NumberedRows(
            count: lookCount,
            unsafe (0..<numbers.count).lazy.compactMap { row in
                numbers[row] == 0 ? nil : (Int(numbers[row]) - 1, row)
            })
        partners = NumberedRows(
            count: lookCount,
            found.indices.lazy.flatMap { place in
                [(found[place].first, place), (found[place].second, place)]
            })
    }

    /// The pairs of what `listing` itself holds of its pictures; nil where there are too many.
    package init?(_ listing: Listing, threads: Int) {
        let numbers = Column<UInt32>(repeating: 0, count: listing.count)
        var looks: [PhotoLook] = []
        var known: [PhotoLook: UInt32] = [:]
        for row in 0..<listing.count {
            guard let facts = PhotoText(listing.photo.slice(row)),
                let detail = facts.detail, detail >= Int64(PhotoLook.detailMin),
                var look = listing.photoFacts(row)?.look, look.small != nil
            else { continue }
            // Of what else is known of it, nothing decides who its partners are.
            (look.sharpness, look.brightness, look.sourcePixels) = (nil, nil, 0)
            let number = known[look] ?? UInt32(truncatingIfNeeded: looks.count + 1)
            if number > looks.count {
                known[look] = number
                looks.append(look)
            }
            numbers[row] = number
        }
        guard let found = PhotoPairSearch(looks, turns: true).pairs(threads: threads) else {
            return nil
        }
        self.init(numbers: numbers, lookCount: looks.count, found: found)
    }

    /// Whether `row` has a look that can be compared.
    func isComparable(_ row: Int) -> Bool { numbers[row] != 0 }

    /// Calls `body` with each row that looks like `row` at all, itself among them.
    func forEachAlike(_ row: Int, _ body: (Int, PhotoPair) -> Void) {
        guard numbers[row] != 0 else { return }
        let look = Int(numbers[row]) - 1
        let same = PhotoPair(marks: 0, turn: .upright, correlation: 1, block: 0)
        for other in rows[look] { body(other, same) }
        for place in partners[look] {
            let found = pairs[place]
            for other in rows[found.first == look ? found.second : found.first] {
                body(other, found.pair)
            }
        }
    }
}

/// Lists of numbers, one for each of a count of things.
private struct NumberedRows: Sendable {
    private let starts: Column<UInt32>
    private let values: Column<UInt32>

    /// The lists of `entries`, each a list's number and a value.
    init(count: Int, _ entries: some Sequence<(Int, Int)>) {
        starts = Column(repeating: 0, count: count + 1)
        for (list, _) in entries { starts[list + 1] += 1 }
        for list in 0..<count { starts[list + 1] += starts[list] }
        values = Column(repeating: 0, count: Int(starts[count]))
        let next = Column<UInt32>(repeating: 0, count: count)
        for list in 0..<count { next[list] = starts[list] }
        for (list, value) in entries {
            values[Int(next[list])] = UInt32(truncatingIfNeeded: value)
            next[list] += 1
        }
    }

    subscript(list: Int) -> some Sequence<Int> {
        (Int(starts[list])..<Int(starts[list + 1])).lazy.map { [values] in Int(values[$0]) }
    }
}
