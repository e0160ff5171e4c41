// SPDX-License-Identifier: Apache-2.0

/// When something was said: seconds by the clock of who said it, and a count for what follows
/// something within that second, or by a clock that is behind.
package struct HybridClock: Sendable, Hashable, Comparable {
    /// Seconds since 1970.
    package let seconds: Int64
    /// Rises within a second.
    package let count: Int64

    /// That instant.
    package init(_ seconds: Int64, _ count: Int64 = 0) {
        self.seconds = seconds
        self.count = count
    }

    /// What is said at `seconds` by the clock, after all that was said or heard by now. A second whose
    /// count is at its bound is over, so that what follows can be read.
    package func next(at seconds: Int64) -> HybridClock {
        if seconds > self.seconds { return HybridClock(seconds) }
        if count >= SyncLimits.countMax { return HybridClock(self.seconds + 1) }
        return HybridClock(self.seconds, count + 1)
    }

    /// Before all others.
    package static let distantPast = HybridClock(-SyncLimits.secondsMax)

    /// Whether the one is earlier.
    package static func < (left: HybridClock, right: HybridClock) -> Bool {
        (left.seconds, left.count) < (right.seconds, right.count)
    }
}
