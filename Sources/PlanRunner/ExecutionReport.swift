// SPDX-License-Identifier: Apache-2.0

package import DriveAdapters
internal import RuleEngine
package import StateLedger

/// What an execution may do, and when it ends.
package struct ExecutionOptions: Sendable {
    /// Whether deletions for good are carried out; else they wait on.
    package var allowsPermanent = false
    /// What may be done and no more: what a person was asked about, or limits were held against;
    /// nil: all that is due.
    package var scope: ExecutionScope?
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
    /// Folders that were due and wait for something below them, which waits still.
    package var blocked: [StagedItem] = []
    /// Items of an earlier process that were settled first, or whose requests stay open.
    package var recovered: [StagedItem] = []
    /// Why requests that are open were not repeated, by the numbers of their items.
    package var objections: [Int64: String] = [:]
    /// How many items were removed from quarantine for good.
    package var purgedCount = 0
    /// Items that were to be removed from quarantine and stay there, each with why.
    package var leftInQuarantine: [(item: StagedItem, problem: String)] = []
    /// Whether the caller stopped it.
    package var wasStopped = false
    /// Why drives could not be asked for now.
    package var outages: Set<Outage> = []

    /// How many deletions were recorded, also of an execution that ended with an error.
    var recordedDeletions = 0

    /// Nothing was done.
    package init() {}

    /// How many of the handled items are in `state`.
    package func count(_ state: ItemState) -> Int { items.count { $0.state == state } }

    /// Items of an earlier process of which nobody knows yet what became of them.
    package var unsettled: [StagedItem] {
        if recovered.isEmpty { return [] }
        let handled = Set(items.map(\.number))
        return recovered.filter { $0.isOpen && !handled.contains($0.number) }
    }

    /// Items of an earlier process of which it is known by now.
    package var settled: [StagedItem] { recovered.filter { !$0.isOpen } }

    /// What became of every item: of those that were handled, and of those of an earlier process of
    /// which no more is known than that.
    package var outcomes: [StagedItem] {
        if recovered.isEmpty { return items }
        let handled = Set(items.map(\.number))
        return items + settled.filter { !handled.contains($0.number) && !$0.state.isWaiting }
    }

    /// Takes up what a walk came to.
    mutating func take(_ pass: ExecutionPass) {
        // Of hundreds of thousands, one list is enough.
        if items.isEmpty { items = pass.handled } else { items += pass.handled }
        blocked += pass.blocked
        recordedDeletions += pass.recordedDeletions
        if pass.wasStopped { wasStopped = true }
        outages.formUnion(pass.outages)
    }

    /// The bytes of the items that were deleted.
    package var deletedBytes: Int64 {
        items.reduce(0) { $1.state == .deleted ? $0 + ($1.order.item.size ?? 0) : $0 }
    }

    /// Whether something did not go as planned: failed, held, changed, given up, or left in
    /// quarantine.
    package var isPartial: Bool {
        !unsettled.isEmpty || !leftInQuarantine.isEmpty
            || outcomes.contains { item in
                switch item.state {
                case .failed, .held, .changed, .gaveUp, .executing: true
                case .staged, .deleted, .restored, .gone, .deferred, .undone, .cancelled: false
                }
            }
    }
}

extension ItemState {
    /// Whether an item just waits, as if nothing had been tried.
    fileprivate var isWaiting: Bool { self == .staged || self == .deferred }
}

extension StagedItem {
    /// Whether its deletion or restore was begun and nobody knows how it ended.
    fileprivate var isOpen: Bool { state == .executing || (state == .deleted && isRestoring) }
}

/// A set of items as they stood when somebody agreed to their deletion: whatever falls due, is
/// staged, or is staged anew later, is none of it.
package struct ExecutionScope: Sendable, Hashable {
    /// An item as it stood.
    private struct Generation: Sendable, Hashable {
        let number: Int64
        let plan: String
        let method: String
        let deletedAt: Timestamp?

        init(_ item: StagedItem) {
            number = item.number
            plan = item.plan
            method = item.order.method
            deletedAt = item.deletedAt
        }
    }

    private let items: Set<Generation>
    private let quarantined: Set<Generation>

    /// The deletion of `items`, and the end of those that are in quarantine.
    package init(deleting items: [StagedItem], purging quarantined: [StagedItem] = []) {
        self.items = Set(items.map(Generation.init))
        self.quarantined = Set(quarantined.map(Generation.init))
    }

    /// Whether `item` may be deleted.
    package func covers(_ item: StagedItem) -> Bool { items.contains(Generation(item)) }

    /// Whether `item` may be removed from quarantine for good.
    package func coversPurge(of item: StagedItem) -> Bool {
        quarantined.contains(Generation(item))
    }
}
