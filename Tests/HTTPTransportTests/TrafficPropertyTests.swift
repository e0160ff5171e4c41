// SPDX-License-Identifier: Apache-2.0

import Testing
import TestSupport

@testable import HTTPTransport

@Suite("Whatever a service answers", .timeLimit(.minutes(60)))
struct TrafficPropertyTests {
    /// Whatever may come back.
    private static func answer(
        _ generator: inout SplitMix64
    ) -> Result<HTTPResponse, HTTPError> {
        if Int.random(in: 0..<4, using: &generator) == 0 {
            let kind = HTTPError.Kind.allCases.randomElement(using: &generator) ?? .broken
            return .trouble(kind, mayHaveReachedServer: Bool.random(using: &generator))
        }
        let statuses = [200, 204, 404, 408, 429, 429, 500, 502, 503, 504, 507, 509]
        let status = statuses.randomElement(using: &generator) ?? 200
        let waits = ["", "0", "0.3", "2", "15", "299", "301", "x"]
        let wait = waits.randomElement(using: &generator) ?? ""
        let left = ["", "0", "3"].randomElement(using: &generator) ?? ""
        return .status(
            status, ("Retry-After", wait), ("RateLimit-Remaining", left),
            ("RateLimit-Reset", waits.randomElement(using: &generator) ?? ""))
    }

    /// Until when a response that came at `seconds` forbids everything; the waits that it does not
    /// name are left out.
    private static func pauseEnd(
        _ answer: Result<HTTPResponse, HTTPError>, at seconds: Double
    ) -> Double {
        guard let response = answer.response else { return 0 }
        let isThrottled = [429, 503, 509].contains(response.status)
        let retryAfter = isThrottled ? Double(response.header("Retry-After") ?? "") ?? 0 : 0
        var reset = Double(response.header("RateLimit-Reset") ?? "") ?? 0
        if response.header("RateLimit-Remaining") != "0" { reset = 0 }
        if !isThrottled && reset > 300 { reset = 0 }
        return seconds + max(retryAfter, reset)
    }

    @Test(
        "limits hold, pauses hold, and what is not idempotent is not repeated",
        arguments: UInt64(0)..<60)
    func invariants(seed: UInt64) async {
        var generator = SplitMix64(seed: seed)
        let clock = FakeClock()
        let source = Lock(SplitMix64(seed: seed &+ 1_000))
        let given = Lock<[Result<HTTPResponse, HTTPError>]>([])
        let service = ScriptedService(clock) { _, _ in
            let answer = source.withLock { Self.answer(&$0) }
            given.withLock { $0.append(answer) }
            return answer
        }
        let jitter = Lock(SplitMix64(seed: seed &+ 2_000))
        let traffic = ServiceTraffic(
            over: service, logger: LogRecorder().logger, clock: clock,
            random: { jitter.withLock { Double.random(in: 0..<1, using: &$0) } })
        for number in 0..<40 {
            let before = service.visits.count
            let isIdempotent = Bool.random(using: &generator)
            let request = HTTPRequest(
                .post, "https://service/\(number)", isIdempotent: isIdempotent)
            _ = await traffic.outcome(of: request)
            let answers = given.withLock { Array($0[before...]) }
            #expect(answers.count <= 6)
            if !isIdempotent {
                // All but the last certainly never reached the service.
                for answer in answers.dropLast() {
                    #expect(answer.error?.mayHaveReachedServer == false)
                }
            }
            clock.advance(Double.random(in: 0...200, using: &generator))
        }
        let answers = given.withLock { $0 }
        var end = 0.0
        for (visit, answer) in zip(service.visits, answers) {
            #expect(visit.seconds >= end - 1e-6)
            end = max(end, Self.pauseEnd(answer, at: visit.seconds))
        }
        #expect(answers.count > 20)
    }

    @Test("many at once stay within the same limits", arguments: UInt64(0)..<10)
    func manyAtOnce(seed: UInt64) async {
        let clock = FakeClock()
        let source = Lock(SplitMix64(seed: seed))
        let service = ScriptedService(clock) { _, _ in source.withLock { Self.answer(&$0) } }
        let traffic = ServiceTraffic(
            over: service, logger: LogRecorder().logger, clock: clock)
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<60 {
                let request = HTTPRequest(
                    .post, "https://service/\(number)", isIdempotent: number % 2 == 0)
                group.addTask { _ = await traffic.outcome(of: request) }
            }
        }
        #expect(service.busyCountMax <= 4)
        let counts = Dictionary(grouping: service.visits, by: \.request.url).mapValues(\.count)
        #expect(counts.values.allSatisfy { $0 <= 6 })
    }
}
