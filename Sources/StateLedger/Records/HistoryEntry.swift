// SPDX-License-Identifier: Apache-2.0

package import RuleEngine

/// One line of the history.
package struct HistoryEntry: Sendable, Hashable {
    /// Numbers the history, rising without a gap.
    package var sequence: Int64
    /// When it happened, by the system clock.
    package var at: Timestamp
    /// What happened: `staged`, `deferred`, `executing`, `deleted`, `restoring`, `restored`,
    /// `purged`, `decided`, `decision-undone`, `plan-saved`, `plan-used`, …
    package var event: String
    /// The plan, where there is one.
    package var plan: String?
    /// The number of the staged item, where there is one.
    package var staged: Int64?
    /// The item, where there is one.
    package var drive: String?
    package var id: String?
    package var path: String?
    /// The state before and after, for staged items.
    package var from: ItemState?
    package var to: ItemState?
    /// The deciding rule.
    package var rule: String?
    /// Who did it: `person`, `execute`, `run`, `recovery`.
    package var actor: String
    /// Why, one clause.
    package var cause: String?
    /// Everything else that a replay needs, as JSON.
    package var detail: String?
}
