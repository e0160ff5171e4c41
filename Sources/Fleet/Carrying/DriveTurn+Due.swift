// SPDX-License-Identifier: Apache-2.0

internal import PlanRunner
internal import StateLedger
internal import Workflow

/// What is due on a drive, and how much of it is tried next.
extension DriveTurn {
    /// How far a turn is.
    struct Pace {
        /// How many items may still be tried; nil: as many as are due.
        var left: Int64?
        /// Whether nothing was tried in this run yet.
        var isFirst: Bool
        /// How many items were due before the last slice.
        var before = Int64.max

        /// The next slice. What is on hold is tried once in its place, and lets all else go first
        /// then; where all may go, it comes last.
        var limits: RoundLimits {
            RoundLimits(
                items: Int(clamping: min(left ?? .max, DriveTurn.sliceItems)),
                choice: .mostFirst(holdsLast: left == nil || !isFirst))
        }

        /// Takes note of a slice of so many items.
        mutating func take(_ items: Int64) {
            // What is on hold may have filled the first slice: all else has its turn once.
            if isFirst, left != nil { before = .max }
            isFirst = false
            if let left { self.left = max(0, left - items) }
        }
    }

    /// What is due on a drive, and can be taken back, and what was begun there of which nobody
    /// knows yet what came of it: it is asked about again with each turn.
    struct Due: Sendable {
        /// How many items.
        var items: Int64 = 0
        /// What goes next of it.
        var next = FleetAmount()
        /// What those bring that can be taken back.
        var worths: [DueWorth] = []
        /// Whether something was begun.
        var isOpen = false

        /// All of it, where `next` is what was begun.
        var all: FleetAmount {
            worths.reduce(next) { $0 + FleetAmount(items: Int64($1.items), bytes: $1.bytes) }
        }
    }

    /// What is due on the drive that is called `key`; `limits` say what goes next.
    static func due(
        _ ground: FleetGround, _ key: String, _ limits: RoundLimits
    ) async throws(Failure) -> Due {
        let due = try await ground.withState(key) { session async throws(Failure) in
            try await Self.due(session, limits)
        }
        return due ?? Due()
    }

    /// The same of the drive whose state `session` has open.
    static func due(
        _ session: StateSession, _ limits: RoundLimits
    ) async throws(Failure) -> Due {
        let found = try await DueItems.find(
            session, countMax: limits.items, bytesMax: limits.bytes, choosing: limits.choice)
        let open = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.openItems()
        }.filter { $0.state == .executing }
        let (count, bytes) = (Int64(found.reversible.count), found.reversible.bytes)
        return Due(
            items: count + Int64(found.left + open.count),
            next: open.reduce(FleetAmount(items: count, bytes: bytes)) {
                $0 + FleetAmount(items: 1, bytes: max(0, $1.order.item.size ?? 0))
            },
            worths: found.worths, isOpen: !open.isEmpty)
    }
}
