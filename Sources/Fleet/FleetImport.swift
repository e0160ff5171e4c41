// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
package import FleetParts
internal import Messages
package import RuleEngine
internal import Text
package import Workflow

/// A listing file whose snapshot is there.
package struct FleetSnapshot: Sendable, Hashable {
    /// The listing file, as people know it.
    package let name: String
    /// The snapshot.
    package let snapshot: PartSnapshot
    /// What is said of it before its items.
    package let head: PartSnapshot.Head
    /// Which drives it tells of.
    package let census: PartCensus
}

/// Brings what the listing files of a fleet hold into its folder, as snapshots: each file is read once,
/// and again only where it has changed.
package struct FleetImport: Sendable {
    /// What there is to say of it.
    package struct Outcome: Sendable {
        /// The snapshots, in the order of the listing files.
        package let snapshots: [FleetSnapshot]
        /// How many of them are new.
        package let readCount: Int
        /// The instant that the items are as of, where that is told; of states, when the first of the
        /// drives was listed.
        package let instant: Timestamp?
        /// Of states, when the last of the drives was listed.
        package let lastInstant: Timestamp?
        /// Drives of the inventory of which no state tells what there is on them.
        package let leftOut: [String]
        /// The listing files that were not read, since they are broken or were left out.
        package var broken = BrokenListings()
    }

    private let source: FleetSource
    /// How many processes are under way at once.
    private let jobs: Int
    /// Listing files that are not looked at.
    package var withoutFiles: [String] = []
    /// Drives of which nobody minds that a state tells nothing of them.
    package var without: [String] = []
    /// How it ends if it is to stop now. Nil: it goes on.
    package var stop: @Sendable () -> Ending? = { nil }
    /// Hears how far it is: what is done, and of how many.
    package var progress: @Sendable (_ step: String, _ done: Int, _ total: Int) -> Void = {
        _, _, _ in
    }

    /// Imports for the fleet of `source`.
    package init(_ source: FleetSource, jobs: Int) {
        self.source = source
        self.jobs = max(1, jobs)
    }

    /// Imports, and does nothing else.
    package func run() async throws(Failure) -> Outcome {
        let program = try FleetPool.program()
        try source.work.preparePlans()
        let lock = try source.work.locked()
        defer { withExtendedLifetime(lock) {} }
        return try await run(program, reader: try FleetPool.digest(program))
    }

    /// The same by `program`, which has that digest; whoever asks has the lock of the folder.
    func run(_ program: String, reader: UInt64) async throws(Failure) -> Outcome {
        let leftOut = try source.paths(named: withoutFiles)
        if source.isOfStates { return try await states(reader) }
        let (listings, instant) = try await listings(program, without: leftOut)
        let folder = source.work.snapshots
        var files = listings.map { ImportJob.File(path: $0.path, name: $0.name) }
        var broken = BrokenListings(leftOut, source)
        let job = ImportJob(files: files, reader: reader)
        // What a dataset is made of says of each file which drives it is about.
        let mayLack = !source.isDataset
        let work = listings.enumerated().compactMap { number, listing -> FleetPool.Work? in
            if folder.head(of: listing.path, listing.stamp, reader: reader) != nil {
                return nil
            }
            return FleetPool.Work(
                task: PartTask(.imports, number), name: VisibleText.escaped(listing.name),
                size: listing.stamp.size, isDone: { false },
                isExcused: { mayLack && folder.broken(listing.path, listing.stamp) != nil })
        }
        if !work.isEmpty {
            do throws(PartFailure) {
                try PartFolder.write(job.bytes, to: folder.jobPath)
            } catch {
                throw Failure(error)
            }
            let progress = progress
            let pool = FleetPool(program, folder.path, most: jobs, stop: stop)
            let failures = try await pool.run(work) {
                progress(PartTask.Step.imports.rawValue, $0, $1)
            }
            for (number, failure) in failures.sorted(by: { $0.key < $1.key }) {
                broken.add(listings[number], failure, folder)
            }
        }
        let known = files.map(\.path) + leftOut
        files.removeAll { broken.contains($0.path) }
        var outcome = Outcome(
            snapshots: try snapshots(files, folder, reader),
            readCount: work.count - broken.failureCount, instant: instant, lastInstant: nil,
            leftOut: [])
        outcome.broken = broken
        // Not before all is read: where a listing is missing by mistake, nothing was lost but time.
        folder.tidy(keeping: known)
        return outcome
    }

    /// The same of the states of the fleet, which this process reads by itself.
    private func states(_ reader: UInt64) async throws(Failure) -> Outcome {
        var work = StatesImport(source, jobs: jobs, reader: reader, stop: stop)
        work.progress = progress
        work.without = without
        let made = try await work.run()
        let folder = source.work.snapshots
        let outcome = Outcome(
            snapshots: try snapshots(made.files, folder, reader), readCount: made.readCount,
            instant: made.listed?.lowerBound, lastInstant: made.listed?.upperBound,
            leftOut: made.leftOut.map(\.name))
        folder.tidy(keeping: made.known)
        return outcome
    }

    /// The listing files, and the instant that they are as of where that is told; those of a dataset are
    /// made first.
    private func listings(
        _ program: String, without leftOut: Set<String>
    ) async throws(Failure) -> (files: [SourceFile], instant: Timestamp?) {
        guard source.isDataset else { return (try source.listings(without: leftOut), nil) }
        var work = DatasetImport(source, program, jobs: jobs, stop: stop)
        work.progress = progress
        let made = try await work.run()
        return (made.files, made.snapshot)
    }

    private func snapshots(
        _ files: [ImportJob.File], _ folder: SnapshotFolder, _ reader: UInt64
    ) throws(Failure) -> [FleetSnapshot] {
        var found: [FleetSnapshot] = []
        do throws(PartFailure) {
            for file in files {
                let snapshot = folder.snapshot(of: file.path)
                let head = try snapshot.head()
                guard head.reader == reader, let census = head.told else {
                    throw snapshot.damaged
                }
                found.append(
                    FleetSnapshot(
                        name: file.name, snapshot: snapshot, head: head, census: census))
            }
        } catch {
            throw Failure(error)
        }
        return found
    }
}
