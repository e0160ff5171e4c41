// SPDX-License-Identifier: Apache-2.0

/// Makes plans: a pure function from listing, rules, instant and decisions to verdicts.
///
/// The steps are those of docs/design/architecture.md: plain verdicts, set rules, together,
/// guards, bigger-than and trial, folders.
public struct Planner: Sendable {
    let input: PlanInput
    let program: RuleProgram
    let plain: PlainPass
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
        let sets = sets(evidence)
        return finished(combined(sets.outcomes(sets.groups())))
    }

    // MARK: Phases

    // What follows is all that a plan is made by. One listing goes through it at a stretch; parts of a
    // fleet (`PartPlanner`) tell each other of groups between one phase and the next.

    /// Finds groups, and takes of them what goes; `everywhere` says which hashes the files of all parts
    /// carry, where the listing is of one of them.
    func sets(_ evidence: ContentEvidence, everywhere: HashTally? = nil) -> SetPass {
        SetPass(
            input: input, program: program, plain: plain, evidence: evidence,
            photoPairs: photoPairs, everywhere: everywhere)
    }

    /// Plain and set rules together; no guard has judged that yet.
    func combined(_ outcomes: [SetOutcome]) -> VerdictPass {
        var verdicts = VerdictPass(input: input, program: program, plain: plain, outcomes: outcomes)
        verdicts.combine()
        return verdicts
    }

    /// The plan of `combined` verdicts; `totals` is what all parts together have of the groups that
    /// reach across them.
    func finished(_ combined: VerdictPass, totals: GroupTotals? = nil) -> Plan {
        var verdicts = combined
        verdicts.applyGuards(totals)
        verdicts.applyReviewSettings()
        verdicts.settleUnits()
        verdicts.keepWhatIsOutside()
        verdicts.settleFolders()
        var plan = Plan(
            input: input, program: program, plain: plain, outcomes: verdicts.outcomes,
            verdict: verdicts.verdict, reason: verdicts.reason, rule: verdicts.rule)
        plan.totals = totals
        return plan
    }
}
