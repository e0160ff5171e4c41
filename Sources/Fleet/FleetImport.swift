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
    /// Whether nothing is said but what is wrong.
    package var isQuiet = false
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
        try source.tenure.claim()
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
        let batched = try await readBatches(listings, job, program)
        // What a dataset is made of says of each file which drives it is about.
        let mayLack = !source.isDataset
        let work = listings.enumerated().compactMap { number, listing -> FleetPool.Work? in
            if batched.contains(number)
                || folder.head(of: listing.path, listing.stamp, reader: reader) != nil
            {
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
            readCount: batched.count + work.count - broken.failureCount, instant: instant,
            lastInstant: nil,
            leftOut: [])
        outcome.broken = broken
        // Not before all is read: where a listing is missing by mistake, nothing was lost but time.
        folder.tidy(keeping: known)
        return outcome
    }

    // MARK: Small files

    /// How many listing files are read by processes of their own, whatever their size.
    private static let singlesMax = 32
    /// How many bytes of listing files one process reads of several, and of how many.
    private static let (batchBytesMax, batchFilesMax) = (Int64(16 << 20), 512)

    /// Where there are many listing files to be read, has processes read several small ones each, for it takes
    /// longer to begin a process than to read a small file; the numbers of those that were read.
    private func readBatches(
        _ listings: [SourceFile], _ job: ImportJob, _ program: String
    ) async throws(Failure) -> Set<Int> {
        let folder = source.work.snapshots
        let unread = listings.indices.filter { number in
            let listing = listings[number]
            return folder.head(of: listing.path, listing.stamp, reader: job.reader) == nil
        }
        if unread.count <= Self.singlesMax { return [] }
        let batches = Self.batches(unread.map { ($0, listings[$0].stamp.size) }, jobs: jobs)
        if batches.isEmpty { return [] }
        var job = job
        job.batches = batches
        do throws(PartFailure) {
            try PartFolder.write(job.bytes, to: folder.jobPath)
        } catch {
            throw Failure(error)
        }
        for number in batches.joined() { folder.forget(listings[number].path) }
        let work = batches.enumerated().map { task, numbers in
            let names = [numbers.first, numbers.last].compactMap { $0.map { listings[$0].name } }
            return FleetPool.Work(
                task: PartTask(.imports, task),
                name: VisibleText.escaped(names.joined(separator: " – ")),
                size: numbers.reduce(0) { $0 + listings[$1].stamp.size }, isDone: { false })
        }
        let progress = progress
        try await FleetPool(program, folder.path, most: jobs, stop: stop).run(work) {
            progress(PartTask.Step.imports.rawValue, $0, $1)
        }
        return Set(
            batches.joined().filter { number in
                let listing = listings[number]
                return folder.hasRead(listing.path, listing.stamp, reader: job.reader)
            })
    }

    /// The numbers of `files` that one process each reads of several, by what each takes in bytes; those that
    /// fill one by themselves are in none.
    static func batches(_ files: [(number: Int, bytes: Int64)], jobs: Int) -> [[Int]] {
        let small = files.filter { $0.bytes <= batchBytesMax / 4 }
        let share = max(2, min(batchFilesMax, (small.count + jobs - 1) / max(1, jobs)))
        var batches: [[Int]] = []
        var (batch, bytes) = ([Int](), Int64(0))
        for file in small {
            if batch.count == share || bytes + file.bytes > batchBytesMax {
                batches.append(batch)
                (batch, bytes) = ([], 0)
            }
            batch.append(file.number)
            bytes += file.bytes
        }
        return (batches + [batch]).filter { $0.count > 1 }
    }

    /// The same of the states of the fleet, which this process reads by itself.
    private func states(_ reader: UInt64) async throws(Failure) -> Outcome {
        var work = StatesImport(source, jobs: jobs, reader: reader, stop: stop)
        work.progress = progress
        work.isQuiet = isQuiet
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
        work.isQuiet = isQuiet
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
