// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Time that never goes back and stands still while the machine sleeps.
package enum MonotonicTime {
    /// Seconds since some instant of the past.
    package static var seconds: Double { reading(CLOCK_MONOTONIC) }

    /// The time of day, as seconds since the start of 1970.
    package static var unixSeconds: Double { reading(CLOCK_REALTIME) }

    private static func reading(_ clock: clockid_t) -> Double {
        var time = timespec()
        // clock_gettime(2): fails only for a clock that does not exist.
        unsafe clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
