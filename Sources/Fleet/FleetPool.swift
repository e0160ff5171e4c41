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
    /// What one process does.
    struct Work: Sendable {
        /// What.
        let task: PartTask
        /// What people know its part or share by.
        let name: String
        /// How much there is to do: what is larger is begun first.
        let size: Int64
        /// Whether it is done already.
        let isDone: @Sendable () -> Bool
        /// Whether it is known of it, when it has failed, that the rest can go on.
        var isExcused: @Sendable () -> Bool = { false }
    }

    private let worker: FleetWorker
    /// The folder that processes are told of.
    private let folder: String
    /// How many processes are under way at once.
    private let most: Int

    init(
        _ program: String, _ folder: String, most: Int, stop: @escaping @Sendable () -> Ending?
    ) {
        worker = FleetWorker(program, stop: stop)
        self.folder = folder
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

    /// By what `program` judges on this machine, as it says itself: it knows what it was linked with.
    static func engine(of program: String) async throws(Failure) -> UInt64 {
        let answer = await BlockingCall.value { HelperProgram.run(program, ["engine"]) }
        if let answer, answer.status == 0,
            let engine = UInt64(answer.text.prefix { $0 != "\n" }, radix: 16)
        {
            return engine
        }
        let detail = answer.map { $0.complaint ?? "\($0.status)" } ?? "posix_spawn"
        throw Failure(
            .failed,
            .fleetNoStart(
                path: VisibleText.escaped(program), detail: VisibleText.escaped(detail)))
    }

    /// A digest of `program`.
    static func digest(_ program: String) throws(Failure) -> UInt64 {
        do throws(PartFailure) {
            return try PartEngine.program(program)
        } catch {
            throw Failure(error)
        }
    }

    /// Has all of `work` done that is not done yet, the largest first; `progress` hears how much is. What
    /// failed and is excused, by the numbers of the tasks.
    @discardableResult
    func run(
        _ work: [Work], progress: @escaping @Sendable (Int, Int) -> Void
    ) async throws(Failure) -> [Int: Failure] {
        let tasks = work.enumerated().sorted { left, right in
            (right.element.size, left.offset) < (left.element.size, right.offset)
        }.map(\.element)
        let total = tasks.count
        let done = Lock(0)
        let excused = Lock<[Int: Failure]>([:])
        let failures = await FleetRun.each(tasks, most: most) { [self] task -> Failure? in
            var failure = await BlockingCall.value { self.failure(of: task) }
            if let known = failure, known.phrase != nil, task.isExcused() {
                excused.withLock { $0[task.task.number] = known }
                failure = nil
            }
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
        return excused.withLock { $0 }
    }

    /// Does `work`; nil where it is done then.
    private func failure(of work: Work) -> Failure? {
        if let ending = worker.ending { return ending }
        if work.isDone() { return nil }
        let order = PartOrder(
            work.task, in: PartFolder(path: folder), threads: most == 1 ? 2 : 1)
        return worker.failure(
            order.arguments, step: work.task.step.rawValue, of: work.name,
            isExcused: work.isExcused)
    }
}
