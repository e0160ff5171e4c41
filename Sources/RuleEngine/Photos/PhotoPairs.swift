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

    /// The pairs of looks, by their numbers.
    package var found: [FoundPair] { pairs }

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
    ///
    /// Small pictures stay in the listing, and are read of those whose marks are near.
    package init?(_ listing: Listing, threads: Int) {
        let numbers = Column<UInt32>(repeating: 0, count: listing.count)
        var looks = ListedLooks(listing)
        for row in 0..<listing.count {
            if let number = looks.number(of: row) {
                numbers[row] = UInt32(truncatingIfNeeded: number + 1)
            }
        }
        let (marks, rows) = (looks.marks, looks.rows)
        let search = PhotoPairSearch(marks: marks, turns: true) { number in
            PhotoText(listing.photo.slice(rows[number]))?.small
        }
        guard let found = search.pairs(threads: threads) else { return nil }
        self.init(numbers: numbers, lookCount: marks.count, found: found)
    }

    /// Whether `row` has a look that can be compared.
    func isComparable(_ row: Int) -> Bool { numbers[row] != 0 }

    /// Whether any other row looks like `row` at all.
    func hasAlike(_ row: Int) -> Bool {
        guard numbers[row] != 0 else { return false }
        let look = Int(numbers[row]) - 1
        return rows.count(look) > 1 || partners.count(look) > 0
    }

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

extension Listing {
    /// Whether any picture of it was looked at. O(rows).
    package var hasLooks: Bool {
        pictureRows().contains { !photo.slice($0).isEmpty }
    }

    /// Whether the picture at `row` was looked at, with enough to see to be compared.
    package func hasComparableLook(_ row: Int) -> Bool {
        (PhotoText(photo.slice(row))?.detail).map { $0 >= Int64(PhotoLook.detailMin) } ?? false
    }
}

/// The looks of a listing, each once, by the first row that has it.
private struct ListedLooks {
    private let listing: Listing
    /// By look.
    private(set) var marks: [PhotoMark] = []
    /// By look: its first row.
    private(set) var rows: [Int] = []
    /// The last look with what a key has.
    private var last: [Key: Int] = [:]
    /// By look: the one before it with the same key, or itself.
    private var before: [Int] = []

    /// What tells nearly all looks apart.
    private struct Key: Hashable {
        let mark: PhotoMark
        let smallHash: Int
    }

    init(_ listing: Listing) { self.listing = listing }

    /// The number of the look of `row`; nil without one that can be compared. Looks are one where their
    /// marks, small pictures and detail are: nothing else that is known decides who their partners are.
    mutating func number(of row: Int) -> Int? {
        guard let text = PhotoText(listing.photo.slice(row)), let detail = text.detail,
            detail >= Int64(PhotoLook.detailMin), text.hasSmall, let mark = text.mark
        else { return nil }
        let key = Key(mark: mark, smallHash: text.smallHash)
        let newest = last[key]
        var known = newest
        while let look = known {
            if let other = PhotoText(listing.photo.slice(rows[look])), text.showsTheSame(as: other)
            {
                return look
            }
            known = before[look] == look ? nil : before[look]
        }
        let number = marks.count
        marks.append(mark)
        rows.append(row)
        before.append(newest ?? number)
        last[key] = number
        return number
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

    /// How many values a list has.
    func count(_ list: Int) -> Int { Int(starts[list + 1] - starts[list]) }

    subscript(list: Int) -> some Sequence<Int> {
        (Int(starts[list])..<Int(starts[list + 1])).lazy.map { [values] in Int(values[$0]) }
    }
}
