// SPDX-License-Identifier: Apache-2.0

import HTTPTransport
import Testing
import Text

@testable import GraphSimulator

/// Tokens, as Graph takes them.
@Suite("Access tokens")
struct AccessTokenTests {
    private let drive = SimulatedGraph().addAccount(.personal)

    @Test("are needed, known and not too old")
    func checks() async throws {
        let graph = drive.graph
        for token in [nil, "unknown"] {
            let answer = try await Client(graph, token: token).send(.get, "/me")
            #expect(answer.status == 401)
            #expect(answer.code == "InvalidAuthenticationToken")
            #expect(answer.header("WWW-Authenticate")?.hasPrefix("Bearer realm=") == true)
        }
        let client = Client(graph, token: graph.accessToken(for: drive, seconds: 60))
        #expect(try await client.send(.get, "/me").status == 200)
        graph.time.advance(seconds: 59)
        #expect(try await client.send(.get, "/me").status == 200)
        graph.time.advance(seconds: 2)
        let late = try await client.send(.get, "/me")
        #expect(late.status == 401 && late.text.contains("expired"))
        let fresh = Client(drive)
        graph.revokeAccessTokens()
        #expect(try await fresh.send(.get, "/me").status == 401)
    }

    @Test("must answer a claims challenge")
    func claims() async throws {
        let graph = drive.graph
        graph.challenge(drive, claims: #"{"access_token":{}}"#)
        let answer = try await Client(drive).send(.get, "/me")
        #expect(answer.status == 401)
        let challenge = try #require(answer.header("WWW-Authenticate"))
        #expect(challenge.contains("error=\"insufficient_claims\""))
        #expect(challenge.contains("claims=\"eyJhY2Nlc3NfdG9rZW4iOnt9fQ==\""))
        var login = Login(graph)
        login.fields["claims"] = #"{"access_token":{}}"#
        let token = try await login.token()
        let client = Client(graph, token: token["access_token"]?.text)
        #expect(try await client.send(.get, "/me").status == 200)
    }

    @Test("never reach another host")
    func foreign() async throws {
        let client = Client(drive)
        let error = await #expect(throws: HTTPError.self) {
            try await client.send(.get, "http://127.0.0.1:180800/v1.0/me")
        }
        #expect(error?.kind == .unreachable && error?.mayHaveReachedServer == false)
        #expect(drive.graph.log.count { $0.isForeign && $0.hadToken } == 1)
    }

    @Test("come with ids of requests and the date")
    func headers() async throws {
        let answer = try await Client(drive).send(
            .get, "/me/drive/root:/none", headers: [HTTPField("client-request-id", "mine")])
        #expect(answer.header("client-request-id") == "mine")
        #expect(answer.json?.at("error.innerError.client-request-id") == "mine")
        #expect(answer.header("request-id") == answer.json?.at("error.innerError.request-id")?.text)
        #expect(answer.header("Date") == "Tue, 03 Nov 2026 09:15:22 GMT")
        #expect(answer.json?.at("error.innerError.date") == "2026-11-03T09:15:22")
    }
}

/// A sign-in with a device code.
struct Login {
    let graph: SimulatedGraph
    var tenant = "common"
    var fields = [
        "client_id": "app", "scope": "User.Read Files.ReadWrite.All offline_access openid",
    ]

    init(_ graph: SimulatedGraph) { self.graph = graph }

    /// The answer to a form.
    func post(_ place: String, _ fields: [String: String]) async throws -> HTTPResponse {
        let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._")
        let text = fields.map { name, value in
            let encoded = value.map { character in
                plain.contains(character)
                    ? String(character)
                    : character.utf8.map { "%" + String(Int($0) + 256, radix: 16).suffix(2) }
                        .joined()
            }
            return name + "=" + encoded.joined()
        }.joined(separator: "&")
        return try await graph.exchange(
            HTTPRequest(
                .post, "\(graph.addresses.login)/\(tenant)/oauth2/v2.0/\(place)",
                headers: [HTTPField("Content-Type", "application/x-www-form-urlencoded")],
                body: Array(text.utf8)))
    }

    /// The answer to a poll for the code.
    func poll(_ code: String) async throws -> HTTPResponse {
        try await post(
            "token",
            [
                "client_id": "app", "device_code": code,
                "grant_type": "urn:ietf:params:oauth:grant-type:device_code",
            ])
    }

    /// A device code.
    func code() async throws -> String {
        let answer = try await post("devicecode", fields)
        return try #require(answer.json?["device_code"]?.text, "\(answer.text)")
    }

