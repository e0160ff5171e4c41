// SPDX-License-Identifier: Apache-2.0

/// What may be sent in a span of time, with some room below what the service documents.
///
/// A user has 3,000 requests in five minutes; an app in a small tenant has 1,250 resource units in
/// a minute. Refused requests count as well.
package struct RequestBudget: Sendable, Hashable {
    /// The most requests within `requestWindowSeconds`.
    package var requestCountMax = 2_900
    /// See `requestCountMax`.
    package var requestWindowSeconds = 300.0
    /// The most resource units within `unitWindowSeconds`.
    package var unitCountMax = 1_200
    /// See `unitCountMax`.
    package var unitWindowSeconds = 60.0

    /// The usual figures.
    package init() {}
}

/// What of a budget is used up.
struct BudgetUse {
    private var requests: SlidingWindow
    private var units: SlidingWindow

    /// Nothing is used up.
    init(_ budget: RequestBudget) {
        requests = SlidingWindow(
            limit: Double(budget.requestCountMax), seconds: budget.requestWindowSeconds)
        units = SlidingWindow(limit: Double(budget.unitCountMax), seconds: budget.unitWindowSeconds)
    }

    /// From now on a window has at most so many resource units; those that were taken before count.
    mutating func grant(units: Int) { self.units.limit = Double(units) }

    /// For how many seconds a request has to wait that counts `count` times and costs `cost`.
    mutating func wait(cost: Int, count: Int, now: Double) -> Double {
        max(requests.wait(for: Double(count), now: now), units.wait(for: Double(cost), now: now))
    }

    /// Such a request goes out.
    mutating func add(cost: Int, count: Int, now: Double) {
        requests.add(Double(count), now: now)
        units.add(Double(cost), now: now)
    }
}
