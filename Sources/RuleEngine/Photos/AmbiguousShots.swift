// SPDX-License-Identifier: Apache-2.0

/// Names that stand for several pictures of one folder, as `a.jpg` and `a.png`: nothing says which of
/// them the other files of that name belong to, so that each is on its own.
package enum AmbiguousShots {
    /// The rows of the files of each such name in `listing`, in the order of plans. O(files).
    package static func rows(in listing: Listing) -> [[Int]] {
        let names = CompanionUnits.ambiguous(in: listing)
        let all = Set(names.joined())
        var places: [Int: Int] = [:]
        for row in PlanOrder(listing: listing).rows(where: all.contains) {
            places[row] = places.count
        }
        func place(_ row: Int) -> Int { places[row] ?? 0 }
        return names.map { $0.sorted { place($0) < place($1) } }
            .sorted { place($0[0]) < place($1[0]) }
    }
}
