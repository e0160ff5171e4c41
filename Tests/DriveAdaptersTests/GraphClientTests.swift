// SPDX-License-Identifier: Apache-2.0

import HTTPTransport
import Testing

@testable import DriveAdapters

/// How single requests are sent, and what their answers mean.
@Suite struct GraphClientTests {
    private func failure(
        _ test: TestClient, _ request: GraphRequest = GraphRequest(.get, "/me/drive")
    ) async throws -> GraphFailure {
        try await #require(throws: GraphFailure.self) { try await test.client.send(request) }
    }

    @Test("A request goes to the service, with a token and what it wants to be told")
    func request() async throws {
        let test = try TestClient(TestServer { _ in TestAnswer(200, "{}") })
        let body = Array("{}".utf8)
        _ = try await test.client.send(
            GraphRequest(
                .patch, "/drives/a/items/b?x=1", headers: [HTTPField("If-Match", "\"{G},1\"")],
                body: body, cost: 2))
        let sent = try #require(test.server.requests.first)
        #expect(sent.url == "https://graph.example/v1.0/drives/a/items/b?x=1")
        #expect(sent.method == .patch && sent.body == body && !sent.isIdempotent)
        #expect(sent.header("authorization") == "Bearer token-1")
        #expect(sent.header("accept") == "application/json")
        #expect(sent.header("content-type") == "application/json")
        #expect(sent.header("if-match") == "\"{G},1\"")
        #expect(test.traffic.notes.withLock { $0.costs } == [2])
    }

    @Test("An empty body is sent as one, without a type")
    func emptyBody() async throws {
        let test = try TestClient(TestServer { _ in TestAnswer(204) })
        _ = try await test.client.send(GraphRequest(.post, "/x", body: []))
        let sent = try #require(test.server.requests.first)
        #expect(sent.body == [] && sent.header("content-type") == nil)
    }

    @Test("A link is followed byte for byte, and only to the service itself")
    func links() async throws {
        let test = try TestClient(TestServer { _ in TestAnswer(200, "{}") })
        let own = "https://GRAPH.example:443/v1.0/x?$skiptoken=a%2Bb&$select=id"
        _ = try await test.client.send(GraphRequest(.get, own))
        #expect(test.server.requests.map(\.url) == [own])
        for link in [
            "https://evil.example/v1.0/x", "http://graph.example/v1.0/x",
            "https://graph.example@evil.example/x", "https://graph.example:444/x",
            "https://graph.example.evil.example/", "graph.example/x", "",
            "https://graph.example\\@evil.example/", "https://graph.example/\r\nX: y",
            "https:///x", "file:///x",
        ] {
            let error = try await failure(test, GraphRequest(.get, link))
            #expect(error.recourse == .none && !error.mayHaveTakenEffect, "\(link)")
        }
        #expect(test.server.requests.count == 1)
    }

    @Test("A refused token is renewed once, and the request repeated once")
    func renewal() async throws {
        let test = try TestClient(
            TestServer { call in
                call.headers["Authorization"] == "Bearer token-2"
                    ? TestAnswer(200, "{}") : .error(401, "InvalidAuthenticationToken")
            })
        #expect(try await test.client.send(GraphRequest(.get, "/me")).status == 200)
        let tokens = test.server.requests.map { $0.header("Authorization") }
        #expect(tokens == ["Bearer token-1", "Bearer token-2"])
        let always = try TestClient(TestServer { _ in .error(401, "unauthenticated") })
        let error = try await failure(always, GraphRequest(.delete, "/x"))
        #expect(error.recourse == .signIn && error.status == 401 && !error.mayHaveTakenEffect)
        #expect(always.server.requests.count == 2)
    }

    @Test("What a challenge asks for is handed on, decoded")
    func claims() async throws {
        let challenge =
            "Bearer realm=\"\", error=\"insufficient_claims\", claims=\"eyJhIjp7fX0=\""
        let test = try TestClient(
            TestServer { _ in TestAnswer(401, headers: ["WWW-Authenticate": challenge]) })
        test.tokens.state.withLock { $0.renewalError = AccessError(.signInNeeded, "sign in") }
        let error = try await failure(test)
        #expect(error.recourse == .signIn && error.message == "sign in")
        #expect(test.tokens.state.withLock { $0.claims } == ["{\"a\":{}}"])
        #expect(test.server.requests.count == 1)
    }

