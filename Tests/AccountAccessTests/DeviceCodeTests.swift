// SPDX-License-Identifier: Apache-2.0

import HTTPTransport
import Testing

@testable import AccountAccess

@Suite("Signing in by a code")
struct DeviceCodeTests {
    private static func invitation(_ more: [String: Any] = [:]) -> ScriptedAnswer {
        let members: [String: Any] = [
            "user_code": "EXMPLE7Q9", "device_code": "DEVICE-CODE-1",
            "verification_uri": "https://login.example/device", "expires_in": 900, "interval": 5,
            "message": "Open https://login.example/device and enter EXMPLE7Q9.",
        ]
        return .json(200, members.merging(more) { _, new in new })
    }

    private static let pending = ScriptedAnswer.refusal("authorization_pending", 70_016)

    /// Signs in against `answers`; gives the tokens, or the error, and what was shown.
    private func run(
        _ answers: [ScriptedAnswer], claims: String? = nil
    ) async throws -> (result: Result<TokenGrant, AccessError>, DeviceCodePrompt?, AccountWorld) {
        let world = try AccountWorld(answers)
        let flow = DeviceCodeFlow(service: world.service, clock: world.clock.clock)
        var prompt: DeviceCodePrompt?
        do throws(AccessError) {
            let grant = try await flow.grant(
                scopes: ["Files.ReadWrite", "offline_access"], claims: claims
            ) {
                prompt = $0
            }
            return (.success(grant), prompt, world)
        } catch {
            return (.failure(error), prompt, world)
        }
    }

    private func error(_ answers: [ScriptedAnswer]) async throws -> AccessError {
        let (result, _, _) = try await run(answers)
        guard case .failure(let error) = result else {
            Issue.record("it signed in")
            return AccessError(.store, "")
        }
        return error
    }

