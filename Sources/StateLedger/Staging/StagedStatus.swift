// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine

/// All of a staged item that changes after its staging; the one place that says how.
///
/// The ledger applies each change to what it has read and writes the result; a replay applies the
/// same changes, as the history keeps them, and compares.
struct StagedStatus: Hashable, Sendable {
    /// See `StagedItem`.
    var state = ItemState.staged
    var attempt = 0
    var retryAt: Timestamp?
    var problem: String?
    var receipt: String?
    var quotaDay: String?
    var deletedAt: Timestamp?
    var isRestoring = false
    var isPurged = false
    var restoredPath: String?
    var takenBackAt: Timestamp?

    /// More attempts than any run could make: those at which nothing was tried do not count.
    private static let attemptsMax = 1_000_000

    /// The status of an item that was staged just now.
    init() {}

    /// The status of `item`.
    init(_ item: StagedItem) {
        state = item.state
        attempt = item.attempt
        retryAt = item.retryAt
        problem = item.problem
        receipt = item.receipt
        quotaDay = item.quotaDay
        deletedAt = item.deletedAt
        isRestoring = item.isRestoring
        isPurged = item.isPurged
        restoredPath = item.restoredPath
        takenBackAt = item.takenBackAt
    }

    /// Whether `change` may happen now.
    func allows(_ change: StagedChange) -> Bool {
        switch change.kind {
        case .becomes(.restored): state.mayBecome(.restored) && isRestoring
        case .becomes(let next): state.mayBecome(next)
        case .restoring: state == .deleted && !isRestoring && !isPurged
        case .restoreFailed: state == .deleted && isRestoring
        case .purged: state == .deleted && !isRestoring && !isPurged
        }
    }

    /// The status after `change`, which has to be allowed.
    func applying(_ change: StagedChange) -> StagedStatus {
        precondition(allows(change), "a staged item changes only as the state machine says")
        var next = self
        switch change.kind {
        case .becomes(let state): next.enter(state, change)
        case .restoring: next.isRestoring = true
        case .restoreFailed:
            next.isRestoring = false
            next.problem = change.cause
        case .purged: next.isPurged = true
        }
        return next
    }

    private mutating func enter(_ next: ItemState, _ change: StagedChange) {
        state = next
        retryAt = nil
        problem = nil
        // What another decision took back says so, and stays for that reason alone.
        takenBackAt = next.isTakenBack && change.cause == nil ? change.at : nil
        switch next {
        case .executing:
            attempt = change.attempt ?? 0
            quotaDay = change.day
        case .deleted:
            receipt = change.receipt
            deletedAt = change.at
        case .restored:
            isRestoring = false
            restoredPath = change.path
        case .deferred:
            quotaDay = change.day
        case .failed:
            quotaDay = nil
            retryAt = change.retryAt
            problem = change.cause
        case .staged:
            quotaDay = nil
            problem = change.cause
            // An attempt at which nothing was tried is given back.
            if let left = change.attempt { attempt = left }
        case .gaveUp, .changed, .gone, .held, .undone, .cancelled:
            quotaDay = nil
            problem = change.cause
        }
    }

    /// What no run of the program could have left like this, in words; nil for a sound status.
    var flaw: String? {
        let counts = [.executing, .deferred, .deleted, .restored].contains(state)
        let isGone = state == .deleted || state == .restored
        if !(0...Self.attemptsMax).contains(attempt) { return "an absurd number of attempts" }
        if [.executing, .deleted, .restored, .failed, .gaveUp].contains(state), attempt == 0 {
            return "'\(state.rawValue)' without an attempt"
        }
        if (quotaDay != nil) != counts { return "'\(state.rawValue)' and its day" }
        if (retryAt != nil) != (state == .failed) { return "'\(state.rawValue)' and its retry" }
        if (deletedAt != nil) != isGone { return "'\(state.rawValue)' and its deletion" }
        if state == .failed, attempt >= ItemState.attemptsMax { return "'failed' too often" }
        if isRestoring || isPurged, state != .deleted { return "'\(state.rawValue)' and a restore" }
        if takenBackAt != nil, !state.isTakenBack { return "'\(state.rawValue)' and its return" }
        if restoredPath != nil, state != .restored { return "'\(state.rawValue)' and a place" }
        if receipt != nil, !isGone { return "'\(state.rawValue)' and a receipt" }
        return nil
    }
}

extension StagedItem {
    /// Puts `status` in the place of the item's own.
    mutating func take(_ status: StagedStatus) {
        state = status.state
        attempt = status.attempt
        retryAt = status.retryAt
        problem = status.problem
        receipt = status.receipt
        quotaDay = status.quotaDay
        deletedAt = status.deletedAt
        isRestoring = status.isRestoring
        isPurged = status.isPurged
        restoredPath = status.restoredPath
        takenBackAt = status.takenBackAt
    }
}