    @Test(
        "Without a token the failure says what can be done",
        arguments: [
            (AccessError.Kind.signInNeeded, Recourse.signIn), (.misconfigured, .signIn),
            (.offline, .retry(afterSeconds: 60)), (.store, .none),
        ])
    func noToken(kind: AccessError.Kind, recourse: Recourse) async throws {
        let test = try TestClient(TestServer { _ in TestAnswer(200) })
        test.tokens.state.withLock { $0.error = AccessError(kind, "why") }
        let error = try await failure(test)
        #expect(error.recourse == recourse && error.message == "why")
        #expect(!error.mayHaveTakenEffect && test.server.requests.isEmpty)
    }

    @Test(
        "Trouble on the way says what can be done",
        arguments: [
            (HTTPError.Kind.unreachable, true), (.timedOut, true), (.broken, true),
            (.throttled, true), (.untrusted, false), (.badAddress, false), (.tooLarge, false),
            (.cancelled, false), (.failed, false),
        ])
    func trouble(kind: HTTPError.Kind, isPassing: Bool) async throws {
        for mayHaveReachedServer in [false, true] {
            let error = HTTPError(
                kind, "why", mayHaveReachedServer: mayHaveReachedServer, retryAfterSeconds: 7)
            let test = try TestClient(
                TestServer(fault: { _, _ in .failure(error) }) { _ in TestAnswer(200) })
            let failure = try await failure(test, GraphRequest(.delete, "/x"))
            #expect(failure.recourse == (isPassing ? .retry(afterSeconds: 7) : .none))
            #expect(failure.mayHaveTakenEffect == mayHaveReachedServer)
        }
    }

    @Test("A limit that hides in a refusal is a limit")
    func hiddenThrottling() async throws {
        let asked = Lock(0)
        let test = try TestClient(
            TestServer { _ in
                let isFirst = asked.withLock { asked in
                    asked += 1
                    return asked == 1
                }
                return isFirst
                    ? .error(
                        403, "accessDenied", "throttledRequest", key: "innererror",
                        headers: ["Retry-After": "3360"]) : TestAnswer(200, "{}")
            })
        #expect(try await test.client.send(GraphRequest(.get, "/x")).status == 200)
        #expect(test.traffic.notes.withLock { $0.pauses } == [3360])
        let other = try TestClient(
            TestServer { _ in .error(403, "accessDenied", "throttledRequest") })
        let error = try await failure(other, GraphRequest(.delete, "/x"))
        #expect(error.recourse == .retry(afterSeconds: 60) && !error.mayHaveTakenEffect)
        #expect(other.server.requests.count == 1)
        _ = try await failure(other)
        #expect(other.server.requests.count == 1 + GraphClient.refusalCountMax)
    }

    @Test("Redirects are answers, not followed")
    func redirects() async throws {
        let test = try TestClient(
            TestServer { _ in TestAnswer(302, headers: ["Location": "https://graph.example/y"]) })
        let response = try await test.client.send(GraphRequest(.get, "/x"))
        #expect(response.status == 302 && response.header("location") != nil)
        #expect(test.server.requests.count == 1)
    }

    // MARK: - What errors say

    @Test("Codes are collected at every depth, whatever the keys and cases")
    func codes() {
        let body = TestAnswer.error(
            403, "accessDenied", "lockMismatch", "Quota", message: "say it", key: "innererror"
        ).body
        let error = GraphErrorBody(Array(body.utf8))
        #expect(error.codes == ["accessdenied", "lockmismatch", "quota"])
        #expect(error.message == "say it")
        let sample = """
            \u{feff}{"error":{"code":"itemNotFound","message":"m","innerError":{"date":"d",
            "request-id":"23b9","client-request-id":"x"}}}
            """
        let read = GraphErrorBody(Array(sample.utf8))
        #expect(read.codes == ["itemnotfound"] && read.requestID == "23b9")
    }

    @Test(
        "What is no error body says nothing, and what breaks off says what was said",
        arguments: [
            ("", []), ("<html>404</html>", []), ("null", []), ("[]", []), ("{\"error\":7}", []),
            ("{\"error\":{\"code\":7}}", []), ("{\"error\":{\"code\":\"a\",\"innerEr", ["a"]),
            ("{\"error\":{\"code\":\"a\",\"innerError\":{\"code\":\"b\"", ["a", "b"]),
            ("{\"code\":\"a\"}", []), ("\u{0}", []),
        ] as [(String, [String])])
    func oddBodies(body: String, codes: [String]) {
        #expect(GraphErrorBody(Array(body.utf8)).codes == codes)
    }

    @Test("Nesting without end is no error body")
    func deepBodies() {
        for body in [
            String(repeating: "{\"error\":", count: 100_000),
            "{\"error\":" + String(repeating: "{\"i\":", count: 5_000),
            "{\"error\":" + String(repeating: "[", count: 5_000),
        ] {
            #expect(GraphErrorBody(Array(body.utf8)).codes.isEmpty)
        }
    }

