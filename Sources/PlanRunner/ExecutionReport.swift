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
    /// A brake beside the one of the state, as one over several states is; nil while it is off.
    package var otherBrake: @Sendable () -> Brake? = { nil }
    /// Who knows whether the brake was put on meanwhile.
    var watch: BrakeWatch?
    /// How many items of one state, drive and method the report names; nil: every one. All are
    /// counted.
    package var namedMax: Int?

    /// The careful way.
    package init() {}
}

/// What an execution came to.
package struct ExecutionReport: Sendable {
    /// The items that were handled, by their numbers.
    package internal(set) var handled = HandledItems()
    /// The items that were handled, as they stand now, in the order of handling: of each state,
    /// drive and method as many as were asked for.
    package internal(set) var items: [StagedItem] = []
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
    /// The brake that was on, or came on while it ran.
    package var brake: Brake?

    /// How many deletions were recorded, also of an execution that ended with an error.
    var recordedDeletions = 0

    /// Nothing was done.
    package init() {}

    /// How many of the handled items are in `state`.
    package func count(_ state: ItemState) -> Int { handled.tally(state).count }

    /// Items of an earlier process of which nobody knows yet what became of them.
    package var unsettled: [StagedItem] {
        recovered.filter { $0.isOpen && !handled.contains($0.number) }
    }

    /// Items of an earlier process of which it is known by now.
    package var settled: [StagedItem] { recovered.filter { !$0.isOpen } }

    /// What became of items: of those that were handled and are named, and of those of an earlier
    /// process of which no more is known than that.
    package var outcomes: [StagedItem] { items + settledOnly }

    /// How many items came to be in `state`, named or not.
    package func outcomeCount(_ state: ItemState) -> Int {
        count(state) + settledOnly.count { $0.state == state }
    }

    private var settledOnly: [StagedItem] {
        settled.filter { !handled.contains($0.number) && !$0.state.isWaiting }
    }

    /// Takes up what a walk came to.
    mutating func take(_ pass: ExecutionPass) {
        handled.take(pass.handled)
        blocked += pass.blocked
        recordedDeletions += pass.recordedDeletions
        if pass.wasStopped { wasStopped = true }
        outages.formUnion(pass.outages)
    }

    /// The bytes of the items that were deleted.
    package var deletedBytes: Int64 { handled.tally(.deleted).bytes }

    /// Whether something did not go as planned: failed, held, changed, given up, or left in
    /// quarantine.
    package var isPartial: Bool {
        !unsettled.isEmpty || !leftInQuarantine.isEmpty
            || ItemState.allCases.contains { state in
                switch state {
                case .failed, .held, .changed, .gaveUp, .executing: outcomeCount(state) > 0
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
package struct ExecutionScope: Sendable {
    /// How items stood; most of a plan stood the same way.
    private struct Standing: Sendable, Hashable {
        let plan: String
        let method: String
        let deletedAt: Timestamp?

        init(_ item: StagedItem) {
            plan = item.plan
            method = item.order.method
            deletedAt = item.deletedAt
        }
    }

    private var standings: [Standing] = []
    private var places: [Standing: Int32] = [:]
    /// How each item stood, by its number.
    private var items: [Int64: Int32] = [:]
    private var quarantined: [Int64: Int32] = [:]

    /// The deletion of `items`, and the end of those that are in quarantine.
    package init(
        deleting items: [StagedItem] = [], purging quarantined: [StagedItem] = []
    ) {
        for item in items { take(item) }
        for item in quarantined { self.quarantined[item.number] = place(of: item) }
    }

    /// Takes up the deletion of `item`.
    package mutating func take(_ item: StagedItem) { items[item.number] = place(of: item) }

    /// Whether `item` may be deleted.
    package func covers(_ item: StagedItem) -> Bool { stood(item, items[item.number]) }

    /// Whether `item` may be removed from quarantine for good.
    package func coversPurge(of item: StagedItem) -> Bool {
        stood(item, quarantined[item.number])
    }

    private func stood(_ item: StagedItem, _ place: Int32?) -> Bool {
        place.map { standings[Int($0)] == Standing(item) } ?? false
    }

    private mutating func place(of item: StagedItem) -> Int32 {
        let standing = Standing(item)
        if let place = places[standing] { return place }
        let place = Int32(standings.count)
        standings.append(standing)
        places[standing] = place
        return place
    }
}
