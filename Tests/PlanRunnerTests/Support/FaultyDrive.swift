// SPDX-License-Identifier: Apache-2.0

import DriveAdapters
import RuleEngine

/// A drive whose calls go wrong when a test wants it, and that tells a witness of each.
final class FaultyDrive: DeletingDrive {
    let base: any DeletingDrive
    private let faults: Faults
    private let witness: Witness?

    init(_ base: any DeletingDrive, faults: Faults = Faults(), witness: Witness? = nil) {
        self.base = base
        self.faults = faults
        self.witness = witness
    }

    var name: String { base.name }
    var kind: DriveKind { base.kind }
    var capabilities: DriveCapabilities { base.capabilities }
    var orderCountMax: Int { faults.orderCountMax ?? base.orderCountMax }

    func reversal(of method: DeletionMethod) -> Reversal { base.reversal(of: method) }

    func identity() async throws(DriveError) -> DriveIdentity {
        try faults.refuse(.open)
        return try await base.identity()
    }

    func list(progress: DriveProgressHandler?) async throws(DriveError) -> DriveListing {
        try await base.list(progress: progress)
    }

    func recheck(_ items: [ItemValues]) async throws(DriveError) -> [ItemCheck] {
        witness?.step("recheck")
        switch try faults.next(.recheck) {
        case nil: return try await base.recheck(items)
        default:
            return items.map { .unanswered(DriveProblem(path: $0.path, reason: "no answer")) }
        }
    }

    func contentClasses(
        of groups: [[Int]], in listing: Listing, progress: DriveProgressHandler?
    ) async throws(DriveError) -> ContentComparison {
        try await base.contentClasses(of: groups, in: listing, progress: progress)
    }

    func contentHashes(
        of rows: [Int], algorithms: Set<HashAlgorithm>, in listing: Listing,
        progress: DriveProgressHandler?
    ) async throws(DriveError) -> ContentHashes {
        try await base.contentHashes(
            of: rows, algorithms: algorithms, in: listing, progress: progress)
    }

    func delete(
        _ orders: [DeletionOrder], shouldStop: @escaping @Sendable () -> Bool
    ) async throws(DriveError) -> [DeletionOutcome] {
        witness?.step("delete")
        defer { witness?.step("deleted") }
        faults.note(orders)
        faults.beforeDeleting()
        switch try faults.next(.delete) {
        case nil: return try await base.delete(orders, shouldStop: shouldStop)
        case .fails: return orders.map { _ in .failed("it does not want to") }
        case .postpones: return orders.map { _ in .postponed("it is busy") }
        case .leavesOpen:
            return try await base.delete(orders, shouldStop: shouldStop).map { answer in
                if case .deleted = answer { .unanswered("no answer came") } else { answer }
            }
        case .losesAnswer:
            return try await base.delete(orders, shouldStop: shouldStop).map { answer in
                if case .deleted = answer { .failed("no answer came") } else { answer }
            }
        case .doesHalf:
            let half = Array(orders[..<(orders.count / 2)])
            let done = try await base.delete(half, shouldStop: shouldStop)
            return done + orders[half.count...].map { _ in .notAttempted }
        case .throwsAfterwards:
            _ = try await base.delete(orders, shouldStop: shouldStop)
            throw Faults.interruption(.delete)
        case .throwsError: return []
        }
    }

    func expectation(afterAttempt item: ItemValues) -> ItemValues {
        base.expectation(afterAttempt: item)
    }

    func reconcile(_ orders: [DeletionOrder]) async throws(DriveError) -> [Reconciliation] {
        witness?.step("reconcile")
        switch try faults.next(.reconcile) {
        case nil: return try await base.reconcile(orders)
        default: return orders.map { _ in .unanswered("no answer") }
        }
    }

    func restore(
        _ orders: [RestoreOrder], shouldStop: @escaping @Sendable () -> Bool
    ) async throws(DriveError) -> [RestoreOutcome] {
        witness?.step("restore")
        defer { witness?.step("restored") }
        switch try faults.next(.restore) {
        case nil: return try await base.restore(orders, shouldStop: shouldStop)
        case .losesAnswer:
            return try await base.restore(orders, shouldStop: shouldStop).map { answer in
                if case .restored = answer { .failed("no answer came") } else { answer }
            }
        case .doesHalf:
            let half = Array(orders[..<(orders.count / 2)])
            let done = try await base.restore(half, shouldStop: shouldStop)
            return done + orders[half.count...].map { _ in .notAttempted }
        case .leavesOpen:
            return try await base.restore(orders, shouldStop: shouldStop).map { answer in
                if case .restored = answer { .unanswered("no answer came") } else { answer }
            }
        case .fails, .throwsError, .throwsAfterwards, .postpones:
            return orders.map { _ in .failed("it does not want to") }
        }
    }

