// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Lets so many through at once, in the order in which they came.
struct PictureGate {
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// A gate for `count` at once.
    init(count: Int) {
        free = count
    }

    /// Goes through at once where that is possible.
    mutating func enter() -> Bool {
        if free == 0 { return false }
        free -= 1
        return true
    }

    /// Waits until somebody leaves.
    mutating func wait(_ continuation: CheckedContinuation<Void, Never>) {
        waiting.append(continuation)
    }

    /// Lets the next one through.
    mutating func leave() {
        if waiting.isEmpty {
            free += 1
        } else {
            waiting.removeFirst().resume()
        }
    }
}

/// One picture in the making, and how many wait for it.
final class PictureRun: Sendable {
    private let waiterCount = Atomic(1)

    /// How many wait.
    var waitingCount: Int { waiterCount.load(ordering: .relaxed) }

    /// One more waits; false where nobody did any more, so that the run is coming to its end.
    func join() -> Bool {
        var count = waiterCount.load(ordering: .relaxed)
        while count > 0 {
            let (isDone, now) = waiterCount.compareExchange(
                expected: count, desired: count + 1, ordering: .relaxed)
            if isDone { return true }
            count = now
        }
        return false
    }

    /// One waits no more; whether that was the last.
    func leave() -> Bool {
        waiterCount.subtract(1, ordering: .relaxed).newValue == 0
    }
}
