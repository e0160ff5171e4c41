// SPDX-License-Identifier: Apache-2.0

/// The state of a staged item, from staging to its end (docs/design/execution.md).
///
/// What is planned and not staged has no state: it stands in a plan.
package enum ItemState: String, Sendable, Hashable, Codable, CaseIterable {
    /// Waits for the end of its undo window.
    case staged
    /// Its deletion was begun, and its outcome is not recorded yet.
    case executing
    /// It was deleted.
    case deleted
    /// It was deleted and brought back.
    case restored
    /// It could not be deleted; will be tried again.
    case failed
    /// It could not be deleted, five times.
    case gaveUp = "gave-up"
    /// It is not what the plan saw any more.
    case changed
    /// Somebody else removed it.
    case gone
    /// The drive could not be asked; waits, with its due time kept.
    case held
    /// The day's quota is used up; waits for the next day.
    case deferred
    /// A person took it back.
    case undone
    /// The rules have changed, and it does not qualify any more.
    case cancelled

    /// Whether it may still be deleted without being staged anew.
    package var isActive: Bool {
        switch self {
        case .staged, .executing, .failed, .held, .deferred: true
        case .deleted, .restored, .gaveUp, .changed, .gone, .undone, .cancelled: false
        }
    }

    /// Whether a person has taken it back, before or after its deletion.
    package var isTakenBack: Bool { self == .undone || self == .restored }

    /// Whether a person can still take it back without a restore.
    package var canBeUndone: Bool { isActive && self != .executing }

    /// The states that may follow this one; the whole machine stands in this table.
    package var successors: Set<ItemState> {
        switch self {
        case .staged: [.executing, .held, .deferred, .undone, .cancelled]
        // Back to staged: it was found untouched after a process died, or was never begun.
        case .executing: [.deleted, .failed, .gaveUp, .changed, .gone, .staged]
        case .held, .deferred: [.staged, .undone, .cancelled]
        case .failed: [.executing, .held, .deferred, .undone, .cancelled]
        case .deleted: [.restored]
        case .restored, .gaveUp, .changed, .gone, .undone, .cancelled: []
        }
    }

    /// Whether `next` may follow this state.
    package func mayBecome(_ next: ItemState) -> Bool { successors.contains(next) }

    /// How often the deletion of one item is tried.
    package static let attemptsMax = 5
}
