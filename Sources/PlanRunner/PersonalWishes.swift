// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import RuleEngine
internal import StateLedger

/// What people have decided of items that a plan would delete, seen at the moment it matters.
///
/// A decision to keep that came after the plan outweighs it; a deletion that only a person wanted
/// ends with that person's decision. No clock is asked which came first: a plan that knew of the
/// decision would not delete the item.
struct PersonalWishes: Sendable {
    private let decisions: [ItemAddress: DecisionRecord]
    /// Those that were made over listings that do not say which drive they are of.
    private let overListings: [ItemKey: DecisionRecord]
    private let now: Timestamp

    /// The decisions that stand at this moment.
    init(_ runner: Runner) async throws(RunnerError) {
        let standing = try await runner.calling { ledger async throws(LedgerError) in
            try await ledger.decisions()
        }
        decisions = Dictionary(
            standing.map { ($0.address, $0) },
            uniquingKeysWith: { $0.number > $1.number ? $0 : $1 })
        let listed = standing.filter {
            DriveIdentityText($0.driveIdentity).isListingOfUnknownDrive
        }
        overListings = Dictionary(
            listed.map { (ItemKey($0.item), $0) },
            uniquingKeysWith: { $0.number > $1.number ? $0 : $1 })
        now = runner.clock()
    }

    /// The decision that stands on the item of `order`.
    private func decision(on order: StagingOrder) -> DecisionRecord? {
        if let decision = decisions[order.address] { return decision }
        guard order.driveIdentity.hasPrefix(DriveKind.onedrive.rawValue + ":") else { return nil }
        return overListings[ItemKey(order.item)]
    }

    /// Whether a person marked an item that a plan left to them, and its content is surely the same.
    func wantDeletion(of item: RecordedItem, driveIdentity: String) -> Bool {
        guard let decision = decisions[ItemAddress(item, driveIdentity: driveIdentity)],
            decision.verdict == .delete
        else { return false }
        return decision.item.surelyHoldsSameContent(as: item)
    }

    /// Why a deletion must not go; nil if people have nothing against it.
    func objection(to order: StagingOrder) -> String? {
        let decision = decision(on: order)
        if order.rule == nil {
            return decision?.verdict == .delete ? nil : "the decision to delete it was taken back"
        }
        guard let decision else { return nil }
        switch decision.verdict {
        case .delete: return nil
        case .pin: return "a person pinned it"
        case .keep:
            return decision.item.mayHoldSameContent(as: order.item)
                ? "a person decided to keep it" : nil
        case .snooze:
            let isOver = decision.until.map { $0 <= now } ?? false
            return isOver ? nil : "a person put it off"
        }
    }
}

/// What tells an item from all others: by bytes, since names that differ in their normalisation
/// only are equal as strings. Ids of personal OneDrives come in several spellings.
struct ItemKey: Hashable, Sendable {
    private let bytes: [UInt8]

    /// The key of `item`.
    init(_ item: RecordedItem) {
        bytes = Array(item.drive.utf8) + [0] + Array(GraphID.comparable(item: item.id).utf8)
    }
}
