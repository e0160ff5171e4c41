// SPDX-License-Identifier: Apache-2.0

package import RuleEngine
package import StateLedger

/// What became of the decisions that were made over saved pages of a OneDrive, once the drive itself
/// is listed: none is lost, and of each it can be said whether it holds.
package struct CarriedDecisions: Sendable {
    /// What became of a decision.
    package enum Fate: String, Sendable, Hashable, CaseIterable {
        /// It holds for the item.
        case holds
        /// The item has changed since, so that it has to be decided anew.
        case conflict
        /// Its time is over, or the person has decided otherwise since.
        case ended
        /// The drive has no such item.
        case notFound = "not-found"
    }

    /// A decision, where its item is now, and what became of it.
    package struct Entry: Sendable, Hashable {
        /// As it was made.
        package let decision: DecisionRecord
        /// Where its item is.
        package let now: [RecordedItem]
        /// What became of it.
        package let fate: Fate
    }

    /// By number.
    package let entries: [Entry]

    /// Those of `decisions`, which stand, that were made over saved pages of a OneDrive that is one
    /// of `identities`, which are by name and list `listing`.
    package init(
        _ decisions: [DecisionRecord], placed: PlacedDecisions, on identities: [String: String],
        in listing: Listing, now: Timestamp
    ) {
        let drives = identities.filter { $0.value.hasPrefix(DriveKind.onedrive.rawValue + ":") }
        let saved = decisions.filter { Self.isOverPages($0, of: drives) }
        if saved.isEmpty {
            entries = []
            return
        }
        let holding = PastDecision.holding(
            placed.placed.map { PastDecision($0) }, in: listing, now: now)
        let held = Set(holding.values.map { placed.placed[$0].number })
        // Of several about one item the last counts.
        let last = Dictionary(
            placed.placed.map { ($0.address, $0.number) }, uniquingKeysWith: max)
        let places = Dictionary(grouping: placed.placed, by: \.number)
        entries = saved.map { decision in
            let found = (places[decision.number] ?? []).filter { drives[$0.item.drive] != nil }
            let fate: Fate =
                if held.contains(decision.number) {
                    .holds
                } else if found.isEmpty {
                    .notFound
                } else if !found.contains(where: { last[$0.address] == decision.number })
                    || decision.until.map({ $0 <= now }) ?? false
                {
                    .ended
                } else {
                    .conflict
                }
            return Entry(decision: decision, now: found.map(\.item), fate: fate)
        }
    }

    private static func isOverPages(
        _ decision: DecisionRecord, of drives: [String: String]
    ) -> Bool {
        let made = DriveIdentityText(decision.driveIdentity)
        if !made.isListing { return false }
        if made.isListingOfUnknownDrive { return drives[decision.item.drive] != nil }
        return drives.values.contains { DriveIdentityText($0).volume == made.volume }
    }

    /// How many came to `fate`.
    package func count(_ fate: Fate) -> Int { entries.count { $0.fate == fate } }
}
