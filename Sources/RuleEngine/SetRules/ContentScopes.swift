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

    /// How many files of one drive carry which hashes.
    private struct Tally {
        /// By a bit for each algorithm, in the order of `allCases`: how many files carry just these.
        var counts = Array(repeating: 0, count: 1 << HashAlgorithm.allCases.count)

        var eligible: Int { counts.reduce(0, +) }

        func carrying(_ algorithm: HashAlgorithm) -> Int {
            counts.indices.filter { $0 & algorithm.bit != 0 }.reduce(0) { $0 + counts[$1] }
        }
    }

    /// Looks at what the files of each drive carry. O(rows × algorithms).
    init(_ listing: Listing, reach: GroupReach) {
        let tallies = ContentScopes.tallies(listing)
        let drives = listing.drives
        var decisions = drives.map { $0.kind.isReadable ? Decision.bytes : .nothing }
        var gaps: [ContentGap] = []
        func settle(_ scope: [Int]) {
            let algorithm = ContentScopes.mostCarried(scope.map { tallies[$0] })
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
        self.gaps = gaps.sorted { left, right in
            left.drive.utf8.lexicographicallyPrecedes(right.drive.utf8)
        }
    }

    private static func tallies(_ listing: Listing) -> [Tally] {
        var tallies = Array(repeating: Tally(), count: listing.drives.count)
        let plain = Eligibility(listing, otherLinks: [])
        let eligibility = Eligibility(
            listing, otherLinks: Eligibility.otherLinks(listing) { plain.isEligible($0) })
        let states = listing.hashes.map { ($0.key.bit, $0.value.states) }
        let every = (1 << HashAlgorithm.allCases.count) - 1
        let carriesAll = listing.drives.map(\.kind.isReadable)
        for row in 0..<listing.count where eligibility.isEligible(row) {
            let drive = listing.drive(row)
            var carried = carriesAll[drive] ? every : 0
            for (bit, states) in states where unsafe states.base[row] != HashColumn.State.missing {
                carried |= bit
            }
            tallies[drive].counts[carried] += 1
        }
        return tallies
    }

    /// The algorithm that most files carry, of equals the stronger; nil where none carries any.
    private static func mostCarried(_ tallies: [Tally]) -> HashAlgorithm? {
        var best: (algorithm: HashAlgorithm, count: Int)?
        for algorithm in HashAlgorithm.allCases.reversed() {
            let count = tallies.reduce(0) { $0 + $1.carrying(algorithm) }
            if count > best?.count ?? 0 { best = (algorithm, count) }
        }
        return best?.algorithm
    }

    /// What is left out of one scope, if that is over 1 % of its files.
    private static func gaps(
        _ scope: [(drive: String, tally: Tally)], _ algorithm: HashAlgorithm?
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
}

extension HashAlgorithm {
    /// A bit of its own.
    fileprivate var bit: Int {
        switch self {
        case .quickXor: 1
        case .sha1: 2
        case .sha256: 4
        }
    }
}
