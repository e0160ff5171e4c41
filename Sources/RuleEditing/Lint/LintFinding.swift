// SPDX-License-Identifier: Apache-2.0

package import Messages
package import RuleEngine

/// Something in valid rules that is hardly meant.
package struct LintFinding: Sendable {
    /// What kind it is.
    package let code: LintCode
    /// What is wrong and what to write, one clause without a full stop.
    package let clause: Message
    /// Where it stands; nil where it is of no place.
    package let range: SourceRange?
    /// What mends it, where that is certain.
    package var fix: [Splice] = []

    /// Whether `--fix` mends it.
    package var isFixable: Bool { !fix.isEmpty }

    /// A finding without a fix.
    init(_ code: LintCode, _ clause: Message, at range: SourceRange?) {
        self.code = code
        self.clause = clause
        self.range = range
    }
}
