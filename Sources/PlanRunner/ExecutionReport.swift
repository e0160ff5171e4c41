// SPDX-License-Identifier: Apache-2.0

package import DriveAdapters
package import StateLedger

/// What an execution may do, and when it ends.
package struct ExecutionOptions: Sendable {
    /// Whether deletions for good are carried out; else they wait on.
    package var allowsPermanent = false
    /// Of these, the numbers of those that a person agreed to; nil: all that are due.
    package var agreedPermanent: Set<Int64>?
    /// Drives that are left alone, by the name that the rules give them, with why.
    package var heldDrives: [String: String] = [:]
    /// Told of every item whose state was recorded, in order.
    package var progress: @Sendable (StagedItem) -> Void = { _ in }
    /// Told how much was read of contents, on all drives, to prove that copies are copies: often, on
    /// any thread.
    package var reading: ContentReadingHandler = { _ in }
    /// Asked before each item.
    package var shouldStop: @Sendable () -> Bool = { false }

    /// The careful way.
    package init() {}
}

/// What an execution came to.
package struct ExecutionReport: Sendable {
    /// Every item that was handled, as it stands now, in the order of handling.
    package var items: [StagedItem] = []
    /// Items due whose deletion for good nobody allowed.
    package var waiting: [StagedItem] = []
    /// Items of an earlier process that were settled first.
    package var recovered: [StagedItem] = []
    /// How many items were removed from quarantine for good.
    package var purgedCount = 0
    /// Items that were to be removed from quarantine and stay there, each with why.
    package var leftInQuarantine: [(item: StagedItem, problem: String)] = []
    /// Whether the caller stopped it.
    package var wasStopped = false
    /// Why drives could not be asked for now.
    package var outages: Set<Outage> = []

    /// Nothing was done.
    package init() {}

    /// How many of the handled items are in `state`.
    package func count(_ state: ItemState) -> Int { items.count { $0.state == state } }

    /// Items of an earlier process of which nobody knows yet what became of them.
    package var unsettled: [StagedItem] {
        let handled = Set(items.map(\.number))
        return recovered.filter { $0.isOpen && !handled.contains($0.number) }
    }

    /// Items of an earlier process of which it is known by now.
    package var settled: [StagedItem] { recovered.filter { !$0.isOpen } }

    /// The bytes of the items that were deleted.
    package var deletedBytes: Int64 {
        items.reduce(0) { $1.state == .deleted ? $0 + ($1.order.item.size ?? 0) : $0 }
    }

    /// Whether something did not go as planned: failed, held, changed, given up, or left in
    /// quarantine.
    package var isPartial: Bool {
        !unsettled.isEmpty || !leftInQuarantine.isEmpty
            || items.contains { item in
                switch item.state {
                case .failed, .held, .changed, .gaveUp, .executing: true
                case .staged, .deleted, .restored, .gone, .deferred, .undone, .cancelled: false
                }
            }
    }
}

extension StagedItem {
    /// Whether its deletion or restore was begun and nobody knows how it ended.
    fileprivate var isOpen: Bool { state == .executing || (state == .deleted && isRestoring) }
}
