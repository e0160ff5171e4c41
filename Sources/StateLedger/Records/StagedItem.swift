// SPDX-License-Identifier: Apache-2.0

package import RuleEngine

/// One deletion of a plan, ready to be staged.
package struct StagingOrder: Sendable, Hashable, Codable {
    /// The item as the plan recorded it.
    package var item: RecordedItem
    /// The identity of its drive when the plan was made.
    package var driveIdentity: String
    /// The folder of the drive that paths were counted from; nil where the identity says that, and
    /// where it was not recorded.
    package var driveRoot: String?
    /// The deciding rule; nil for what a person deleted.
    package var rule: String?
    /// The digest of the deciding rule.
    package var ruleDigest: String?
    /// Every rule that applied.
    package var applied: [String]
    /// The reason of the verdict.
    package var reason: String
    /// How it is deleted: `recycle`, `quarantine` or `permanent`.
    package var method: String
    /// The undo window as rules write it.
    package var undoWindow: String
    /// When the undo window ends.
    package var due: Timestamp
    /// The digest of the rules that the plan was made by.
    package var rulesDigest: String
    /// What must be there besides.
    package var obligations: [Obligation]

    /// The given order.
    package init(
        item: RecordedItem, driveIdentity: String, rule: String?, ruleDigest: String?,
        applied: [String], reason: String, method: DeletionMethod, undoWindow: String,
        due: Timestamp, rulesDigest: String, obligations: [Obligation] = [],
        driveRoot: String? = nil
    ) {
        self.driveRoot = driveRoot
        self.item = item
        self.driveIdentity = driveIdentity
        self.rule = rule
        self.ruleDigest = ruleDigest
        self.applied = applied
        self.reason = reason
        self.method = method.rawValue
        self.undoWindow = undoWindow
        self.due = due
        self.rulesDigest = rulesDigest
        self.obligations = obligations
    }
}

/// An item that was staged, with all that has happened to it since.
package struct StagedItem: Sendable, Hashable {
    /// Numbers staged items of one state file, rising.
    package var number: Int64
    /// The plan it came from.
    package var plan: String
    /// What was staged.
    package var order: StagingOrder {
        _read { yield kept.value }
        set { kept = Kept(newValue) }
    }
    private var kept: Kept
    /// When it was staged.
    package var stagedAt: Timestamp
    /// Its state.
    package var state: ItemState
    /// How often its deletion was begun.
    package var attempt: Int
    /// Before when it is not tried again; set while it is `failed`.
    package var retryAt: Timestamp?
    /// Why it is in its state, one clause; nil where the state says all.
    package var problem: String?
    /// What its deletion answered, as the drive wrote it; see `DeletionReceipt`.
    package var receipt: String?
    /// The local day that its deletion counts for.
    package var quotaDay: String?
    /// When its deletion was recorded.
    package var deletedAt: Timestamp?
    /// Whether a restore was begun whose outcome is not recorded.
    package var isRestoring: Bool
    /// Whether it was removed from quarantine for good.
    package var isPurged: Bool
    /// Where it was restored to, if not to its own path.
    package var restoredPath: String?
    /// When a person took it back by an undo or a restore, and not by deciding to keep it.
    package var takenBackAt: Timestamp?
    /// Whether a person staged it, and not a round that nobody watches.
    package var isByPerson = false

    /// The actor of the history for what a person does.
    package static let person = "person"

    /// Before when its deletion is not begun: the end of its window, or of the pause after a try that
    /// failed.
    package var opens: Timestamp { max(order.due, retryAt ?? order.due) }

    /// A newly staged item.
    package init(number: Int64, plan: String, order: StagingOrder, stagedAt: Timestamp) {
        self.number = number
        self.plan = plan
        kept = Kept(order)
        self.stagedAt = stagedAt
        state = .staged
        attempt = 0
        isRestoring = false
        isPurged = false
    }

    /// What was staged, which most changes of an item leave as it is: all that stands of one item in
    /// lists of thousands share it.
    private final class Kept: Sendable, Hashable {
        let value: StagingOrder

        init(_ value: StagingOrder) { self.value = value }

        static func == (one: Kept, other: Kept) -> Bool {
            one === other || one.value == other.value
        }

        func hash(into hasher: inout Hasher) { hasher.combine(value) }
    }
}
