// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import Messages
internal import PlanRunner
internal import Reports
internal import RuleEngine
internal import StateLedger
internal import Text
internal import Wording

/// Hashes of contents that were read for earlier plans, for items that have not changed since.
struct HashCache {
    let state: StateSession?
    let drive: String
    let algorithm: HashAlgorithm

    /// The hashes that are known of `rows`.
    func hashes(of rows: [Int], in listing: Listing) async throws(Failure) -> [Int: String] {
        guard let state else { return [:] }
        let keyed = keys(of: rows, in: listing)
        let drive = drive
        let values = try await state.asking { ledger async throws(LedgerError) in
            try await ledger.cachedHashes(drive: drive, keys: keyed.map(\.key))
        }
        var known: [Int: String] = [:]
        for (one, value) in zip(keyed, values) { known[one.row] = value }
        return known
    }

    /// Keeps `hashes`, by row of `listing`.
    func keep(_ hashes: [Int: String], of listing: Listing) async throws(Failure) {
        guard let state, !hashes.isEmpty else { return }
        let fresh = keys(of: hashes.keys.sorted(), in: listing).compactMap { one in
            hashes[one.row].map { (key: one.key, value: $0) }
        }
        let drive = drive
        try await state.asking { ledger async throws(LedgerError) in
            try await ledger.cacheHashes(drive: drive, fresh, at: state.clock.now())
        }
    }

    /// Of those rows whose content has a tag: without one, nothing would tell that it changed.
    private func keys(of rows: [Int], in listing: Listing) -> [(row: Int, key: HashCacheKey)] {
        rows.compactMap { row in
            guard let tag = listing.eTag.text(row) else { return nil }
            let key = HashCacheKey(
                id: listing.id(row), eTag: tag, size: listing.size[row],
                algorithm: algorithm.rawValue)
            return (row, key)
        }
    }
}
