// SPDX-License-Identifier: Apache-2.0

package import RuleEngine
package import StateLedger

/// What has to be downloaded to prove, right before copies go, that they are copies.
///
/// A deletion of a `duplicates` rule with `verify: bytes` waits for the SHA-256 of the item and of
/// each copy that has to stay. Where the drive lists it, nothing is read; elsewhere the content is,
/// that of a copy that stays once for all the others. What lies on this machine is read where it
/// lies, and does not count here.
package struct ProofVolume: Sendable, Hashable {
    /// What a drive has to hand out.
    package struct Share: Sendable, Hashable {
        /// How many deletions on it wait for a proof by bytes.
        package var copies = 0
        /// How many of these nothing has to be downloaded for.
        package var freeCopies = 0
        /// How many of its files have to be downloaded.
        package var files = 0
        /// The bytes of these.
        package var bytes: Int64 = 0

        /// Nothing.
        package init() {}
    }

    /// By the drive's name.
    package private(set) var shares: [String: Share] = [:]

    /// Whether nothing has to be downloaded.
    package var isEmpty: Bool { shares.values.allSatisfy { $0.files == 0 } }

    /// The shares of drives that something has to be downloaded from, by name.
    package var downloads: [(drive: String, share: Share)] {
        shares.filter { $0.value.files > 0 }.sorted { $0.key < $1.key }
            .map { ($0.key, $0.value) }
    }

    /// The bytes of all drives.
    package var bytes: Int64 { shares.values.reduce(0) { $0.addingCapped($1.bytes) } }

    /// What is known to be needed, by the drive's name.
    package init(shares: [String: Share] = [:]) { self.shares = shares }

    /// What the deletions of `plan` need. O(deletions of set rules × copies that have to stay).
    package init(_ plan: Plan) {
        let listing = plan.listing
        let isRemote = listing.drives.map { $0.kind == .onedrive }
        guard isRemote.contains(true), plan.rules.contains(where: { $0.selection != nil }) else {
            return
        }
        let groups = GroupIndex(plan)
        var counter = Counter<Int> { row in
            Content(
                drive: listing.driveName(row), isRemote: isRemote[listing.drive(row)],
                size: max(0, listing.size[row]),
                isListed: listing.hashes[.sha256]?.text(row) != nil)
        }
        for row in 0..<listing.count where plan.verdict(row) == .delete {
            let demands = groups.obligations(of: row).filter { $0.isDuplicates && $0.comparesBytes }
            if demands.isEmpty { continue }
            counter.add(row, demands.map { ($0.needed, $0.survivors) })
        }
        shares = counter.shares
    }

    /// What `orders` need, of which those on the drives `remote`, by name, are downloaded.
    package init(_ orders: some Sequence<StagingOrder>, remote: Set<String>) {
        if remote.isEmpty { return }
        var items: [ItemKey: RecordedItem] = [:]
        var wanted: [(key: ItemKey, demands: [(needed: Int, survivors: [ItemKey])])] = []
        for order in orders {
            let demands = order.obligations.filter { $0.isDuplicates && $0.comparesBytes }
            if demands.isEmpty { continue }
            let key = ItemKey(order.item)
            items[key] = order.item
            for survivor in demands.lazy.flatMap(\.survivors) {
                items[ItemKey(survivor)] = survivor
            }
            wanted.append((key, demands.map { ($0.needed, $0.survivors.map { ItemKey($0) }) }))
        }
        var counter = Counter<ItemKey> { key in
            let item = items[key]
            return Content(
                drive: item?.drive ?? "", isRemote: item.map { remote.contains($0.drive) } ?? false,
                size: max(0, item?.size ?? 0),
                isListed: item?.hashes[HashAlgorithm.sha256.rawValue] != nil)
        }
        for one in wanted { counter.add(one.key, one.demands) }
        shares = counter.shares
    }

    /// What is known of a content.
    private struct Content {
        let drive: String
        let isRemote: Bool
        let size: Int64
        let isListed: Bool

        var isDownloaded: Bool { isRemote && !isListed && size > 0 }
    }

    /// Counts each content once.
    private struct Counter<Key: Hashable> {
        let content: (Key) -> Content
        var shares: [String: Share] = [:]
        private var read: Set<Key> = []

        init(_ content: @escaping (Key) -> Content) { self.content = content }

        mutating func add(_ item: Key, _ demands: [(needed: Int, survivors: [Key])]) {
            let own = content(item)
            var isFree = !own.isDownloaded
            var isRemote = own.isRemote
            for demand in demands {
                // As they are asked for: those on the item's own drive before others.
                let near = demand.survivors.filter { content($0).drive == own.drive }
                let far = demand.survivors.filter { content($0).drive != own.drive }
                for survivor in (near + far).prefix(demand.needed) {
                    let other = content(survivor)
                    if other.isRemote { isRemote = true }
                    if other.isDownloaded { isFree = false }
                    take(survivor, other)
                }
            }
            take(item, own)
            guard isRemote else { return }
            shares[own.drive, default: Share()].copies += 1
            if isFree { shares[own.drive, default: Share()].freeCopies += 1 }
        }

        private mutating func take(_ key: Key, _ content: Content) {
            guard content.isDownloaded, read.insert(key).inserted else { return }
            var share = shares[content.drive] ?? Share()
            share.files += 1
            share.bytes = share.bytes.addingCapped(content.size)
            shares[content.drive] = share
        }
    }
}

extension Int64 {
    /// The sum, or the largest number where it does not fit into one.
    fileprivate func addingCapped(_ other: Int64) -> Int64 {
        let (sum, isOver) = addingReportingOverflow(other)
        return isOver ? .max : sum
    }
}
