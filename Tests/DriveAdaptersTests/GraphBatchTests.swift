// SPDX-License-Identifier: Apache-2.0

import HTTPTransport
import Testing

@testable import DriveAdapters

/// How requests go together, and what an answer, or none, says of each of them.
@Suite struct GraphBatchTests {
    private let gets = (0..<3).map { GraphRequest(.get, "/items/\($0)") }
    private let deletions = (0..<3).map { number in
        GraphRequest(
            .delete, "/items/\(number)", headers: [HTTPField("If-Match", "\"{G},\(number)\"")],
            cost: 2)
    }

    /// Statuses for 200, `throttled` for nothing done, `unknown` for anything else.
    private func words(_ answers: [BatchAnswer]) -> [String] {
        answers.map { answer in
            switch answer {
            case .response(let response): String(response.status)
            case .throttled: "throttled"
            case .unknown: "unknown"
            }
        }
    }

    private func failure(
        _ test: TestClient, _ requests: [GraphRequest]
    ) async throws -> GraphFailure {
        try await #require(throws: GraphFailure.self) { try await test.client.batch(requests) }
    }

    @Test("Answers come back in the order of the requests", arguments: [false, true])
    func order(isOdd: Bool) async throws {
        let test = try TestClient(
            TestServer(isOdd: isOdd) { call in
                TestAnswer(200, "{\"path\":\"\(call.path)\",\"deep\":{\"a\":[1,2]} }")
            })
        let answers = try await test.client.batch(gets)
        for (number, answer) in answers.enumerated() {
            guard case .response(let response) = answer else { return #expect(Bool(false)) }
            #expect(
                String(decoding: response.body, as: UTF8.self)
                    == "{\"path\":\"/items/\(number)\",\"deep\":{\"a\":[1,2]} }")
        }
        let sent = try #require(test.server.requests.first)
        #expect(sent.url == "https://graph.example/v1.0/$batch" && sent.isIdempotent)
        #expect(test.traffic.notes.withLock { $0.counts } == [3])
        #expect(try await test.client.batch([]).isEmpty)
    }

    @Test("Headers and bodies are those of each request")
    func parts() async throws {
        let test = try TestClient(TestServer { _ in TestAnswer(204) })
        let requests =
            deletions + [GraphRequest(.patch, "/x", body: Array("{\"name\":\"\\\"\"}".utf8))]
        #expect(try await words(test.client.batch(requests)) == ["204", "204", "204", "204"])
        let seen = test.server.seen
        #expect(seen.map(\.method) == ["DELETE", "DELETE", "DELETE", "PATCH"])
        #expect(seen[1].headers == ["If-Match": "\"{G},1\""])
        #expect(seen[3].headers == ["Content-Type": "application/json"])
        #expect(seen[3].body == "{\"name\":\"\\\"\"}")
        #expect(test.traffic.notes.withLock { $0.costs } == [7])
        #expect(test.server.requests.first?.isIdempotent == false)
    }

    @Test("A batch may succeed and its parts be refused: each is looked at")
    func throttledInside() async throws {
        let counts = Lock([String: Int]())
        let test = try TestClient(
            TestServer { call in
                let count = counts.withLock { counts in
                    counts[call.path, default: 0] += 1
                    return counts[call.path] ?? 0
                }
                if call.path == "/items/1", count < 3 {
                    return .error(429, "TooManyRequests", headers: ["Retry-After": "0.249"])
                }
                if call.path == "/items/2", count < 2 {
                    return TestAnswer(503, headers: ["retry-after": "4.5"])
                }
                return TestAnswer(200, "{}")
            })
        #expect(try await words(test.client.batch(gets)) == ["200", "200", "200"])
        #expect(test.traffic.notes.withLock { $0.pauses } == [4.5, 0.249])
        #expect(test.server.seen.map(\.path).filter { $0 == "/items/0" }.count == 1)
        #expect(test.traffic.notes.withLock { $0.counts } == [3, 2, 1])
    }

