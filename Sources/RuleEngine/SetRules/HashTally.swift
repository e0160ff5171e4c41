// SPDX-License-Identifier: Apache-2.0

/// How many files carry which hashes: of one drive, or of many together.
package struct HashTally: Sendable, Hashable {
    /// By a bit for each algorithm, in the order of `allCases`: how many files carry just these.
    var counts = Array(repeating: 0, count: HashTally.kinds)

    /// How many sets of algorithms a file may carry.
    static let kinds = 1 << HashAlgorithm.allCases.count

    /// No files.
    package init() {}

    /// How many files could be in a group.
    package var eligible: Int { counts.reduce(0, +) }

    /// How many files carry hashes of `algorithm`.
    package func carrying(_ algorithm: HashAlgorithm) -> Int {
        counts.indices.filter { $0 & algorithm.bit != 0 }.reduce(0) { $0 + counts[$1] }
    }

    /// Adds the files that `other` counted.
    mutating func add(_ other: HashTally) {
        for kind in counts.indices { counts[kind] += other.counts[kind] }
    }

    /// The algorithm that most files carry, of equals the stronger; nil where none carries any.
    static func mostCarried(_ tallies: [HashTally]) -> HashAlgorithm? {
        var best: (algorithm: HashAlgorithm, count: Int)?
        for algorithm in HashAlgorithm.allCases.reversed() {
            let count = tallies.reduce(0) { $0 + $1.carrying(algorithm) }
            if count > best?.count ?? 0 { best = (algorithm, count) }
        }
        return best?.algorithm
    }

    /// What the files of each drive of `listing` carry, by its number. O(rows × algorithms).
    static func tallies(_ listing: Listing) -> [HashTally] {
        var tallies = Array(repeating: HashTally(), count: listing.drives.count)
        let plain = Eligibility(listing, otherLinks: [])
        let eligibility = Eligibility(
            listing, otherLinks: Eligibility.otherLinks(listing) { plain.isEligible($0) })
        let states = listing.hashes.map { ($0.key.bit, $0.value.states) }
        let carriesAll = listing.drives.map(\.kind.isReadable)
        for row in 0..<listing.count where eligibility.isEligible(row) {
            let drive = listing.drive(row)
            var carried = carriesAll[drive] ? kinds - 1 : 0
            for (bit, states) in states where unsafe states.base[row] != HashColumn.State.missing {
                carried |= bit
            }
            tallies[drive].counts[carried] += 1
        }
        return tallies
    }
}

extension HashAlgorithm {
    /// A bit of its own.
    var bit: Int {
        switch self {
        case .quickXor: 1
        case .sha1: 2
        case .sha256: 4
        }
    }
}
