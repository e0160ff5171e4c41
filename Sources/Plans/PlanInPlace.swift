// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine

/// What a record says of items that it did not gather: the same as of gathered ones. That is, no day on which
/// something was made, of what stays no hash, and of all others just one beside the SHA-256.
struct PlanInPlace: Sendable {
    /// By row: which hash is told, by its number and one, 0 for none; nil where no file has two of them.
    private let algorithms: Column<UInt8>?

    /// For the listing of `plan`; nil where it has a drive of which more is told. O(rows) where files have
    /// several hashes.
    init?(_ plan: Plan) {
        let listing = plan.listing
        if listing.drives.contains(where: { $0.kind == .local }) { return nil }
        let hashes = HashAlgorithm.allCases.compactMap { listing.hashes[$0] }
        guard hashes.count > 1 else {
            algorithms = nil
            return
        }
        let told = Column<UInt8>(repeating: 0, count: listing.count)
        for row in 0..<listing.count {
            let known = hashes.lazy.filter { $0.states[row] != HashColumn.State.missing }
                .map(\.algorithm)
            let deciding = plan.algorithm(of: row)
            // The strongest one, where none decided.
            guard let algorithm = known.first(where: { $0 == deciding }) ?? known.last else {
                continue
            }
            told[row] = Self.number(algorithm) + 1
        }
        algorithms = told
    }

    /// Which hash of `row` is told, where that is not the only one.
    @inline(__always)
    func algorithm(_ row: Int) -> HashAlgorithm? {
        guard let algorithms else { return nil }
        let number = algorithms.base[row]
        return number == 0 ? nil : HashAlgorithm.allCases[Int(number) - 1]
    }

    private static func number(_ algorithm: HashAlgorithm) -> UInt8 {
        UInt8(truncatingIfNeeded: HashAlgorithm.allCases.firstIndex(of: algorithm) ?? 0)
    }
}
