// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HTTPTransport

@Suite("Traffic")
struct ServiceTrafficTests {
    private static let url = "https://graph.microsoft.com/v1.0/me/drive?token=secret"

    /// Traffic over a service that gives `answers`, and the service. Jitter takes all it may.
    private static func traffic(
        _ clock: FakeClock, _ policy: TrafficPolicy = TrafficPolicy(),
        _ answers: Result<HTTPResponse, HTTPError>...
    ) -> (ServiceTraffic, ScriptedService) {
        let service = ScriptedService(clock, answers: answers)
        let traffic = ServiceTraffic(
            over: service, policy: policy, logger: LogRecorder().logger, clock: clock,
            random: { 1 })
        return (traffic, service)
    }

    // MARK: Statuses

    @Test(
        "returns what is not worth another attempt",
        arguments: [
            200, 201, 204, 206, 302, 304, 400, 401, 403, 404, 409, 410, 412, 416, 423, 424, 501,
            505, 507, 508, 511, 599,
        ])
    func finalStatuses(status: Int) async {
        let clock = FakeClock()
        let (traffic, service) = Self.traffic(clock, TrafficPolicy(), .status(status))
        let response = await traffic.outcome(of: HTTPRequest(.get, Self.url)).response
        #expect(response?.status == status)
        #expect(service.visits.count == 1)
    }

    @Test("tries four times in all when the service fails", arguments: [408, 500, 502, 504])
    func passingStatuses(status: Int) async {
        let clock = FakeClock()
        let (traffic, service) = Self.traffic(clock, TrafficPolicy(), .status(status))
        let response = await traffic.outcome(of: HTTPRequest(.get, Self.url)).response
        #expect(response?.status == status)
        #expect(service.times == [0, 0.5, 1.5, 3.5])
    }

    @Test("tries six times in all when the service asks to wait", arguments: [429, 503, 509])
    func throttlingStatuses(status: Int) async {
        let clock = FakeClock()
        let (traffic, service) = Self.traffic(clock, TrafficPolicy(), .status(status))
        let error = await traffic.outcome(of: HTTPRequest(.get, Self.url)).error
        #expect(error?.kind == .throttled)
        #expect(error?.status == status)
        #expect(service.times == [0, 2, 6, 14, 30, 62])
    }

    @Test("ends as soon as an attempt succeeds")
    func success() async {
        let clock = FakeClock()
        let (traffic, service) = Self.traffic(
            clock, TrafficPolicy(), .status(429, ("Retry-After", "7")), .status(500),
            .trouble(.broken), .status(200))
        #expect(await traffic.outcome(of: HTTPRequest(.get, Self.url)).response?.status == 200)
        #expect(service.times == [0, 7, 7.5, 8.5])
    }

    @Test(
        "never repeats what is not idempotent, whatever the status",
        arguments: [HTTPMethod.post, .put, .patch, .delete],
        [408, 429, 500, 502, 503, 504, 507, 509])
    func nonIdempotent(method: HTTPMethod, status: Int) async {
        let clock = FakeClock()
        let (traffic, service) = Self.traffic(
            clock, TrafficPolicy(), .status(status, ("Retry-After", "20")), .status(200))
        let request = HTTPRequest(method, Self.url)
        #expect(await traffic.outcome(of: request).response?.status == status)
        #expect(service.visits.count == 1)
        // But everybody waits, if that is what the status means.
        _ = await traffic.outcome(of: request)
        #expect(service.times == [0, [429, 503, 509].contains(status) ? 20 : 0])
    }

    @Test("repeats what the caller declares to be idempotent")
    func declared() async {
        let clock = FakeClock()
        let (traffic, service) = Self.traffic(
            clock, TrafficPolicy(), .status(504), .status(200))
        let request = HTTPRequest(.post, Self.url, isIdempotent: true)
        #expect(await traffic.outcome(of: request).response?.status == 200)
        #expect(service.visits.count == 2)
    }

    // MARK: Transport

    @Test("repeats a safe request after trouble that passes", arguments: HTTPError.Kind.allCases)
    func transport(kind: HTTPError.Kind) async {
        let passes: Set<HTTPError.Kind> = [.unreachable, .timedOut, .broken, .failed]
        for (isIdempotent, mayHaveReachedServer) in [
            (true, true), (true, false), (false, true), (false, false),
        ] {
            let clock = FakeClock()
            let (traffic, service) = Self.traffic(
                clock, TrafficPolicy(),
                .trouble(kind, mayHaveReachedServer: mayHaveReachedServer))
            let request = HTTPRequest(.post, Self.url, isIdempotent: isIdempotent)
            let error = await traffic.outcome(of: request).error
            let isSafe = isIdempotent || !mayHaveReachedServer
            #expect(service.visits.count == (isSafe && passes.contains(kind) ? 4 : 1))
            #expect(error?.kind == kind)
            #expect(error?.mayHaveReachedServer == mayHaveReachedServer)
        }
    }

