// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
package import PlanRunner
internal import Reports
internal import RuleEngine
package import StateLedger
internal import Text
package import Wording

/// What an execution would do now. What can be taken back is counted only: there may be hundreds of
/// thousands of items.
package struct DueItems: Sendable {
    /// Items to delete in a way that can be taken back.
    package private(set) var reversible = HandledItems.Tally()
    /// The same on each of their drives, by name.
    package private(set) var tallies: [String: HandledItems.Tally] = [:]
    /// The names of the drives that these lie on.
    package var drives: Set<String> { Set(tallies.keys) }
    /// Items to delete for good.
    package private(set) var permanent: [StagedItem] = []
    /// Items whose time in quarantine is over.
    package private(set) var quarantined: [StagedItem] = []
    /// All that is due, as it stands.
    private(set) var scope = ExecutionScope()
    /// What of the first wants a proof that copies are copies.
    private(set) var proofs: [StagingOrder] = []

    /// Whether there is nothing to do.
    package var isEmpty: Bool { reversible.count == 0 && permanent.isEmpty && quarantined.isEmpty }

    /// How many items are left for another time, because there are too many.
    package private(set) var left = 0

    /// Asks the state file; with a scope, for what it covers.
    ///
    /// Of what can be taken back `countMax` items, of no more than `bytesMax` in all; an item of
    /// unknown size counts as none. What is on hold, or lies on a drive that is `avoided`, comes
    /// last, so that it keeps nothing else from its turn. What is in quarantine has been deleted
    /// before, and counts not.
    package static func find(
        _ session: StateSession, within agreed: ExecutionScope? = nil, countMax: Int? = nil,
        bytesMax: Int64? = nil, avoiding avoided: Set<String> = []
    ) async throws(Failure) -> DueItems {
        let now = session.clock.now()
        let kept = Timestamp(secondsSinceEpoch: now.secondsSinceEpoch - Runner.quarantineSeconds)
        let (numbers, old) = try await session.asking { ledger async throws(LedgerError) in
            (
                try await ledger.dueNumbers(at: now),
                try await ledger.quarantinedItems(deletedBefore: kept)
            )
        }
        var due = DueItems()
        due.quarantined = old
        due.scope = ExecutionScope(purging: old)
        var last: [Int64] = []
        for isLast in [false, true] {
            for page in (isLast ? last : numbers).pages {
                let items = try await session.asking { ledger async throws(LedgerError) in
                    try await ledger.stagedItems(numbers: Array(page))
                }
                for item in items where agreed?.covers(item) ?? true {
                    let mayStay = item.state == .held || avoided.contains(item.order.item.drive)
                    if mayStay, !isLast {
                        last.append(item.number)
                    } else {
                        due.take(item, countMax: countMax ?? .max, bytesMax: bytesMax ?? .max)
                    }
                }
            }
        }
        return due
    }

    private mutating func take(_ item: StagedItem, countMax: Int, bytesMax: Int64) {
        if item.isLasting {
            scope.take(item)
            permanent.append(item)
            return
        }
        let (bytes, isTooMuch) = reversible.bytes.addingReportingOverflow(item.bytes)
        if reversible.count >= countMax || isTooMuch || bytes > bytesMax {
            left += 1
            return
        }
        scope.take(item)
        reversible.count += 1
        reversible.bytes += item.bytes
        tallies[item.order.item.drive, default: HandledItems.Tally()].count += 1
        tallies[item.order.item.drive, default: HandledItems.Tally()].bytes += item.bytes
        if item.order.obligations.contains(where: { $0.isDuplicates && $0.comparesBytes }) {
            proofs.append(item.order)
        }
    }
}

extension HandledItems.Tally {
    /// `3 files and folders, 2.9 MiB`.
    package var shownCount: Phrase { .itemsCount(n: count, size: bytes) }
}
