// SPDX-License-Identifier: Apache-2.0

@testable import HTTPTransport

/// Time that passes only while somebody waits, and then at once.
final class FakeClock: TrafficClock {
    private let state: Lock<State>

    private struct State {
        var seconds: Double
        var sleeps: [Double] = []
    }

    /// When the clock starts, by the time of day: a day of November 2026, noon.
    static let start = 1_795_694_400.0

    /// A clock that stands at `seconds`.
    init(seconds: Double = 0) { state = Lock(State(seconds: seconds)) }

    var seconds: Double { state.withLock { $0.seconds } }

    var unixSeconds: Double { FakeClock.start + seconds }

    /// All waits so far.
    var sleeps: [Double] { state.withLock { $0.sleeps } }

    /// Lets time pass.
    func advance(_ seconds: Double) { state.withLock { $0.seconds += seconds } }

    func sleep(seconds: Double) async throws(CancellationError) {
        if Task.isCancelled { throw CancellationError() }
        let end = state.withLock { state in
            state.sleeps.append(seconds)
            return state.seconds + seconds
        }
        await Task.yield()
        state.withLock { $0.seconds = max($0.seconds, end) }
    }
}
