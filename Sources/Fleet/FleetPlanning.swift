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

/// Makes the plan over all drives of a fleet: each listing file is a part, whose snapshot is judged by
/// processes of its own, and what parts tell each other lies in files. Whatever is killed, the same
/// command goes on with what is there.
package struct FleetPlanning: Sendable {
    private let source: FleetSource
    private let rules: LoadedRules
    /// How many processes are under way at once.
    private let jobs: Int
    /// How it ends if it is to stop now. Nil: it goes on.
    package var stop: @Sendable () -> Ending? = { nil }
    /// Hears how far a step is: what is done, and of how many.
    package var progress: @Sendable (_ step: String, _ done: Int, _ total: Int) -> Void = {
        _, _, _ in
    }

    /// Plans over the fleet of `source` by `rules`.
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
        let plans = FleetPlans(source.work)
        let inventory = try source.inventory()
        let reader = try FleetPool.digest(program)
        let snapshots = try await imported(program, reader)
        var job = try job(snapshots, reader, now: now ?? SystemClock.now())
        if now == nil, let begun = plans.begun(like: job) {
            job.now = begun
            Host.note(.fleetPlanGoesOn(when: Moment.exact(begun)))
        }
        let folder = plans.folder(job)
        // One that cannot be read any more is made anew.
        if plans.isMade(folder), let made = try? FleetPlan(folder) {
            try plans.finish(folder)
            return made
        }
        _ = try plans.begin(job)
        try bringTogether(job, folder, snapshots, inventory)
        let pool = FleetPool(program, folder.path, most: jobs, stop: stop)
        for step in PartTask.steps(SharedRules(rules.file)) {
            let (progress, work) = (progress, work(step, job, folder))
            try await pool.run(work) { progress(step.rawValue, $0, $1) }
        }
        let plan = try FleetPlan(folder)
        try refuse(plan)
        do throws(PartFailure) {
            try PartFolder.write(
                Array(FleetManifest(plan, rules).text.utf8), to: folder.manifestPath)
        } catch {
            throw Failure(error)
        }
        try plans.finish(folder)
        return plan
    }

    private func imported(
        _ program: String, _ reader: UInt64
    ) async throws(Failure) -> [FleetSnapshot] {
        var imports = FleetImport(source, jobs: jobs)
        imports.stop = stop
        imports.progress = progress
        return try await imports.run(program, reader: reader).snapshots
    }

    /// What there is to do in `step`.
    private func work(
        _ step: PartTask.Step, _ job: PartJob, _ folder: PartFolder
    ) -> [FleetPool.Work] {
        PartTask.all(step, of: job).map { task in
            let file = step.isOfBuckets ? nil : job.files[task.number]
            return FleetPool.Work(
                task: task,
                name: file.map { VisibleText.escaped($0.name) }
                    ?? "\(task.number + 1)/\(job.buckets)",
                size: Int64(file?.items ?? 0), isDone: { task.isDone(job, in: folder) })
        }
    }

    /// Throws where expressions gave up on too many items of all parts.
    private func refuse(_ plan: FleetPlan) throws(Failure) {
        do throws(PartError) {
            try PartsTogether.refuse(givenUp: plan.ends.reduce(0) { $0 + $1.givenUp })
        } catch {
            throw Failure(.failed, error.clause.mappingTexts(VisibleText.escaped))
        }
    }

    private func job(
        _ snapshots: [FleetSnapshot], _ reader: UInt64, now: Timestamp
    ) throws(Failure) -> PartJob {
        let zone = try rules.timeZone
        return PartJob(
            now: now, timeZone: zone.identifier,
            rules: rules.sources.map { source in
                PartJob.RulesText(
                    file: source.file, text: String(decoding: source.bytes, as: UTF8.self))
            },
            rulesDigest: rules.digest,
            files: snapshots.map { snapshot in
                PartJob.ListingFile(
                    name: snapshot.name, snapshot: snapshot.snapshot.path,
                    content: snapshot.head.content, items: snapshot.head.items)
            },
            buckets: PartJob.buckets(items: snapshots.reduce(0) { $0 + $1.head.items }),
            engine: Self.engine(reader, zone), tool: "cleanrules \(Version.text)")
    }

    /// The largest file of a time zone.
    private static let zoneBytesMax = 1 << 20

    /// A digest of what judges: the program that has the digest `reader`, and the time zone.
    private static func engine(_ reader: UInt64, _ zone: RuleTimeZone) -> UInt64 {
        let digest = SHA256Stream()
        digest.update(Array(String(reader).utf8))
        let path = "/usr/share/zoneinfo/" + zone.identifier
        if let bytes = try? FileBytes.read(path, most: zoneBytesMax) { digest.update(bytes) }
        return UInt64(digest.finish().prefix(15), radix: 16) ?? 0
    }

    // MARK: What all parts have

    /// Brings together what all parts have, and tells them.
    private func bringTogether(
        _ job: PartJob, _ folder: PartFolder, _ snapshots: [FleetSnapshot],
        _ inventory: FleetOwners?
    ) throws(Failure) {
        let censuses = snapshots.map(\.census)
        try refuseSharedDrives(job, censuses)
        let names = censuses.flatMap(\.drives).map(\.name)
        try inventory?.demandAll(listed: names)
        FleetDrives.warn(rules, listed: names)
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

    private func refuseSharedDrives(
        _ job: PartJob, _ censuses: [PartCensus]
    ) throws(Failure) {
        var parts: [[UInt8]: Int] = [:]
        for (part, census) in censuses.enumerated() {
            for drive in census.drives {
                let other = parts.updateValue(part, forKey: Array(drive.name.utf8))
                if let other {
                    throw FleetDrives.shared(
                        drive.name, job.files[other].name, job.files[part].name)
                }
            }
        }
    }
}

/// What is said of the drives of a fleet.
enum FleetDrives {
    /// That two listing files have one drive.
    static func shared(_ name: String, _ one: String, _ other: String) -> Failure {
        Failure(
            .failed,
            Message(
                "drive '\(VisibleText.escaped(name))' is in two listing files,"
                    + " '\(VisibleText.escaped(one))' and '\(VisibleText.escaped(other))'; the items"
                    + " of a drive stand in one file, and each names its drive"))
    }

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
