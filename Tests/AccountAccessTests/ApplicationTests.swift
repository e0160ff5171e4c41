// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTransport
import Synchronization
import Testing

@testable import AccountAccess

@Suite("An application that acts by itself")
struct ApplicationTests {
    private static let tokenAddress = "http://localhost:9001/org.example/oauth2/v2.0/token"

    private func world(_ answers: [ScriptedAnswer], cloud: String? = nil) throws -> AccountWorld {
        var source = AccountWorld.source(tenant: "org.example")
        source.nationalCloud = cloud
        return try AccountWorld(answers, source)
    }

    private func tokens(
        _ world: AccountWorld, _ credential: ApplicationCredential
    ) throws -> ApplicationTokens {
        try ApplicationTokens(
            service: world.service, credential: credential, clock: world.clock.clock)
    }

    private func found(
        _ variables: [String: String], _ files: [String: [UInt8]] = [:]
    ) throws -> ApplicationCredential? {
        try ApplicationCredential.found(
            value: { variables[$0] },
            file: { path throws(AccessError) in
                guard let bytes = files[path] else {
                    throw AccessError(.misconfigured, "there is no '\(path)'")
                }
                return bytes
            }, now: FakeClock.start)
    }

    @Test("signs in with its secret, and keeps the tokens in memory")
    func secret() async throws {
        let world = try world([
            .tokens("APP-1", refresh: nil, scope: nil), .tokens("APP-2", refresh: nil, scope: nil),
        ])
        let tokens = try tokens(world, .secret(SecretText("SECRET+1")))
        #expect(try await tokens.token() == "APP-1")
        world.clock.advance(3_299)
        #expect(try await tokens.token() == "APP-1")
        world.clock.advance(2)
        #expect(try await tokens.token() == "APP-2")
        let form = [
            "grant_type": "client_credentials", "client_id": "app-1",
            "scope": "https://graph.microsoft.com/.default", "client_secret": "SECRET+1",
        ]
        #expect(await world.traffic.forms == [form, form])
        #expect(await world.traffic.paths.first == "/org.example/oauth2/v2.0/token")
        #expect(!FileManager.default.fileExists(atPath: world.folder.path))
    }

