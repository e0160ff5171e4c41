// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import Messages
internal import RuleEngine
internal import StateLedger

/// What people have decided of items that a plan would delete, seen at the moment it matters.
///
/// A decision to keep that came after the plan outweighs it; a deletion that only a person wanted
/// ends with that person's decision. No clock is asked which came first: a plan that knew of the
/// decision would not delete the item.
struct PersonalWishes: Sendable {
    private let decisions: ItemIndex<DecisionRecord>
    private let runner: Runner
    /// Those that were made over listings that do not say which drive they are of.
    private let overListings: [ItemKey: DecisionRecord]
    private let now: Timestamp

    /// The decisions that stand at this moment.
    init(_ runner: Runner) async throws(RunnerError) {
        let standing = try await runner.calling { ledger async throws(LedgerError) in
            try await ledger.decisions()
        }
        decisions = ItemIndex(standing, \.identity)
        self.runner = runner
        let listed = standing.filter {
            DriveIdentityText($0.driveIdentity).isListingOfUnknownDrive
        }
        overListings = Dictionary(
            listed.map { (ItemKey($0.item), $0) },
            uniquingKeysWith: { $0.number > $1.number ? $0 : $1 })
        now = runner.clock()
    }

    /// The decision that stands on the item of `order`; `elsewhere` are the files that the last
    /// listings have in other places than where they were decided about.
    ///
    /// One about another file that lay where this one lies now holds here too, if that file is not
    /// to be found any more: editors save by putting a new file in the place of the old one. A word
    /// to delete is about its own file alone.
    private func decision(
        on order: StagingOrder, _ elsewhere: Set<FileStamp>
    ) -> DecisionRecord? {
        let identity = order.identity
        let found = decisions.values(aboutOrAt: identity).filter { decision in
            if decision.identity.isAbout(identity) { return true }
            return decision.verdict != .delete
                && !(decision.identity.stamp.map(elsewhere.contains) ?? false)
        }
        if let newest = found.max(by: { $0.number < $1.number }) { return newest }
        guard order.driveIdentity.hasPrefix(DriveKind.onedrive.rawValue + ":") else { return nil }
        return overListings[ItemKey(order.item)]
    }

    /// Those files that were decided about where other files lie now, the ones that `orders` are
    /// about, and that the last listings have in other places. O(rows) if there are any.
    private func elsewhere(
        _ orders: [StagingOrder]
    ) async throws(RunnerError) -> Set<FileStamp> {
        var places: [FileStamp: ItemAddress] = [:]
        for order in orders {
            let identity = order.identity
            for decision in decisions.values(aboutOrAt: identity)
            where !decision.identity.isAbout(identity) {
                if let stamp = decision.identity.stamp { places[stamp] = decision.address }
            }
        }
        if places.isEmpty { return [] }
        var elsewhere: Set<FileStamp> = []
        for (item, address) in try await runner.listedFiles(Set(places.keys)) {
            if places[item] != address { elsewhere.insert(item) }
        }
        return elsewhere
    }

    /// Whether a person marked an item that a plan left to them, and its content is surely the same.
    func wantDeletion(of item: RecordedItem, driveIdentity: String) -> Bool {
        let identity = ItemIdentity(item, driveIdentity: driveIdentity)
        guard
            let decision = decisions.values(about: identity).max(by: { $0.number < $1.number }),
            decision.verdict == .delete
        else { return false }
        return decision.item.surelyHoldsSameContent(as: item)
    }

    /// Whether nothing but a mark that was made on another device deletes what `order` is about.
    func isMarkFromElsewhere(_ order: StagingOrder) -> Bool {
        guard order.rule == nil else { return false }
        let newest = decisions.values(about: order.identity).max { $0.number < $1.number }
        return newest?.verdict == .delete && newest?.device != nil
    }

    /// Why each of these deletions must not go; nil where people have nothing against it.
    func objections(to orders: [StagingOrder]) async throws(RunnerError) -> [String?] {
        if decisions.isEmpty && !orders.contains(where: { $0.rule == nil }) {
            return Array(repeating: nil, count: orders.count)
        }
        let elsewhere = try await elsewhere(orders)
        return orders.map { objection(to: $0, elsewhere) }
    }

    private func objection(to order: StagingOrder, _ elsewhere: Set<FileStamp>) -> String? {
        let decision = decision(on: order, elsewhere)
        if order.rule == nil {
            return decision?.verdict == .delete
                ? nil : String(clause: "the decision to delete it was taken back")
        }
        guard let decision else { return nil }
        switch decision.verdict {
        case .delete: return nil
        case .pin: return String(clause: "a person pinned it")
        case .keep:
            return decision.item.mayHoldSameContent(as: order.item)
                ? String(clause: "a person decided to keep it") : nil
        case .snooze:
            let isOver = decision.until.map { $0 <= now } ?? false
            return isOver ? nil : String(clause: "a person put it off")
        }
    }
}

extension Runner {
    /// Where the last listings of local drives have the files of `stamps`. O(rows).
    func listedFiles(
        _ stamps: Set<FileStamp>
    ) async throws(RunnerError) -> [(stamp: FileStamp, address: ItemAddress)] {
        let known = try await calling { ledger async throws(LedgerError) in
            try await ledger.drives()
        }
        var found: [(stamp: FileStamp, address: ItemAddress)] = []
        for drive in known {
            let identity = DriveIdentityText(drive.identity)
            guard let device = identity.device, let root = identity.localRoot,
                let listing = try await lastListing(of: drive.name)
            else { continue }
            for row in 0..<listing.count {
                guard let tag = listing.eTag.text(row),
                    let stamp = FileStamp(device: device, tag: tag, created: listing.created[row]),
                    stamps.contains(stamp)
                else { continue }
                found.append((stamp, ItemAddress(local: listing.path(row), below: root)))
            }
        }
        return found
    }
}

/// What tells an item from all others: by bytes, since names that differ in their normalisation
/// only are equal as strings. Ids of personal OneDrives come in several spellings.
struct ItemKey: Hashable, Sendable {
    private let bytes: [UInt8]

    /// The key of what lies at `path` of `drive`, where paths stand for ids.
    init(drive: String, _ path: String) {
        bytes = Array(drive.utf8) + [0] + Array(path.utf8)
    }

    /// The key of `item`.
    init(_ item: RecordedItem) {
        bytes = Array(item.drive.utf8) + [0] + Array(GraphID.comparable(item: item.id).utf8)
    }
}
