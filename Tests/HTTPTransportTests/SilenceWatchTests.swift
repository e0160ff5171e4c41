// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HTTPTransport

/// Somebody is told while an answer is not there.
@Suite("A watch over silence")
struct SilenceWatchTests {
    /// Answers once so many lines were logged.
    private struct Late: HTTPExchanging {
        let recorder: LogRecorder
        let lineCount: Int

        func exchange(
            _ request: HTTPRequest, receiver: HTTPReceiver?
        ) async throws(HTTPError) -> HTTPResponse {
            while recorder.lines.count < lineCount { await Task.yield() }
            return HTTPResponse(status: 204)
        }
    }

    private let request = HTTPRequest(.get, "https://graph.example/v1.0/me?token=secret")

    @Test("speaks after ten seconds, and then every minute, of the host alone")
    func late() async throws {
        let recorder = LogRecorder()
        let clock = FakeClock()
        let watch = SilenceWatch(
            over: Late(recorder: recorder, lineCount: 3), logger: recorder.logger, clock: clock)
        #expect(try await watch.exchange(request).status == 204)
        let lines = recorder.lines.prefix(3)
        #expect(lines.allSatisfy { $0.hasPrefix("notice no complete answer yet") })
        #expect(lines.allSatisfy { $0.contains("host=graph.example") && !$0.contains("secret") })
        #expect(Array(clock.sleeps.prefix(3)) == [10, 60, 60])
    }

    @Test("speaks of one host once a minute in all, however many requests wait for it")
    func together() {
        var told = ToldHosts()
        let times: [(seconds: Double, host: String, isTold: Bool)] = [
            (10, "a", true), (10.1, "a", false), (12, "b", true), (40, "a", false),
            (69.99, "a", true), (70.9, "b", false), (72, "b", true), (100, "a", false),
            (700, "a", true),
        ]
        for one in times {
            let isTold = told.mayTell(of: one.host, at: one.seconds)
            #expect(isTold == one.isTold, "\(one)")
        }
        // However many there are.
        for number in 0..<5_000 {
            let isTold = told.mayTell(of: "h\(number)", at: 800 + Double(number))
            #expect(isTold, "\(number)")
        }
        let isTold = told.mayTell(of: "h4999", at: 5_800)
        #expect(!isTold)
    }

    @Test("says nothing of what went wrong, and hands it on")
    func failure() async throws {
        let recorder = LogRecorder()
        let clock = FakeClock()
        let service = ScriptedService(clock, answers: [.trouble(.unreachable)])
        let watch = SilenceWatch(over: service, logger: recorder.logger, clock: StoppedClock())
        let error = await #expect(throws: HTTPError.self) { try await watch.exchange(request) }
        #expect(error?.kind == .unreachable)
        #expect(recorder.lines.isEmpty)
    }

    /// Time that does not pass.
    private struct StoppedClock: TrafficClock {
        var seconds: Double { 0 }
        var unixSeconds: Double { 0 }

        func sleep(seconds: Double) async throws(CancellationError) {
            while !Task.isCancelled { await Task.yield() }
            throw CancellationError()
        }
    }
}
