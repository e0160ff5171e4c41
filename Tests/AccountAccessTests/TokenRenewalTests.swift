// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTransport
import Testing

@testable import AccountAccess

@Suite("The tokens of an account")
struct TokenRenewalTests {
    @Test("are used as long as they are good, without a request")
    func fresh() async throws {
        let world = try AccountWorld([])
        try await world.keep()
        let tokens = world.tokens()
        #expect(try await tokens.token() == "ACCESS-0")
        world.clock.advance(3_299)
        #expect(try await tokens.token() == "ACCESS-0")
        #expect(await world.traffic.requests.isEmpty)
    }

    @Test("are renewed five minutes before they end")
    func early() async throws {
        let world = try AccountWorld([.tokens(refresh: "REFRESH-1")])
        try await world.keep()
        world.clock.advance(3_301)
        #expect(try await world.tokens().token() == "ACCESS-1")
        #expect(
            await world.traffic.forms == [
                [
                    "grant_type": "refresh_token", "client_id": "app-1",
                    "refresh_token": "REFRESH-0",
                    "scope": "Files.ReadWrite User.Read offline_access",
                ]
            ])
        let kept = try await world.kept()
        #expect(kept.refreshToken?.revealed == "REFRESH-1")
        #expect(kept.accessToken?.revealed == "ACCESS-1")
        #expect(kept.obtainedAt == FakeClock.start + 3_301)
        #expect(kept.displayName == "Ana")
    }

    @Test("with a short life are not renewed at once")
    func shortLife() async throws {
        let world = try AccountWorld([.tokens("ACCESS-1", seconds: 8), .tokens("ACCESS-2")])
        try await world.keep(lifetime: 8)
        let tokens = world.tokens()
        #expect(try await tokens.token() == "ACCESS-0")
        world.clock.advance(5.9)
        #expect(try await tokens.token() == "ACCESS-0")
        world.clock.advance(0.2)
        #expect(try await tokens.token() == "ACCESS-1")
        world.clock.advance(5.9)
        #expect(try await tokens.token() == "ACCESS-1")
    }

    @Test("answer a claims challenge silently, where the sign-in service lets them")
    func silentClaims() async throws {
        let world = try AccountWorld([.tokens("ACCESS-1"), .tokens("ACCESS-2")])
        try await world.keep()
        let tokens = world.tokens()
        #expect(try await tokens.replacement(for: "ACCESS-0", claims: "{1}") == "ACCESS-1")
        #expect(await world.traffic.forms.map { $0["claims"] } == ["{1}"])
        #expect(await world.traffic.forms.map { $0["grant_type"] } == ["refresh_token"])
        #expect(try await world.kept().claims == nil)
        // What was given for the challenge is challenged again: now a person is needed.
        let error = await accessError {
            _ = try await tokens.replacement(for: "ACCESS-1", claims: "{2}")
        }
        #expect(error?.kind == .signInNeeded)
        #expect(await world.traffic.requests.count == 1)
        #expect(try await world.kept().claims == "{2}")
    }

    @Test("are no reason to sign in while the sign-in service cannot be asked about claims")
    func offlineClaims() async throws {
        let world = try AccountWorld([.json(503, [:])])
        try await world.keep()
        let error = await accessError {
            _ = try await world.tokens().replacement(for: "ACCESS-0", claims: "{}")
        }
        #expect(error?.kind == .offline)
        #expect(try await world.kept().claims == nil)
    }

    @Test("are not looked for in what somebody else answers in the service's place")
    func somebodyElse() async throws {
        let page = ScriptedAnswer.bytes(200, Array("<!DOCTYPE html>Welcome".utf8))
        let world = try AccountWorld([page])
        try await world.keep(lifetime: 1)
        world.clock.advance(10)
        let error = await accessError { _ = try await world.tokens().token() }
        #expect(error?.kind == .offline)
        #expect(error?.message.contains("somebody else answers") == true)
    }

    @Test("are renewed where the clock was set back, for nobody knows how old they are")
    func clockSetBack() async throws {
        let world = try AccountWorld([.tokens()])
        try await world.keep()
        world.clock.advance(-100)
        #expect(try await world.tokens().token() == "ACCESS-1")
    }

    @Test("keep the old refresh token where no new one comes")
    func noNewToken() async throws {
        let world = try AccountWorld([.tokens(refresh: nil, scope: nil)])
        try await world.keep(access: nil)
        #expect(try await world.tokens().token() == "ACCESS-1")
        #expect(try await world.kept().refreshToken?.revealed == "REFRESH-0")
        #expect(try await world.kept().scopes == ["Files.ReadWrite", "User.Read"])
    }

    @Test("are renewed once for all who wait")
    func oneRenewal() async throws {
        let gate = Gate()
        let world = try AccountWorld([.tokens()], gate: gate)
        try await world.keep()
        let tokens = world.tokens()
        #expect(try await tokens.token() == "ACCESS-0")
        let found = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<40 {
                group.addTask { try await tokens.replacement(for: "ACCESS-0", claims: nil) }
            }
            await gate.open()
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(found == ["ACCESS-1"])
        #expect(await world.traffic.requests.count == 1)
        #expect(try await tokens.replacement(for: "ACCESS-0", claims: nil) == "ACCESS-1")
        #expect(await world.traffic.requests.count == 1)
    }

    @Test("reach the store even when whoever asked gave up")
    func cancelled() async throws {
        let gate = Gate()
        let world = try AccountWorld([.tokens(refresh: "REFRESH-1")], gate: gate)
        try await world.keep(access: nil)
        let tokens = world.tokens()
        let task = Task { try await tokens.token() }
        while await world.traffic.requests.isEmpty { await Task.yield() }
        task.cancel()
        await gate.open()
        _ = try? await task.value
        #expect(try await world.kept().refreshToken?.revealed == "REFRESH-1")
    }

    @Test("that are refused as soon as they come, three times in a row, need a person")
    func refusedAnew() async throws {
        let world = try AccountWorld((1...6).map { .tokens("ACCESS-\($0)") })
        try await world.keep()
        let tokens = world.tokens()
        for number in 0..<3 {
            let token = try await tokens.replacement(for: "ACCESS-\(number)", claims: nil)
            #expect(token == "ACCESS-\(number + 1)")
        }
        let error = await accessError {
            _ = try await tokens.replacement(for: "ACCESS-3", claims: nil)
        }
        #expect(error?.kind == .signInNeeded)
        #expect(await world.traffic.requests.count == 3)
        // Later it may have been good for a while.
        world.clock.advance(2)
        #expect(try await tokens.replacement(for: "ACCESS-3", claims: nil) == "ACCESS-4")
        #expect(try await tokens.replacement(for: "ACCESS-4", claims: nil) == "ACCESS-5")
    }

    @Test("are not those that were refused, whoever began the renewal")
    func notTheRefused() async throws {
        // Another process renews to a token that the server refuses here meanwhile.
        let world = try AccountWorld([.tokens("ACCESS-2")])
        try await world.keep(access: "ACCESS-1")
        let tokens = world.tokens()
        async let first = tokens.token()
        async let second = tokens.replacement(for: "ACCESS-1", claims: nil)
        _ = try await first
        #expect(try await second == "ACCESS-2")
    }

    // MARK: What the service says

    @Test(
        "are gone when the service takes the sign-in back",
        arguments: [
            (700_082, "bad_token", "too long"), (70_008, nil, "too long"),
            (50_173, "bad_token", "new password"), (70_043, nil, "from time to time"),
            (50_076, "basic_action", "second factor"), (50_079, nil, "second factor"),
            (65_001, "consent_required", "consented"), (53_003, "message_only", "Conditional"),
        ] as [(Int, String?, String)])
    func invalidGrant(_ row: (number: Int, subcode: String?, text: String)) async throws {
        var more: [String: Any] = [:]
        more["suberror"] = row.subcode
        let world = try AccountWorld([.refusal("invalid_grant", row.number, more)])
        try await world.keep()
        world.clock.advance(3_400)
        let tokens = world.tokens()
        let error = await accessError { _ = try await tokens.token() }
        #expect(error?.kind == .signInNeeded)
        let message = try #require(error).message
        #expect(message.contains(row.text), "\(message)")
        #expect(message.contains("'cleanrules login photos'"))
        #expect(message.contains("trace-1"))
        let kept = try await world.kept()
        #expect(kept.refreshToken == nil && kept.accessToken == nil)
        #expect(kept.displayName == "Ana")
        // Nothing more is asked, now or by another process.
        #expect(await accessError { _ = try await tokens.token() }?.kind == .signInNeeded)
        let other = await accessError { _ = try await world.tokens().token() }
        #expect(other?.kind == .signInNeeded)
        #expect(await world.traffic.requests.count == 1)
    }

    @Test("stay when the service wants to see a person, with what it wants to see")
    func interactionRequired() async throws {
        let refusal = ScriptedAnswer.refusal(
            "interaction_required", 50_076, ["claims": #"{"access_token":{}}"#])
        let world = try AccountWorld([refusal])
        try await world.keep(access: nil)
        let error = await accessError { _ = try await world.tokens().token() }
        #expect(error?.kind == .signInNeeded)
        #expect(try await world.kept().refreshToken?.revealed == "REFRESH-0")
        #expect(try await world.kept().claims == #"{"access_token":{}}"#)
    }

    @Test(
        "stay when the registration is wrong",
        arguments: [
            ("invalid_client", 7_000_215, 401), ("invalid_client", 7_000_222, 401),
            ("invalid_client", 7_000_218, 401), ("invalid_scope", 70_011, 400),
            ("invalid_request", 900_144, 400), ("unauthorized_client", 700_016, 400),
            ("unsupported_grant_type", 70_003, 400), ("invalid_resource", 500_011, 400),
            ("something_new", 1_234_567, 400),
        ])
    func misconfigured(_ row: (code: String, number: Int, status: Int)) async throws {
        let world = try AccountWorld([
            .refusal(row.code, row.number, status: row.status), .tokens(),
        ])
        try await world.keep(access: nil)
        let tokens = world.tokens()
        let error = await accessError { _ = try await tokens.token() }
        #expect(error?.kind == .misconfigured)
        #expect(error?.message.contains(row.code) == true)
        #expect(try await world.kept().refreshToken?.revealed == "REFRESH-0")
        // The service is left alone for a minute.
        #expect(await accessError { _ = try await tokens.token() } == error)
        #expect(await world.traffic.requests.count == 1)
        world.clock.advance(61)
        #expect(try await tokens.token() == "ACCESS-1")
    }

    @Test(
        "that have not ended do while the service cannot be asked",
        arguments: [
            .json(503, [:], ["Retry-After": "20"]), .json(429, [:], ["Retry-After": "20"]),
            .refusal("temporarily_unavailable", 90_055),
            .fails(HTTPError(.throttled, "it asks to wait", retryAfterSeconds: 20)),
            .fails(HTTPError(.unreachable, "nobody answers")),
            .fails(HTTPError(.timedOut, "no answer")),
            .refusal("invalid_grant", 50_196), .bytes(500, Array("<html>".utf8)),
        ] as [ScriptedAnswer])
    func unavailable(_ answer: ScriptedAnswer) async throws {
        let world = try AccountWorld([answer, answer, .tokens()])
        try await world.keep()
        world.clock.advance(3_400)
        let tokens = world.tokens()
        #expect(try await tokens.token() == "ACCESS-0")
        #expect(try await tokens.token() == "ACCESS-0")
        #expect(await world.traffic.requests.count == 1)
        world.clock.advance(300)
        #expect(await accessError { _ = try await tokens.token() }?.kind == .offline)
        #expect(try await world.kept().refreshToken?.revealed == "REFRESH-0")
        world.clock.advance(61)
        #expect(try await tokens.token() == "ACCESS-1")
    }

    @Test("that were refused do not, even while the service cannot be asked")
    func refusedAndUnavailable() async throws {
        let world = try AccountWorld([.json(503, [:])])
        try await world.keep()
        let tokens = world.tokens()
        let error = await accessError {
            _ = try await tokens.replacement(for: "ACCESS-0", claims: nil)
        }
        #expect(error?.kind == .offline)
        let again = await accessError {
            _ = try await tokens.replacement(for: "ACCESS-0", claims: nil)
        }
        #expect(again == error)
        #expect(await world.traffic.requests.count == 1)
    }

    @Test("stay when something else than the service answers")
    func captivePortal() async throws {
        for status in [200, 302, 400, 403, 404, 511] {
            let world = try AccountWorld([.bytes(status, Array("<html>Welcome".utf8))])
            try await world.keep(access: nil)
            let error = await accessError { _ = try await world.tokens().token() }
            // The service itself says 400 and 404 to what is set up wrongly.
            #expect(error?.kind == ([400, 404].contains(status) ? .misconfigured : .offline))
            #expect(try await world.kept().refreshToken?.revealed == "REFRESH-0")
        }
    }

    @Test(
        "stay when an answer says yes and holds no token",
        arguments: [
            "{}", #"{"access_token":""}"#, #"{"access_token":"a\nb"}"#, #"{"access_token":7}"#,
            #"{"access_token":"A","token_type":"mac"}"#, #"{"ok":true}"#,
        ])
    func emptyAnswer(body: String) async throws {
        let world = try AccountWorld([.bytes(200, Array(body.utf8)), .tokens()])
        try await world.keep(access: nil)
        let tokens = world.tokens()
        #expect(await accessError { _ = try await tokens.token() }?.kind == .offline)
        #expect(try await world.kept().refreshToken?.revealed == "REFRESH-0")
        world.clock.advance(61)
        #expect(try await tokens.token() == "ACCESS-1")
    }

    @Test("need a person when the server wants more than a token says")
    func claims() async throws {
        let world = try AccountWorld([.refusal("interaction_required")])
        try await world.keep()
        let error = await accessError {
            _ = try await world.tokens().replacement(for: "ACCESS-0", claims: #"{"nbf":1}"#)
        }
        #expect(error?.kind == .signInNeeded)
        #expect(error?.message.contains("'cleanrules login photos'") == true)
        #expect(try await world.kept().claims == #"{"nbf":1}"#)
        #expect(await world.traffic.requests.count == 1)
    }

    @Test("are none where nobody has signed in, or a sign-in that cannot be renewed has ended")
    func nobody() async throws {
        let world = try AccountWorld([])
        #expect(await accessError { _ = try await world.tokens().token() }?.kind == .signInNeeded)
        try await world.keep(refresh: nil)
        #expect(try await world.tokens().token() == "ACCESS-0")
        world.clock.advance(4_000)
        #expect(await accessError { _ = try await world.tokens().token() }?.kind == .signInNeeded)
    }
}
