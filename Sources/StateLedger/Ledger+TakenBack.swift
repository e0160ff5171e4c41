// SPDX-License-Identifier: Apache-2.0

internal import GRDB
package import RuleEngine

/// An item that a person took back, by an undo or a restore, and did not stage again since.
package struct TakenBackItem: Sendable, Hashable {
    /// What was staged.
    package var order: StagingOrder
    /// When it was taken back.
    package var at: Timestamp
    /// Which item it is, where it is now.
    package var identity: ItemIdentity
}

extension Ledger {
    /// What people took back, by number, but for what a person staged again later by the same rule
    /// and with the same content.
    ///
    /// What a round that nobody watches staged meanwhile is no person's wish, whatever it was.
    package nonisolated func takenBack() async throws(LedgerError) -> [TakenBackItem] {
        try await read { db in
            var table = StagedTable(db)
            let again = ItemIndex(try table.items(Self.stagedAgain), \.identity)
            var items: [TakenBackItem] = []
            try table.each("taken_back_at IS NOT NULL ORDER BY number") { item in
                guard let at = item.takenBackAt,
                    !again.values(about: item.identity).contains(where: { $0.isAgain(item) })
                else { return }
                items.append(TakenBackItem(order: item.order, at: at, identity: item.identity))
            }
            return items
        }
    }

    /// Meets what a person staged of the items that were taken back before.
    private static let stagedAgain = """
        by_person = 1 AND number IN (
            SELECT later.number FROM staged_item AS one CROSS JOIN staged_item AS later
                ON later.stamp = one.stamp AND later.number > one.number
                WHERE one.taken_back_at IS NOT NULL
            UNION SELECT later.number FROM staged_item AS one CROSS JOIN staged_item AS later
                ON later.volume = one.volume AND later.item_key = one.item_key
                    AND later.number > one.number
                WHERE one.taken_back_at IS NOT NULL)
        ORDER BY number
        """
}

extension StagedItem {
    /// Whether a person staged it after `other`, which is the same item, was taken back: by the same
    /// rule, and with a content that is surely the same.
    fileprivate func isAgain(_ other: StagedItem) -> Bool {
        number > other.number && isByPerson
            && order.ruleDigest.map(ExactText.init) == other.order.ruleDigest.map(ExactText.init)
            && order.item.surelyHoldsSameContent(as: other.order.item)
    }
}