    @Test("remembers that an earlier attempt may have reached the service")
    func memory() async {
        let clock = FakeClock()
        let (traffic, service) = Self.traffic(
            clock, TrafficPolicy(), .trouble(.broken),
            .trouble(.unreachable, mayHaveReachedServer: false))
        let error = await traffic.outcome(of: HTTPRequest(.get, Self.url)).error
        #expect(service.visits.count == 4)
        #expect(error?.kind == .unreachable)
        #expect(error?.mayHaveReachedServer == true)
    }

    @Test("does not give a receiver the beginning twice")
    func receivers() async {
        let clock = FakeClock()
        let service = BreakingService()
        let traffic = ServiceTraffic(
            over: service, logger: LogRecorder().logger, clock: clock, random: { 1 })
        let outcome = await traffic.outcome(of: HTTPRequest(.get, Self.url)) { _ in true }
        #expect(outcome.error?.kind == .broken)
        #expect(service.callCount == 1)
        // Without a receiver the same trouble is worth another attempt.
        _ = await traffic.outcome(of: HTTPRequest(.get, Self.url))
        #expect(service.callCount == 5)
    }

    /// Gives the receiver a piece, and breaks.
    private final class BreakingService: HTTPExchanging {
        private let count = Lock(0)

        var callCount: Int { count.withLock { $0 } }

        func exchange(
            _ request: HTTPRequest, receiver: HTTPReceiver?
        ) async throws(HTTPError) -> HTTPResponse {
            count.withLock { $0 += 1 }
            _ = [1, 2, 3].withUnsafeBytes { receiver?($0) }
            throw HTTPError(.broken, "trouble")
        }
    }

    // MARK: Waiting

    @Test(
        "waits for as long as it is told",
        arguments: [
            ("5", nil, 5.0), ("0.249", nil, 0.249), ("1.5", nil, 1.5), (" 5", nil, 2.0),
            ("300", nil, 300), ("0", nil, 2.0), ("-3", nil, 2.0), ("soon", nil, 2.0),
            ("", nil, 2.0), ("1e2", nil, 2.0), ("nan", nil, 2.0), ("inf", nil, 2.0),
            ("Thu, 26 Nov 2026 12:00:30 GMT", nil, 30),
            ("Thursday, 26-Nov-26 12:00:31 GMT", nil, 31),
            ("Thu Nov 26 12:00:32 2026", nil, 32), ("Thu, 26 Nov 2026 11:00:00 GMT", nil, 2.0),
            // By the response's own clock, which is a year late.
            ("Wed, 26 Nov 2025 12:00:40 GMT", "Wed, 26 Nov 2025 12:00:00 GMT", 40.0),
            ("Wed, 26 Nov 2025 12:00:40 GMT", "yesterday", 2.0),
        ] as [(String, String?, Double)])
    func retryAfter(text: String, date: String?, seconds: Double) async {
        let clock = FakeClock()
        let headers = [("retry-after", text), ("date", date ?? "")]
        let (traffic, service) = Self.traffic(
            clock, TrafficPolicy(), .status(429, headers[0], headers[1]), .status(200))
        _ = await traffic.outcome(of: HTTPRequest(.get, Self.url))
        #expect(service.times == [0, seconds])
    }

    @Test(
        "waits for the larger of two figures, and for a used up allowance even after success",
        arguments: [
            (429, "10", "0", "20", 20.0), (429, "20", "0", "10", 20), (429, "10", "1", "20", 10),
            (200, "", "0", "20", 20), (200, "", "5", "20", 0), (200, "", "0", "100000", 0),
            (200, "20", "", "", 0), (200, "", "0", "x", 0), (200, "", "", "20", 0),
        ])
    func allowance(
        status: Int, retryAfter: String, left: String, reset: String, seconds: Double
    ) async {
        let clock = FakeClock()
        let (traffic, service) = Self.traffic(
            clock, TrafficPolicy(),
            .status(
                status, ("Retry-After", retryAfter), ("RateLimit-Remaining", left),
                ("RateLimit-Reset", reset)), .status(200))
        _ = await traffic.outcome(of: HTTPRequest(.post, Self.url))
        _ = await traffic.outcome(of: HTTPRequest(.get, Self.url))
        #expect(service.times == [0, seconds])
    }

