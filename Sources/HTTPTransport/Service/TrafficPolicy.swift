// SPDX-License-Identifier: Apache-2.0

/// How patient and how fast all traffic with one service is.
package struct TrafficPolicy: Sendable, Hashable {
    /// Where the service asks to wait without saying for how long, the pause is between nothing
    /// and this, doubled with every time in a row.
    package var throttleBaseSeconds = 2.0
    /// The most that doubling makes of `throttleBaseSeconds`.
    package var throttleCapSeconds = 300.0
    /// After another failure that passes, the next attempt comes after nothing to this, doubled
    /// with every failure.
    package var failureBaseSeconds = 0.5
    /// The most that doubling makes of `failureBaseSeconds`.
    package var failureCapSeconds = 30.0
    /// How often a request is sent at most, whatever comes back.
    package var attemptCountMax = 6
    /// How often it is sent at most when the service fails or the connection does.
    package var failedAttemptCountMax = 4
    /// The longest pause that is waited for; where the service asks for more, requests fail.
    package var singleWaitSecondsMax = 300.0
    /// The most seconds of pauses within `totalWaitWindowSeconds`.
    package var totalWaitSecondsMax = 900.0
    /// See `totalWaitSecondsMax`. Patience comes back with time, so that a long run that is
    /// slowed down now and then goes on, and one that does nothing but wait ends.
    package var totalWaitWindowSeconds = 3_600.0
    /// The most requests under way at once; fewer for a while after the service asked to wait.
    package var parallelCountMax = 4
    /// What the service allows; nil where nothing is counted.
    package var budget: RequestBudget? = RequestBudget()
    /// Whether requests without a `client-request-id` get one, a new one for every attempt.
    package var addsRequestIDs = true
    /// Whether the log may name paths. Not where the path of an address gives access by itself.
    package var logsPaths = true

    /// The usual figures.
    package init() {}

    /// The usual figures for a service at `address`: on this machine nothing is counted.
    package static func usual(for address: ServiceAddress) -> TrafficPolicy {
        var policy = TrafficPolicy()
        if address.isLoopback { policy.budget = nil }
        return policy
    }

    /// The usual figures for addresses that give access by themselves: they are not logged, no id
    /// is added, and their hosts count nothing.
    package static var downloads: TrafficPolicy {
        var policy = TrafficPolicy()
        policy.budget = nil
        policy.addsRequestIDs = false
        policy.logsPaths = false
        return policy
    }
}
