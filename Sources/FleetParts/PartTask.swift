// SPDX-License-Identifier: Apache-2.0

package import RuleEngine

/// What one process does of a plan of a fleet.
package struct PartTask: Sendable, Hashable {
    /// What is done, in this order.
    package enum Step: String, Sendable, Hashable, CaseIterable {
        /// A listing file becomes a snapshot: see `PartImport`.
        case imports = "import"
        /// A part tells by which keys its items could be of groups that reach into other parts.
        case keys
        /// The keys of all parts meet in one bucket, and each hears which of its own others have.
        case common
        /// A part tells of its groups.
        case summaries
        /// The summaries of all parts meet in one bucket, and are answered.
        case settlements
        /// A part settles its groups, and tells what is kept.
        case tallies
        /// The tallies of all parts meet in one bucket, and are answered.
        case totals
        /// A part writes its lines.
        case lines

        /// Whether it is done by buckets; else by parts.
        package var isOfBuckets: Bool {
            self == .common || self == .settlements || self == .totals
        }
    }

    /// What is done.
    package let step: Step
    /// Of which part, or in which bucket, from 0.
    package let number: Int

    /// That step of that part or bucket.
    package init(_ step: Step, _ number: Int) {
        self.step = step
        self.number = number
    }

    /// The steps of a plan, in which parts tell each other of groups where `rules` go across drives.
    package static func steps(_ rules: SharedRules) -> [Step] {
        rules.isEmpty
            ? [.lines]
            : [.keys, .common, .summaries, .settlements, .tallies, .totals, .lines]
    }

    /// What there is to do in `step` of a plan, by `job`.
    package static func all(_ step: Step, of job: PartJob) -> [PartTask] {
        (0..<(step.isOfBuckets ? job.buckets : job.parts.count)).map { PartTask(step, $0) }
    }

    /// Where it tells something; none for snapshots and lines.
    func places(_ job: PartJob) -> [PartPlace] {
        let parts = job.parts.indices
        let buckets = 0..<job.buckets
        switch step {
        case .keys: return buckets.map { PartPlace(.keys, part: number, bucket: $0) }
        case .common: return parts.map { PartPlace(.common, part: $0, bucket: number) }
        case .summaries: return buckets.map { PartPlace(.summaries, part: number, bucket: $0) }
        case .settlements: return parts.map { PartPlace(.settlements, part: $0, bucket: number) }
        case .tallies: return buckets.map { PartPlace(.tallies, part: number, bucket: $0) }
        case .totals: return parts.map { PartPlace(.totals, part: $0, bucket: number) }
        case .imports, .lines: return []
        }
    }

    /// Whether it is done in `folder` already, and whole.
    package func isDone(_ job: PartJob, in folder: PartFolder) -> Bool {
        if step == .lines { return (try? PartEnd.read(number, job, in: folder)) != nil }
        let origin = job.origin
        return places(job).allSatisfy { folder.hasTold(at: $0, of: origin) }
    }
}

/// How a process is told what to do: its arguments.
package struct PartOrder: Sendable, Hashable {
    /// What it does.
    package let task: PartTask
    /// Where.
    package let folder: PartFolder
    /// On how many threads.
    package let threads: Int

    /// To do `task` in `folder`.
    package init(_ task: PartTask, in folder: PartFolder, threads: Int) {
        self.task = task
        self.folder = folder
        self.threads = threads
    }

    /// Reads what `arguments` ask for; nil where they ask for nothing.
    package init?(_ arguments: [String]) {
        guard arguments.count == 4, let step = PartTask.Step(rawValue: arguments[0]),
            arguments[1].hasPrefix("/"), let number = Int(arguments[2]), number >= 0,
            let threads = Int(arguments[3]), (1...64).contains(threads)
        else { return nil }
        task = PartTask(step, number)
        folder = PartFolder(path: arguments[1])
        self.threads = threads
    }

    /// The order as arguments.
    package var arguments: [String] {
        [task.step.rawValue, folder.path, String(task.number), String(threads)]
    }
}
