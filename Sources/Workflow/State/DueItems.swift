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

    /// What of it can be taken back brings, whether it is left or not; only where `mostFirst` is
    /// asked for.
    package private(set) var worths: [DueWorth] = []

    /// Asks the state file; with a scope, for what it covers.
    ///
    /// Of what can be taken back `countMax` items, of no more than `bytesMax` in all, as `choice`
    /// has it; an item of unknown size counts as none, and no shot is cut. What is on hold, or lies
    /// on a drive that is `avoided`, comes last, so that it keeps nothing else from its turn. What
    /// is in quarantine has been deleted before, and counts not.
    package static func find(
        _ session: StateSession, within agreed: ExecutionScope? = nil, countMax: Int? = nil,
        bytesMax: Int64? = nil, choosing choice: DueChoice = .inTurn,
        avoiding avoided: Set<String> = []
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
        let isLimited = countMax != nil || bytesMax != nil || choice != .inTurn
        let holdsLast = choice != .mostFirst(holdsLast: false)
        var chooser = DueChooser()
        var last: [Int64] = []
        for isLast in [false, true] {
            for page in (isLast ? last : numbers).pages {
                for item in try await items(page, session) where agreed?.covers(item) ?? true {
                    let mayStay =
                        item.state == .held && holdsLast
                        || avoided.contains(item.order.item.drive)
                    if mayStay, !isLast {
                        last.append(item.number)
                    } else if isLimited, !item.isLasting {
                        chooser.add(item, isLast: isLast)
                    } else {
                        due.take(item)
                    }
                }
            }
        }
        if !isLimited { return due }
        if choice != .inTurn { due.worths = chooser.worths }
        let (chosen, left) = chooser.chosen(
            choice, items: countMax ?? .max, bytes: bytesMax ?? .max)
        due.left = left
        for page in chosen.pages {
            for item in try await items(page, session) { due.take(item) }
        }
        return due
    }

    /// The items of these numbers, in their order.
    private static func items(
        _ numbers: ArraySlice<Int64>, _ session: StateSession
    ) async throws(Failure) -> [StagedItem] {
        try await session.asking { ledger async throws(LedgerError) in
            try await ledger.stagedItems(numbers: Array(numbers))
        }
    }

    private mutating func take(_ item: StagedItem) {
        scope.take(item)
        if item.isLasting {
            permanent.append(item)
            return
        }
        let drive = item.order.item.drive
        reversible.count += 1
        reversible.bytes = Self.sum(reversible.bytes, item.bytes)
        tallies[drive, default: HandledItems.Tally()].count += 1
        let known = tallies[drive]?.bytes ?? 0
        tallies[drive]?.bytes = Self.sum(known, item.bytes)
        if item.order.obligations.contains(where: { $0.isDuplicates && $0.comparesBytes }) {
            proofs.append(item.order)
        }
    }

    /// The sum, which stops at the largest number.
    private static func sum(_ one: Int64, _ other: Int64) -> Int64 {
        let (sum, isOver) = one.addingReportingOverflow(other)
        return isOver ? .max : sum
    }
}

extension HandledItems.Tally {
    /// `3 files and folders, 2.9 MiB`.
    package var shownCount: Phrase { .itemsCount(n: count, size: bytes) }
}