    /// The answer with the token, after all polls that it takes.
    func token() async throws -> GraphJSON {
        let code = try await code()
        for _ in 0..<20 {
            let answer = try await poll(code)
            if answer.status == 200 { return try #require(answer.json) }
        }
        return .null
    }

    /// The answer to a refresh.
    func refresh(_ token: String?, scope: String? = nil) async throws -> HTTPResponse {
        var fields = [
            "client_id": "app", "grant_type": "refresh_token", "refresh_token": token ?? "",
        ]
        fields["scope"] = scope
        return try await post("token", fields)
    }
}

/// The sign-in service.
@Suite("Sign-in")
struct SignInTests {
    private let graph = SimulatedGraph()
    private let drive: SimulatedDrive

    init() {
        drive = graph.addAccount(.personal, address: "pia@outlook.example")
        graph.addAccount(.business, address: "ines@contoso.example")
    }

    @Test("by device code takes as long as it is told to")
    func deviceCode() async throws {
        var signIn = graph.signIn
        signIn.deviceAnswers = [.pending, .slowDown, .pending]
        graph.signIn = signIn
        let login = Login(graph)
        let start = try #require(try await login.post("devicecode", login.fields).json)
        #expect(start["expires_in"] == 900 && start["interval"] == 5)
        let user = try #require(start["user_code"]?.text)
        #expect(start["message"]?.text?.contains(user) == true)
        let code = try #require(start["device_code"]?.text)
        var errors: [String?] = []
        for _ in 0..<3 { errors.append(try await login.poll(code).json?["error"]?.text) }
        #expect(errors == ["authorization_pending", "slow_down", "authorization_pending"])
        let token = try #require(try await login.poll(code).json)
        #expect(token["token_type"] == "Bearer" && token["expires_in"] == 3_599)
        #expect(token["refresh_token"] != nil && token["id_token"] != nil)
        let client = Client(graph, token: token["access_token"]?.text)
        #expect(try await client.get("/me")["userPrincipalName"] == "pia@outlook.example")
        #expect(try await login.poll(code).json?["error"] == "bad_verification_code")
    }

    @Test("by device code ends as it is told to")
    func deviceCodeErrors() async throws {
        var signIn = graph.signIn
        signIn.deviceAnswers = [.declined, .blocked]
        signIn.enforcesInterval = true
        graph.signIn = signIn
        let login = Login(graph)
        let code = try await login.code()
        let declined = try await login.poll(code)
        #expect(declined.status == 400)
        #expect(declined.json?["error"] == "authorization_declined")
        #expect(declined.json?["error_codes"] == [70018])
        #expect(declined.json?["error_description"]?.text?.hasPrefix("AADSTS70018: ") == true)
        #expect(try await login.poll(code).json?["error"] == "slow_down")
        graph.time.advance(seconds: 6)
        let blocked = try await login.poll(code)
        #expect(blocked.json?["suberror"] == "message_only")
        graph.time.advance(seconds: 901)
        #expect(try await login.poll(code).json?["error"] == "expired_token")
        #expect(try await login.poll("other").json?["error"] == "bad_verification_code")
    }

    @Test("in a tenant finds the account that fits")
    func tenants() async throws {
        var login = Login(graph)
        for (tenant, address) in [
            ("consumers", "pia@outlook.example"), ("organizations", "ines@contoso.example"),
            ("contoso.example", "ines@contoso.example"),
        ] {
            login.tenant = tenant
            let token = try await login.token()
            let client = Client(graph, token: token["access_token"]?.text)
            #expect(try await client.get("/me")["userPrincipalName"]?.text == address)
        }
    }

    @Test("goes on with refresh tokens, which turn into new ones")
    func refresh() async throws {
        let login = Login(graph)
        let first = try await login.token()["refresh_token"]?.text
        let second = try await login.refresh(first).json?["refresh_token"]?.text
        #expect(second != nil && second != first)
        #expect(try await login.refresh(first).status == 200)
        var signIn = graph.signIn
        signIn.refusesUsedRefreshTokens = true
        graph.signIn = signIn
        let refused = try await login.refresh(first)
        #expect(refused.status == 400 && refused.json?["error"] == "invalid_grant")
        #expect(
            try await login.refresh(second, scope: "Mail.Read").json?["suberror"]
                == "consent_required")
        graph.revokeRefreshTokens(.inactive)
        #expect(try await login.refresh(second).json?["error_codes"] == [700_082])
        signIn.refreshError = .busy
        graph.signIn = signIn
        let busy = try await login.refresh(second)
        #expect(busy.status == 429 && busy.header("Retry-After") == "60")
    }

    @Test("gives refresh and id tokens only to those who ask")
    func scopes() async throws {
        var login = Login(graph)
        login.fields["scope"] = "https://graph.microsoft.com/Files.Read"
        let token = try await login.token()
        #expect(token["refresh_token"] == nil && token["id_token"] == nil)
        #expect(token["scope"] == "Files.Read")
    }

