// SPDX-License-Identifier: Apache-2.0

package import RuleEngine

/// What is proposed, and from what.
package struct Suggestions: Sendable {
    /// How many decided items were learned from, by what was decided.
    package let deleted: Int
    package let kept: Int
    /// When the first and the last of them were decided.
    package let from: Timestamp?
    package let until: Timestamp?
    /// From when on decisions had no part in what was learned.
    package let heldOutFrom: Timestamp?
    /// The proposals: those that delete first, then what stays.
    package let proposals: [Proposal]

    /// How many decided items there are.
    package var decided: Int { deleted + kept }
    /// How many more decisions are needed before anything is proposed.
    package var missing: Int { max(0, LearningTerms.decisionsMin - decided) }
}
