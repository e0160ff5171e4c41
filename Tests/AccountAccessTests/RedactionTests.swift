// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTransport
import Testing

@testable import AccountAccess

@Suite("Secrets")
struct RedactionTests {
    private static let secret = "SECRET-1234"

    /// All that Swift's ways of printing make of `value`.
    private func prints(_ value: Any) -> String {
        var dumped = ""
        dump(value, to: &dumped)
        return [dumped, "\(value)", String(describing: value), String(reflecting: value)]
            .joined(separator: "\n")
    }

    @Test("are shown by no way of printing a value")
    func values() throws {
        let members: [String: Any] = [
            "access_token": Self.secret, "refresh_token": Self.secret, "expires_in": 1,
        ]
        let bytes = [UInt8](try JSONSerialization.data(withJSONObject: members))
        let answer = try #require(FieldReader(bytes))
        let grant = try TokenGrant(answer)
        var account = StoredAccount()
        account.take(grant, at: 0)
        let pair = try TestCertificate()
        let pem = try pair.certificatePEM() + pair.keyPEM()
        let certificate = try ClientCertificate(pem: pem, now: Date().timeIntervalSince1970)
        let values: [Any] = [
            SecretText(Self.secret), answer, ServiceAnswer.granted(answer), grant, account,
            [account], FormField("x", secret: SecretText(Self.secret)),
            TokenRenewal.done(account, isNew: true), ProofKey(verifier: Self.secret),
            Redirect.code(SecretText(Self.secret)),
            ApplicationCredential.secret(SecretText(Self.secret)),
            Optional(account) as Any, Result<StoredAccount, AccessError>.success(account),
        ]
        for value in values {
            #expect(!prints(value).contains(Self.secret), "\(type(of: value))")
        }
        let printed = prints(ApplicationCredential.certificate(certificate))
        #expect(!printed.contains(String(decoding: pem.prefix(40), as: UTF8.self)))
        #expect(!printed.contains("- 0: "))
    }

    @Test("that the service sends back do not come into messages")
    func echoes() async throws {
        for form in ["REFRESH/1", "REFRESH%2F1"] {
            let words = "AADSTS1: The token '\(form)' of\u{1b}[31m\r\nthe user is wrong"
            let world = try AccountWorld([
                .json(400, ["error": "invalid_grant", "error_description": words])
            ])
            try await world.keep(access: nil, refresh: "REFRESH/1")
            let error = await accessError { _ = try await world.tokens().token() }
            let message = try #require(error).message
            #expect(message.contains("the user is wrong"))
            #expect(!message.contains("REFRESH"))
            #expect(message.unicodeScalars.allSatisfy { $0.value >= 0x20 })
        }
    }

    @Test("do not come into messages of a lost connection or a bad answer")
    func otherErrors() async throws {
        let answers: [ScriptedAnswer] = [
            .fails(HTTPError(.broken, "the connection broke")), .bytes(200, Array("REFRESH".utf8)),
            .json(200, ["access_token": "REFRESH\n"]), .bytes(418, Array("REFRESH".utf8)),
            .json(400, ["error": String(repeating: "x", count: 100_000)]),
        ]
        for answer in answers {
            let world = try AccountWorld([answer])
            try await world.keep(access: nil, refresh: "REFRESH-0")
            let error = await accessError { _ = try await world.tokens().token() }
            let message = try #require(error).message
            #expect(!message.contains("REFRESH"))
            #expect(message.utf8.count < 1_000)
        }
    }
}