    @Test("names the Graph host of its cloud")
    func cloud() async throws {
        let world = try world([.tokens()], cloud: "us-dod")
        _ = try await tokens(world, .secret(SecretText("SECRET"))).token()
        #expect(
            await world.traffic.forms.first?["scope"] == "https://dod-graph.microsoft.us/.default")
    }

    @Test("reads its assertion anew each time")
    func assertion() async throws {
        let source = Counter()
        let world = try world([.tokens("APP-1"), .tokens("APP-2")])
        let tokens = try tokens(
            world, .assertion { () throws(AccessError) in SecretText("OIDC-\(source.next())") })
        #expect(try await tokens.token() == "APP-1")
        #expect(try await tokens.replacement(for: "APP-1", claims: nil) == "APP-2")
        let forms = await world.traffic.forms
        #expect(forms.map { $0["client_assertion"] } == ["OIDC-1", "OIDC-2"])
        #expect(
            forms[0]["client_assertion_type"]
                == "urn:ietf:params:oauth:client-assertion-type:jwt-bearer")
        #expect(forms[0]["client_secret"] == nil)
    }

    @Test("signs a statement with its certificate that the service can verify")
    func certificate() async throws {
        let pair = try TestCertificate()
        let pem = try pair.keyPEM() + pair.certificatePEM()
        let world = try world([.tokens("APP-1"), .tokens("APP-2")])
        let credential = ApplicationCredential.certificate(
            try ClientCertificate(pem: pem, now: Date().timeIntervalSince1970))
        let tokens = try tokens(world, credential)
        _ = try await tokens.token()
        _ = try await tokens.replacement(for: "APP-1", claims: nil)
        var ids: Set<String> = []
        for form in await world.traffic.forms {
            let parts = try #require(form["client_assertion"]).split(separator: ".")
            try #require(parts.count == 3)
            let header = try members(parts[0])
            let expected = [
                "alg": "PS256", "typ": "JWT", "x5t#S256": Base64URL.text(pair.thumbprint()),
            ]
            #expect(header as? [String: String] == expected)
            let claims = try members(parts[1])
            #expect(claims["aud"] as? String == Self.tokenAddress)
            #expect(claims["iss"] as? String == "app-1")
            #expect(claims["sub"] as? String == "app-1")
            #expect(claims["nbf"] as? Int == Int(FakeClock.start))
            #expect(claims["iat"] as? Int == Int(FakeClock.start))
            #expect((300...600).contains((claims["exp"] as? Int ?? 0) - Int(FakeClock.start)))
            ids.insert(try #require(claims["jti"] as? String))
            #expect(pair.verifies("\(parts[0]).\(parts[1])", try bytes(parts[2])))
            #expect(!pair.verifies("\(parts[0]).\(parts[1])x", try bytes(parts[2])))
        }
        #expect(ids.count == 2)
    }

    private func bytes(_ part: Substring) throws -> [UInt8] {
        let text = part.replacingOccurrences(of: "-", with: "+")
            .replacingOccurrences(of: "_", with: "/")
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        return [UInt8](try #require(Data(base64Encoded: text + padding)))
    }

    private func members(_ part: Substring) throws -> [String: Any] {
        let value = try JSONSerialization.jsonObject(with: Data(try bytes(part)))
        return try #require(value as? [String: Any])
    }

    @Test("refuses certificates that cannot work")
    func badCertificates() throws {
        let (pair, other) = (try TestCertificate(), try TestCertificate())
        let expired = try TestCertificate(seconds: -10)
        let curve = try TestCertificate(.ec)
        let rows: [([UInt8], String)] = [
            ([], "no certificate"), (Array("text".utf8), "no certificate"),
            (try pair.keyPEM(), "no certificate"), (try pair.certificatePEM(), "no private key"),
            (try pair.certificatePEM() + pair.keyPEM(password: "secret"), "no private key"),
            (try pair.certificatePEM() + other.keyPEM(), "does not belong"),
            (try expired.certificatePEM() + expired.keyPEM(), "expired"),
            (try curve.certificatePEM() + curve.keyPEM(), "RSA"),
        ]
        for (pem, text) in rows {
            let error = #expect(throws: AccessError.self) {
                try ClientCertificate(pem: pem, now: Date().timeIntervalSince1970)
            }
            #expect(error?.kind == .misconfigured)
            #expect(error?.message.contains(text) == true, "\(error?.message ?? "")")
        }
    }

    @Test("takes its credential from one variable or file")
    func credentials() throws {
        if try found([:]) != nil { Issue.record("nothing is set") }
        func fields(_ credential: ApplicationCredential?) throws -> [String: String] {
            let fields = try #require(credential).fields(
                audience: "a", clientID: "b", now: FakeClock.start)
            return Dictionary(uniqueKeysWithValues: fields.map { ($0.name, $0.value.revealed) })
        }
        let secret = ["client_secret": "SECRET 1"]
        #expect(try fields(found(["CLEANRULES_CLIENT_SECRET": "SECRET 1"])) == secret)
        let file = ["/s": Array("\n SECRET 1 \r\n".utf8)]
        #expect(try fields(found(["CLEANRULES_CLIENT_SECRET_FILE": "/s"], file)) == secret)
        let assertion = try fields(found(["CLEANRULES_CLIENT_ASSERTION": "OIDC"]))
        #expect(assertion["client_assertion"] == "OIDC")
        let token = ["/t": Array("OIDC-2\n".utf8)]
        let other = try fields(found(["CLEANRULES_CLIENT_ASSERTION_FILE": "/t"], token))
        #expect(other["client_assertion"] == "OIDC-2")
        let bad: [([String: String], [String: [UInt8]])] = [
            (["CLEANRULES_CLIENT_SECRET": "a", "CLEANRULES_CLIENT_ASSERTION": "b"], [:]),
            (["CLEANRULES_CLIENT_SECRET_FILE": "/none"], [:]),
            (["CLEANRULES_CLIENT_SECRET_FILE": "/s"], ["/s": Array(" \n".utf8)]),
            (["CLEANRULES_CLIENT_SECRET_FILE": "/s"], ["/s": Array("a\nb".utf8)]),
            (["CLEANRULES_CLIENT_SECRET_FILE": "/s"], ["/s": [0xff, 0xfe]]),
            (["CLEANRULES_CLIENT_CERTIFICATE": "/s"], ["/s": Array("SECRET".utf8)]),
        ]
        for (variables, files) in bad {
            let error = #expect(throws: AccessError.self) { try found(variables, files) }
            #expect(error?.kind == .misconfigured)
            #expect(error?.message.contains("SECRET\"") == false)
        }
    }

    @Test("needs an organisation", arguments: ["common", "organizations", "consumers", "Common"])
    func tenants(_ tenant: String) async throws {
        let world = try AccountWorld([.tokens()], AccountWorld.source(tenant: tenant))
        let error = #expect(throws: AccessError.self) {
            try tokens(world, .secret(SecretText("SECRET")))
        }
        #expect(error?.kind == .misconfigured)
        #expect(error?.message.contains("CLEANRULES_TENANT") == true)
    }

    @Test(
        "says what the service has against it, and does not ask again and again",
        arguments: [
            ("invalid_client", 7_000_215, "secret is wrong"),
            ("invalid_client", 7_000_222, "expired"), ("invalid_client", 700_027, "certificate"),
            ("unauthorized_client", 700_016, "client_id"),
            ("invalid_request", 9_001_023, "'tenant'"), ("invalid_scope", 70_011, "70011"),
            ("invalid_grant", 53_003, "Conditional Access"),
        ])
    func refusals(_ row: (code: String, number: Int, text: String)) async throws {
        let world = try world([.refusal(row.code, row.number, status: 401), .tokens("APP-1")])
        let tokens = try tokens(world, .secret(SecretText("SECRET")))
        let error = await accessError { _ = try await tokens.token() }
        #expect(error?.kind == .misconfigured)
        #expect(error?.message.contains(row.text) == true, "\(error?.message ?? "")")
        #expect(await accessError { _ = try await tokens.token() } == error)
        #expect(await world.traffic.requests.count == 1)
        world.clock.advance(61)
        #expect(try await tokens.token() == "APP-1")
    }

    @Test("goes on with its token while the service is busy")
    func busy() async throws {
        let world = try world([.tokens("APP-1"), .json(429, [:], ["Retry-After": "9"])])
        let tokens = try tokens(world, .secret(SecretText("SECRET")))
        _ = try await tokens.token()
        world.clock.advance(3_400)
        #expect(try await tokens.token() == "APP-1")
        world.clock.advance(300)
        #expect(await accessError { _ = try await tokens.token() }?.kind == .offline)
    }

    @Test("asks for what the server wants to see, and has nobody to ask when that is not enough")
    func claims() async throws {
        let world = try world([.tokens("APP-1"), .tokens("APP-2")])
        let tokens = try tokens(world, .secret(SecretText("SECRET")))
        #expect(try await tokens.replacement(for: "APP-0", claims: "{}") == "APP-1")
        #expect(await world.traffic.forms.map { $0["claims"] } == ["{}"])
        let error = await accessError {
            _ = try await tokens.replacement(for: "APP-1", claims: "{}")
        }
        #expect(error?.kind == .signInNeeded)
        #expect(await world.traffic.requests.count == 1)
    }

    @Test("is not read from a file that others can reach", arguments: [0o644, 0o640, 0o620, 0o602])
    func reachableSecret(mode: Int) async throws {
        let path = AccountWorld.newFolder() + "/secret"
        try "SECRET".write(toFile: path, atomically: false, encoding: .utf8)
        chmod(path, mode_t(mode))
        let error = await accessError { _ = try SecretFile.bytes(path) }
        #expect(error?.kind == .misconfigured)
        #expect(error?.message.contains("chmod 600") == true)
        #expect(error?.message.contains("SECRET") == false)
        chmod(path, 0o600)
        #expect(try SecretFile.bytes(path) == Array("SECRET".utf8))
        // As those are kept that come with a container.
        symlink(path, path + ".link")
        #expect(try SecretFile.bytes(path + ".link") == Array("SECRET".utf8))
        #expect(
            await accessError { _ = try SecretFile.bytes("/dev/null") }?.message.contains("no file")
                == true)
    }
}

/// Counts calls of whatever thread.
private final class Counter: Sendable {
    private let value = Atomic(0)

    func next() -> Int { value.add(1, ordering: .sequentiallyConsistent).newValue }
}
