// SPDX-License-Identifier: Apache-2.0

package import Messages
package import RuleEditing
package import RuleEngine
package import YAMLBridge

/// A proposal as a change of rules files that was made, and read back.
package struct ProposedChange: Sendable {
    /// What was proposed.
    package let proposal: Proposal
    /// The files with the change, and what they hold.
    package let edited: EditedRules
    /// The test that was recorded with it; nil where no decided item shows it.
    package let test: RecordedTest?

    /// Makes `proposal` in the files `sources`, with a test; its texts in the words of `say`.
    ///
    /// Throws where the files cannot be edited so, or would have errors then.
    package static func make(
        _ proposal: Proposal, in sources: [RuleSource], timeZone: RuleTimeZone,
        _ say: (Message) -> String
    ) throws(EditRefusal) -> ProposedChange {
        var edited = EditedRules(unedited: sources)
        for edit in try proposal.edits(say) { edited = try RuleEditor.edited(edited.sources, edit) }
        let test = edited.decoded.rules.value.flatMap { file in
            RecordedTest.of(proposal, in: file, timeZone: timeZone)
        }
        if let test {
            edited = try RuleEditor.edited(edited.sources, .addTest(test.written(say)))
        }
        return ProposedChange(proposal: proposal, edited: edited, test: test)
    }
}
