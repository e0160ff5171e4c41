// SPDX-License-Identifier: Apache-2.0

internal import Dispatch

/// Runs an actor on a serial queue of its own: SQLite blocks, and the threads that run tasks are
/// few.
final class LedgerExecutor: SerialExecutor {
    private let queue: DispatchQueue

    /// An executor whose queue is called `label`.
    init(label: String) {
        queue = DispatchQueue(label: label)
    }

    /// Runs `job` after those before it.
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { [self] in job.runSynchronously(on: asUnownedSerialExecutor()) }
    }

    /// What is running now runs here.
    func checkIsolated() {
        dispatchPrecondition(condition: .onQueue(queue))
    }
}
