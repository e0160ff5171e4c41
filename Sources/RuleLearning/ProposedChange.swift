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
        let (edited, tests) = try make([proposal], in: sources, timeZone: timeZone, say)
        return ProposedChange(proposal: proposal, edited: edited, test: tests[0])
    }

    /// Makes all of `proposals`, one after the other, and then a test of each: what one gives a rule may
    /// change what an item of another comes to.
    package static func make(
        _ proposals: [Proposal], in sources: [RuleSource], timeZone: RuleTimeZone,
        _ say: (Message) -> String
    ) throws(EditRefusal) -> (edited: EditedRules, tests: [RecordedTest?]) {
        var edited = EditedRules(unedited: sources)
        for proposal in proposals {
            for edit in try proposal.edits(say) {
                edited = try RuleEditor.edited(edited.sources, edit)
            }
        }
        let file = edited.decoded.rules.value
        let tests = proposals.map { proposal in
            file.flatMap { RecordedTest.of(proposal, in: $0, timeZone: timeZone) }
        }
        for case let test? in tests {
            edited = try RuleEditor.edited(edited.sources, .addTest(test.written(say)))
        }
        return (edited, tests)
    }
}
