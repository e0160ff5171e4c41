// SPDX-License-Identifier: Apache-2.0

/// What the traffic with many drives of one service has in common: how many requests are under way
/// at once, and a budget; and what each user of it had of that.
///
/// Each traffic still waits for as long as it was told itself. Whenever one of them is told to wait,
/// all are slowed down: half as many requests at once, and until that wait is over half the budget.
package final class TrafficShare: Sendable {
    let places: ParallelLimit
    private let state: Lock<State>
    /// How many resource units a window of the budget has by now; nil where that never changes.
    private let units: (@Sendable () -> Int)?

    private struct State {
        var budget: BudgetUse?
        var users = UserWindows()
        var slowEnd = -Double.infinity
    }

    /// What is shared: `parallelCountMax` requests at once, and `budget`; nil where nothing is
    /// counted. Where `units` is given it is asked before each request, and says how many resource
    /// units a window of the budget has by then.
    package init(
        parallelCountMax: Int, budget: RequestBudget?, units: (@Sendable () -> Int)? = nil
    ) {
        self.units = units
        places = ParallelLimit(parallelCountMax)
        state = Lock(State(budget: budget.map(BudgetUse.init)))
    }

    /// For how many seconds a request has to wait that is of `user`, or of nobody; where that is nothing, it
    /// is counted.
    func take(cost: Int, count: Int, now: Double, of user: String? = nil) -> Double {
        let units = units?()
        return state.withLock { state in
            guard state.budget != nil else { return 0 }
            if let units { state.budget?.grant(units: units) }
            let factor = now < state.slowEnd ? 2 : 1
            let (cost, count) = (cost * factor, count * factor)
            let ownWait = user.map { state.users.wait(for: count, of: $0, now: now) } ?? 0
            let wait = max(
                ownWait, state.budget?.wait(cost: cost, count: count, now: now) ?? 0)
            if wait <= 0 {
                state.budget?.add(cost: cost, count: count, now: now)
                if let user { state.users.add(count, of: user, now: now) }
            }
            return wait
        }
    }

    /// How many users are kept.
    var userCount: Int { state.withLock { $0.users.count } }

    /// The service has asked one of them to wait for `seconds`.
    func slow(seconds: Double, now: Double) {
        places.shrink()
        state.withLock { $0.slowEnd = max($0.slowEnd, now + seconds) }
    }
}
