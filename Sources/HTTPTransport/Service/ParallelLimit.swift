// SPDX-License-Identifier: Apache-2.0

/// Lets so many tasks in at once, the others in the order in which they came.
///
/// Half as many once the service complains, and one more whenever it has been content for a while:
/// additive increase, multiplicative decrease, as TCP does it.
final class ParallelLimit: Sendable {
    private struct State {
        var countMax: Int
        var busyCount = 0
        var contentCount = 0
        var lastNumber: UInt64 = 0
        /// Those who have a number and no answer yet.
        var undecided: Set<UInt64> = []
        /// Those of them who were cancelled before they could wait.
        var early: Set<UInt64> = []
        var waiting: [(number: UInt64, continuation: CheckedContinuation<Bool, Never>)] = []
    }

    private let state: Lock<State>
    private let mostCount: Int

    /// So many good responses for each place make one more.
    private static let contentCountPerPlace = 10

    /// A limit of `count`, and never more.
    init(_ count: Int) {
        mostCount = max(1, count)
        state = Lock(State(countMax: mostCount))
    }

    /// Waits for a place; false if the task was cancelled meanwhile, and then there is none.
    func enter() async -> Bool {
        let number = state.withLock { state in
            state.lastNumber += 1
            state.undecided.insert(state.lastNumber)
            return state.lastNumber
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if let answer = decide(number, continuation) {
                    continuation.resume(returning: answer)
                }
            }
        } onCancel: {
            cancel(number)
        }
    }

    /// How many wait.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Gives a place back.
    func leave() {
        let next = state.withLock { state in
            state.busyCount -= 1
            return ParallelLimit.admit(&state)
        }
        for continuation in next { continuation.resume(returning: true) }
    }

    /// The service has complained: half as many from now on.
    func shrink() {
        state.withLock { state in
            state.countMax = max(1, state.countMax / 2)
            state.contentCount = 0
        }
    }

    /// The service has answered without a complaint.
    func noteContent() {
        let next: [CheckedContinuation<Bool, Never>] = state.withLock { state in
            guard state.countMax < mostCount else { return [] }
            state.contentCount += 1
            if state.contentCount < state.countMax * ParallelLimit.contentCountPerPlace {
                return []
            }
            state.contentCount = 0
            state.countMax += 1
            return ParallelLimit.admit(&state)
        }
        for continuation in next { continuation.resume(returning: true) }
    }

    /// Those who may go in now.
    private static func admit(_ state: inout State) -> [CheckedContinuation<Bool, Never>] {
        var admitted: [CheckedContinuation<Bool, Never>] = []
        while state.busyCount < state.countMax, !state.waiting.isEmpty {
            let first = state.waiting.removeFirst()
            state.undecided.remove(first.number)
            state.busyCount += 1
            admitted.append(first.continuation)
        }
        return admitted
    }

    /// The answer for `number`; nil if it has to wait.
    private func decide(
        _ number: UInt64, _ continuation: CheckedContinuation<Bool, Never>
    ) -> Bool? {
        state.withLock { state in
            if state.early.remove(number) != nil {
                state.undecided.remove(number)
                return false
            }
            if state.busyCount < state.countMax {
                state.busyCount += 1
                state.undecided.remove(number)
                return true
            }
            state.waiting.append((number, continuation))
            return nil
        }
    }

    private func cancel(_ number: UInt64) {
        let waiter: CheckedContinuation<Bool, Never>? = state.withLock { state in
            guard state.undecided.contains(number) else { return nil }
            guard let index = state.waiting.firstIndex(where: { $0.number == number }) else {
                state.early.insert(number)
                return nil
            }
            state.undecided.remove(number)
            return state.waiting.remove(at: index).continuation
        }
        waiter?.resume(returning: false)
    }
}
