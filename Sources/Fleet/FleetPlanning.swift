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
        let (files, snapshot) = try await listings(program)
        var job = try job(program, files, now: now ?? SystemClock.now())
        job.snapshot = snapshot
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
        let pool = FleetPool(program, folder, job, most: jobs, stop: stop)
        try await run(.census, pool)
        try bringTogether(job, folder, inventory)
        let steps: [PartTask.Step] =
            SharedRules(rules.file).isEmpty
            ? [.lines] : [.summaries, .settlements, .tallies, .totals, .lines]
        for step in steps { try await run(step, pool) }
        let plan = try FleetPlan(folder)
        do throws(PartFailure) {
            try PartFolder.write(
                Array(FleetManifest(plan, rules).text.utf8), to: folder.manifestPath)
        } catch {
            throw Failure(error)
        }
        try plans.finish(folder)
        return plan
    }

    private func run(_ step: PartTask.Step, _ pool: FleetPool) async throws(Failure) {
        let progress = progress
        try await pool.run(step) { progress(step.rawValue, $0, $1) }
    }

    /// The listings, and the instant that they are as of where that is told; those of a dataset are
    /// made first.
    private func listings(
        _ program: String
    ) async throws(Failure) -> (files: [PartJob.ListingFile], snapshot: Timestamp?) {
        guard source.isDataset else { return (try source.listings(), nil) }
        var work = DatasetImport(source, program, jobs: jobs, stop: stop)
        work.progress = progress
        return try await work.run()
    }

    private func job(
        _ program: String, _ files: [PartJob.ListingFile], now: Timestamp
    ) throws(Failure) -> PartJob {
        let zone = try rules.timeZone
        let bytes = files.reduce(Int64(0)) { $0 &+ $1.stamp.size }
        return PartJob(
            now: now, timeZone: zone.identifier,
            rules: rules.sources.map { source in
                PartJob.RulesText(
                    file: source.file, text: String(decoding: source.bytes, as: UTF8.self))
            },
            rulesDigest: rules.digest, files: files, buckets: PartJob.buckets(bytes: bytes),
            engine: try Self.engine(program, zone), tool: "cleanrules \(Version.text)")
    }

    /// The largest program that is digested.
    private static let programBytesMax = 1 << 30
    /// The largest file of a time zone.
    private static let zoneBytesMax = 1 << 20

    /// A digest of what judges: the program with its tables, and the time zone.
    private static func engine(
        _ program: String, _ zone: RuleTimeZone
    ) throws(Failure) -> UInt64 {
        let digest = SHA256Stream()
        digest.update(try FileBytes.read(program, most: programBytesMax))
        let path = "/usr/share/zoneinfo/" + zone.identifier
        if let bytes = try? FileBytes.read(path, most: zoneBytesMax) { digest.update(bytes) }
        return UInt64(digest.finish().prefix(15), radix: 16) ?? 0
    }

    // MARK: What all parts have

    /// Brings together what all parts have, and tells them.
    private func bringTogether(
        _ job: PartJob, _ folder: PartFolder, _ inventory: FleetOwners?
    ) throws(Failure) {
        var censuses: [PartCensus] = []
        do throws(PartFailure) {
            for part in job.files.indices {
                let body = try folder.told(at: PartPlace(.census, part: part), of: job.origin)
                censuses.append(try Self.census(body))
            }
        } catch {
            throw Failure(error)
        }
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

    private static func census(_ body: [UInt8]) throws(PartFailure) -> PartCensus {
        do throws(PartError) {
            return try PartCensus(body)
        } catch {
            throw PartFailure(.clause(error.clause))
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