    @Test("in a browser redeems a code once, with its verifier")
    func browser() async throws {
        // The pair that RFC 7636 appendix B gives.
        let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
        let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
        let login = Login(graph)
        let redirect = "http://localhost:4711"
        let query =
            "client_id=app&response_type=code&redirect_uri=http%3A%2F%2Flocalhost%3A4711"
            + "&scope=User.Read%20offline_access&state=a%26b&code_challenge=\(challenge)"
            + "&code_challenge_method=S256&login_hint=ines%40contoso.example"
        let path = "\(graph.addresses.login)/common/oauth2/v2.0/authorize?"
        func authorize() async throws -> String {
            let answer = try await graph.exchange(HTTPRequest(.get, path + query))
            #expect(answer.status == 302)
            return try #require(answer.header("Location"))
        }
        let location = try await authorize()
        #expect(location.hasPrefix(redirect + "?code="))
        #expect(location.hasSuffix("&state=a%26b"))
        let code = try #require(location.firstMatch(of: /code=([^&]+)/)).1
        var fields = [
            "client_id": "app", "grant_type": "authorization_code", "code": String(code),
            "redirect_uri": redirect, "code_verifier": "wrong",
        ]
        #expect(try await login.post("token", fields).json?["error"] == "invalid_grant")
        fields["code_verifier"] = verifier
        let token = try await login.post("token", fields)
        #expect(token.status == 200)
        let client = Client(graph, token: token.json?["access_token"]?.text)
        #expect(try await client.get("/me")["userPrincipalName"] == "ines@contoso.example")
        #expect(try await login.post("token", fields).json?["error_codes"] == [54005])
        var signIn = graph.signIn
        signIn.authorizeError = "access_denied"
        graph.signIn = signIn
        #expect(try await authorize().hasPrefix(redirect + "?error=access_denied&"))
        let stranger = query.replacing(
            "http%3A%2F%2Flocalhost%3A4711", with: "https%3A%2F%2Fx.example")
        #expect(try await graph.exchange(HTTPRequest(.get, path + stranger)).status == 400)
    }

    @Test("of applications takes a secret or an assertion, in a tenant")
    func applications() async throws {
        try SimulatedScenario.tenant.set(up: graph)
        var login = Login(graph)
        login.tenant = "contoso.example"
        var fields = [
            "client_id": SimulatedScenario.applicationID, "grant_type": "client_credentials",
            "scope": "https://graph.microsoft.com/.default",
        ]
        func error(_ fields: [String: String]) async throws -> GraphJSON? {
            try await login.post("token", fields).json?["error_codes"]?[0]
        }
        #expect(try await error(fields) == 7_000_218)
        fields["client_secret"] = "wrong"
        #expect(try await error(fields) == 7_000_215)
        fields["client_secret"] = SimulatedScenario.applicationSecret
        let token = try #require(try await login.post("token", fields).json)
        #expect(token["refresh_token"] == nil && token["scope"] == nil)
        let app = Client(graph, token: token["access_token"]?.text)
        #expect(try await app.get("/users")["value"]?.elements?.isEmpty == false)
        login.tenant = "common"
        #expect(try await error(fields) == 9_001_023)
        login.tenant = "contoso.example"
        fields["client_secret"] = nil
        fields["client_assertion_type"] = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
        fields["client_assertion"] = assertion(audience: "https://elsewhere.example")
        #expect(try await error(fields) == 7_000_215)
        let url = "\(graph.addresses.login)/contoso.example/oauth2/v2.0/token"
        fields["client_assertion"] = assertion(audience: url)
        #expect(try await login.post("token", fields).status == 200)
    }

    private func assertion(audience: String) -> String {
        let now = Int64(graph.time.now)
        let id = GraphJSON.string(SimulatedScenario.applicationID)
        let header: GraphJSON = ["alg": "PS256", "typ": "JWT", "x5t#S256": "AAAA"]
        let claims: GraphJSON = [
            "aud": .string(audience), "iss": id, "sub": id, "jti": "1", "nbf": .integer(now),
            "iat": .integer(now), "exp": .integer(now + 600),
        ]
        return [header.bytes, claims.bytes].map { Base64.text($0, forURL: true) }.joined(
            separator: ".") + ".c2ln"
    }

    @Test("wants forms, and no secrets of public clients")
    func forms() async throws {
        let login = Login(graph)
        let plain = try await graph.exchange(
            HTTPRequest(
                .post, "\(graph.addresses.login)/common/oauth2/v2.0/devicecode",
                body: Array("client_id=app&scope=User.Read".utf8)))
        #expect(plain.status == 400)
        let code = try await login.code()
        let fields = [
            "client_id": "app", "device_code": code, "client_secret": "x",
            "grant_type": "urn:ietf:params:oauth:grant-type:device_code",
        ]
        #expect(try await login.post("token", fields).json?["error_codes"] == [700_025])
        #expect(
            try await login.post("token", ["client_id": "app", "grant_type": "password"])
                .json?["error"] == "unsupported_grant_type")
        // What people and applications send here is written down nowhere.
        #expect(graph.log(.token).allSatisfy { $0.body == nil })
    }
}
