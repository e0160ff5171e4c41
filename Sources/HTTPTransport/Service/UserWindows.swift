// SPDX-License-Identifier: Apache-2.0

/// How many requests each user of a service had lately, whoever of this process sent them.
///
/// A service grants a user 3,000 requests in five minutes, beside what it grants the application. Those who had
/// none lately are let go of, so that no more are kept than there are at work, or a thousand.
struct UserWindows {
    /// The most requests of one user within `seconds`, with some room below what the service documents.
    static let countMax = 580.0
    /// See `countMax`.
    static let seconds = 60.0
    /// With so many users it is looked who had no request lately.
    static let sweepCountMin = 1_024

    private var windows: [String: SlidingWindow] = [:]
    private var sweepCount = UserWindows.sweepCountMin

    /// How many users are kept.
    var count: Int { windows.count }

    /// For how many seconds a request of `user` has to wait that counts `count` times.
    mutating func wait(for count: Int, of user: String, now: Double) -> Double {
        windows[user]?.wait(for: Double(count), now: now) ?? 0
    }

    /// Such a request goes out.
    mutating func add(_ count: Int, of user: String, now: Double) {
        if windows.count >= sweepCount { sweep(now) }
        windows[
            user,
            default: SlidingWindow(limit: UserWindows.countMax, seconds: UserWindows.seconds)
        ].add(Double(count), now: now)
    }

    private mutating func sweep(_ now: Double) {
        windows = windows.filter { _, window in
            var window = window
            return !window.isEmpty(now: now)
        }
        sweepCount = max(UserWindows.sweepCountMin, windows.count * 2)
    }
}
