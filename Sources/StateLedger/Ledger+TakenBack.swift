// SPDX-License-Identifier: Apache-2.0

internal import GRDB
package import RuleEngine

/// An item that a person took back, by an undo or a restore, and that was not staged since.
package struct TakenBackItem: Sendable, Hashable {
    /// What was staged.
    package var order: StagingOrder
    /// When it was taken back.
    package var at: Timestamp
    /// Where it was restored to, if not to its own path.
    package var restoredPath: String?

    /// What it is filed by, where it is now.
    package var address: ItemAddress {
        guard let restoredPath else { return order.address }
        return order.address.moved(to: restoredPath, driveIdentity: order.driveIdentity)
    }
}

extension Ledger {
    /// What people took back, of each item and rule the last time that it was staged by it, by
    /// number.
    ///
    /// What the same rule staged again later is not among it: that was a person's own wish.
    package nonisolated func takenBack() async throws(LedgerError) -> [TakenBackItem] {
        try await read { db in
            var table = StagedTable(db)
            var items: [TakenBackItem] = []
            try table.each(
                """
                taken_back_at IS NOT NULL AND NOT EXISTS (
                    SELECT 1 FROM staged_item AS later WHERE later.volume = staged_item.volume
                        AND later.item_key = staged_item.item_key
                        AND later.number > staged_item.number
                        AND (SELECT terms ->> '$.ruleDigest' FROM ruling
                                WHERE number = later.ruling)
                            IS (SELECT terms ->> '$.ruleDigest' FROM ruling
                                WHERE number = staged_item.ruling))
                ORDER BY number
                """
            ) { item in
                guard let at = item.takenBackAt else { return }
                items.append(
                    TakenBackItem(order: item.order, at: at, restoredPath: item.restoredPath))
            }
            return items
        }
    }
}
