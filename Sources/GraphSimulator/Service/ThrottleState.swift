// SPDX-License-Identifier: Apache-2.0

/// How many requests the service takes.
package struct SimulatedThrottle: Sendable, Hashable {
    /// So many requests at once, and so many a second; nil for no limit.
    package var requests: Bucket?
    /// The same for resource units.
    package var units: Bucket?
    /// Whether refused requests count as well.
    package var countsRefused = false

    /// A store that fills by itself.
    package struct Bucket: Sendable, Hashable {
        /// What it holds when full.
        package var capacity: Double
        /// What comes in a second.
        package var perSecond: Double

        /// A store of that size.
        package init(capacity: Double, perSecond: Double) {
            self.capacity = capacity
            self.perSecond = perSecond
        }
    }

    /// Limits; none without arguments.
    package init(requests: Bucket? = nil, units: Bucket? = nil) {
        self.requests = requests
        self.units = units
    }
}

/// What is left of the limits.
struct ThrottleState {
    private let limits: SimulatedThrottle
    private var requestsLeft: Double
    private var unitsLeft: Double
    private var time: Double

    init(_ limits: SimulatedThrottle, now: Double) {
        self.limits = limits
        requestsLeft = limits.requests?.capacity ?? 0
        unitsLeft = limits.units?.capacity ?? 0
        time = now
    }

    /// Takes what a request costs, or gives the seconds after which it could be taken.
    mutating func wait(requests: Double, units: Double, now: Double) -> Double? {
        refill(now: now)
        let waits = [
            Self.wait(requests, requestsLeft, limits.requests),
            Self.wait(units, unitsLeft, limits.units),
        ]
        let wait = waits.reduce(0, max)
        if wait == 0 || limits.countsRefused {
            requestsLeft -= requests
            unitsLeft -= units
        }
        return wait > 0 ? wait : nil
    }

    private mutating func refill(now: Double) {
        let passed = max(0, now - time)
        time = now
        if let bucket = limits.requests {
            requestsLeft = min(bucket.capacity, requestsLeft + passed * bucket.perSecond)
        }
        if let bucket = limits.units {
            unitsLeft = min(bucket.capacity, unitsLeft + passed * bucket.perSecond)
        }
    }

    private static func wait(
        _ wanted: Double, _ left: Double, _ bucket: SimulatedThrottle.Bucket?
    ) -> Double {
        guard let bucket, wanted > 0, left < wanted else { return 0 }
        return max(0.001, (wanted - left) / max(bucket.perSecond, 1e-6))
    }

    /// Seconds with three digits behind the point, rounded up.
    static func fraction(_ seconds: Double) -> String {
        let milliseconds = Int((seconds * 1_000).rounded(.up))
        let rest = String(milliseconds % 1_000)
        let zeros = String(repeating: "0", count: 3 - rest.utf8.count)
        return "\(milliseconds / 1_000).\(zeros)\(rest)"
    }
}
