// SPDX-License-Identifier: Apache-2.0

/// How `same: content` is decided for each drive of a listing.
///
/// Within one drive that the program reads, by the bytes. Else by the hash that most files of the
/// scope carry, of equals the stronger: one odd file, or one drive that gives other hashes, must
/// not end all groups. Across drives, a drive that the program reads carries every algorithm.
struct ContentScopes {
    /// What decides within one scope.
    enum Decision: Equatable {
        /// The hash of that algorithm.
        case hash(HashAlgorithm)
        /// The bytes, compared.
        case bytes
        /// Nothing: no file carries a hash.
        case nothing
    }

    /// The decision for each drive; the same one for all where groups reach across drives.
    let decisions: [Decision]
    /// What is left out, of scopes of which over 1 % is; in the order of the drives' names.
    let gaps: [ContentGap]

    /// Looks at what the files of each drive carry; `everywhere` is what those of all parts of a fleet
    /// carry, where the listing is of one of them: what is left out is then told by who has them all.
    /// O(rows × algorithms).
    init(_ listing: Listing, reach: GroupReach, everywhere: HashTally? = nil) {
        if reach == .drives, let everywhere {
            let decision = HashTally.mostCarried([everywhere]).map { Decision.hash($0) }
            decisions = listing.drives.map { _ in decision ?? .nothing }
            gaps = []
            return
        }
        let tallies = HashTally.tallies(listing)
        let drives = listing.drives
        var decisions = drives.map { $0.kind.isReadable ? Decision.bytes : .nothing }
        var gaps: [ContentGap] = []
        func settle(_ scope: [Int]) {
            let algorithm = HashTally.mostCarried(scope.map { tallies[$0] })
            for number in scope { decisions[number] = algorithm.map { .hash($0) } ?? .nothing }
            gaps += ContentScopes.gaps(scope.map { (drives[$0].name, tallies[$0]) }, algorithm)
        }
        if reach == .drives {
            let all = Array(drives.indices)
            let asked = all.filter { tallies[$0].eligible > 0 }
            if asked.count == 1, drives[asked[0]].kind.isReadable {
                decisions = all.map { _ in .bytes }
            } else {
                settle(all)
            }
        } else {
            for number in drives.indices where !drives[number].kind.isReadable { settle([number]) }
        }
        self.decisions = decisions
        self.gaps = ContentScopes.inOrder(gaps)
    }

    /// What is left out of one scope, if that is over 1 % of its files.
    static func gaps(
        _ scope: [(drive: String, tally: HashTally)], _ algorithm: HashAlgorithm?
    ) -> [ContentGap] {
        let all = scope.reduce(0) { $0 + $1.tally.eligible }
        let carrying = algorithm.map { algorithm in
            scope.reduce(0) { $0 + $1.tally.carrying(algorithm) }
        }
        guard (all - (carrying ?? 0)) * 100 > all else { return [] }
        return scope.compactMap { drive, tally in
            let leftOut = tally.eligible - (algorithm.map(tally.carrying) ?? 0)
            if leftOut == 0 { return nil }
            var carried: [HashAlgorithm: Int] = [:]
            for (bits, count) in tally.counts.enumerated()
            where count > 0 && bits & (algorithm?.bit ?? 0) == 0 {
                for other in HashAlgorithm.allCases where bits & other.bit != 0 {
                    carried[other, default: 0] += count
                }
            }
            return ContentGap(
                drive: drive, algorithm: algorithm, leftOut: leftOut, eligible: tally.eligible,
                carried: carried, unhashed: tally.counts[0])
        }
    }

    /// `gaps` in the order of the drives' names.
    static func inOrder(_ gaps: [ContentGap]) -> [ContentGap] {
        gaps.sorted { left, right in
            left.drive.utf8.lexicographicallyPrecedes(right.drive.utf8)
        }
    }
}
