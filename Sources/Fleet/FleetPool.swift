// SPDX-License-Identifier: Apache-2.0

internal import FleetParts
internal import Glibc
internal import RuleEngine
internal import Text
internal import Threads
internal import Wording
internal import Workflow

/// Has processes do what there is to do of a plan, each for one task, a few at a time. One that was
/// killed is started again; one that failed ends the plan.
final class FleetPool: Sendable {
    private let worker: FleetWorker
    private let folder: PartFolder
    private let job: PartJob
    /// How many processes are under way at once.
    private let most: Int

    init(
        _ program: String, _ folder: PartFolder, _ job: PartJob, most: Int,
        stop: @escaping @Sendable () -> Ending?
    ) {
        worker = FleetWorker(program, stop: stop)
        self.folder = folder
        self.job = job
        self.most = most
    }

    /// The program that processes run: beside this one, as a build leaves them, or where an installation
    /// has programs that people do not call themselves.
    static func program() throws(Failure) -> String {
        let own = MachinePath.folder(of: MachinePath.canonical("/proc/self/exe") ?? "")
        let paths = ["", "../libexec/cleanrules/", "../lib/cleanrules/"].map {
            MachinePath.resolve($0 + "cleanrules-part", from: own)
        }
        if let path = paths.first(where: { access($0, X_OK) == 0 }) { return path }
        throw Failure(.failed, .fleetNoPart(path: VisibleText.escaped(paths[0])))
    }

    /// Has all tasks of `step` done that are not done yet, the largest first; `progress` hears how many
    /// are.
    func run(
        _ step: PartTask.Step, progress: @escaping @Sendable (Int, Int) -> Void
    ) async throws(Failure) {
        var tasks = PartTask.all(step, of: job)
        if !step.isOfBuckets {
            tasks.sort { job.files[$0.number].stamp.size > job.files[$1.number].stamp.size }
        }
        let total = tasks.count
        let done = Lock(0)
        let failures = await FleetRun.each(tasks, most: most) { [self] task -> Failure? in
            let failure = await BlockingCall.value { self.failure(of: task) }
            if failure == nil {
                let count = done.withLock { done in
                    done += 1
                    return done
                }
                progress(count, total)
            }
            return failure
        }
        // Those that were not begun any more say nothing.
        let met = failures.compactMap { $0 }
        if let failure = met.first(where: { $0.phrase != nil }) ?? met.first { throw failure }
    }

    /// Does `task`; nil where it is done then.
    private func failure(of task: PartTask) -> Failure? {
        if let ending = worker.ending { return ending }
        if task.isDone(job, in: folder) { return nil }
        let order = PartOrder(task, in: folder, threads: most == 1 ? 2 : 1)
        return worker.failure(order.arguments, step: task.step.rawValue, of: name(of: task))
    }

    /// What people know the task's part or share by.
    private func name(of task: PartTask) -> String {
        task.step.isOfBuckets
            ? "\(task.number + 1)/\(job.buckets)"
            : VisibleText.escaped(job.files[task.number].name)
    }
}