    @Test("comes back after a failure no earlier than the service says")
    func failureWithFigure() async {
        let clock = FakeClock()
        let (traffic, service) = Self.traffic(
            clock, TrafficPolicy(), .status(500, ("Retry-After", "9")), .status(502),
            .status(504, ("Retry-After", "301")), .status(200))
        // More than patience allows: the response is all there will be.
        #expect(await traffic.outcome(of: HTTPRequest(.get, Self.url)).response?.status == 504)
        #expect(service.times == [0, 9, 10])
    }

    @Test("takes any part of the time it may take")
    func jitter() async {
        let clock = FakeClock()
        let service = ScriptedService(clock, answers: [.status(429), .status(500), .status(200)])
        let numbers = Lock([0.25, 0.0, 0.0, 0.5, 0.0])
        let traffic = ServiceTraffic(
            over: service, logger: LogRecorder().logger, clock: clock,
            random: { numbers.withLock { $0.isEmpty ? 0 : $0.removeFirst() } })
        _ = await traffic.outcome(of: HTTPRequest(.get, Self.url))
        #expect(service.times.count == 3)
        #expect(service.times[1] == 0.5)
    }

    @Test("doubles up to a cap, and begins anew after a while")
    func doubling() async throws {
        let clock = FakeClock()
        var policy = TrafficPolicy()
        policy.throttleCapSeconds = 10
        let (traffic, _) = Self.traffic(clock, policy, .status(200))
        var lengths: [Double] = []
        for _ in 0..<5 {
            let start = clock.seconds
            try await traffic.pause(seconds: nil)
            _ = try await traffic.send(HTTPRequest(.get, Self.url))
            lengths.append(clock.seconds - start)
        }
        #expect(lengths == [2, 4, 8, 10, 10])
        clock.advance(61)
        let start = clock.seconds
        try await traffic.pause(seconds: nil)
        _ = try await traffic.send(HTTPRequest(.get, Self.url))
        #expect(clock.seconds - start == 2)
    }

