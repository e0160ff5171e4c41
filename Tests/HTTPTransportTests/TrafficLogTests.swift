// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HTTPTransport

@Suite("The log")
struct TrafficLogTests {
    private static let id =
        "/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/"

    private static func lines(
        _ request: HTTPRequest, _ policy: TrafficPolicy = TrafficPolicy(),
        _ answers: Result<HTTPResponse, HTTPError>...
    ) async -> [String] {
        let clock = FakeClock()
        let recorder = LogRecorder()
        let service = ScriptedService(clock, answers: answers)
        let traffic = ServiceTraffic(
            over: service, policy: policy, logger: recorder.logger, clock: clock, random: { 1 })
        _ = await traffic.outcome(of: request)
        return recorder.lines
    }

    @Test("says what support asks for, of every exchange, retry and pause")
    func whatItSays() async {
        var request = HTTPRequest(
            .get, "https://graph.microsoft.com/v1.0/me/drive/root/delta?token=abc")
        request.headers = [HTTPField("client-request-id", "mine")]
        let lines = await Self.lines(
            request, TrafficPolicy(),
            .status(429, ("Retry-After", "7"), ("request-id", "theirs-1")), .trouble(.broken),
            .status(200, ("request-id", "theirs-2"), ("Date", "Thu, 26 Nov 2026 12:00:30 GMT")))
        let target = "target=graph.microsoft.com/v1.0/me/drive/root/delta?"
        #expect(
            lines == [
                "debug response client-request-id=mine method=GET milliseconds=0"
                    + " request-id=theirs-1 retry-after=7 status=429 \(target)",
                "notice the service asks to wait status=429 wait=7 seconds",
                "info trying again method=GET reason=status 429 \(target)"
                    + " wait=until the pause is over",
                "debug no response client-request-id=mine error=broken method=GET milliseconds=0"
                    + " reason=trouble \(target)",
                "info trying again method=GET reason=trouble \(target) wait=0.5 seconds",
                "debug response client-request-id=mine date=Thu, 26 Nov 2026 12:00:30 GMT"
                    + " method=GET milliseconds=0 request-id=theirs-2 status=200 \(target)",
            ])
    }

    @Test("never holds tokens, queries, headers or bodies")
    func whatItDoesNotSay() async {
        let secret = "SECRET"
        let long = String(repeating: "s", count: 90) + secret
        var request = HTTPRequest(
            .get, "https://u:\(secret)@host/a/\(long)/b?sig=\(secret)&x=1#\(secret)")
        request.headers = [
            HTTPField("Authorization", "Bearer \(secret)"), HTTPField("Cookie", secret),
        ]
        request.body = Array(secret.utf8)
        let answers: [Result<HTTPResponse, HTTPError>] = [
            .success(
                HTTPResponse(
                    status: 429, headers: [HTTPField("Location", "https://x/?\(secret)")],
                    body: Array(secret.utf8))),
            .status(500, ("WWW-Authenticate", secret)), .trouble(.broken), .status(200),
        ]
        let lines = await Self.lines(
            request, TrafficPolicy(), answers[0], answers[1], answers[2], answers[3])
        #expect(lines.count >= 8)
        #expect(!lines.contains { $0.contains(secret) })
        #expect(lines.contains { $0.contains("target=host/a/.../b?") })
    }

    @Test("names only the host where an address gives access by itself")
    func downloads() async {
        let request = HTTPRequest(.get, "https://public.dm.files.1drv.com/y4mSECRET/a.jpg?b")
        let lines = await Self.lines(request, .downloads, .status(200))
        #expect(lines.count == 1)
        #expect(lines[0].contains("target=public.dm.files.1drv.com"))
        #expect(!lines[0].contains("y4m"))
    }

    @Test("cannot be led astray by what the service says")
    func forgery() async {
        let lines = await Self.lines(
            HTTPRequest(.get, "https://host/"), TrafficPolicy(),
            .status(
                200,
                ("request-id", "a\nerror \u{1b}[2J\u{202e}" + String(repeating: "x", count: 999))))
        #expect(lines.count == 1)
        #expect(lines[0].utf8.allSatisfy { (0x20..<0x7f).contains($0) })
        #expect(lines[0].utf8.count < 400)
    }

    @Test("can be compared with that of the service, since every attempt has an id of its own")
    func ids() async throws {
        let clock = FakeClock()
        let service = ScriptedService(clock, answers: [.status(500)])
        let traffic = ServiceTraffic(
            over: service, logger: LogRecorder().logger, clock: clock)
        _ = await traffic.outcome(of: HTTPRequest(.get, "https://host/"))
        let ids = service.visits.compactMap { $0.request.header("Client-Request-ID") }
        #expect(ids.count == 4)
        #expect(Set(ids).count == 4)
        let form = try Regex(String(Self.id.dropFirst().dropLast()))
        for id in ids { #expect(try form.wholeMatch(in: id) != nil, "\(id)") }
        // A given one is kept, and none is added where they are not wanted.
        var request = HTTPRequest(.delete, "https://host/")
        request.headers = [HTTPField("Client-Request-Id", "mine")]
        _ = await traffic.outcome(of: request)
        #expect(service.visits.last?.request == request)
        let plain = ServiceTraffic(
            over: service, policy: .downloads, logger: LogRecorder().logger, clock: clock)
        _ = await plain.outcome(of: HTTPRequest(.delete, "https://host/"))
        #expect(service.visits.last?.request.headers.isEmpty == true)
    }
}
