// SPDX-License-Identifier: Apache-2.0

internal import Glibc
package import RuleEngine

/// What time it is for a workflow. Whoever carries out what is due asks one clock all the way.
package struct WorkflowClock: Sendable {
    /// The current instant, in whole seconds.
    package let now: @Sendable () -> Timestamp
    /// The current instant, rounded up to a whole second.
    package let nowRoundedUp: @Sendable () -> Timestamp

    /// A clock that says `now`, which is a whole second each time.
    package init(_ now: @escaping @Sendable () -> Timestamp) {
        self.init(now: now, nowRoundedUp: now)
    }

    private init(
        now: @escaping @Sendable () -> Timestamp,
        nowRoundedUp: @escaping @Sendable () -> Timestamp
    ) {
        self.now = now
        self.nowRoundedUp = nowRoundedUp
    }

    /// The clock of the machine.
    package static let system = WorkflowClock(
        now: { SystemClock.now() }, nowRoundedUp: { SystemClock.nowRoundedUp() })
}

/// The system clock, which libraries may fake.
package enum SystemClock {
    /// The current instant, in whole seconds.
    package static func now() -> Timestamp { Timestamp(secondsSinceEpoch: Int64(time(nil))) }

    /// The current instant, rounded up to a whole second.
    package static func nowRoundedUp() -> Timestamp {
        var precise = timespec()
        // clock_gettime(2): fails for clocks that do not exist only.
        guard clock_gettime(CLOCK_REALTIME, &precise) == 0 else {
            return Timestamp(secondsSinceEpoch: Int64(time(nil)) + 1)
        }
        let seconds = Int64(precise.tv_sec)
        return Timestamp(secondsSinceEpoch: precise.tv_nsec > 0 ? seconds + 1 : seconds)
    }
}
