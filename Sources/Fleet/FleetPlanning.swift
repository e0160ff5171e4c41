// SPDX-License-Identifier: Apache-2.0

internal import FleetParts
internal import Messages
package import RuleEngine
internal import Reports
internal import Text
internal import Wording
package import Workflow
internal import YAMLBridge

/// Makes the plan over all drives of a fleet: a listing file, or several small ones, are a part, whose
/// snapshots are judged by processes of their own, and what parts tell each other lies in files. Whatever is killed, the same
/// command goes on with what is there.
package struct FleetPlanning: Sendable {
    private let source: FleetSource
    private let rules: LoadedRules
    /// How many processes are under way at once.
    private let jobs: Int
    /// What has the parts judged.
    package var engine = FleetEngine.local
    /// Which drives are meant, and what is known of them.
    package var choice = FleetChoice()
    /// Whether nothing is said but what is wrong.
    package var isQuiet = false
    /// How it ends if it is to stop now. Nil: it goes on.
    package var stop: @Sendable () -> Ending? = { nil }
    /// Hears how far a step is: what is done, and of how many.
    package var progress: @Sendable (_ step: String, _ done: Int, _ total: Int) -> Void = {
        _, _, _ in
    }
    /// The same of a step on Spark.
    package var sparkProgress: @Sendable (SparkStep) -> Void = { _ in }

    /// Plans over the fleet of `source` by `rules`.
    package init(_ source: FleetSource, _ rules: LoadedRules, jobs: Int) {
        self.source = source
        self.rules = rules
        self.jobs = max(1, jobs)
    }

    /// The plan as of `now`; without it, as of the instant of a plan like it that was begun and not made,
    /// else as of the system clock.
    package func plan(now: Timestamp?) async throws(Failure) -> FleetPlan {
        let program: String
        do throws(Failure) {
            program = try await engine.program()
        } catch {
            // A plan that is there already needs nobody who judges.
            let last = try? FleetPlans(source.work).made(isTry: choice.sample != nil)
            guard let now, last?.job.now == now, let own = try? FleetPool.program() else {
                throw error
            }
            return try await plan(by: own, now: now, elseThrowing: error)
        }
        return try await plan(by: program, now: now)
    }

    /// The same with parts that `program` judges; throws `failure`, where one is given, if the plan is not
    /// there already.
    private func plan(
        by program: String, now: Timestamp?, elseThrowing failure: Failure? = nil
    ) async throws(Failure) -> FleetPlan {
        try source.work.preparePlans()
        let lock = try source.work.locked()
        defer { withExtendedLifetime(lock) {} }
        try source.tenure.claim()
        let plans = FleetPlans(source.work)
        let (job, folder, made) = try await begun(plans, program, now, elseThrowing: failure)
        if let made {
            if !isQuiet { Host.note(FleetMade.line(made.id, in: folder)) }
            return try finished(made, folder, plans)
        }
        switch engine {
        case .local: try await judge(job, folder, program)
        case .spark(let spark): try await spark.judge(program, folder, tell: sparkProgress, stop)
        case .elsewhere: ()
        }
        let plan = try FleetPlan(folder)
        try refuse(plan)
        FleetMade.keep(engine, in: folder)
        return try finished(plan, folder, plans)
    }

    /// Begins the plan, for another one to have its parts judged: where it lies, and the program that
    /// judges them.
    package func begin(
        now: Timestamp?
    ) async throws(Failure) -> (folder: String, program: String) {
        let program = try FleetSpark.givenOrOwn()
        try source.work.preparePlans()
        let lock = try source.work.locked()
        defer { withExtendedLifetime(lock) {} }
        try source.tenure.claim()
        let (_, folder, _) = try await begun(FleetPlans(source.work), program, now)
        return (folder.path, program)
    }

    /// Begins the plan, or goes on with it, where it is not made already: then it is there as well. Throws
    /// `failure`, where one is given, instead of beginning.
    private func begun(
        _ plans: FleetPlans, _ program: String, _ now: Timestamp?,
        elseThrowing failure: Failure? = nil
    ) async throws(Failure) -> (PartJob, PartFolder, FleetPlan?) {
        let inventory = try source.inventory()
        let judge = try await FleetPool.engine(of: program)
        // Whatever judges: listing files that were read are not read again for another engine.
        let imported = try await imported(try FleetPool.program())
        let strangers = choice.strangers(
            to: imported.snapshots.flatMap(\.census.drives).map(\.name), inventory,
            broken: imported.broken.drives)
        if let strangers {
            imported.broken.warn()
            throw strangers
        }
        try StateGaps.demandNone(imported.leftOut)
        let drives = try drives(imported, inventory)
        var job = try job(imported.snapshots, drives, judge, now: now ?? SystemClock.now())
        job.snapshot = imported.instant
        job.lastSnapshot = imported.lastInstant
        job.inventory = inventory?.digest
        if source.isDataset { job.namesListItems = true }
        if now == nil, let begun = plans.begun(like: job) {
            job.now = begun
            if !isQuiet { Host.note(.fleetPlanGoesOn(when: Moment.exact(begun))) }
        }
        let folder = plans.folder(job)
        if let made = plans.sound(folder) {
            if !isQuiet { noteForm(of: made, asked: job) }
            return (job, folder, made)
        }
        if let failure { throw failure }
        // Whoever had the parts judged went by what was begun.
        if engine == .elsewhere, let begun = try? folder.job() {
            job.packsLines = begun.packsLines
        }
        if engine == .elsewhere {
            try plans.demandBegun(folder, job)
        } else {
            _ = try plans.begin(job)
        }
        try bringTogether(job, folder, imported.snapshots)
        return (job, folder, nil)
    }

    /// Has all parts judged by processes of this machine.
    private func judge(
        _ job: PartJob, _ folder: PartFolder, _ program: String
    ) async throws(Failure) {
        let pool = FleetPool(program, folder.path, most: jobs, stop: stop)
        for step in PartTask.steps(SharedRules(rules.file)) {
            let (progress, work) = (progress, work(step, job, folder))
            try await pool.run(work) { progress(step.rawValue, $0, $1) }
        }
    }

    /// Holds limits against the drives of `plan`, whose lines are all there, and has it be the one that was
    /// made last. Whatever is cut short of this, the next call comes to the same.
    private func finished(
        _ plan: FleetPlan, _ folder: PartFolder, _ plans: FleetPlans
    ) throws(Failure) -> FleetPlan {
        var plan = plan
        let inventory = try source.inventory()
        guard inventory?.digest == plan.job.inventory else {
            throw Failure(
                .failed, Message("the inventory has changed while the plan was made; plan again"))
        }
        var counts = try FleetCounts(source.work, inventory?.driveIDs ?? [:])
        plan.refusals = counts.refusals(plan, rules.file, accepting: choice.accepts)
        do throws(PartFailure) {
            try PartFolder.write(KeptRefusals(plan.refusals).bytes, to: folder.refusalsPath)
            let manifest = Array(FleetManifest(plan, inventory?.driveIDs ?? [:]).text.utf8)
            if (try? FileBytes.read(folder.manifestPath, most: manifest.count)) != manifest {
                try PartFolder.write(manifest, to: folder.manifestPath)
            }
        } catch {
            throw Failure(error)
        }
        // A try changes nothing of what the next plan goes by.
        if !plan.isTry {
            let before = counts
            counts.take(plan, plan.refusals)
            if counts != before { try counts.write(to: source.work) }
        }
        folder.sweepLines(of: plan.job)
        try plans.finish(folder, plan.job.choice)
        return plan
    }

    private func imported(_ program: String) async throws(Failure) -> FleetImport.Outcome {
        var imports = FleetImport(source, jobs: jobs)
        imports.withoutFiles = choice.withoutFiles
        imports.isQuiet = isQuiet
        imports.stop = stop
        imports.without = choice.without
        imports.progress = progress
        return try await imports.run(program, reader: try FleetPool.digest(program))
    }

    /// What there is to do in `step`.
    private func work(
        _ step: PartTask.Step, _ job: PartJob, _ folder: PartFolder
    ) -> [FleetPool.Work] {
        let parts = job.parts
        return PartTask.all(step, of: job).map { task in
            let places = step.isOfBuckets ? nil : parts[task.number]
            return FleetPool.Work(
                task: task,
                name: places.map { VisibleText.escaped(job.name($0)) }
                    ?? "\(task.number + 1)/\(job.buckets)",
                size: places.map { Int64(job.files[$0].reduce(0) { $0 + $1.items }) } ?? 0,
                isDone: { task.isDone(job, in: folder) })
        }
    }

    /// Which drives are planned over. Throws where a drive is in two listing files, or the inventory has
    /// other ones.
    private func drives(
        _ imported: FleetImport.Outcome, _ inventory: FleetOwners?
    ) throws(Failure) -> PartJob.Choice {
        let places = try FleetDrives.places(imported.snapshots)
        let names = imported.snapshots.flatMap(\.census.drives).map(\.name)
        imported.broken.warn()
        let leftOut = try imported.broken.leftOut(
            places, inventory, choice, comparesDrives: !SharedRules(rules.file).isEmpty)
        var known = choice
        known.without += leftOut.all
        // Each drive that states do not tell of was named before, with the reason.
        if !source.isOfStates {
            try inventory?.demandAll(
                listed: names, known, try FleetCounts(source.work, inventory?.driveIDs ?? [:]))
        }
        FleetDrives.warn(rules, listed: names)
        known.without = choice.without + leftOut.asked
        var drives = known.choice(of: names)
        if !leftOut.broken.isEmpty { drives.broken = FleetChoice.ordered(leftOut.broken) }
        drives.withoutFiles = imported.broken.askedFiles
        return drives
    }

    private func job(
        _ snapshots: [FleetSnapshot], _ drives: PartJob.Choice, _ engine: UInt64, now: Timestamp
    ) throws(Failure) -> PartJob {
        let zone = try rules.timeZone
        let isMeant = drives.test
        // A file none of whose drives is meant is no part.
        let parts = snapshots.filter { snapshot in
            let all = snapshot.census.drives
            return all.isEmpty || all.contains { isMeant($0.name) }
        }
        let items = parts.reduce(0) { $0 + $1.head.items }
        var job = PartJob(
            now: now, timeZone: zone.identifier,
            rules: rules.sources.map { source in
                PartJob.RulesText(
                    file: source.file, text: String(decoding: source.bytes, as: UTF8.self))
            },
            rulesDigest: rules.digest,
            files: parts.map { snapshot in
                PartJob.ListingFile(
                    name: snapshot.name, snapshot: snapshot.snapshot.path,
                    content: snapshot.head.content, items: snapshot.head.items,
                    drives: snapshot.census.drives.count)
            },
            choice: drives, buckets: PartJob.buckets(items: items), engine: engine,
            tool: "cleanrules \(Version.text)")
        job.partItems = PartJob.partItems(files: parts.count, items: items)
        job.packsLines = Self.packsLines(source.file.lines, items: items)
        return job
    }

    // MARK: What all parts have

    /// Brings together what all parts have, and tells them.
    private func bringTogether(
        _ job: PartJob, _ folder: PartFolder, _ snapshots: [FleetSnapshot]
    ) throws(Failure) {
        let isMeant = job.choice.test
        let censuses = snapshots.map { $0.census.of(isMeant) }
        RulesLoader.report(PartsTogether.findings(censuses, of: rules.file), rules.sources)
        let together: PartsTogether
        do throws(PartError) {
            together = try PartsTogether(censuses)
        } catch {
            throw Failure(.failed, error.clause.mappingTexts(VisibleText.escaped))
        }
        do throws(PartFailure) {
            try folder.tell(together.body, at: PartPlace(.carried, part: 0), of: job.origin)
        } catch {
            throw Failure(error)
        }
    }
}
