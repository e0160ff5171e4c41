// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import Text
import Wording

@testable import ReviewUI

/// Rules that only note what the page asks of them.
private final class NotingRules: RulesPage {
    let version = "1.2.3"
    private let calls = Mutex<[String]>([])

    var asked: [String] { calls.withLock { $0 } }

    private func note(_ call: String) -> JSONValue {
        calls.withLock { $0.append(call) }
        return .object([("call", .text(call))])
    }

    func revision() async -> Int64 { 7 }

    func rules(_ words: Words) async throws(RulesPageError) -> JSONValue {
        note("rules \(words.language.rawValue)")
    }

    func items(
        _ id: String, offset: Int, most: Int, _ words: Words
    ) async throws(RulesPageError) -> JSONValue {
        if id == "none" {
            throw RulesPageError(.unknown, .verbatim("there is no rule 'none'"))
        }
        return note("items \(id) \(offset) \(most)")
    }

    func preview(
        _ edits: [RulesPageEdit], _ words: Words
    ) async throws(RulesPageError) -> JSONValue {
        note("preview " + edits.map { "\($0.deed.rawValue) \($0.id)" }.joined(separator: ", "))
    }

    func save(
        _ edits: [RulesPageEdit], digest: String, _ words: Words
    ) async throws(RulesPageError) -> JSONValue {
        if digest == "old" { throw RulesPageError(.changed, .verbatim("no")) }
        return note("save \(edits.count) \(digest)")
    }

    func undo(digest: String, _ words: Words) async throws(RulesPageError) -> JSONValue {
        note("undo \(digest)")
    }
}

extension ServerTests {
    @Suite("The server of the page of rules", .serialized)
    struct Rules {
        @Test("hands on what the page asks for")
        func calls() async throws {
            let rules = NotingRules()
            try await ServerWorld.serving(rules: rules) { server in
                let browser = try await server.browser()
                let state = try await browser.get("/api/state").json
                #expect(state["revision"] == .number(7) && state["version"] == .text("1.2.3"))
                _ = try await browser.get("/api/rules", ["Accept-Language: fr"])
                _ = try await browser.get("/api/items?id=a%20b&after=50&n=20")
                _ = try await browser.post(
                    "/api/preview", #"{"edits":[{"deed":"disable","id":"x"}]}"#)
                _ = try await browser.post("/api/save", #"{"edits":[],"digest":"d"}"#)
                _ = try await browser.post("/api/undo", #"{"digest":"d"}"#)
                #expect(
                    rules.asked == [
                        "rules fr", "items a b 50 20", "preview disable x", "save 0 d", "undo d",
                    ])
            }
        }

        @Test("says why it does not do what it does not")
        func refusals() async throws {
            let rules = NotingRules()
            try await ServerWorld.serving(rules: rules) { server in
                let browser = try await server.browser()
                let unknown = try await browser.get("/api/items?id=none")
                #expect(unknown.status == 404)
                let said = try unknown.json
                #expect(said["error"]["message"] == .text("there is no rule 'none'"))
                let changed = try await browser.post("/api/save", #"{"edits":[],"digest":"old"}"#)
                let code = try changed.json["error"]["code"]
                #expect(changed.status == 409 && code == .text("changed"))
                let long = String(repeating: "x", count: 1_001)
                for (path, body, status) in [
                    ("/api/save", #"{"edits":[]}"#, 400), ("/api/save", #"{"digest":"d"}"#, 400),
                    ("/api/undo", "{}", 400), ("/api/preview", "[]", 400),
                    ("/api/preview", #"{"edits":[{"deed":"wipe","id":"x"}]}"#, 400),
                    ("/api/preview", #"{"edits":[{"deed":"set"}]}"#, 400),
                    ("/api/preview", #"{"edits":[{"deed":"set","id":"\#(long)"}]}"#, 413),
                    ("/api/preview", String(repeating: "[", count: 20), 400),
                    ("/api/decide", "{}", 404), ("/api/rules", "{}", 405),
                ] {
                    #expect(try await browser.post(path, body).status == status, "\(path) \(body)")
                }
                let many = Array(repeating: #"{"deed":"enable","id":"x"}"#, count: 201)
                let body = "{\"edits\":[\(many.joined(separator: ","))]}"
                #expect(try await browser.post("/api/preview", body).status == 413)
                for query in ["", "?id=", "?id=x&n=0", "?id=x&n=201", "?id=x&after=-1"] {
                    #expect(try await browser.get("/api/items\(query)").status == 400, "\(query)")
                }
                #expect(try await browser.get("/api/save").status == 405)
                #expect(rules.asked.isEmpty)
            }
        }

        @Test("answers nobody without cookie, token, origin and type")
        func guarded() async throws {
            let rules = NotingRules()
            try await ServerWorld.serving(rules: rules) { server in
                let browser = try await server.browser()
                for path in RulesPageAPI.reads.sorted() {
                    #expect(try await server.get(path).status == 401, "\(path)")
                    let foreign = try await server.get(
                        path, ["Cookie: \(browser.cookie)", "Sec-Fetch-Site: cross-site"])
                    #expect(foreign.status == 403, "\(path)")
                }
                for path in RulesPageAPI.changes.sorted() {
                    let body = #"{"edits":[],"digest":"d"}"#
                    for (fields, status) in [
                        (["Cookie": ""], 401), (["Origin": "http://evil.test"], 403),
                        (["Origin": ""], 403), (["X-Cleanrules-Token": ""], 403),
                        (["X-Cleanrules-Token": "0"], 403), (["Content-Type": "text/plain"], 403),
                        (["Host": "evil.test"], 421), (["Sec-Fetch-Site": "same-site"], 403),
                    ] {
                        let answer = try await browser.post(path, body, instead: fields)
                        #expect(answer.status == status, "\(path) \(fields)")
                    }
                }
                #expect(rules.asked.isEmpty)
            }
        }

        @Test("serves the files of its own page, and none of the other's")
        func files() async throws {
            try await ServerWorld.serving(rules: NotingRules()) { server in
                let page = try await server.get("/")
                #expect(page.status == 200 && page.text.contains("/rules/main.js"))
                for path in ["/rules/main.js", "/rules/strings/fr.json", "/app/app.css"] {
                    #expect(try await server.get(path).status == 200, "\(path)")
                }
                for path in ["/index.html", "/strings/en.json", "/marked", "/rules", "/t/1"] {
                    let status = try await server.get(path).status
                    #expect(status == (path == "/t/1" ? 401 : 404), "\(path)")
                }
                let used = try await server.get("/open/0")
                #expect(used.status == 401 && used.text.contains("cleanrules rules --web"))
            }
            try await ServerWorld.serving { server in
                let page = try await server.get("/")
                #expect(page.text.contains("/app/main.js"))
                for path in ["/rules/index.html", "/rules/main.js", "/rules/strings/en.json"] {
                    #expect(try await server.get(path).status == 404, "\(path)")
                }
            }
        }
    }
}
