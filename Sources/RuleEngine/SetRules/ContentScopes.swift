// SPDX-License-Identifier: Apache-2.0

/// How `same: content` is decided for each drive of a listing.
struct ContentScopes {
    /// What decides within one scope.
    enum Decision: Equatable {
        /// The hash of that algorithm.
        case hash(HashAlgorithm)
        /// The bytes, compared.
        case bytes
        /// Nothing: no algorithm is supplied by all.
        case nothing
    }

    /// The decision for each drive; the same one for all where groups reach across drives.
    let decisions: [Decision]

    /// Looks at what each drive supplies. O(rows × algorithms).
    init(_ listing: Listing, reach: GroupReach) {
        var hasEligible = Array(repeating: false, count: listing.drives.count)
        var supplied = Array(repeating: Set<HashAlgorithm>(), count: listing.drives.count)
        let eligibility = Eligibility(listing, otherLinks: [])
        if listing.drives.count == 1, listing.count > 0 {
            // One drive: the first row that has a hash settles the algorithm.
            hasEligible[0] = (0..<listing.count).contains { eligibility.isEligible($0) }
            for (algorithm, column) in listing.hashes
            where (0..<listing.count).contains(where: {
                column.states.base[$0] != HashColumn.State.missing && eligibility.isEligible($0)
            }) {
                supplied[0].insert(algorithm)
            }
        } else {
            for row in 0..<listing.count where eligibility.isEligible(row) {
                hasEligible[listing.drive(row)] = true
            }
            for (algorithm, column) in listing.hashes {
                for row in 0..<listing.count
                where column.states.base[row] != HashColumn.State.missing
                    && eligibility.isEligible(row)
                {
                    supplied[listing.drive(row)].insert(algorithm)
                }
            }
        }
        for (number, drive) in listing.drives.enumerated() where drive.kind.isReadable {
            supplied[number] = Set(HashAlgorithm.allCases)
        }
        for (number, drive) in listing.drives.enumerated() where drive.kind == .onedrive {
            supplied[number] = ContentScopes.common(supplied[number], listing, drive: number)
        }
        decisions = ContentScopes.decide(listing, reach, hasEligible, supplied)
    }

    /// Of `algorithms`, those that all hashed files of a OneDrive have: the service announces
    /// stronger ones for some files only, and by these nearly all copies would go unnoticed.
    private static func common(
        _ algorithms: Set<HashAlgorithm>, _ listing: Listing, drive: Int
    ) -> Set<HashAlgorithm> {
        let eligibility = Eligibility(listing, otherLinks: [])
        var counts: [HashAlgorithm: Int] = [:]
        var hashed = 0
        for row in 0..<listing.count
        where listing.drive(row) == drive && eligibility.isEligible(row) {
            var hasAny = false
            for (algorithm, column) in listing.hashes
            where column.states.base[row] != HashColumn.State.missing {
                counts[algorithm, default: 0] += 1
                hasAny = true
            }
            if hasAny { hashed += 1 }
        }
        let whole = algorithms.filter { counts[$0] == hashed }
        return whole.isEmpty ? algorithms.intersection([.quickXor]) : whole
    }

    private static func decide(
        _ listing: Listing, _ reach: GroupReach, _ hasEligible: [Bool],
        _ supplied: [Set<HashAlgorithm>]
    ) -> [Decision] {
        func strongest(_ numbers: [Int]) -> Decision {
            let asked = numbers.filter { hasEligible[$0] }
            for algorithm in HashAlgorithm.allCases.reversed()
            where !asked.isEmpty && asked.allSatisfy({ supplied[$0].contains(algorithm) }) {
                return .hash(algorithm)
            }
            return .nothing
        }
        let all = Array(listing.drives.indices)
        if reach == .drives {
            let asked = all.filter { hasEligible[$0] }
            let isOneReadable = asked.count == 1 && listing.drives[asked[0]].kind.isReadable
            return all.map { _ in isOneReadable ? .bytes : strongest(all) }
        }
        return all.map { number in
            listing.drives[number].kind.isReadable ? .bytes : strongest([number])
        }
    }
}
