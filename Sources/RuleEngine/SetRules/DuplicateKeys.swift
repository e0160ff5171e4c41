// SPDX-License-Identifier: Apache-2.0

/// The keys of duplicates of one listing: who could be a member, and of which group.
struct DuplicateKeys {
    let listing: Listing
    let reach: GroupReach

    /// The key of contents that hashes of `hash` decide on, on the drives whose number `isUsed` says so
    /// of.
    func content(_ hash: HashColumn, isUsed: [Bool]) -> HashKey {
        func key(_ links: Set<UInt32>) -> HashKey {
            HashKey(
                listing, hash: hash, reach: reach, isUsed: isUsed,
                eligibility: Eligibility(listing, otherLinks: links))
        }
        let candidate = key([])
        return key(Eligibility.otherLinks(listing) { candidate.mix($0) != 0 })
    }

    /// The key of equal `parts`.
    func parts(_ parts: [DuplicatePart]) -> PartsKey {
        let reach = ReachKey(listing: listing, reach: reach)
        func key(_ links: Set<UInt32>) -> PartsKey {
            PartsKey(
                listing: listing, parts: parts,
                eligibility: Eligibility(listing, otherLinks: links), reach: reach)
        }
        let candidate = key([])
        return key(Eligibility.otherLinks(listing) { candidate.mix($0) != 0 })
    }
}
