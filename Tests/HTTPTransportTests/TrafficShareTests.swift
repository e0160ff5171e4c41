// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HTTPTransport

/// Several drives of one organisation, which share what the service grants it.
@Suite("Traffic that shares a budget")
struct TrafficShareTests {
    private static func share(units: Int) -> TrafficShare {
        var budget = RequestBudget()
        budget.unitCountMax = units
        return TrafficShare(parallelCountMax: 8, budget: budget)
    }

    @Test("takes no more than the budget in all")
    func oneBudget() async {
        let clock = FakeClock()
        let share = Self.share(units: 10)
        let service = ScriptedService(clock, answers: [.status(200)])
        let traffics = (0..<4).map { _ in
            ServiceTraffic(over: service, share: share, logger: LogRecorder().logger, clock: clock)
        }
        for number in 0..<20 {
            _ = await traffics[number % 4].outcome(
                of: HTTPRequest(.get, "https://graph.microsoft.com/v1.0/me"))
        }
        #expect(service.times.filter { $0 < 60 }.count == 10)
        #expect(service.times.count == 20)
    }

    @Test("gives one user 580 requests a minute, whoever sends them, and takes nothing from others")
    func oneUser() async {
        let clock = FakeClock()
        let share = Self.share(units: 1_000_000)
        let service = ScriptedService(clock, answers: [.status(200)])
        let traffics = (0..<2).map { _ in
            ServiceTraffic(
                over: service, share: share, user: "ada", logger: LogRecorder().logger, clock: clock
            )
        }
        for number in 0..<1_300 {
            _ = await traffics[number % 2].outcome(
                of: HTTPRequest(.get, "https://graph.microsoft.com/v1.0/me"))
        }
        let times = service.times
        #expect(times.count == 1_300)
        for index in times.indices.dropFirst(580) {
            #expect(times[index] - times[index - 580] > 59.999)
        }
    }

    @Test("goes on for others, with all of the budget, while one user is to wait")
    func otherUsers() {
        let share = Self.share(units: 4)
        #expect(share.take(cost: 1, count: 580, now: 0, of: "ada") == 0)
        #expect(share.take(cost: 1, count: 1, now: 1, of: "ada") > 50)
        #expect(share.take(cost: 2, count: 1, now: 1, of: "bob") == 0)
        #expect(share.take(cost: 1, count: 1, now: 1) == 0, "who waits has taken nothing")
        #expect(share.take(cost: 1, count: 1, now: 2, of: "bob") > 0, "the budget is used up")
        #expect(share.take(cost: 1, count: 1, now: 61.5, of: "ada") == 0)
    }

    @Test("keeps no users who had no request lately")
    func users() {
        let share = Self.share(units: 1_000_000)
        for number in 0..<5_000 {
            _ = share.take(cost: 1, count: 1, now: Double(number), of: "user\(number)")
        }
        #expect(share.userCount > 0 && share.userCount <= 1_100)
        let uncounted = TrafficShare(parallelCountMax: 8, budget: nil)
        for _ in 0..<3 {
            #expect(uncounted.take(cost: 1, count: 500, now: 0, of: "ada") == 0)
        }
    }

    @Test("takes what the budget has at the moment, in the middle of whatever is under way")
    func changingBudget() {
        var budget = RequestBudget()
        budget.unitCountMax = 100
        let units = Lock(100)
        let share = TrafficShare(
            parallelCountMax: 8, budget: budget, units: { units.withLock { $0 } })
        #expect(share.take(cost: 60, count: 1, now: 0) == 0)
        units.withLock { $0 = 10 }
        let wait = share.take(cost: 5, count: 1, now: 1)
        #expect(wait > 58 && wait <= 60, "what was taken before counts")
        #expect(share.take(cost: 5, count: 1, now: 61) == 0)
        #expect(share.take(cost: 5, count: 1, now: 62) == 0)
        #expect(share.take(cost: 1, count: 1, now: 63) > 0)
        #expect(share.take(cost: 40, count: 1, now: 130) == 0, "more than all of it goes alone")
        #expect(share.take(cost: 1, count: 1, now: 131) > 0)
        units.withLock { $0 = 100 }
        #expect(share.take(cost: 60, count: 1, now: 132) == 0, "and there is more at once")
        #expect(share.take(cost: 1, count: 1, now: 133) > 0)
    }

    @Test("is slowed to half for all while one of them is to wait")
    func halved() {
        let share = Self.share(units: 100)
        #expect(share.take(cost: 40, count: 1, now: 0) == 0)
        share.slow(seconds: 30, now: 0)
        #expect(share.take(cost: 30, count: 1, now: 1) == 0, "twice as dear: all is taken")
        #expect(share.take(cost: 1, count: 1, now: 2) > 0)
        #expect(share.take(cost: 1, count: 1, now: 61.5) == 0, "a minute later it is there again")
        #expect(share.take(cost: 90, count: 1, now: 62) == 0, "and at the usual price")
    }
}