    @Test("holds everything up during a pause, also what already waits", arguments: [1, 2, 4])
    func everybodyWaits(parallelCount: Int) async {
        let clock = FakeClock()
        let service = ScriptedService(clock) { _, number in
            // All that is on its way at first: nothing begins before one of these was read.
            number < parallelCount ? .status(429, ("Retry-After", "10")) : .status(200)
        }
        var policy = TrafficPolicy()
        policy.parallelCountMax = parallelCount
        let traffic = ServiceTraffic(
            over: service, policy: policy, logger: LogRecorder().logger, clock: clock)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<30 {
                group.addTask {
                    #expect(
                        await traffic.outcome(of: HTTPRequest(.get, Self.url)).response?.status
                            == 200)
                }
            }
        }
        #expect(service.times.filter { $0 < 10 }.count == parallelCount)
        #expect(service.visits.count == 30 + parallelCount)
        #expect(service.busyCountMax <= parallelCount)
    }

    @Test("heeds a pause that a caller has read out of a batch")
    func callersPause() async throws {
        let clock = FakeClock()
        let (traffic, service) = Self.traffic(clock, TrafficPolicy(), .status(200))
        try await traffic.pause(seconds: 0.249)
        _ = try await traffic.send(HTTPRequest(.get, Self.url))
        try await traffic.pause(seconds: 30)
        // A shorter one does not end a longer one.
        try await traffic.pause(seconds: 5)
        _ = try await traffic.send(HTTPRequest(.get, Self.url))
        #expect(service.times == [0.249, 30.249])
    }

    // MARK: Patience

    @Test("does not wait for what takes too long, and says for how long it would be")
    func tooLong() async {
        let clock = FakeClock()
        let (traffic, service) = Self.traffic(
            clock, TrafficPolicy(), .status(429, ("Retry-After", "3360")), .status(200))
        let error = await traffic.outcome(of: HTTPRequest(.get, Self.url)).error
        #expect(error?.kind == .throttled)
        #expect(error?.retryAfterSeconds == 3_360)
        #expect(error?.status == 429)
        #expect(clock.seconds == 0)
        // Others learn it without asking.
        clock.advance(60)
        let second = await traffic.outcome(of: HTTPRequest(.delete, Self.url)).error
        #expect(second?.kind == .throttled)
        #expect(second?.retryAfterSeconds == 3_300)
        #expect(second?.mayHaveReachedServer == false)
        #expect(service.visits.count == 1)
        clock.advance(3_000)
        _ = await traffic.outcome(of: HTTPRequest(.get, Self.url))
        #expect(service.times == [0, 3_360])
    }

    @Test("gives the response to who must not repeat it, even if it takes too long")
    func tooLongOnce() async {
        let clock = FakeClock()
        let (traffic, _) = Self.traffic(
            clock, TrafficPolicy(), .status(503, ("Retry-After", "3360")))
        let outcome = await traffic.outcome(of: HTTPRequest(.delete, Self.url))
        #expect(outcome.response?.status == 503)
    }

    @Test("has so much patience in an hour")
    func totalPatience() async {
        let clock = FakeClock()
        let (traffic, service) = Self.traffic(
            clock, TrafficPolicy(), .status(429, ("Retry-After", "290")))
        let error = await traffic.outcome(of: HTTPRequest(.get, Self.url)).error
        #expect(error?.kind == .throttled)
        #expect(error?.retryAfterSeconds == 290)
        #expect(service.times == [0, 290, 580, 870])
        // An hour after the first pauses there is some again.
        clock.advance(3_600)
        _ = await traffic.outcome(of: HTTPRequest(.get, Self.url))
        #expect(service.visits.count > 6)
    }

    @Test("does not count time twice that many wait for at once")
    func sharedPatience() async throws {
        let clock = FakeClock()
        let (traffic, _) = Self.traffic(clock, TrafficPolicy(), .status(200))
        for _ in 0..<100 { try await traffic.pause(seconds: 250) }
        #expect(await traffic.outcome(of: HTTPRequest(.get, Self.url)).response?.status == 200)
    }

    @Test("says so when a caller's pause is longer than patience")
    func callersPatience() async throws {
        let clock = FakeClock()
        let (traffic, _) = Self.traffic(clock, TrafficPolicy(), .status(200))
        let error = await #expect(throws: HTTPError.self) { try await traffic.pause(seconds: 301) }
        #expect(error?.kind == .throttled)
        #expect(error?.retryAfterSeconds == 301)
        let (another, _) = Self.traffic(clock, TrafficPolicy(), .status(200))
        let last = await #expect(throws: HTTPError.self) {
            for _ in 0..<10 {
                try await another.pause(seconds: 200)
                _ = try await another.send(HTTPRequest(.get, Self.url))
            }
        }
        #expect(last?.kind == .throttled)
        #expect(clock.seconds == 800)
    }

    @Test("backs off for its callers")
    func backOff() async throws {
        let clock = FakeClock()
        let (traffic, _) = Self.traffic(clock, TrafficPolicy(), .status(200))
        for attempt in 1...5 { try await traffic.backOff(attempt: attempt) }
        #expect(clock.sleeps == [0.5, 1, 2, 4, 8])
        let error = await #expect(throws: HTTPError.self) { try await traffic.backOff(attempt: 6) }
        #expect(error?.kind == .throttled)
        var policy = TrafficPolicy()
        policy.attemptCountMax = 100
        let (patient, _) = Self.traffic(clock, policy, .status(200))
        try await patient.backOff(attempt: 99)
        #expect(clock.sleeps.last == 30)
    }

    // MARK: Cancellation

    /// What becomes of a request after 429, 429, … that is cancelled while it waits.
    @Test(
        "ends at once when its task is cancelled", .timeLimit(.minutes(60)), arguments: [429, 500])
    func cancellation(status: Int) async throws {
        let service = ScriptedService(
            FakeClock(), answers: [.status(status, ("Retry-After", "290"))])
        let traffic = ServiceTraffic(over: service, logger: LogRecorder().logger)
        let task = Task { await traffic.outcome(of: HTTPRequest(.get, Self.url)) }
        while service.visits.isEmpty { try await Task.sleep(for: .milliseconds(2)) }
        try await Task.sleep(for: .milliseconds(10))
        task.cancel()
        let error = await task.value.error
        #expect(error?.kind == .cancelled)
        #expect(error?.mayHaveReachedServer == true)
        #expect(service.visits.count == 1)
    }

    @Test("sends nothing for a task that was cancelled before", .timeLimit(.minutes(60)))
    func earlyCancellation() async {
        let (traffic, service) = Self.traffic(FakeClock(), TrafficPolicy(), .status(200))
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return await traffic.outcome(of: HTTPRequest(.get, Self.url))
        }
        task.cancel()
        let error = await task.value.error
        #expect(error?.kind == .cancelled)
        #expect(error?.mayHaveReachedServer == false)
        #expect(service.visits.isEmpty)
    }
}
