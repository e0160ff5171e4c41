// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Lets so many through at once; who is looked at goes before who is only expected.
struct PictureGate {
    private var free: Int
    private var waiting: [(run: PictureRun, continuation: CheckedContinuation<Void, Never>)] = []

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
    mutating func wait(_ run: PictureRun, _ continuation: CheckedContinuation<Void, Never>) {
        waiting.append((run, continuation))
    }

    /// Lets the next one through.
    mutating func leave() {
        let next = waiting.firstIndex { $0.run.isUrgent } ?? waiting.indices.first
        guard let next else {
            free += 1
            return
        }
        waiting.remove(at: next).continuation.resume()
    }
}

/// One picture in the making, and how many wait for it.
final class PictureRun: Sendable {
    private let waiterCount = Atomic(1)
    private let isLookedAt: Atomic<Bool>

    /// A run that one waits for.
    init(isUrgent: Bool) {
        isLookedAt = Atomic(isUrgent)
    }

    /// Whether anybody looks at the place where it will stand.
    var isUrgent: Bool { isLookedAt.load(ordering: .relaxed) }

    /// One more waits; false where nobody did any more, so that the run is coming to its end.
    func join(isUrgent: Bool) -> Bool {
        var count = waiterCount.load(ordering: .relaxed)
        while count > 0 {
            let (isDone, now) = waiterCount.compareExchange(
                expected: count, desired: count + 1, ordering: .relaxed)
            if isDone {
                if isUrgent { isLookedAt.store(true, ordering: .relaxed) }
                return true
            }
            count = now
        }
        return false
    }

    /// One waits no more; whether that was the last.
    func leave() -> Bool {
        waiterCount.subtract(1, ordering: .relaxed).newValue == 0
    }
}
