// SPDX-License-Identifier: Apache-2.0

package import RuleEngine
package import StateLedger

/// What people took back, by an undo or a restore: no round that nobody watches stages it again,
/// as long as it and the rule that would delete it are the same.
package struct TakenBack: Sendable {
    private let items: [ItemAddress: [TakenBackItem]]
    private let files: [FileStamp: [TakenBackItem]]
    private let decisions: [ItemAddress: DecisionRecord]

    /// What was taken back up to now.
    package init(_ runner: Runner) async throws(RunnerError) {
        let (items, decisions) = try await runner.calling { ledger async throws(LedgerError) in
            (try await ledger.takenBack(), try await ledger.decisions())
        }
        self.init(items, decisions)
    }

    /// `items`, of which some may be decided about by `decisions` since.
    package init(_ items: [TakenBackItem], _ decisions: [DecisionRecord]) {
        self.items = Dictionary(grouping: items, by: \.address)
        var files: [FileStamp: [TakenBackItem]] = [:]
        for item in items {
            guard let stamp = FileStamp(item.order.item, driveIdentity: item.order.driveIdentity)
            else { continue }
            files[stamp, default: []].append(item)
        }
        self.files = files
        self.decisions = Dictionary(
            decisions.map { ($0.address, $0) },
            uniquingKeysWith: { $0.number > $1.number ? $0 : $1 })
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
        let address = ItemAddress(item, driveIdentity: driveIdentity)
        var candidates = items[address] ?? []
        if let stamp = FileStamp(item, driveIdentity: driveIdentity) {
            candidates += files[stamp] ?? []
        }
        return candidates.filter { taken in
            guard taken.order.ruleDigest == ruleDigest, isSame(taken.order.item, item) else {
                return false
            }
            if ruleDigest != nil { return true }
            return decisions[address].map { $0.decidedAt <= taken.at } ?? true
        }.map(\.at).max()
    }

    /// Whether nothing shows that the content is another one; a folder has none.
    private func isSame(_ one: RecordedItem, _ other: RecordedItem) -> Bool {
        one.isFolder == other.isFolder && (one.isFolder || one.mayHoldSameContent(as: other))
    }
}

/// What tells a file of this machine from all others, wherever it is moved within its file system:
/// its file system, its number there, and when it was made.
package struct FileStamp: Hashable, Sendable {
    private let device: UInt64
    private let number: UInt64
    private let created: Int64

    /// The stamp of `item` on the drive of that identity; nil if it has none: on other drives, and
    /// where it is not known when a file was made.
    package init?(_ item: RecordedItem, driveIdentity: String) {
        guard let device = DriveIdentityText(driveIdentity).device, let tag = item.eTag else {
            return nil
        }
        self.init(device: device, tag: tag, created: item.created)
    }

    /// The stamp of what has the tag `tag` on a drive whose root lies on file system `device`.
    package init?(device: UInt64, tag: String, created: Int64?) {
        // After an at sign stands another file system than that of the root.
        guard let created, !tag.utf8.contains(UInt8(ascii: "@")),
            let number = UInt64(tag.prefix { $0 != "-" }, radix: 16)
        else { return nil }
        self.device = device
        self.number = number
        self.created = created
    }
}
