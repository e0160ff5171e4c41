// SPDX-License-Identifier: Apache-2.0

internal import PlanRunner
internal import Reports
internal import RuleEngine
internal import StateLedger
internal import Text
internal import Wording

/// How a round lists, plans and stages.
extension Round {
    /// Lists the drives and makes the plan, which is kept unless it is a rehearsal.
    mutating func plan(
        _ rules: LoadedRules, _ session: StateSession
    ) async throws(Failure) -> PlanHeader {
        let header = try await time(.plan) { round async throws(Failure) in
            try await round.madePlan(rules, session)
        }
        let totals = header.totals
        Host.tell(
            WorkflowEvent(
                .planMade, .info,
                [
                    "plan": JSONValue(header.planID), "delete": .number(totals.delete.items),
                    "delete_bytes": .number(totals.delete.bytes),
                    "review": .number(totals.review.items), "keep": .number(totals.keep.items),
                ]))
        return header
    }

    private mutating func madePlan(
        _ rules: LoadedRules, _ session: StateSession
    ) async throws(Failure) -> PlanHeader {
        var loader = ItemLoader(
            rules: rules, isQuiet: request.isQuiet,
            crossesFileSystems: request.crossesFileSystems)
        loader.journal = report.journal
        loader.goesWithoutDrives = true
        loader.state = StateReading(
            runner: session.runner(rules, actor: "run"), isOffline: false,
            listingDrop: rules.file.limits.listingDrop)
        loader.state?.counts = { await session.count($0) }
        let items = try await loader.items(folder: request.folder)
        report.missed = items.missed
        for (name, failure) in items.missed {
            Host.warn(
                .runMissed(
                    drive: VisibleText.escaped(name), why: failure.phrase ?? .runUnlisted))
        }
        let maker = PlanMaker(
            rules: rules, now: request.clock.now(), isQuiet: request.isQuiet, state: session)
        let header = try await maker.plan(over: items)
        if request.extent == .dryRun { return header }
        return try await PlanKeeper(state: session).save(header, isQuiet: request.isQuiet)
    }

    // MARK: Staging

    /// Stages the plan as `stage --yes` would; a refusal is part of the report.
    mutating func stage(
        _ rules: LoadedRules, _ session: StateSession
    ) async throws(Failure) {
        guard let header = report.plan, header.totals.delete.items > 0 else { return }
        let last = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.lastStagedNumber()
        }
        do throws(Failure) {
            let staged = try await time(.stage) { round async throws(Failure) in
                try await round.staged(header.planID, rules, session)
            }
            report.staged = staged
            let marks = staged.proposal.leftMarks
            if marks > 0 { Host.note(.devicesMarksLeft(n: marks, command: .plan)) }
            try await report.takeStaged(after: last, session)
            tell(of: staged.proposal, staged.outcome)
        } catch {
            guard error.status == .refused else { throw error }
            // What is doubtful about them is said with each drive.
            report.refusal =
                report.areAllInDoubt
                ? .runAllHeld(plan: report.plan?.planID ?? "") : error.phrase
        }
    }

    private func staged(
        _ plan: String?, _ rules: LoadedRules, _ session: StateSession
    ) async throws(Failure) -> (proposal: StagingProposal, outcome: StagingOutcome) {
        let record = try await PlanFinder(session: session).plan(plan)
        let runner = session.runner(rules, actor: "run")
        let inForce = try rules.inForce
        return try await Progress.during(.progressStaging, isQuiet: request.isQuiet) {
            () async throws(Failure) in
            var consent = StagingConsent()
            consent.leavesTakenBack = true
            consent.leavesMarksFromElsewhere = true
            let proposal = try await session.running { [consent] () async throws(RunnerError) in
                try await runner.proposal(record, rules: inForce, consent: consent)
            }
            try DriveKinds.refuseReadOnlyDrives(proposal)
            return try await session.running { () async throws(RunnerError) in
                (proposal, try await runner.stage(proposal))
            }
        }
    }

    private func tell(of proposal: StagingProposal, _ outcome: StagingOutcome) {
        if outcome.staged == 0 { return }
        var data: [String: JSONValue] = [
            "plan": .text(proposal.plan.id), "items": .number(outcome.staged),
            "bytes": .number(outcome.bytes),
        ]
        data.set("first_due", outcome.firstDue)
        Host.tell(WorkflowEvent(.staged, .info, data))
    }
}
