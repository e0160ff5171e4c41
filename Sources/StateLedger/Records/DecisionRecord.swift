// SPDX-License-Identifier: Apache-2.0

package import RuleEngine

/// What a person decided about one item, with what the item was then.
package struct DecisionRecord: Sendable, Hashable {
    /// Numbers decisions of one state file, rising; 0 before it is recorded.
    package var number: Int64 = 0
    /// The item as it was when it was decided.
    package var item: RecordedItem
    /// The identity of its drive.
    package var driveIdentity: String
    /// `keep`, `pin`, `delete` or `snooze`.
    package var verdict: Decision
    /// Until when a snooze lasts.
    package var until: Timestamp?
    /// When it was decided.
    package var decidedAt: Timestamp
    /// The local day it counts for.
    package var day: String
    /// The rule and its digest that had put the item up, if one had.
    package var rule: String?
    package var ruleDigest: String?
    /// Where the decision was made: `command`, `web`, `terminal`, `file`.
    package var source: String
    /// The step of a review that it belongs to.
    package var act: Int64?
    /// Whether it was recorded together with another one that counts, or for free: it is no review
    /// of its own.
    package var follows = false
    /// When it was taken back; nil while it stands.
    package var undoneAt: Timestamp?

    /// A decision that stands.
    package init(
        item: RecordedItem, driveIdentity: String, verdict: Decision, until: Timestamp? = nil,
        decidedAt: Timestamp, day: String, rule: String? = nil, ruleDigest: String? = nil,
        source: String
    ) {
        self.item = item
        self.driveIdentity = driveIdentity
        self.verdict = verdict
        self.until = until
        self.decidedAt = decidedAt
        self.day = day
        self.rule = rule
        self.ruleDigest = ruleDigest
        self.source = source
    }
}
