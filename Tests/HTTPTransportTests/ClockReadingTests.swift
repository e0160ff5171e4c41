// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HTTPTransport

/// What a service's answers tell of its clock.
@Suite("The clock of a service")
struct ClockReadingTests {
    private let request = HTTPRequest(.get, "https://graph.example/v1.0/me")
    /// Noon of the day on which `FakeClock` begins.
    private static let noon = FakeClock.start

    private static func date(_ seconds: Double) -> String {
        // 26 November 2026 12:00:00 is where the fake clock begins.
        let minute = Int(seconds) / 60
        return "Thu, 26 Nov 2026 12:\(minute < 10 ? "0" : "")\(minute):00 GMT"
    }

    private func traffic(_ clock: FakeClock, _ headers: (String, String)...) -> ServiceTraffic {
        let fields = headers.map { HTTPField($0.0, $0.1) }
        let service = ScriptedService(
            clock, answers: [.success(HTTPResponse(status: 200, headers: fields))])
        return ServiceTraffic(over: service, logger: LogRecorder().logger, clock: clock)
    }

    @Test("is that of the last answer with a date")
    func date() async throws {
        #expect(HTTPDate.unixSeconds(Self.date(0), now: Self.noon) == Self.noon)
        let clock = FakeClock()
        let traffic = traffic(clock, ("Date", Self.date(600)))
        #expect(traffic.clockReading == nil)
        _ = try await traffic.send(request)
        #expect(
            traffic.clockReading == ClockReading(service: Self.noon + 600, machine: Self.noon))
    }

    @Test("is not told by an answer that was stored, or has no date that can be read")
    func stored() async throws {
        for headers in [("Age", "7200"), ("Date", "tomorrow")] {
            let clock = FakeClock()
            let traffic = traffic(clock, headers, ("X-Date", Self.date(600)))
            _ = try await traffic.send(request)
            #expect(traffic.clockReading == nil)
        }
        let clock = FakeClock()
        let old = traffic(clock, ("Age", "7200"), ("Date", Self.date(600)))
        _ = try await old.send(request)
        #expect(old.clockReading == nil)
    }

    @Test("does not differ as long as the answer was on its way")
    func slow() {
        let response = HTTPResponse(
            status: 200, headers: [HTTPField("Date", Self.date(600))])
        let found = ClockReading(
            response, sentAt: Self.noon + 300, receivedAt: Self.noon + 900)
        #expect(found?.service == found?.machine)
        let ahead = ClockReading(response, sentAt: Self.noon, receivedAt: Self.noon + 300)
        #expect(ahead == ClockReading(service: Self.noon + 600, machine: Self.noon + 300))
    }
}
