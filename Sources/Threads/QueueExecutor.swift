// SPDX-License-Identifier: Apache-2.0

internal import Dispatch

/// Runs an actor on a serial queue of its own, because what it calls blocks and the threads that
/// run tasks are few.
package final class QueueExecutor: SerialExecutor {
    private let queue: DispatchQueue

    /// An executor whose queue is called `label`.
    package init(label: String) {
        queue = DispatchQueue(label: label)
    }

    /// Runs `job` after those before it.
    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { [self] in unsafe job.runSynchronously(on: asUnownedSerialExecutor()) }
    }

    /// What is running now runs here.
    package func checkIsolated() {
        dispatchPrecondition(condition: .onQueue(queue))
    }
}
