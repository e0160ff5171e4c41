// SPDX-License-Identifier: Apache-2.0

import Testing
import Wording

@testable import ReviewUI

extension ServerTests {
    @Suite("speaks the language that it is asked in") struct Languages {}
}

extension ServerTests.Languages {
    /// What stands in brackets at the end: why the request is refused.
    private static func detail(_ answer: RawAnswer) throws -> String {
        let message = try #require(try answer.json["error"]["message"].text)
        let bracket = try #require(message.lastIndex(of: "("))
        return String(message[bracket...])
    }

    @Test("also of a request that is refused", arguments: [Language.german, .french, .spanish])
    func refusals(language: Language) async throws {
        try await ServerWorld.serving { server in
            let browser = try await server.browser()
            let host = "Host: 127.0.0.1:\(server.port)"
            for path in [
                "/api/queue?n=x", "/api/card", "/api/stats?days=8", "/api/none", "/none",
                "/open/none",
            ] {
                let english = try await browser.get(path, ["Purpose: prefetch"])
                let asked = "Accept-Language: \(language.rawValue)"
                let answer = try await browser.get(path, ["Purpose: prefetch", asked])
                #expect(answer.status == english.status, "\(path)")
                #expect(try Self.detail(answer) != Self.detail(english), "\(path)")
            }
            for (path, body) in [
                ("/api/decide", "[]"), ("/api/decide", "{}"), ("/api/decide", "[[[[[[[[["),
                ("/api/settings", "[]"), ("/api/quota/extend", "{\"reviews\":0}"),
            ] {
                let english = try await browser.post(path, body)
                let answer = try await browser.post(
                    path, body, instead: ["Accept-Language": language.rawValue])
                #expect(answer.status == english.status, "\(path) \(body)")
                #expect(try Self.detail(answer) != Self.detail(english), "\(path) \(body)")
            }
            for field in ["Content-Length: 65537", "Content-Length: x", "Transfer-Encoding: a"] {
                let head = ["POST /api/undo HTTP/1.1", host, field]
                let english = try await server.exchange(head)
                let answer = try await server.exchange(
                    head + ["Accept-Language: \(language.rawValue)"])
                #expect(answer.status == english.status, "\(field)")
                #expect(try Self.detail(answer) != Self.detail(english), "\(field)")
            }
            let stranger = try await server.get("/api/state?lang=\(language.rawValue)")
            #expect(
                try Self.detail(stranger) != Self.detail(try await server.get("/api/state")))
        }
    }
}