    @Test("People are told the status, the code and the request, and never raw characters")
    func words() {
        var response = GraphResponse(
            status: 404, headers: [HTTPField("request-id", "1234-ab")],
            body: Array(TestAnswer.error(404, "itemNotFound", message: "Not there.").body.utf8))
        #expect(
            GraphText.answer(response)
                == "the service answered 404 (itemnotfound, request 1234-ab): Not there")
        response.body = Array(
            TestAnswer.error(404, "a b", message: "x\\u001b[31m\u{202e}y").body.utf8)
        response.headers = [HTTPField("request-id", "\u{1b}")]
        #expect(GraphText.answer(response) == "the service answered 404: x [31m y")
    }

    @Test(
        "The time to wait is read as the service writes it",
        arguments: [
            ("0.249", 0.249), ("31", 31), ("-1", nil), ("nan", nil), ("inf", nil), ("soon", nil),
            ("1000000000", 86_400), ("Tue, 03 Nov 2026 09:15:52 GMT", 30),
            ("Tue, 03 Nov 2026 09:15:02 GMT", nil),
        ] as [(String, Double?)])
    func retryAfter(text: String, seconds: Double?) {
        let response = GraphResponse(
            status: 429,
            headers: [
                HTTPField("retry-after", text), HTTPField("Date", "Tue, 03 Nov 2026 09:15:22 GMT"),
            ], body: [])
        #expect(response.retryAfterSeconds == seconds)
    }

    @Test(
        "Whoever answers in the place of the service is named",
        arguments: [
            TestAnswer(200, "<!DOCTYPE html><p>Welcome"),
            TestAnswer(200, " <html>", headers: ["Content-Type": "text/html"]),
            TestAnswer(403, "<html>blocked", headers: ["Content-Type": "text/html"]),
            TestAnswer(302, headers: ["Location": "http://login.cafe.example/?next=1"]),
            TestAnswer(307, headers: ["Location": "https://login.cafe.example/"]),
            TestAnswer(511),
        ])
    func foreign(answer: TestAnswer) async throws {
        let test = try TestClient(TestServer { _ in answer })
        let failure = await #expect(throws: GraphFailure.self) {
            try await test.client.send(GraphRequest(.get, "/me/drive"))
        }
        #expect(failure?.message.contains("somebody else answers") == true)
        #expect(failure?.recourse == .retry(afterSeconds: 60))
        #expect(failure?.mayHaveTakenEffect == false)
        let changing = await #expect(throws: GraphFailure.self) {
            try await test.client.send(GraphRequest(.delete, "/me/drive/items/1"))
        }
        #expect(changing?.mayHaveTakenEffect == true)
    }

    @Test("The service itself may lead to contents elsewhere, and say no in its own way")
    func own() async throws {
        let answers = [
            TestAnswer(302, headers: ["Location": "https://download.example/x"]),
            TestAnswer(403, "<html>", headers: ["request-id": "1", "Content-Type": "text/html"]),
            TestAnswer(502, "<html>", headers: ["Content-Type": "text/html"]),
            TestAnswer(308),
        ]
        for answer in answers {
            let test = try TestClient(TestServer { _ in answer })
            let response = try await test.client.send(
                GraphRequest(.get, "/me/drive/items/1/content?x=1"))
            #expect(response.status == answer.status)
        }
    }

    @Test("Paths are encoded segment by segment")
    func addresses() throws {
        #expect(GraphAddress.segment(id: "0B5C!s4c") == "0B5C!s4c")
        #expect(GraphAddress.segment(id: "a/../b?c#d") == "a%2F..%2Fb%3Fc%23d")
        #expect(GraphAddress.segment(id: "..") == "%00" && GraphAddress.segment(id: "") == "%00")
        let path = try #require(GraphItemPath("/100%/a#b ?/it's:caf\u{e9}"))
        #expect(
            GraphAddress.item(at: path, on: "/drives/d")
                == "/drives/d/root:/100%25/a%23b%20%3F/it%27s%3Acaf%C3%A9:")
        for text in ["a", "/a//b", "/a/", "/", "/../b", "/a/."] {
            #expect(GraphItemPath(text) == nil, "\(text)")
        }
    }

    @Test("A name that came encoded is the same name")
    func names() {
        func isSame(_ one: String, _ other: String) -> Bool {
            GraphName.isSame(Array(one.utf8), Array(other.utf8))
        }
        #expect(isSame("a b", "a%20b") && isSame("a%20b", "a b") && isSame("100%", "100%25"))
        #expect(!isSame("a%2", "a") && !isSame("a", "A") && !isSame("caf\u{e9}", "cafe\u{301}"))
    }
}
