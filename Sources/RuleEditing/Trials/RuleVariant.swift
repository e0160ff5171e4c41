// SPDX-License-Identifier: Apache-2.0

package import RuleEngine

/// Rules with one thing changed, to see whether any test notices.
package struct RuleVariant: Sendable {
    /// What is changed.
    package enum Kind: String, Sendable, CaseIterable {
        /// A bound is twice as much, or half as much.
        case threshold
        /// `over` is `under`, `true` is `false`, `all` is `any`.
        case comparison
        /// A glob or an expression takes more, or less.
        case pattern
        /// One of several values is gone.
        case value
        /// A test of a condition is gone.
        case test
        /// The drives and folders of a rule play no part.
        case scope
        /// A set rule keeps another number.
        case count
        /// A rule does something else.
        case action
        /// A rule takes nothing.
        case rule
    }

    /// What is changed.
    package let kind: Kind
    /// The id of the rule, or the name of the definition, that it is changed in.
    package let owner: String
    /// What stands there, on one line.
    package let before: String
    /// What would stand there; nil where it would be gone.
    package let after: String?
    /// Where it stands.
    package let range: SourceRange
    /// The number of the file.
    let file: Int
    /// What makes the change.
    let splices: [Splice]
}

/// A part of a condition that verdicts may hang on.
struct ConditionPart {
    /// The id of the rule, or the name of the definition, that it stands in.
    var owner: String
    /// What stands there, on one line.
    var text: String
    /// Where it stands.
    var range: SourceRange
    /// The number of the file.
    var file: Int
    /// What takes it out.
    var removal: [Splice]
    /// What a test may be forced to: to hold always, and never.
    var forced: [[Splice]] = []
}
