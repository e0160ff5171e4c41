// SPDX-License-Identifier: Apache-2.0

import Testing
import TestSupport

@testable import HTTPTransport

@Suite("What may be sent in a span of time")
struct TrafficLimitTests {
    private static let url = "https://graph.microsoft.com/v1.0/me/drive"

    @Test("is kept below the figures of the service, which takes time but no patience")
    func budget() async throws {
        let clock = FakeClock()
        let service = ScriptedService(clock, answers: [.status(200)])
        let traffic = ServiceTraffic(
            over: service, logger: LogRecorder().logger, clock: clock)
        for _ in 0..<3_500 { _ = try await traffic.send(HTTPRequest(.get, Self.url)) }
        let times = service.times
        // No second in which the last five minutes hold more than 2,900 of them.
        for index in times.indices.dropFirst(2_900) {
            #expect(times[index] - times[index - 2_900] >= 300)
        }
        #expect(times.count == 3_500)
        #expect(clock.seconds < 400)
    }

    @Test("counts resource units by the minute, and batches by what is in them")
    func units() async throws {
        let clock = FakeClock()
        let service = ScriptedService(clock, answers: [.status(200)])
        let traffic = ServiceTraffic(
            over: service, logger: LogRecorder().logger, clock: clock)
        for _ in 0..<100 {
            _ = try await traffic.send(
                HTTPRequest(.post, Self.url), cost: 40, count: 20, receiver: nil)
        }
        let times = service.times
        for index in times.indices.dropFirst(30) {
            #expect(times[index] - times[index - 30] >= 60)
        }
    }

    @Test("includes attempts that were refused")
    func attempts() async {
        let clock = FakeClock()
        var policy = TrafficPolicy()
        policy.budget?.requestCountMax = 3
        let service = ScriptedService(clock, answers: [.status(500)])
        let traffic = ServiceTraffic(
            over: service, policy: policy, logger: LogRecorder().logger, clock: clock,
            random: { 0 })
        _ = await traffic.outcome(of: HTTPRequest(.get, Self.url))
        #expect(service.visits.count == 4)
        #expect(service.times[3] >= 300)
    }

    @Test("never sends what is late by then, and says so without waiting")
    func late() async throws {
        let clock = FakeClock()
        var policy = TrafficPolicy()
        policy.budget?.requestCountMax = 3
        let service = ScriptedService(clock, answers: [.status(200)])
        let traffic = ServiceTraffic(
            over: service, policy: policy, logger: LogRecorder().logger, clock: clock)
        var request = HTTPRequest(.post, Self.url)
        request.leavesBefore = clock.seconds + 60
        for _ in 0..<3 { _ = try await traffic.send(request) }
        let before = clock.seconds
        let outcome = await traffic.outcome(of: request)
        guard case .failure(let error) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(error.kind == .late && !error.mayHaveReachedServer)
        #expect(service.visits.count == 3 && clock.seconds == before)
        // What is bound to no instant waits.
        request.leavesBefore = nil
        _ = try await traffic.send(request)
        #expect(service.visits.count == 4)
    }

    @Test("is not counted on this machine")
    func loopback() throws {
        let here = try #require(ServiceAddress("http://127.0.0.1:8080/v1.0"))
        let there = try #require(ServiceAddress("https://graph.microsoft.com/v1.0"))
        #expect(TrafficPolicy.usual(for: here).budget == nil)
        #expect(TrafficPolicy.usual(for: there).budget == RequestBudget())
        #expect(TrafficPolicy.downloads.budget == nil)
    }

    @Test("is let through one by one, in order, and a place that is not wanted is passed on")
    func places() async throws {
        let limit = ParallelLimit(1)
        #expect(await limit.enter())
        let order = Lock<[Int]>([])
        var tasks: [Task<Bool, Never>] = []
        for number in 0..<5 {
            tasks.append(
                Task {
                    let isIn = await limit.enter()
                    if isIn {
                        order.withLock { $0.append(number) }
                        limit.leave()
                    }
                    return isIn
                })
            // Until it waits.
            while limit.waitingCount <= number { try await Task.sleep(for: .milliseconds(1)) }
        }
        tasks[1].cancel()
        tasks[3].cancel()
        #expect(await tasks[1].value == false)
        #expect(await tasks[3].value == false)
        limit.leave()
        for number in [0, 2, 4] { #expect(await tasks[number].value) }
        #expect(order.withLock { $0 } == [0, 2, 4])
        #expect(await limit.enter())
    }

    @Test("takes no place for a task that was cancelled before", .timeLimit(.minutes(60)))
    func cancelledBefore() async {
        let limit = ParallelLimit(1)
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return await limit.enter()
        }
        task.cancel()
        #expect(await task.value == false)
        #expect(await limit.enter())
    }

    @Test("is half as much at once after a complaint, and slowly as much as before")
    func parallelism() async throws {
        let clock = FakeClock()
        let sent = Lock<(places: ParallelLimit, count: Int)?>(nil)
        // None is answered before every other one that was sent is there, or waits for its place.
        let service = ScriptedService(
            clock,
            isDone: { busy, answered in
                sent.withLock { sent in
                    sent.map { busy + $0.places.waitingCount + answered == $0.count } ?? true
                }
            }, answers: [.status(200)])
        let traffic = ServiceTraffic(
            over: service, logger: LogRecorder().logger, clock: clock)
        /// How many are under way at once while `count` are sent.
        func busyCountMax(_ count: Int) async -> Int {
            service.forgetCounts()
            sent.withLock { $0 = (traffic.places, count) }
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<count {
                    group.addTask { _ = await traffic.outcome(of: HTTPRequest(.get, Self.url)) }
                }
            }
            return service.busyCountMax
        }
        #expect(await busyCountMax(50) == 4)
        try await traffic.pause(seconds: 1)
        #expect(await busyCountMax(19) == 2)
        #expect(await busyCountMax(30) == 3)
        #expect(await busyCountMax(50) == 4)
        for _ in 0..<9 { try await traffic.pause(seconds: 1) }
        #expect(await busyCountMax(9) == 1)
    }

    @Test("is never more than a window holds, and no later than need be", arguments: UInt64(0)..<20)
    func windows(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        let limit = Double.random(in: 5...50, using: &generator).rounded()
        var window = SlidingWindow(limit: limit, seconds: 10)
        var entries: [(time: Double, amount: Double)] = []
        var now = 0.0
        for _ in 0..<500 {
            now += Double.random(in: 0...1, using: &generator)
            let amount = Double.random(in: 0...limit * 1.2, using: &generator).rounded()
            let wait = window.wait(for: amount, now: now)
            func held(_ time: Double) -> Double {
                entries.filter { $0.time > time - 10 }.map(\.amount).reduce(0, +)
            }
            let fits = { (time: Double) in held(time) + min(amount, limit) <= limit }
            #expect(wait >= 0)
            #expect(fits(now + wait + 1e-6))
            if wait > 0.01 { #expect(!fits(now + wait - 0.01)) }
            now += wait + 1e-6
            window.add(amount, now: now)
            entries.append((now, amount))
        }
    }

    @Test("takes bounded memory")
    func memory() {
        var window = SlidingWindow(limit: 1e9, seconds: 10)
        for number in 0..<200_000 {
            window.add(1, now: Double(number) * 0.0005)
        }
        #expect(window.entryCount <= 2 * Int(SlidingWindow.entryCountMax) + 2_048)
        // Ten seconds of two thousand each.
        #expect(window.wait(for: 1e9 - 20_010, now: 100) == 0)
        #expect(window.wait(for: 1e9 - 19_000, now: 100) > 0)
    }
}
