// SPDX-License-Identifier: Apache-2.0

package import RuleEngine

/// What a person says of an item in a review.
package enum ReviewVerdict: String, Sendable, Hashable, CaseIterable, Codable {
    /// It stays until its content changes.
    case keep
    /// It stays for good.
    case pin
    /// It goes with the next plan that is staged.
    case delete
    /// It stays until a date.
    case snooze
    /// It comes up again at the end; nothing is decided.
    case later

    /// The decision that it is; nil for `later`, which is none.
    package var decision: Decision? { Decision(rawValue: rawValue) }
}

/// One step of a person in a review: a verdict on an item, or on a group of items at once.
///
/// Steps are what an undo takes back. The decisions that belong to a step name it.
package struct ReviewAct: Sendable, Hashable {
    /// Numbers the steps of one state file, rising; 0 before it is recorded.
    package var number: Int64 = 0
    /// What was said.
    package var verdict: ReviewVerdict
    /// Until when a snooze lasts.
    package var until: Timestamp?
    /// The drive of the first item.
    package var drive: String
    /// The id of the first item.
    package var id: String
    /// The path of the first item.
    package var path: String
    /// Of how many items.
    package var itemCount: Int64
    /// How many of them were marked for deletion, where the step says something else: the others of
    /// a group of which one is kept.
    package var markedCount: Int64 = 0
    /// When.
    package var at: Timestamp
    /// The local day it counts for, which is never computed again.
    package var day: String
    /// The time zone it was made in, as in `Europe/Berlin`.
    package var zone: String
    /// Where it was made: `web`, `terminal`, `plain`, `file`.
    package var source: String
    /// Tells a repeated request from a new one.
    package var key: String?
    /// How long the person looked, in milliseconds, where that was measured.
    package var milliseconds: Int64?
    /// Whether there was no picture of it yet.
    package var isBlind: Bool
    /// How many reviews it counts for: 1, or 0 for what is free.
    package var charge: Int64
    /// When it was taken back; nil while it stands.
    package var undoneAt: Timestamp?

    /// A step that stands.
    package init(
        verdict: ReviewVerdict, until: Timestamp? = nil, item: RecordedItem, itemCount: Int64 = 1,
        at: Timestamp, day: String, zone: String, source: String, key: String? = nil,
        milliseconds: Int64? = nil, isBlind: Bool = false, charge: Int64 = 0
    ) {
        self.verdict = verdict
        self.until = until
        drive = item.drive
        id = item.id
        path = item.path
        self.itemCount = itemCount
        self.at = at
        self.day = day
        self.zone = zone
        self.source = source
        self.key = key
        self.milliseconds = milliseconds
        self.isBlind = isBlind
        self.charge = charge
    }
}

/// An item under review, with what had put it up.
package struct ReviewedItem: Sendable, Hashable {
    /// The item as the plan saw it.
    package var item: RecordedItem
    /// The identity of its drive.
    package var driveIdentity: String
    /// The rule and its digest that had put it up, if one had.
    package var rule: String?
    /// The digest of that rule.
    package var ruleDigest: String?
    /// What is said of this item, where it differs from the rest of its step.
    package var verdict: ReviewVerdict?

    /// The given item.
    package init(
        item: RecordedItem, driveIdentity: String, rule: String? = nil, ruleDigest: String? = nil,
        verdict: ReviewVerdict? = nil
    ) {
        self.verdict = verdict
        self.item = item
        self.driveIdentity = driveIdentity
        self.rule = rule
        self.ruleDigest = ruleDigest
    }
}

/// A step that a front end asks to record.
package struct ReviewRequest: Sendable {
    /// What the person says.
    package var verdict: ReviewVerdict
    /// Until when a snooze lasts.
    package var until: Timestamp?
    /// Of which items, at least one.
    package var items: [ReviewedItem]
    /// When.
    package var at: Timestamp
    /// The local day of `at`.
    package var day: String
    /// The time zone of the day.
    package var zone: String
    /// Where it was made: `web`, `terminal`, `plain`, `file`.
    package var source: String
    /// Tells a repeated request from a new one.
    package var key: String?
    /// How long the person looked, in milliseconds, where that was measured.
    package var milliseconds: Int64?
    /// Whether there was no picture of it yet.
    package var isBlind = false
    /// The newest decision that the person could know of: a later one about the same item was made
    /// elsewhere meanwhile. Nil: whatever was decided is replaced.
    package var seenDecision: Int64?
    /// What it says of groups of pictures that look alike.
    package var groups: [GroupDecision] = []

    /// A verdict on `items`.
    package init(
        _ verdict: ReviewVerdict, until: Timestamp? = nil, items: [ReviewedItem], at: Timestamp,
        day: String, zone: String, source: String, key: String? = nil
    ) {
        self.verdict = verdict
        self.until = until
        self.items = items
        self.at = at
        self.day = day
        self.zone = zone
        self.source = source
        self.key = key
    }
}

/// What became of a request.
package enum ReviewOutcome: Sendable, Hashable {
    /// It is recorded; staged items that are not deleted now because of it.
    case recorded(ReviewAct, takenBack: [StagedItem])
    /// It was recorded before, under the same key.
    case repeated(ReviewAct)
    /// Nothing is recorded: another step has that key.
    case keyTaken(ReviewAct)
    /// Nothing is recorded: the day's reviews are used up.
    case overQuota(QuotaUse)
    /// Nothing is recorded: the item was decided about elsewhere meanwhile.
    case decidedElsewhere(DecisionRecord)
}

/// What became of an undo.
package enum ReviewUndo: Sendable, Hashable {
    /// The step is taken back, with its decisions; staged items that are not deleted because of it.
    case undone(ReviewAct, [DecisionRecord], takenBack: [StagedItem])
    /// There is nothing to take back.
    case nothing
    /// Nothing is taken back: the items were deleted, or are being deleted. They can be restored.
    case tooLate(ReviewAct, [StagedItem])
}
