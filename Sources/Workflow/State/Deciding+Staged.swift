// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
internal import StateLedger

/// Drives that a state knows without a listing, as the states of a fleet do: what was ever staged of them
/// can be decided about.
extension Deciding {
    /// Whether nothing of `known` was ever listed into this state.
    func isUnlisted(_ known: LedgerDrive) async throws(Failure) -> Bool {
        // A backup leaves the listing out, and knows how many items there were.
        if known.itemCount > 0 { return false }
        let name = known.name
        return try await session.asking { ledger async throws(LedgerError) in
            try await ledger.catalog(of: name)?.parts.isEmpty ?? true
        }
    }

    /// All that was ever staged, by number.
    func everStaged() async throws(Failure) -> [StagedItem] {
        try await session.asking { ledger async throws(LedgerError) in
            try await ledger.stagedItems(states: nil)
        }
    }

    /// The items of `staged` at `places` and below them on the drive of `known`, whatever it was called
    /// then: each as it was staged last, by path.
    static func items(
        of staged: [StagedItem], _ places: [ItemSelection.Place], on known: LedgerDrive
    ) -> [ItemValues] {
        var newest: [ItemAddress: RecordedItem] = [:]
        for order in staged.map(\.order)
        where order.driveIdentity.utf8.elementsEqual(known.identity.utf8) {
            var item = order.item
            item.drive = known.name
            newest[order.address] = item
        }
        return newest.values.filter { item in places.contains { $0.holds(item) } }
            .sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }.map(\.values)
    }
}
