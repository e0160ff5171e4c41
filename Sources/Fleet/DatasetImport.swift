// SPDX-License-Identifier: Apache-2.0

internal import FleetParts
internal import Foundation
internal import Messages
internal import RuleEngine
internal import Text
internal import Threads
internal import Wording
internal import Workflow

/// Makes listings of the dataset of a fleet: each of its files is read by a process of its own, and the
/// listing of each part of the drives is written by another. What was read and has not changed is not
/// read again, whatever is killed.
struct DatasetImport: Sendable {
    private let source: FleetSource
    private let folder: DatasetFolder
    private let worker: FleetWorker
    private let program: String
    private let jobs: Int
    /// Whether nothing is said but what is wrong.
    var isQuiet = false
    /// Hears how far a step is.
    var progress: @Sendable (_ step: String, _ done: Int, _ total: Int) -> Void = {
        _, _, _ in
    }

    /// Imports the dataset of `source` with `program`, in `jobs` processes at once.
    init(
        _ source: FleetSource, _ program: String, jobs: Int,
        stop: @escaping @Sendable () -> Ending?
    ) {
        self.source = source
        self.program = program
        self.jobs = max(1, jobs)
        folder = DatasetFolder(path: source.work.imported)
        worker = FleetWorker(program, stop: stop)
    }

    /// The listings, and the instant that they are as of.
    func run() async throws(Failure) -> (files: [SourceFile], snapshot: Timestamp?) {
        try source.work.prepare(folder)
        let job = try source.datasetJob(engine: FleetPool.digest(program))
        try told { () throws(PartFailure) in
            try PartFolder.write(job.bytes, to: folder.jobPath)
        }
        try await read(job)
        let generation = try begin(job)
        try await gather(generation)
        return (try finish(job, generation), generation.snapshot)
    }

    // MARK: Steps

    private func read(_ job: DatasetJob) async throws(Failure) {
        let (folder, settings) = (folder, job.settings)
        // The largest first, since they last longest.
        let order = job.files.indices.sorted { job.files[$0].stamp.size > job.files[$1].stamp.size }
        try await run(.split, order) { number in
            DatasetTask.isRead(job.files[number], by: settings, in: folder)
        } name: {
            VisibleText.escaped(job.files[$0].name)
        }
    }

    /// What is to be made of what was read.
    private func begin(_ job: DatasetJob) throws(Failure) -> DatasetGeneration {
        let folder = folder
        let indices = try told { () throws(PartFailure) in
            try DatasetIndex.all(job, in: folder)
        }
        var generation = try told { () throws(PartFailure) in
            try DatasetGeneration(job, indices)
        }
        let withoutDrive = indices.reduce(0) { $0 + $1.withoutDrive }
        let others = indices.reduce(0) { $0 + $1.otherLibraries }
        if withoutDrive + others > 0, !isQuiet {
            Host.note(
                .fleetImportSkipped(
                    n: withoutDrive, others: Phrase.fleetImportOthers(n: others)))
        }
        if let made = DatasetMade.read(in: folder) {
            generation.seen = made.seen
        } else {
            generation.hasLostSeen = FileBytes.exists(folder.madePath)
        }
        try source.work.make(folder.folder(generation))
        try told { [generation] () throws(PartFailure) in
            try generation.write(in: folder)
        }
        return generation
    }

    private func gather(_ generation: DatasetGeneration) async throws(Failure) {
        let folder = folder
        let total = generation.parts.count
        try await run(.gather, Array(0..<total)) { number in
            DatasetEnd.read(number, generation, in: folder) != nil
        } name: {
            "\($0 + 1)/\(total)"
        }
    }

    /// Has `generation`, which is made, be the last one; its listings.
    private func finish(
        _ job: DatasetJob, _ generation: DatasetGeneration
    ) throws(Failure) -> [SourceFile] {
        let folder = folder
        let made = try told { () throws(PartFailure) in
            let made = try DatasetMade(generation, in: folder)
            try made.write(in: folder)
            return made
        }
        if made.lostParts > 0 { Host.warn(.fleetImportLost(n: made.lostParts)) }
        clean(job, generation)
        return try generation.parts.indices.map { part throws(Failure) in
            let path = folder.listingPath(part, of: generation)
            return SourceFile(
                path: path, name: source.name(of: path),
                stamp: try source.stamp(of: path, source.name(of: path)))
        }
    }

    /// Erases what is of files that are no part of the dataset any more, and of earlier imports. What
    /// cannot be removed is tried again the next time.
    private func clean(_ job: DatasetJob, _ generation: DatasetGeneration) {
        let files = FileManager.default
        func names(_ path: String) -> [String] {
            (try? files.contentsOfDirectory(atPath: path)) ?? []
        }
        let kept = folder.readNames(job)
        for name in names(folder.readPath) where !kept.contains(name) {
            try? files.removeItem(atPath: "\(folder.readPath)/\(name)")
        }
        let made = folder.folder(generation)
        for name in names(folder.path) {
            let path = "\(folder.path)/\(name)"
            if path == made || path == folder.readPath || !FileBytes.isFolder(path) { continue }
            try? files.removeItem(atPath: path)
        }
    }

    // MARK: Processes

    private func run(
        _ step: DatasetTask.Step, _ numbers: [Int], isDone: @escaping @Sendable (Int) -> Bool,
        name: @escaping @Sendable (Int) -> String
    ) async throws(Failure) {
        let (folder, worker, progress) = (folder, worker, progress)
        let total = numbers.count
        let done = Lock(0)
        let failures = await FleetRun.each(numbers, most: jobs) { number -> Failure? in
            let failure = await BlockingCall.value { () -> Failure? in
                if let ending = worker.ending { return ending }
                if isDone(number) { return nil }
                let order = DatasetOrder(DatasetTask(step, number), in: folder)
                return worker.failure(order.arguments, step: step.rawValue, of: name(number))
            }
            if failure == nil {
                let count = done.withLock { done in
                    done += 1
                    return done
                }
                progress(step.rawValue, count, total)
            }
            return failure
        }
        // Those that were not begun any more say nothing.
        let met = failures.compactMap { $0 }
        if let failure = met.first(where: { $0.phrase != nil }) ?? met.first { throw failure }
    }

    private func told<Value>(
        _ body: () throws(PartFailure) -> Value
    ) throws(Failure) -> Value {
        do throws(PartFailure) {
            return try body()
        } catch {
            throw Failure(error)
        }
    }
}
