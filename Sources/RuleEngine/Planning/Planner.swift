// SPDX-License-Identifier: Apache-2.0

/// Makes plans: a pure function from listing, rules, instant and decisions to verdicts.
///
/// The steps are those of docs/design/architecture.md: plain verdicts, set rules, together,
/// guards, bigger-than and trial, folders.
public struct Planner: Sendable {
    private let input: PlanInput
    private let program: RuleProgram
    private let plain: PlainPass
    private let photoPairs: PhotoPairs?

    /// Compiles the rules and judges all items by the plain ones. O(items × rules).
    ///
    /// Throws where regular expressions give up on more than 1,000 items, or where matching takes
    /// more steps than a plan over so many items may take.
    public init(_ input: PlanInput) throws(PlanError) {
        self.input = input
        program = RuleProgram(input)
        plain = PlainPass(program, input)
        if let excess = plain.excess { throw PlanError(excess, input, program.conditions) }
        guard program.isImage != nil else {
            photoPairs = nil
            return
        }
        photoPairs = input.photoPairs ?? PhotoPairs(input.listing, threads: input.threads)
        if photoPairs == nil { throw .tooManyPairs }
    }

    /// What the drives have to say about content before `plan(evidence:)` can be right.
    ///
    /// Only files that some duplicates rule could take, and those of the same size beside them.
    public func contentRequest() -> ContentRequest {
        ContentNeeds(input: input, program: program, plain: plain).request()
    }

    /// The plan. O(items) expected beside the sorting within groups.
    public func plan(evidence: ContentEvidence = ContentEvidence()) -> Plan {
        let outcomes = SetPass(
            input: input, program: program, plain: plain, evidence: evidence,
            photoPairs: photoPairs
        ).outcomes()
        var verdicts = VerdictPass(input: input, program: program, plain: plain, outcomes: outcomes)
        verdicts.combine()
        verdicts.applyGuards()
        verdicts.applyReviewSettings()
        verdicts.settleUnits()
        verdicts.keepWhatIsOutside()
        verdicts.settleFolders()
        return Plan(
            input: input, program: program, plain: plain, outcomes: outcomes,
            verdict: verdicts.verdict, reason: verdicts.reason, rule: verdicts.rule)
    }
}
