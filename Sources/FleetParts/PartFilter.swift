// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import POSIX
internal import RuleEngine

/// Does a step of a plan for whatever parts or buckets are named to it, by frames from its input to
/// its output: an engine that stores, sorts and carries frames need not look into one.
///
/// Frames of one part, or in steps by buckets of one bucket, follow one another; those that all parts
/// are told stand before them. What is missing, of another plan or place, or there twice and differs,
/// ends it.
package struct PartFilter {
    /// What is done.
    package enum Step: String, Sendable, Hashable, CaseIterable {
        /// Says what there is to do, as a line of JSON.
        case describe
        /// As `PartTask.Step` has it.
        case keys, common, summaries, settlements, tallies, totals
        /// Each part writes its lines into the folder of the plan, and answers what they come to.
        case lines

        /// What comes in.
        var told: [PartPhase] {
            switch self {
            case .describe: []
            case .keys: [.carried]
            case .common: [.keys]
            case .summaries: [.carried, .common]
            case .settlements: [.summaries]
            case .tallies: [.carried, .common, .settlements]
            case .totals: [.tallies]
            case .lines: [.carried, .common, .settlements, .totals]
            }
        }
    }

    private let step: Step
    private let folder: PartFolder
    private let worker: PartWorker

    /// A filter for the plan in `folder`.
    package init(_ step: Step, in folder: PartFolder, threads: Int) throws(PartFailure) {
        self.step = step
        self.folder = folder
        worker = try PartWorker(folder, threads: threads)
    }

    /// Throws where another program than this one has begun the plan, which may judge by other
    /// tables of characters, expressions or time zones.
    package func demandSameProgram() throws(PartFailure) {
        let own = PartEngine.digest(try PartEngine.program("/proc/self/exe"))
        if own == worker.job.engine { return }
        let (here, there) = (String(own, radix: 16), String(worker.job.engine, radix: 16))
        throw PartFailure(
            Message(
                "the program here (\(here)) is not the one that the plan was begun by (\(there)), or"
                    + " its time zones are others; have the same on all machines"))
    }

    /// The folders that it reads: which parts it is asked for, nobody knows before.
    package var reads: [String] {
        if isOfBuckets { return [] }
        return Set(worker.job.files.map { Self.folder(of: $0.snapshot) }).sorted()
    }

    /// The folders that it writes in.
    package var writes: [String] {
        step == .lines ? [Self.folder(of: folder.linesPath(0))] : []
    }

    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? path
    }

    /// Does the step from `input` to `output`, both open files.
    package func run(from input: Int32, to output: Int32) throws(PartFailure) {
        if step == .describe { return try describe(to: output) }
        var everywhere: [PartPlace: [[UInt8]]] = [:]
        var group: (key: Int, blobs: [PartPlace: [[UInt8]]])?
        var done: Set<Int> = []
        while let packed = try PartFrame.next(of: input) {
            let frame = try unpacked(packed)
            let place = try place(of: frame)
            if let place, place.phase == .carried {
                everywhere[place, default: []].append(frame.bytes)
                continue
            }
            let key = key(of: frame)
            if group?.key != key {
                try finish(group, everywhere, output)
                guard done.insert(key).inserted else {
                    throw PartFailure(PartError(.misplaced, at: place))
                }
                group = (key, [:])
            }
            if let place { group?.blobs[place, default: []].append(frame.bytes) }
        }
        try finish(group, everywhere, output)
    }

    private var isOfBuckets: Bool { PartTask.Step(rawValue: step.rawValue)?.isOfBuckets == true }

    /// What frames have in common that are judged together.
    private func key(of frame: PartFrame) -> Int {
        isOfBuckets ? frame.bucket : frame.part
    }

    /// What came as `frame`, as it was before it travelled.
    private func unpacked(_ frame: PartFrame) throws(PartFailure) -> PartFrame {
        guard let bytes = PartPacking.unpacked(frame.bytes) else {
            throw PartFailure(PartError(.damaged, at: supposedPlace(of: frame)))
        }
        return PartFrame(part: frame.part, bucket: frame.bucket, bytes: bytes)
    }

    /// Where `frame` would belong that is too damaged to tell.
    private func supposedPlace(of frame: PartFrame) -> PartPlace {
        PartPlace(step.told.last ?? .carried, part: frame.part, bucket: frame.bucket)
    }

    /// Where what `frame` holds belongs; nil where it holds nothing, and names its part alone.
    private func place(of frame: PartFrame) throws(PartFailure) -> PartPlace? {
        if frame.bytes.isEmpty { return nil }
        guard let place = PartBlob.place(of: frame.bytes) else {
            let place = supposedPlace(of: frame)
            do throws(PartError) {
                // It knows best what is wrong.
                _ = try PartBlob.opened([frame.bytes], at: place, of: worker.origin)
            } catch {
                throw PartFailure(error)
            }
            throw PartFailure(PartError(.damaged, at: place))
        }
        guard place.part == frame.part, place.bucket == frame.bucket,
            step.told.contains(place.phase)
        else { throw PartFailure(PartError(.misplaced, at: place)) }
        return place
    }

    private func finish(
        _ group: (key: Int, blobs: [PartPlace: [[UInt8]]])?,
        _ everywhere: [PartPlace: [[UInt8]]], _ output: Int32
    ) throws(PartFailure) {
        guard let group else { return }
        let frames = PartFrames(
            group.blobs.merging(everywhere) { one, _ in one }, output: output)
        let worker = worker.telling(by: frames)
        guard let step = PartTask.Step(rawValue: step.rawValue) else { return }
        let task = PartTask(step, group.key)
        if step == .lines {
            try worker.demand(task)
            // What was written before is not written again.
            if !task.isDone(worker.job, in: folder) { try worker.run(task) }
            let end = try PartEnd.read(group.key, worker.job, in: folder)
            try PartFrame(part: group.key, bucket: 0, bytes: end.bytes).write(to: output)
        } else {
            try worker.run(task)
        }
    }

    /// Says what there is to do: the plan, how many parts and buckets, and the steps in their order.
    private func describe(to output: Int32) throws(PartFailure) {
        let job = worker.job
        let steps = PartTask.steps(worker.shared).map { "\"\($0.rawValue)\"" }.joined(
            separator: ",")
        let text =
            #"{"buckets":\#(job.buckets),"plan":"\#(job.digest)","steps":[\#(steps)],"#
            + #""units":\#(job.parts.count)}"# + "\n"
        do throws(SystemError) {
            try SystemCall.write(Array(text.utf8), to: output)
        } catch {
            throw PartFailure("/dev/stdout", error)
        }
    }
}

/// How a filter is told what to do: its arguments.
package struct PartFilterOrder: Sendable, Hashable {
    /// What it does.
    package let step: PartFilter.Step
    /// The folder of the plan.
    package let folder: PartFolder
    /// On how many threads.
    package let threads: Int

    /// Reads what `arguments` ask for, `filter STEP FOLDER THREADS`; nil where they ask for none.
    package init?(_ arguments: [String]) {
        guard arguments.count == 4, arguments[0] == "filter",
            let step = PartFilter.Step(rawValue: arguments[1]), arguments[2].hasPrefix("/"),
            let threads = Int(arguments[3]), (1...64).contains(threads)
        else { return nil }
        self.step = step
        folder = PartFolder(path: arguments[2])
        self.threads = threads
    }

    /// The filter that does it; throws where the plan was begun by another program.
    package var filter: PartFilter {
        get throws(PartFailure) {
            let filter = try PartFilter(step, in: folder, threads: threads)
            try filter.demandSameProgram()
            return filter
        }
    }
}
