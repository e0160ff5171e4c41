// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import FleetParts
internal import Messages
package import RuleEngine
internal import Reports
internal import Text
internal import Wording
package import Workflow
internal import YAMLBridge

/// Makes the plan over all drives of a fleet: each listing file is a part, judged by a process of its own,
/// and what parts tell each other lies in files. Whatever is killed, the same command goes on with what
/// is there.
package struct FleetPlanning: Sendable {
    private let source: FleetSource
    private let rules: LoadedRules
    /// How many processes are under way at once.
    private let jobs: Int
    /// What has the parts judged.
    package var engine = FleetEngine.local
    /// How it ends if it is to stop now. Nil: it goes on.
    package var stop: @Sendable () -> Ending? = { nil }
    /// Hears how far a step is: what is done, and of how many.
    package var progress: @Sendable (_ step: String, _ done: Int, _ total: Int) -> Void = {
        _, _, _ in
    }

    /// Plans over the fleet of `source` by `rules`, by so many processes of this machine.
    package init(_ source: FleetSource, _ rules: LoadedRules, jobs: Int) {
        self.source = source
        self.rules = rules
        self.jobs = max(1, jobs)
    }

    /// The plan as of `now`; without it, as of the instant of a plan like it that was begun and not made,
    /// else as of the system clock.
    package func plan(now: Timestamp?) async throws(Failure) -> FleetPlan {
        let program = try FleetPool.program()
        try source.work.preparePlans()
        let lock = try source.work.locked()
        defer { withExtendedLifetime(lock) {} }
        let begun = try begun(program, now)
        if let made = begun.made { return made }
        let (job, folder) = (begun.job, begun.folder)
        switch engine {
        case .local: try await judge(begun)
        case .spark(let spark):
            try await spark.judge(begun.program, folder, stop)
            try bringTogether(job, folder, begun.inventory)
        case .elsewhere:
            try begun.plans.demandBegun(folder, job)
            try bringTogether(job, folder, begun.inventory)
        }
        let plan = try FleetPlan(folder)
        do throws(PartFailure) {
            try PartFolder.write(
                Array(FleetManifest(plan, rules).text.utf8), to: folder.manifestPath)
        } catch {
            throw Failure(error)
        }
        try begun.plans.finish(folder)
        return plan
    }

    /// Begins the plan, for another one to have its parts judged: where it lies, and the program that
    /// judges them.
    package func begin(now: Timestamp?) throws(Failure) -> (folder: String, program: String) {
        let program = try FleetPool.program()
        try source.work.preparePlans()
        let lock = try source.work.locked()
        defer { withExtendedLifetime(lock) {} }
        let begun = try begun(program, now)
        return (begun.folder.path, begun.program)
    }

    /// A plan that was begun.
    private struct Begun {
        let program: String
        let plans: FleetPlans
        let inventory: FleetOwners?
        let job: PartJob
        let folder: PartFolder
        /// The plan itself, where it is made already.
        let made: FleetPlan?
    }

    private func begun(_ program: String, _ now: Timestamp?) throws(Failure) -> Begun {
        let plans = FleetPlans(source.work)
        let inventory = try source.inventory()
        var job = try job(program, now: now ?? SystemClock.now())
        if now == nil, let begun = plans.begun(like: job) {
            job.now = begun
            Host.note(.fleetPlanGoesOn(when: Moment.exact(begun)))
        }
        let folder = plans.folder(job)
        var made: FleetPlan?
        // One that cannot be read any more is made anew.
        if plans.isMade(folder) { made = try? FleetPlan(folder) }
        if made != nil {
            try plans.finish(folder)
        } else if engine != .elsewhere {
            _ = try plans.begin(job)
        }
        return Begun(
            program: program, plans: plans, inventory: inventory, job: job, folder: folder,
            made: made)
    }

    /// Has all parts judged by processes of this machine.
    private func judge(_ begun: Begun) async throws(Failure) {
        let pool = FleetPool(begun.program, begun.folder, begun.job, most: jobs, stop: stop)
        try await run(.census, pool)
        try bringTogether(begun.job, begun.folder, begun.inventory)
        let steps: [PartTask.Step] =
            SharedRules(rules.file).isEmpty
            ? [.lines] : [.summaries, .settlements, .tallies, .totals, .lines]
        for step in steps { try await run(step, pool) }
    }

    private func run(_ step: PartTask.Step, _ pool: FleetPool) async throws(Failure) {
        let progress = progress
        try await pool.run(step) { progress(step.rawValue, $0, $1) }
    }

    private func job(_ program: String, now: Timestamp) throws(Failure) -> PartJob {
        let files = try source.listings()
        let zone = try rules.timeZone
        let bytes = files.reduce(Int64(0)) { $0 &+ $1.stamp.size }
        let engine: UInt64
        do throws(PartFailure) {
            engine = try PartEngine.digest(program: program, zone: zone.identifier)
        } catch {
            throw Failure(error)
        }
        return PartJob(
            now: now, timeZone: zone.identifier,
            rules: rules.sources.map { source in
                PartJob.RulesText(
                    file: source.file, text: String(decoding: source.bytes, as: UTF8.self))
            },
            rulesDigest: rules.digest, files: files, buckets: PartJob.buckets(bytes: bytes),
            engine: engine, tool: "cleanrules \(Version.text)")
    }

    // MARK: What all parts have

    /// Brings together what all parts have, and tells them.
    private func bringTogether(
        _ job: PartJob, _ folder: PartFolder, _ inventory: FleetOwners?
    ) throws(Failure) {
        let censuses: [PartCensus]
        do throws(PartFailure) {
            censuses = try PartMeeting.censuses(job, in: folder)
        } catch {
            throw Failure(error)
        }
        let names = censuses.flatMap(\.drives).map(\.name)
        try inventory?.demandAll(listed: names)
        FleetDrives.warn(rules, listed: names)
        RulesLoader.report(PartsTogether.findings(censuses, of: rules.file), rules.sources)
        do throws(PartFailure) {
            let together = try PartMeeting.together(censuses)
            try folder.tell(together.body, at: PartPlace(.carried, part: 0), of: job.origin)
        } catch {
            throw Failure(error)
        }
    }
}

/// What is said of the drives of a fleet.
enum FleetDrives {
    /// Warns of rules for drives of which no listing tells.
    static func warn(_ rules: LoadedRules, listed names: [String]) {
        let known = Set(names.map { Array($0.utf8) })
        for rule in rules.file.protections + rules.file.rules where rule.isEnabled {
            for scope in rule.scopes where !known.contains(Array(scope.drive.utf8)) {
                Host.warn(
                    .clause(
                        Message(
                            "'\(VisibleText.escaped(rule.id))' is for the drive"
                                + " '\(VisibleText.escaped(scope.drive))', of which no listing"
                                + " tells")))
            }
        }
    }
}
