// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTransport
import Testing

@testable import AccountAccess

@Suite("Signing in through a browser")
struct BrowserFlowTests {
    /// What the address that is shown says.
    private struct Shown {
        let path: String
        let fields: [String: String]

        init(_ address: String) throws {
            let halves = address.split(separator: "?", maxSplits: 1)
            path = String(halves[0])
            let fields = try #require(FormText.fields(halves[1]))
            #expect(Set(fields.map(\.name)).count == fields.count)
            self.fields = Dictionary(fields.map { ($0.name, $0.value) }) { first, _ in first }
        }

        func field(_ name: String) throws -> String { try #require(fields[name]) }

        func port() throws -> UInt16 {
            let redirect = try field("redirect_uri")
            #expect(redirect.hasPrefix("http://localhost:"))
            return try #require(UInt16(redirect.dropFirst("http://localhost:".count)))
        }
    }

    /// Signs in; `browse` does what a browser would, given what is shown.
    private func run(
        _ answers: [ScriptedAnswer], claims: String? = nil, patience: Double = 600,
        _ browse: @escaping @Sendable (Shown) async throws -> Void
    ) async throws -> (Result<TokenGrant, AccessError>, AccountWorld) {
        let world = try AccountWorld(answers)
        let flow = BrowserFlow(
            service: world.service, clock: world.clock.clock, patienceSeconds: patience)
        let (addresses, source) = AsyncStream.makeStream(of: String.self)
        async let browser: Void = {
            for await address in addresses { try await browse(try Shown(address)) }
        }()
        let result: Result<TokenGrant, AccessError>
        do throws(AccessError) {
            let grant = try await flow.grant(scopes: ["Files.ReadWrite", "openid"], claims: claims)
            {
                source.yield($0)
            }
            result = .success(grant)
        } catch {
            result = .failure(error)
        }
        source.finish()
        try await browser
        return (result, world)
    }

    private static func visit(_ shown: Shown, _ query: String) async throws {
        _ = try await LoopbackVisit.get("/?\(query)", try shown.port())
    }

