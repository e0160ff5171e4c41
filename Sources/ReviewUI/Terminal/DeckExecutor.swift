// SPDX-License-Identifier: Apache-2.0

internal import Dispatch

/// Runs the deck on a serial queue of its own: a slow terminal blocks whoever writes to it, and the
/// threads that run tasks are few.
final class DeckExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "terminal deck")

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
