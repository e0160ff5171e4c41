// SPDX-License-Identifier: Apache-2.0

internal import POSIX
internal import PlanRunner
internal import RuleEngine
internal import StateLedger
internal import Text
internal import Wording

/// The steps of a round: settle, plan, stage, delete.
extension Round {
    /// Says what would be staged and what is due, and does nothing.
    mutating func rehearse(
        _ rules: LoadedRules, _ session: StateSession
    ) async throws(Failure) {
        if request.extent.plans { await look(rules, session) }
        do throws(Failure) {
            report.plan = try await plan(rules, session)
        } catch {
            // What has cut it off is said at the end.
            guard error.isOfOneDrive, request.stop() != nil else { throw error }
            report.failure = error
        }
        let due = try await dueItems(session)
        report.due = due.reversible
        report.left = due.left
        report.next = try await NextDue.find(session)
    }

    /// Settles, plans, stages and deletes, as far as the round goes.
    mutating func act(_ rules: LoadedRules, _ session: StateSession) async throws(Failure) {
        let runner = session.runner(rules, actor: "run")
        let recovered = try await time(.settle) { _ async throws(Failure) in
            try await session.running { () async throws(RunnerError) in
                try await runner.recover()
            }
        }
        // Said also where nothing is deleted in this round.
        report.execution = try await execution(rules, session).settlement(recovered)
        if request.extent.plans {
            await look(rules, session)
            try await propose(rules, session)
        }
        for (name, doubt) in report.heldDrives.sorted(by: { $0.key < $1.key })
        where doubt == .fewer {
            Host.warn(.runDropped(drive: VisibleText.escaped(name)))
        }
        if request.extent.deletes, !report.holdsAllDrives { try await execute(rules, session) }
        if let staged = report.staged?.outcome.staged, staged > 0 {
            Host.hasDone(.runDeed(n: staged, command: .status))
        }
        report.execution?.takeUp(recovered)
        report.execution?.tellHost()
        report.next = try await NextDue.find(session)
        if request.extent.plans, request.extent.deletes { await lookAtPictures(rules, session) }
    }

    /// Looks at pictures where the rules have it done by rounds. It is the last thing, and nothing of
    /// the round depends on it: what goes wrong is said, and tried again by the next one.
    private mutating func lookAtPictures(_ rules: LoadedRules, _ session: StateSession) async {
        let stop = request.stop
        guard rules.file.photos.isSet, stop() == nil, let look = PictureLooking.ofProgram() else {
            return
        }
        var photos = PhotoSession(rules: rules, session: session, isQuiet: request.isQuiet)
        photos.folder = request.folder
        photos.crossesFileSystems = request.crossesFileSystems
        do throws(Failure) {
            let allowance = try await PhotoAllowance.find(rules, session)
            if allowance.end != nil { return }
            let standing = try await photos.run(look, within: allowance) { stop() != nil }
            report.pictures = standing
            if request.isQuiet { return }
            for (drive, text) in standing.lines {
                Host.note(.lineNote(text: Phrase.lineAt(path: drive, text: text)))
            }
        } catch {
            Host.warn(error.phrase ?? .photosPartial)
        }
    }

    /// Plans, and stages the plan if it is to be.
    private mutating func propose(
        _ rules: LoadedRules, _ session: StateSession
    ) async throws(Failure) {
        do throws(Failure) {
            report.plan = try await plan(rules, session)
            if request.extent.stages, request.stop() == nil { try await stage(rules, session) }
        } catch {
            // A drive that cannot be listed stops only itself: what is due elsewhere goes its way.
            guard error.isOfOneDrive else { throw error }
            report.failure = error
            Host.warn(.runNoPlan(why: error.phrase ?? .runUnlisted))
        }
    }

    // MARK: Deleting

    /// Deletes what is due, but for what lies on drives that are held.
    private mutating func execute(
        _ rules: LoadedRules, _ session: StateSession
    ) async throws(Failure) {
        let held = report.heldDrives
        // Since the round began its drives were listed, and something may have been kept elsewhere.
        let syncer = DecisionSyncer(session: session, rules: rules)
        await syncer.syncIfOn(isQuiet: true)
        let beat = syncer.beat()
        defer { beat.cancel() }
        let due = try await dueItems(session)
        report.left = due.left
        var opened = OpenedDrives()
        if !request.extent.plans {
            // What a listing would have shown.
            let preflight = await Preflight(.deleting, session: session, rules: rules)
                .look(at: due.tallies)
            preflight.findings.warn()
            report.checks += preflight.findings
            opened = preflight.opened
        }
        let execution = try execution(rules, session, opened)
        let begin = MonotonicTime.seconds
        defer { report.durations.append((.execute, MonotonicTime.seconds - begin)) }
        report.execution = try await execution.run(
            consume due, holding: held.mapValues(\.sentence))
    }

    /// Says what would fail later, before the drives are listed.
    private mutating func look(_ rules: LoadedRules, _ session: StateSession) async {
        let findings = await Preflight(.deleting, session: session, rules: rules)
            .lookBeforeListing()
        findings.warn()
        report.checks += findings
    }

    /// What is due now, within the limits of the round.
    private func dueItems(_ session: StateSession) async throws(Failure) -> DueItems {
        try await DueItems.find(
            session, countMax: request.limits.items, bytesMax: request.limits.bytes,
            choosing: request.limits.choice, avoiding: Set(report.heldDrives.keys))
    }

    private func execution(
        _ rules: LoadedRules, _ session: StateSession, _ opened: OpenedDrives = OpenedDrives()
    ) throws(Failure) -> Execution {
        let stop = request.stop
        var execution = Execution(
            session: session,
            runner: session.runner(
                rules, actor: "run", opened: opened, goingElsewhere: request.goingElsewhere),
            rules: try rules.inForce, isQuiet: request.isQuiet, namedMax: request.namedMax,
            shouldStop: { stop() != nil })
        execution.otherBrake = request.brake
        return execution
    }
}
