// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization

/// Several threads at once for one call that blocks.
enum WorkerThreads {
    /// Runs `body` for 0 ..< `count` at once, each on a thread of its own, and waits for all.
    ///
    /// `body` is handed a flag that tells whether the calling task was cancelled meanwhile.
    static func run(
        count: Int, body: @escaping @Sendable (Int, CancellationFlag) -> Void
    ) async {
        let flag = CancellationFlag()
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let group = DispatchGroup()
                for number in 0..<count {
                    // A serial queue of its own is what makes Dispatch give it a thread at once.
                    DispatchQueue(label: "drive-\(number)").async(group: group) {
                        body(number, flag)
                    }
                }
                group.notify(queue: DispatchQueue(label: "drive-end")) { continuation.resume() }
            }
        } onCancel: {
            flag.raise()
        }
    }
}

/// Whether the task that waits for worker threads was cancelled.
final class CancellationFlag: Sendable {
    private let isUp = Atomic(false)

    /// Whether it was.
    var isRaised: Bool { isUp.load(ordering: .relaxed) }

    /// From now on it was.
    func raise() { isUp.store(true, ordering: .relaxed) }
}

/// Adds up what several threads have done and tells a handler of it, not too often.
final class ProgressMeter: Sendable {
    private let handler: DriveProgressHandler?
    private let state = Lock(State())

    private struct State {
        var total = DriveProgress()
        var told = DriveProgress()
    }

    /// How much more must have been done before the handler is told again.
    private static let step = DriveProgress(items: 4_096, bytes: 64 << 20)

    /// A meter that tells `handler`.
    init(_ handler: DriveProgressHandler?) {
        self.handler = handler
    }

    /// Adds what was done since the last call.
    func add(items: Int, bytes: Int64 = 0) {
        guard let handler else { return }
        state.withLock { state in
            state.total.items += items
            state.total.bytes += bytes
            let step = ProgressMeter.step
            if state.total.items - state.told.items >= step.items
                || state.total.bytes - state.told.bytes >= step.bytes
            {
                state.told = state.total
                handler(state.total)
            }
        }
    }

    /// Tells the handler of the end.
    func finish() {
        guard let handler else { return }
        state.withLock { state in handler(state.total) }
    }
}