    @Test("asks for a code, shows the message, and polls until somebody has entered it")
    func success() async throws {
        let (result, prompt, world) = try await run(
            [Self.invitation(), Self.pending, Self.pending, .tokens()])
        let grant = try result.get()
        #expect(grant.accessToken.revealed == "ACCESS-1")
        #expect(grant.refreshToken?.revealed == "REFRESH-1")
        #expect(prompt?.lines == ["Open https://login.example/device and enter EXMPLE7Q9."])
        #expect(await world.clock.sleeps == [5, 5, 5])
        let token = "/common/oauth2/v2.0/token"
        #expect(
            await world.traffic.paths == ["/common/oauth2/v2.0/devicecode", token, token, token])
        let forms = await world.traffic.forms
        #expect(forms[0] == ["client_id": "app-1", "scope": "Files.ReadWrite offline_access"])
        let poll = [
            "grant_type": "urn:ietf:params:oauth:grant-type:device_code", "client_id": "app-1",
            "device_code": "DEVICE-CODE-1",
        ]
        #expect(forms.dropFirst() == [poll, poll, poll])
    }

    @Test("polls more slowly each time that it is told so")
    func slowDown() async throws {
        let slow = ScriptedAnswer.refusal("slow_down")
        let (result, _, world) = try await run(
            [Self.invitation(), slow, Self.pending, slow, .tokens()])
        _ = try result.get()
        #expect(await world.clock.sleeps == [5, 10, 10, 15])
    }

    @Test("keeps the code while the service is busy, and waits as long as it says")
    func busy() async throws {
        let answers: [ScriptedAnswer] = [
            Self.invitation(),
            .json(429, ["error": "temporarily_unavailable"], ["Retry-After": "60"]),
            .json(503, [:]), .fails(HTTPError(.throttled, "busy", retryAfterSeconds: 30)),
            .fails(HTTPError(.broken, "it broke")), .refusal("temporarily_unavailable"), .tokens(),
        ]
        let (result, _, world) = try await run(answers)
        _ = try result.get()
        #expect(await world.clock.sleeps == [5, 60, 5, 30, 5, 5])
        let codes = await world.traffic.forms.dropFirst().map { $0["device_code"] }
        #expect(Set(codes) == ["DEVICE-CODE-1"])
    }

    @Test(
        "ends with a word of what to do",
        arguments: [
            ("authorization_declined", 70_018, 400, "declined"),
            ("access_denied", 0, 400, "declined"),
            ("expired_token", 70_019, 400, "expired"),
            ("bad_verification_code", 70_018, 400, "start again"),
            ("invalid_grant", 53_003, 400, "without '--device-code'"),
            ("invalid_grant", 530_032, 400, "without '--device-code'"),
            ("invalid_grant", 530_035, 400, "without '--device-code'"),
            ("invalid_grant", 90_120, 400, "start again"),
            ("invalid_grant", 65_001, 400, "consented"),
            ("interaction_required", 50_076, 400, "second factor"),
        ])
    func refusals(_ row: (code: String, number: Int, status: Int, text: String)) async throws {
        let number = row.number == 0 ? nil : row.number
        let found = try await error(
            [Self.invitation(), .refusal(row.code, number, status: row.status)])
        #expect(found.kind == .signInNeeded)
        #expect(found.message.contains(row.text), "\(found.message)")
    }

    @Test(
        "says what is wrong with the registration",
        arguments: [
            ("invalid_client", 7_000_218, 401, "Allow public client flows"),
            ("invalid_client", 7_000_218, 400, "Allow public client flows"),
            ("unauthorized_client", 700_016, 400, "client_id"),
            ("invalid_request", 50_194, 400, "'tenant'"),
            ("invalid_request", 9_002_332, 400, "account types"),
            ("invalid_client", 700_025, 401, "cleanrules login"),
            ("invalid_scope", 0, 400, "invalid_scope"),
        ])
    func misconfigured(_ row: (code: String, number: Int, status: Int, text: String)) async throws {
        let number = row.number == 0 ? nil : row.number
        let refusal = ScriptedAnswer.refusal(row.code, number, status: row.status)
        for answers in [[Self.invitation(), refusal], [refusal]] {
            let found = try await error(answers)
            #expect(found.kind == .misconfigured)
            #expect(found.message.contains(row.text), "\(found.message)")
        }
    }

    @Test("ends when the code does")
    func expiry() async throws {
        let answers =
            [Self.invitation(["expires_in": 12])] + Array(repeating: Self.pending, count: 9)
        let (result, _, world) = try await run(answers)
        #expect(throws: AccessError.self) { try result.get() }
        #expect(await world.clock.sleeps == [5, 5, 2])
        #expect(try await error(answers).message.contains("expired"))
    }

    @Test("does not wait for a busy service beyond the end of the code")
    func busyTooLong() async throws {
        let found = try await error(
            [Self.invitation(), .json(429, [:], ["Retry-After": "3000"])])
        #expect(found.kind == .offline)
    }

    @Test("waits for at least a second, and as the standard says where nothing is said")
    func intervals() async throws {
        for (given, expected) in [(0, 1.0), (-7, 1.0), (2, 2.0)] {
            let (result, _, world) = try await run(
                [Self.invitation(["interval": given]), .tokens()])
            _ = try result.get()
            #expect(await world.clock.sleeps == [expected])
        }
        let (result, _, world) = try await run(
            [Self.invitation(["interval": "soon", "expires_in": [1]]), .tokens()])
        _ = try result.get()
        #expect(await world.clock.sleeps == [5])
    }

    @Test("refuses answers that make no sense")
    func nonsense() async throws {
        let answers: [ScriptedAnswer] = [
            Self.invitation(["interval": 1_000_000_000]), Self.invitation(["expires_in": -5]),
            Self.invitation(["expires_in": 0]), Self.invitation(["device_code": ""]),
            Self.invitation(["user_code": 7]), Self.invitation(["verification_uri": [:]]),
            .json(200, [:]), .bytes(200, []),
            .bytes(200, [0xff, 0x00]), .bytes(404, Array("not here".utf8)),
            .bytes(200, Array(String(repeating: "[", count: 100_000).utf8)),
        ]
        for answer in answers {
            #expect(try await error([answer]).kind == .misconfigured, "\(answer)")
        }
    }

    @Test("refuses tokens that are none")
    func badTokens() async throws {
        let answers: [ScriptedAnswer] = [
            .json(200, [:]), .bytes(200, []), .tokens(""), .tokens("a\r\nX-Evil: 1"),
            .tokens("a b"), .tokens("é"), .tokens(String(repeating: "x", count: 70_000)),
            .json(200, ["token_type": "mac", "access_token": "A"]),
        ]
        for answer in answers {
            #expect(
                try await error([Self.invitation(), answer]).kind == .misconfigured, "\(answer)")
        }
    }

    @Test("bounds how long a token is taken to live")
    func lifetimes() async throws {
        let rows: [(Any, Double)] = [
            (3_599, 3_599), ("3599", 3_599), (-1, 1), (0, 1), (1e12, 86_400), ("x", 3_600),
        ]
        for (given, expected) in rows {
            let (result, _, _) = try await run([Self.invitation(), .tokens(seconds: given)])
            #expect(try result.get().lifetimeSeconds == expected)
        }
    }

    @Test("shows code and address where the message forgot them, and many lines as lines")
    func messages() async throws {
        func lines(_ message: Any) async throws -> [String] {
            let (_, prompt, _) = try await run([Self.invitation(["message": message]), .tokens()])
            return try #require(prompt).lines
        }
        let own = "To sign in, open https://login.example/device and enter the code EXMPLE7Q9."
        #expect(try await lines("") == [own])
        #expect(try await lines(5) == [own])
        #expect(try await lines("Hello\r\nyou") == ["Hello", "you", own])
        #expect(try await lines(String(repeating: "x\n", count: 4_000)).count == 21)
        #expect(try await lines(String(repeating: "x", count: 9_000)) == [own])
    }

    @Test("brings along what the service asked to see")
    func claims() async throws {
        let (_, _, world) = try await run([Self.invitation(), .tokens()], claims: #"{"a":1}"#)
        #expect(await world.traffic.forms.last?["claims"] == #"{"a":1}"#)
    }

    @Test("ends when it is cancelled")
    func cancellation() async throws {
        let world = try AccountWorld([Self.invitation(), Self.pending, Self.pending])
        let flow = DeviceCodeFlow(service: world.service, clock: world.clock.clock)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            _ = try await flow.grant(scopes: []) { _ in }
        }
        let found = await accessError { try await task.value }
        #expect(found?.kind == .offline)
    }
}