    @Test("sends the browser away with a challenge and redeems what it brings back")
    func success() async throws {
        let challenge = Box()
        let (result, world) = try await run([.tokens()], claims: "{}") { shown in
            #expect(shown.path == "http://localhost:9001/common/oauth2/v2.0/authorize")
            let state = try shown.field("state")
            #expect(state.utf8.count == 32)
            await challenge.put(try shown.field("code_challenge"))
            await challenge.put(try shown.field("redirect_uri"))
            let own: Set = ["state", "code_challenge", "redirect_uri"]
            let fields = shown.fields.filter { !own.contains($0.key) }
            #expect(
                fields == [
                    "client_id": "app-1", "response_type": "code", "response_mode": "query",
                    "scope": "Files.ReadWrite openid", "code_challenge_method": "S256",
                    "login_hint": "ana@example.com", "claims": "{}",
                ])
            let page = try await LoopbackVisit.get(
                "/?code=CODE%2d1&state=\(state)&session_state=x", try shown.port())
            #expect(page.hasPrefix("HTTP/1.1 200 "))
            #expect(!page.contains("CODE"))
        }
        #expect(try result.get().accessToken.revealed == "ACCESS-1")
        var form = try #require(await world.traffic.forms.first)
        let found = form.removeValue(forKey: "code_verifier")
        let verifier = try #require(found)
        #expect(verifier.utf8.count == 43)
        #expect(await challenge.texts.first == ProofKey(verifier: verifier).challenge)
        let address = form.removeValue(forKey: "redirect_uri")
        #expect(await challenge.texts.last == address)
        #expect(
            form == [
                "grant_type": "authorization_code", "client_id": "app-1", "code": "CODE-1",
                "scope": "Files.ReadWrite openid", "claims": "{}",
            ])
        #expect(await world.traffic.paths == ["/common/oauth2/v2.0/token"])
    }

    @Test("goes on waiting while others knock at the port")
    func others() async throws {
        let (result, _) = try await run([.tokens()]) { shown in
            let port = try shown.port()
            let state = try shown.field("state")
            let requests: [(String, String)] = [
                ("/favicon.ico", "404"), ("/", "404"), ("/?code=A", "400"),
                ("/?code=A&state=wrong", "400"), ("/?error=access_denied", "400"),
                ("/?error=access_denied&state=\(state)x", "400"),
                ("/?state=\(state)", "400"), ("/?code=&state=\(state)", "400"),
                ("/?code=A&code=B&state=\(state)", "400"),
                ("/?code=A&state=\(state)&state=\(state)", "400"),
                ("/?code=%zz&state=\(state)", "400"), ("/x?code=A&state=\(state)", "404"),
                ("/?code=\(String(repeating: "A", count: 9_000))&state=\(state)", "400"),
            ]
            for (target, status) in requests {
                let page = try await LoopbackVisit.get(target, port)
                #expect(page.hasPrefix("HTTP/1.1 \(status) "), "\(target)")
                #expect(!page.contains(state))
            }
            let whole = "/?code=A&state=\(state)"
            let post = "POST \(whole) HTTP/1.1\r\nHost: localhost:\(port)\r\n\r\n"
            #expect(try await LoopbackVisit.send(post, port).hasPrefix("HTTP/1.1 405 "))
            for host in ["Host: evil.example", "Host: localhost", "", "Host: a\r\nHost: b"] {
                let text = "GET \(whole) HTTP/1.1\r\n\(host)\r\n\r\n"
                #expect(try await LoopbackVisit.send(text, port).hasPrefix("HTTP/1.1 400 "))
            }
            let endless = String(repeating: "x", count: 20_000)
            #expect(try await LoopbackVisit.send(endless, port).hasPrefix("HTTP/1.1 431 "))
            // One who says nothing and stays keeps nobody else out.
            let silent = try LoopbackVisit.connect(port)
            try await Self.visit(shown, "code=A&state=\(state)")
            close(silent)
        }
        #expect(try result.get().accessToken.revealed == "ACCESS-1")
    }

    @Test("listens on both loopback addresses, and on no other")
    func addresses() async throws {
        let (result, _) = try await run([.tokens()]) { shown in
            let port = try shown.port()
            let table = try ["tcp", "tcp6"].map { name in
                try String(contentsOfFile: "/proc/net/\(name)", encoding: .utf8)
            }.joined()
            let digits = String(port, radix: 16, uppercase: true)
            let suffix = ":" + String(repeating: "0", count: 4 - digits.count) + digits
            var listening: [String] = []
            for line in table.split(separator: "\n") {
                let cells = line.split(separator: " ")
                guard cells.count > 3, cells[1].hasSuffix(suffix), cells[3] == "0A" else {
                    continue
                }
                listening.append(String(cells[1].dropLast(suffix.count)))
            }
            let loopback = ["0100007F", "00000000000000000000000001000000"]
            #expect(!listening.isEmpty)
            #expect(listening.allSatisfy { loopback.contains($0) }, "\(listening)")
            let state = try shown.field("state")
            let text =
                "GET /?code=A&state=\(state) HTTP/1.1\r\nHost: [::1]:\(port)\r\n\r\n"
            let isSixthThere = listening.contains { $0.count > 8 }
            _ = try await LoopbackVisit.send(text, port, isSixth: isSixthThere)
        }
        #expect(try result.get().accessToken.revealed == "ACCESS-1")
    }

    @Test(
        "says why the service sent the browser back without a code",
        arguments: [
            ("access_denied", AccessError.Kind.signInNeeded), ("consent_required", .signInNeeded),
            ("interaction_required", .signInNeeded), ("login_required", .signInNeeded),
            ("server_error", .offline), ("temporarily_unavailable", .offline),
            ("unauthorized_client", .misconfigured), ("invalid_request", .misconfigured),
        ])
    func redirectErrors(_ row: (code: String, kind: AccessError.Kind)) async throws {
        let (result, world) = try await run([]) { shown in
            let state = try shown.field("state")
            try await Self.visit(
                shown,
                "error=\(row.code)&error_description=AADSTS90094%3A+Ask+them%0a%1b%5b&state=\(state)"
            )
        }
        guard case .failure(let error) = result else {
            Issue.record("it signed in")
            return
        }
        #expect(error.kind == row.kind)
        #expect(error.message.contains("administrator"), "\(error.message)")
        #expect(error.message.unicodeScalars.allSatisfy { $0.value >= 0x20 })
        #expect(await world.traffic.requests.isEmpty)
    }

    /// What the service answers to the code, and what comes of it after how many requests.
    struct Redeeming: Sendable {
        let answers: [ScriptedAnswer]
        let kind: AccessError.Kind?
        let count: Int

        init(_ answers: [ScriptedAnswer], _ kind: AccessError.Kind?, _ count: Int) {
            self.answers = answers
            self.kind = kind
            self.count = count
        }
    }

    @Test(
        "sends the code again only to a service that was busy",
        arguments: [
            Redeeming([.json(503, [:], ["Retry-After": "7"]), .tokens()], nil, 2),
            Redeeming(Array(repeating: .json(429, [:]), count: 9), .offline, 4),
            Redeeming([.json(429, [:], ["Retry-After": "600"])], .offline, 1),
            Redeeming([.refusal("invalid_grant", 54_005), .tokens()], .signInNeeded, 1),
            Redeeming([.refusal("invalid_grant", 70_000), .tokens()], .signInNeeded, 1),
            Redeeming([.refusal("invalid_client", 7_000_218, status: 401)], .misconfigured, 1),
            Redeeming([.refusal("invalid_request", 50_011)], .misconfigured, 1),
            Redeeming([.bytes(200, Array("hello".utf8))], .misconfigured, 1),
        ])
    func redeeming(_ row: Redeeming) async throws {
        let (result, world) = try await run(row.answers) { shown in
            let state = try shown.field("state")
            try await Self.visit(shown, "code=A&state=\(state)")
        }
        var found: AccessError?
        if case .failure(let error) = result { found = error }
        #expect(found?.kind == row.kind)
        #expect(await world.traffic.requests.count == row.count)
    }

    @Test("ends when nobody comes back in time")
    func patience() async throws {
        let (result, _) = try await run([], patience: 0.05) { _ in }
        guard case .failure(let error) = result else { return }
        #expect(error.kind == .signInNeeded)
        #expect(error.message.contains("in time"))
    }

    @Test("ends when it is cancelled")
    func cancellation() async throws {
        let world = try AccountWorld([])
        let flow = BrowserFlow(service: world.service, clock: world.clock.clock)
        let (addresses, source) = AsyncStream.makeStream(of: String.self)
        let task = Task { _ = try await flow.grant(scopes: []) { source.yield($0) } }
        for await _ in addresses { break }
        task.cancel()
        #expect(await accessError { try await task.value }?.kind == .offline)
    }

    @Test("proves itself as RFC 7636 shows in its appendix B")
    func proofKey() {
        let key = ProofKey(verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
        #expect(key.challenge == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
        #expect(ProofKey().verifier != ProofKey().verifier)
    }
}

/// Texts that another task puts by.
private actor Box {
    private(set) var texts: [String] = []
    func put(_ text: String) { texts.append(text) }
}