    @Test("A date to wait for counts from that of the batch, unless the part has its own")
    func datesInside() async throws {
        let date = "Tue, 03 Nov 2026 09:15:22 GMT"
        for own in [nil, "Tue, 03 Nov 2026 09:15:12 GMT"] {
            let count = Lock(0)
            let test = try TestClient(
                TestServer(headers: ["Date": date]) { _ in
                    let isFirst = count.withLock { count in
                        count += 1
                        return count == 1
                    }
                    if !isFirst { return TestAnswer(200, "{}") }
                    var headers = ["Retry-After": "Tue, 03 Nov 2026 09:15:52 GMT"]
                    if let own { headers["Date"] = own }
                    return .error(429, "TooManyRequests", headers: headers)
                })
            #expect(try await words(test.client.batch([gets[0]])) == ["200"])
            #expect(test.traffic.notes.withLock { $0.pauses } == [own == nil ? 30 : 40])
        }
    }

    @Test("What is refused for good stays so after some attempts, and what changes is not repeated")
    func throttledOften() async throws {
        let test = try TestClient(TestServer { _ in .error(429, "activityLimitReached") })
        #expect(try await words(test.client.batch(gets)) == Array(repeating: "throttled", count: 3))
        #expect(test.server.seen.count == 12)
        #expect(test.traffic.notes.withLock { $0.pauses.allSatisfy { $0 == nil } })
        let deleting = try TestClient(TestServer { _ in .error(429, "activityLimitReached") })
        #expect(
            try await words(deleting.client.batch(deletions))
                == Array(repeating: "throttled", count: 3))
        #expect(deleting.server.seen.count == 3)
        #expect(deleting.traffic.notes.withLock { $0.pauses } == [nil])
        let hidden = try TestClient(
            TestServer { _ in .error(403, "accessDenied", "throttledRequest") })
        #expect(try await words(hidden.client.batch([deletions[0]])) == ["throttled"])
    }

    @Test(
        "A server that fails leaves open what became of a deletion",
        arguments: [500, 502, 503, 504, 509])
    func failing(status: Int) async throws {
        let test = try TestClient(TestServer { _ in TestAnswer(status) })
        #expect(
            try await words(test.client.batch(deletions))
                == Array(repeating: "unknown", count: 3))
        #expect(test.server.seen.count == 3)
        let reading = try TestClient(TestServer { _ in TestAnswer(status) })
        #expect(
            try await words(reading.client.batch(gets))
                == Array(repeating: String(status), count: 3))
        #expect(reading.server.seen.count == 12)
    }

    @Test("What is missing in the answer, or there twice, is not known")
    func missing() async throws {
        let test = try TestClient(
            TestServer { call in TestAnswer(call.path == "/items/1" ? 0 : 204) })
        #expect(try await words(test.client.batch(deletions)) == ["204", "unknown", "204"])
        let twice = """
            {"responses":[{"id":"1","status":204},{"id":"1","status":404},{"id":"2","status":204},
            {"id":"9","status":204},{"id":"3"},{"status":204},7,null]}
            """
        let odd = try TestClient(
            TestServer(fault: { _, _ in .answer(TestAnswer(200, twice)) }) { _ in TestAnswer(200) })
        #expect(try await words(odd.client.batch(deletions)) == ["unknown", "204", "unknown"])
    }

    @Test(
        "An answer that is none leaves everything open",
        arguments: [
            "", "{}", "[]", "{\"responses\":{}}", "{\"responses\":[{\"id\":\"1\",\"status\":204",
            "<html>", "{\"responses\":[{\"id\":\"1\",\"id\":\"2\",\"status\":204}]}",
        ])
    func unreadable(body: String) async throws {
        let fault: @Sendable (HTTPRequest, Int) -> TestServer.Outcome? = { _, _ in
            .handledBut(TestAnswer(200, body))
        }
        let test = try TestClient(TestServer(fault: fault) { _ in TestAnswer(204) })
        #expect(
            try await words(test.client.batch(deletions))
                == Array(repeating: "unknown", count: 3))
        #expect(test.server.seen.count == 3)
        let error = try await failure(
            TestClient(TestServer(fault: fault) { _ in TestAnswer(200) }), gets)
        #expect(!error.mayHaveTakenEffect)
    }

    @Test("A lost answer leaves everything open; a request that never arrived does not")
    func lost() async throws {
        let test = try TestClient(
            TestServer(fault: { _, _ in .lost }) { _ in TestAnswer(204) })
        #expect(
            try await words(test.client.batch(deletions))
                == Array(repeating: "unknown", count: 3))
        #expect(test.server.seen.count == 3)
        let offline = try TestClient(
            TestServer(fault: { _, _ in
                .failure(HTTPError(.unreachable, "offline", mayHaveReachedServer: false))
            }) { _ in TestAnswer(204) })
        let error = try await failure(offline, deletions)
        #expect(!error.mayHaveTakenEffect && error.recourse == .retry(afterSeconds: 60))
    }

    @Test(
        "A whole batch that is refused has had no effect; any other answer leaves it open",
        arguments: [
            (401, true), (429, true), (400, false), (404, false), (302, false), (503, false),
        ])
    func refusedWhole(status: Int, isRefused: Bool) async throws {
        let test = try TestClient(
            TestServer(fault: { _, _ in .answer(TestAnswer(status)) }) { _ in TestAnswer(204) })
        if isRefused {
            #expect(try await !failure(test, deletions).mayHaveTakenEffect)
        } else {
            #expect(
                try await words(test.client.batch(deletions))
                    == Array(repeating: "unknown", count: 3))
        }
    }

    @Test("A token that is refused inside is renewed once")
    func renewal() async throws {
        let counts = Lock([String: Int]())
        let test = try TestClient(
            TestServer { call in
                let count = counts.withLock { counts in
                    counts[call.path, default: 0] += 1
                    return counts[call.path] ?? 0
                }
                return TestAnswer(call.path != "/items/0" && count == 1 ? 401 : 204)
            })
        #expect(try await words(test.client.batch(deletions)) == ["204", "204", "204"])
        #expect(test.server.seen.count == 5)
        #expect(test.tokens.state.withLock { $0.number } == 2)
    }

    @Test("What was done counts, even where the sign-in has ended meanwhile")
    func endedSignIn() async throws {
        let script: @Sendable (TestCall) -> TestAnswer = { call in
            TestAnswer(call.path == "/items/0" ? 204 : 401)
        }
        let test = try TestClient(TestServer(script: script))
        #expect(try await words(test.client.batch(deletions)) == ["204", "401", "401"])
        let ended = try TestClient(TestServer(script: script))
        ended.tokens.state.withLock { $0.renewalError = AccessError(.signInNeeded, "sign in") }
        #expect(try await words(ended.client.batch(deletions)) == ["204", "401", "401"])
        let error = try await failure(try TestClient(TestServer(script: script)), gets)
        #expect(error.recourse == .signIn)
    }

    @Test("When patience is over, what is known has to do")
    func patience() async throws {
        let test = try TestClient(
            TestServer { call in TestAnswer(call.path == "/items/0" ? 200 : 429) }, patience: 0)
        #expect(try await words(test.client.batch(gets)) == ["200", "throttled", "throttled"])
        #expect(test.server.seen.count == 3)
    }

    @Test("More requests than a batch takes go in several")
    func many() async throws {
        let test = try TestClient(
            TestServer { call in TestAnswer(200, "{\"p\":\"\(call.path)\"}") })
        let requests = (0..<45).map { GraphRequest(.get, "/items/\($0)") }
        #expect(try await test.client.answers(to: requests).count == 45)
        #expect(test.traffic.notes.withLock { $0.counts } == [20, 20, 5])
    }
}
