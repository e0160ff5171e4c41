// SPDX-License-Identifier: Apache-2.0

internal import POSIX

/// Time for traffic, so that tests need none.
package protocol TrafficClock: Sendable {
    /// Seconds on a clock that never goes back.
    var seconds: Double { get }
    /// The time of day, as seconds since the start of 1970.
    var unixSeconds: Double { get }
    /// Waits for `seconds`, or until the task is cancelled.
    func sleep(seconds: Double) async throws(CancellationError)
}

/// The time of the machine.
package struct SystemTrafficClock: TrafficClock {
    /// The clock.
    package init() {}

    package var seconds: Double { MonotonicTime.seconds }

    package var unixSeconds: Double { MonotonicTime.unixSeconds }

    package func sleep(seconds: Double) async throws(CancellationError) {
        do {
            // Longer than any pause that is waited for, and short enough for every clock.
            let duration = Duration.seconds(max(0, min(seconds, 1e6)))
            try await Task.sleep(for: duration, clock: SuspendingClock())
        } catch {
            throw CancellationError()
        }
    }
}
