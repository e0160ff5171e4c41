// SPDX-License-Identifier: Apache-2.0

package import RuleEngine
package import StateLedger

/// What people took back, by an undo or a restore: no round that nobody watches stages it again,
/// as long as it and the rule that would delete it are the same.
package struct TakenBack: Sendable {
    private let items: ItemIndex<TakenBackItem>
    private let decisions: ItemIndex<DecisionRecord>

    /// What was taken back up to now.
    package init(_ runner: Runner) async throws(RunnerError) {
        let (items, decisions) = try await runner.calling { ledger async throws(LedgerError) in
            (try await ledger.takenBack(), try await ledger.decisions())
        }
        self.init(items, decisions)
    }

    /// `items`, of which some may be decided about by `decisions` since.
    package init(_ items: [TakenBackItem], _ decisions: [DecisionRecord]) {
        self.items = ItemIndex(items, \.identity)
        self.decisions = ItemIndex(decisions, \.identity)
    }

    /// Whether nothing was taken back.
    package var isEmpty: Bool { items.isEmpty }

    /// Those of `orders` that were taken back, each with when, the last time.
    package func among(_ orders: [StagingOrder]) -> [(order: StagingOrder, at: Timestamp)] {
        if isEmpty { return [] }
        return orders.compactMap { order in
            instant(order.item, order.driveIdentity, ruleDigest: order.ruleDigest)
                .map { (order, $0) }
        }
    }

    /// When the deletion of `item` by the rule of that digest was taken back the last time; nil if
    /// it never was, or if the item is another one by now. Without a digest it is a deletion that a
    /// person wanted: it counts if they did not want it again since.
    package func instant(
        _ item: RecordedItem, _ driveIdentity: String, ruleDigest: String?
    ) -> Timestamp? {
        let identity = ItemIdentity(item, driveIdentity: driveIdentity)
        // Another file at the same place with the same content, as a copy that was put back: nobody
        // can tell that it is not what the person meant.
        return items.values(aboutOrAt: identity).filter { taken in
            guard taken.order.ruleDigest == ruleDigest, isSame(taken.order.item, item) else {
                return false
            }
            if ruleDigest != nil { return true }
            return decisions.values(about: identity).max { $0.number < $1.number }
                .map { $0.decidedAt <= taken.at } ?? true
        }.map(\.at).max()
    }

    /// Whether nothing shows that the content is another one; a folder has none.
    private func isSame(_ one: RecordedItem, _ other: RecordedItem) -> Bool {
        one.isFolder == other.isFolder && (one.isFolder || one.mayHoldSameContent(as: other))
    }
}
