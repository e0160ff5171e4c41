// SPDX-License-Identifier: Apache-2.0

package import RuleEngine

/// Everything that statistics count, read at one instant.
package struct LedgerFigures: Sendable {
    /// How many lines the history has.
    package var sequence: Int64
    /// All steps of reviews, taken back ones too, by number.
    package var acts: [ReviewAct]
    /// All decisions, taken back ones too, by number.
    package var decisions: [DecisionRecord]
    /// What was ever staged, counted together where only items and sizes differ.
    package var staged: [StagedTally]
    /// What was used of the quota of each day, by day.
    package var quota: [QuotaUse]
    /// All plans, by when they were first saved.
    package var plans: [SavedPlanFigures]

    /// The given figures.
    package init(
        sequence: Int64 = 0, acts: [ReviewAct] = [], decisions: [DecisionRecord] = [],
        staged: [StagedTally] = [], quota: [QuotaUse] = [], plans: [SavedPlanFigures] = []
    ) {
        self.sequence = sequence
        self.acts = acts
        self.decisions = decisions
        self.staged = staged
        self.quota = quota
        self.plans = plans
    }
}

/// What statistics need to know of a plan.
package struct SavedPlanFigures: Sendable, Hashable {
    /// The plan's id.
    package var id: String
    /// When it was first saved, by the system clock.
    package var savedAt: Timestamp
    /// When it was staged; nil while it was not.
    package var usedAt: Timestamp?
    /// How many items it left to a person.
    package var reviewCount: Int64

    /// The given figures.
    package init(id: String, savedAt: Timestamp, usedAt: Timestamp? = nil, reviewCount: Int64) {
        self.id = id
        self.savedAt = savedAt
        self.usedAt = usedAt
        self.reviewCount = reviewCount
    }
}

/// Staged items that differ in nothing but their names, sizes and instants.
package struct StagedTally: Sendable, Hashable {
    /// The drive's name.
    package var drive: String
    /// The deciding rule; where a person decided, the rule that had put the item up, if one had.
    package var rule: String?
    /// Whether a person decided.
    package var isDecidedByPerson: Bool
    /// How they are deleted: `recycle`, `quarantine` or `permanent`.
    package var method: String
    /// Their state.
    package var state: ItemState
    /// Whether they were removed from quarantine for good.
    package var isPurged: Bool
    /// The local day that their deletion counts for.
    package var day: String?
    /// When the first and the last of them was deleted.
    package var firstDeletedAt: Timestamp?
    package var lastDeletedAt: Timestamp?
    /// How many.
    package var items: Int64
    /// Bytes of the files among them whose size is known.
    package var bytes: Int64
    /// Files whose size is not known.
    package var unknownSizes: Int64

    /// The given tally.
    package init(
        drive: String, rule: String?, isDecidedByPerson: Bool = false, method: String = "recycle",
        state: ItemState, isPurged: Bool = false, day: String? = nil,
        firstDeletedAt: Timestamp? = nil, lastDeletedAt: Timestamp? = nil, items: Int64,
        bytes: Int64, unknownSizes: Int64 = 0
    ) {
        self.drive = drive
        self.rule = rule
        self.isDecidedByPerson = isDecidedByPerson
        self.method = method
        self.state = state
        self.isPurged = isPurged
        self.day = day
        self.firstDeletedAt = firstDeletedAt
        self.lastDeletedAt = lastDeletedAt
        self.items = items
        self.bytes = bytes
        self.unknownSizes = unknownSizes
    }
}
