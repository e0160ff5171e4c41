// SPDX-License-Identifier: Apache-2.0

package import Messages
package import RuleEngine
package import YAMLBridge

/// Why an edit is not made; nothing has changed.
package struct EditRefusal: ClausedError {
    /// What stands against it and what to do instead.
    package let clause: Message
    /// Whether it names a rule that is not there, or would leave a test that does.
    package var isOfUnknownRule = false
    /// The number of the edit that cannot be made, of several; nil where it is what they come to.
    package var edit: Int?
    /// What the file would have been found to have after the edit.
    package var findings: [Diagnostic] = []
    /// The files as they would have been, for the lines beside the findings.
    package var sources: [RuleSource] = []

    /// A refusal that says `clause`.
    package init(_ clause: Message) { self.clause = clause }
}