    func purge(
        _ orders: [RestoreOrder], shouldStop: @escaping @Sendable () -> Bool
    ) async throws(DriveError) -> [PurgeOutcome] {
        witness?.step("purge")
        defer { witness?.step("purged") }
        switch try faults.next(.purge) {
        case nil: return try await base.purge(orders, shouldStop: shouldStop)
        case .losesAnswer:
            return try await base.purge(orders, shouldStop: shouldStop).map { answer in
                if answer == .purged { .failed("no answer came") } else { answer }
            }
        case .doesHalf:
            let half = Array(orders[..<(orders.count / 2)])
            let done = try await base.purge(half, shouldStop: shouldStop)
            return done + orders[half.count...].map { _ in .notAttempted }
        case .fails, .throwsError, .throwsAfterwards, .postpones, .leavesOpen:
            return orders.map { _ in .failed("it does not want to") }
        }
    }

    func verifiedSHA256(of items: [ItemValues]) async throws(DriveError) -> [String?] {
        switch try faults.next(.hash) {
        case nil: return try await base.verifiedSHA256(of: items)
        default: return items.map { _ in nil }
        }
    }
}

/// When the calls of faulty drives go wrong, and how.
final class Faults: Sendable {
    /// How a call goes wrong.
    enum Kind: String, Sendable, CaseIterable {
        /// The call is thrown out and nothing was touched.
        case throwsError
        /// It answers that it could not, for every item, and nothing was touched.
        case fails
        /// It does everything and answers that it could not.
        case losesAnswer
        /// It does half and leaves the rest unattempted.
        case doesHalf
        /// It cannot be asked for now, and nothing was touched.
        case postpones
        /// It does everything, and nobody knows.
        case leavesOpen
        /// It does everything and throws, which a drive must not: a call that throws did nothing.
        case throwsAfterwards

        /// What a drive may do.
        static let honest: [Kind] = [
            .throwsError, .fails, .losesAnswer, .doesHalf, .postpones, .leavesOpen,
        ]
    }

    private struct State {
        var count = 0
        var target: Int?
        var kind = Kind.throwsError
        var always: [DriveOperation: Kind] = [:]
        var orderCountMax: Int?
        var beforeDeleting: (@Sendable () -> Void)?
        var hit: DriveOperation?
        var ordered: [String] = []
    }

    private let state = Lock(State())

    /// From now on, call number `target` (the first is 0) goes wrong in the way of `kind`.
    func strike(_ target: Int?, _ kind: Kind) {
        state.withLock { state in
            state.count = 0
            state.target = target
            state.kind = kind
            state.hit = nil
        }
    }

    /// Whether a call has gone wrong since, and which.
    var hit: DriveOperation? { state.withLock { $0.hit } }

    /// The paths of all items that were ordered to be deleted.
    var ordered: [String] { state.withLock { $0.ordered } }

    fileprivate func note(_ orders: [DeletionOrder]) {
        state.withLock { $0.ordered += orders.map(\.item.path) }
    }

    /// Lets every `operation` go wrong in the way of `kind`; nil: none.
    func always(_ operation: DriveOperation, _ kind: Kind?) {
        state.withLock { $0.always[operation] = kind }
    }

    /// The most orders that one call takes; nil for what the drive says.
    var orderCountMax: Int? {
        get { state.withLock { $0.orderCountMax } }
        set { state.withLock { $0.orderCountMax = newValue } }
    }

    /// Calls `action` right before each deletion, when everything has been looked at.
    func beforeDeleting(_ action: @escaping @Sendable () -> Void) {
        state.withLock { $0.beforeDeleting = action }
    }

    fileprivate func beforeDeleting() {
        let action = state.withLock { $0.beforeDeleting }
        action?()
    }

    /// What goes wrong with a call, if anything; throws where the call itself fails.
    fileprivate func next(_ operation: DriveOperation) throws(DriveError) -> Kind? {
        let kind: Kind? = state.withLock { state in
            defer { state.count += 1 }
            if let always = state.always[operation] { return always }
            guard state.count == state.target else { return nil }
            state.hit = operation
            return state.kind
        }
        if kind == .throwsError { throw Faults.interruption(operation) }
        return kind
    }

    /// What is thrown.
    fileprivate static func interruption(_ operation: DriveOperation) -> DriveError {
        DriveError(
            operation: operation, recourse: .retry(afterSeconds: 60), message: "it was interrupted")
    }

    /// For calls that are not counted.
    fileprivate func refuse(_ operation: DriveOperation) throws(DriveError) {
        if state.withLock({ $0.always[operation] }) != nil {
            throw Faults.interruption(operation)
        }
    }
}
