// SPDX-License-Identifier: Apache-2.0

import DriveAdapters
import Foundation

/// Runs `body` to its end from code that cannot wait otherwise; nil if it throws.
///
/// On a queue of its own: with all threads of the pool blocked like this, nothing would go on.
func blocking<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) -> Value? {
    let done = Gate()
    let result = Lock<Value?>(nil)
    background {
        let value = try? await body()
        result.withLock { $0 = value }
        done.open()
    }
    done.wait()
    return result.withLock { $0 }
}

/// Begins `body` on a queue of its own.
func background(_ body: @escaping @Sendable () async -> Void) {
    Task.detached(executorPreference: QueueExecutor.shared) { await body() }
}

/// Something that threads wait for until it has happened.
final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    func open() { semaphore.signal() }

    func wait() {
        semaphore.wait()
        semaphore.signal()
    }
}

/// Runs tasks on a dispatch queue.
private final class QueueExecutor: TaskExecutor {
    static let shared = QueueExecutor()

    private let queue = DispatchQueue(label: "blocking", attributes: .concurrent)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
