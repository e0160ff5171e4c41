// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTransport
import Testing

@testable import AccountAccess

@Suite("Asking who somebody is")
struct LookTests {
    /// Tokens that note what they are asked for.
    private actor NotingTokens: AccessTokens {
        private(set) var claims: [String?] = []

        func token() async throws(AccessError) -> String { "ACCESS-0" }

        func replacement(
            for rejected: String, claims: String?
        ) async throws(AccessError) -> String {
            self.claims.append(claims)
            if claims != nil { throw AccessError(.signInNeeded, "sign in") }
            return "ACCESS-1"
        }
    }

    private func look(
        _ answers: [ScriptedAnswer]
    ) throws -> (AccountQuery, ScriptedTraffic, NotingTokens) {
        let traffic = ScriptedTraffic(answers)
        let tokens = NotingTokens()
        let graph = try #require(ServiceAddress("http://localhost:9000/v1.0"))
        return (AccountQuery(graph: graph, traffic: traffic, tokens: tokens), traffic, tokens)
    }

    @Test("takes what is there, of personal and of business accounts")
    func person() async throws {
        let (personal, traffic, _) = try look([
            .json(
                200,
                [
                    "displayName": "Pat Sample", "userPrincipalName": "pat.sample@outlook.com",
                    "mail": NSNull(), "id": "b5c1d2e3f4a5061",
                ])
        ])
        #expect(
            try await personal.person()
                == Person(displayName: "Pat Sample", userPrincipalName: "pat.sample@outlook.com"))
        let request = try #require(await traffic.requests.first)
        #expect(request.url == "http://localhost:9000/v1.0/me")
        #expect(request.headers.contains(HTTPField("Authorization", "Bearer ACCESS-0")))
        let (empty, _, _) = try look([.json(200, [:])])
        #expect(
            try await empty.person() == Person(displayName: nil, userPrincipalName: nil))
    }

    @Test("takes the figures of a drive where it has some")
    func drive() async throws {
        let (own, traffic, _) = try look([
            .json(
                200,
                [
                    "id": "0B5C1D2E3F4A5061", "driveType": "personal", "name": "OneDrive",
                    "owner": ["user": ["displayName": "Pat Sample"]],
                    "quota": ["used": 104_152_956_928, "total": 107_374_182_400, "deleted": 7],
                ]),
            .json(200, ["id": "b!x", "owner": ["group": ["displayName": "Design"]]]),
            .json(200, ["id": "b!y"]), .json(200, ["driveType": "business"]),
        ])
        let facts = try await own.drive(.mine)
        #expect(facts.id == "0B5C1D2E3F4A5061")
        #expect(facts.type == "personal")
        #expect(facts.owner == "Pat Sample")
        #expect(facts.usedByteCount == 104_152_956_928)
        #expect(facts.totalByteCount == 107_374_182_400)
        #expect(facts.deletedByteCount == 7)
        let library = try await own.drive(.drive("b!x/ä"))
        #expect(library.owner == "Design")
        #expect(library.usedByteCount == nil)
        _ = try await own.drive(.user("ana@example.com"))
        await #expect(throws: AccountQueryError.self) { try await own.drive(.mine) }
        #expect(
            await traffic.paths == [
                "/v1.0/me/drive", "/v1.0/drives/b!x%2F%C3%A4",
                "/v1.0/users/ana@example.com/drive", "/v1.0/me/drive",
            ])
    }

    @Test("leaves out drives that the service keeps for itself")
    func drives() async throws {
        let (look, traffic, _) = try look([
            .json(
                200,
                [
                    "value": [
                        ["id": "1"], ["id": "2", "system": [:]], ["id": "3"], ["name": "none"], 7,
                    ] as [Any]
                ]),
            .json(200, ["id": "root"]),
            .json(
                400, ["error": ["code": "invalidRequest", "message": "ObjectHandle is Invalid"]]),
        ])
        #expect(try await look.drives(user: nil).map(\.id) == ["1"])
        #expect(
            await traffic.paths == [
                "/v1.0/me/drives", "/v1.0/drives/1/root?$select=id",
                "/v1.0/drives/3/root?$select=id",
            ])
    }

    @Test("renews the token once")
    func renewal() async throws {
        let (look, traffic, tokens) = try look([
            .json(401, [:]), .json(200, ["displayName": "Ana"]), .json(401, [:]), .json(401, [:]),
        ])
        #expect(try await look.person().displayName == "Ana")
        #expect(await tokens.claims == [nil])
        let last = await traffic.requests.last
        #expect(last?.headers.contains(HTTPField("Authorization", "Bearer ACCESS-1")) == true)
        await #expect(throws: AccountQueryError.self) { try await look.person() }
        #expect(await traffic.requests.count == 4)
    }

    @Test("hands a claims challenge on, decoded")
    func claims() async throws {
        let claims = #"{"access_token":{"nbf":{"essential":true, "value":"1604106651"}}}"#
        let text = Data(claims.utf8).base64EncodedString()
        for encoded in [text, text.replacingOccurrences(of: "=", with: "")] {
            let header =
                #"Bearer realm="", error="insufficient_claims", claims="\#(encoded)""#
            let (look, _, tokens) = try look([.json(401, [:], ["WWW-Authenticate": header])])
            await #expect(throws: AccountQueryError.self) { try await look.person() }
            #expect(await tokens.claims == [claims])
        }
    }

    @Test("tells a refusal from a lost connection")
    func errors() async throws {
        let (look, _, _) = try look([
            .json(403, ["error": ["code": "accessDenied"]]), .bytes(504, Array("x".utf8)),
            .fails(HTTPError(.unreachable, "nobody answers")), .bytes(200, Array("<html>".utf8)),
        ])
        var found: [String] = []
        for _ in 0..<4 {
            do throws(AccountQueryError) {
                _ = try await look.person()
            } catch {
                switch error {
                case .status(let status, let code): found.append("\(status) \(code ?? "")")
                case .network(let error): found.append(error.message)
                case .access: found.append("access")
                }
            }
        }
        #expect(found.dropLast() == ["403 accessDenied", "504 ", "nobody answers"])
        #expect(found.last?.hasPrefix("somebody else answers in place of localhost") == true)
    }
}
