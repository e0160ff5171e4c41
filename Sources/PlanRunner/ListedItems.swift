// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import RuleEngine
internal import StateLedger

/// Items that are due as the last listing of their drive has them, for drives that can tell what
/// has changed since.
///
/// Only files of which nothing is asked that is not bound to their tag: no folder, no copy, nothing
/// that goes for good, nothing of which an attempt is known, and no rules that ask who an item is
/// shared with. Those are always asked for one by one.
struct ListedItems: Sendable {
    /// A listing, and where to find things in it.
    private struct Source: Sendable {
        let listing: Listing
        /// The rows of items by their ids.
        var rows: [String: Int] = [:]
        /// The row of each folder that something lies in; none for the top.
        var folderRows: [Int?]
    }

    /// By the name of the drive.
    private var sources: [String: Source] = [:]
    private var eligible: Set<Int64> = []

    /// For so many rows of a listing it is worth reading it instead of asking for one item.
    private static let rowsPerItem: Int64 = 10_000

    /// Nothing is known of any item.
    init() {}

    /// Looks `items` up, which lie on `drives`. O(rows of the listings of their drives).
    init(
        of items: [StagedItem], rules: RulesInForce, drives: ReadyDrives, runner: Runner
    ) async throws(RunnerError) {
        var wanted: [String: [StagedItem]] = [:]
        for item in items where Self.isEligible(item, rules) {
            guard case .success(let drive) = drives.drive(of: item), drive.usesListings else {
                continue
            }
            wanted[item.order.item.drive, default: []].append(item)
        }
        if wanted.isEmpty { return }
        let known = try await runner.calling { ledger async throws(LedgerError) in
            try await ledger.drives()
        }
        for (name, own) in wanted {
            let record = known.first { $0.name.utf8.elementsEqual(name.utf8) }
            guard let record, record.itemCount / Self.rowsPerItem < Int64(own.count),
                let listing = try await runner.lastListing(of: name)
            else { continue }
            sources[name] = Self.source(listing, Set(own.map(\.order.item.id)))
            eligible.formUnion(own.map(\.number))
        }
    }

    private static func isEligible(_ item: StagedItem, _ rules: RulesInForce) -> Bool {
        // What other rules files ask is not known here.
        item.order.rulesDigest.utf8.elementsEqual(rules.digest.utf8)
            && !rules.file.tests(.shared) && item.attempt == 0 && !item.order.item.isFolder
            && item.order.obligations.isEmpty
            && item.order.method != DeletionMethod.permanent.rawValue
    }

    private static func source(_ listing: Listing, _ ids: Set<String>) -> Source {
        var source = Source(
            listing: listing, folderRows: Array(repeating: nil, count: listing.folders.count))
        for row in 0..<listing.count {
            if listing.isFolder(row) {
                let path: Column<UInt8> = Column()
                listing.appendPath(row, to: path)
                let text = TextSlice(start: UnsafePointer(path.base), count: path.count)
                let drive = UInt16(truncatingIfNeeded: listing.drive(row))
                if let number = listing.folders.existingNumber(drive: drive, path: text) {
                    source.folderRows[number] = row
                }
            } else {
                let id = listing.id(row)
                if ids.contains(id) { source.rows[id] = row }
            }
        }
        return source
    }

    /// The ids of the folders in which `items` lay that are known here.
    func folderIDs(of items: some Sequence<StagedItem>) -> [String] {
        var rows: Set<Int> = []
        return items.compactMap { item in
            guard eligible.contains(item.number), let source = sources[item.order.item.drive],
                let row = source.rows[item.order.item.id],
                let folder = source.folderRows[Int(source.listing.folder[row])],
                rows.insert(folder).inserted
            else { return nil }
            return source.listing.id(folder)
        }
    }

    /// What the last listing says of `item`; nil where it has to be asked for.
    func item(_ item: StagedItem) -> ListedItem? {
        guard eligible.contains(item.number), let source = sources[item.order.item.drive],
            let row = source.rows[item.order.item.id]
        else { return nil }
        let listing = source.listing
        var ids: [String] = []
        var folder = Int(listing.folder[row])
        while listing.folders.depths[folder] > 0 {
            guard let row = source.folderRows[folder] else { return nil }
            ids.append(listing.id(row))
            folder = Int(listing.folders.parents[folder])
        }
        var values = listing.values(row)
        // No tag tells of it.
        values.shared = nil
        return ListedItem(values: values, folderIDs: ids)
    }
}
