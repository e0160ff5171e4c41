// SPDX-License-Identifier: Apache-2.0

internal import Glibc
package import RuleEngine

/// The system clock, which libraries may fake.
package enum SystemClock {
    /// The current instant, in whole seconds.
    package static func now() -> Timestamp { Timestamp(secondsSinceEpoch: Int64(time(nil))) }

    /// The current instant, rounded up to a whole second.
    static func nowRoundedUp() -> Timestamp {
        var precise = timespec()
        // clock_gettime(2): fails for clocks that do not exist only.
        guard clock_gettime(CLOCK_REALTIME, &precise) == 0 else {
            return Timestamp(secondsSinceEpoch: Int64(time(nil)) + 1)
        }
        let seconds = Int64(precise.tv_sec)
        return Timestamp(secondsSinceEpoch: precise.tv_nsec > 0 ? seconds + 1 : seconds)
    }
}
