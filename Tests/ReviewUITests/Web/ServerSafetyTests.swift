// SPDX-License-Identifier: Apache-2.0

import Glibc
import StateLedger
import Testing

@testable import ReviewUI

extension ServerTests {
    @Suite("is safe from other programs and pages") struct Safety {}
}

extension ServerTests.Safety {
    @Test("a link lets one browser in, once, and takes the key out of the address")
    func link() async throws {
        try await ServerWorld.serving { server in
            let path = try await server.linkPath()
            let key = try #require(path.split(separator: "/").last)
            #expect(key.utf8.count == 64)
            let answer = try await server.get(path)
            #expect(answer.status == 303)
            #expect(answer.field("location") == "/")
            let cookie = try #require(answer.field("set-cookie"))
            #expect(cookie.hasPrefix("cr_\(server.port)="))
            for part in ["; HttpOnly", "; SameSite=Strict", "; Path=/"] {
                #expect(cookie.contains(part))
            }
            #expect(!cookie.contains(key))
            let again = try await server.get(path)
            #expect(again.status == 401)
            #expect(again.field("set-cookie") == nil)
            #expect(again.field("content-type") == "text/html; charset=utf-8")
            #expect(again.text.contains("used up"))
            // Another link gives another cookie.
            let other = try await server.get(try await server.linkPath())
            #expect(other.field("set-cookie") != answer.field("set-cookie"))
        }
    }

    @Test("a link is good for its time only, and nobody but a GET uses it up")
    func linkTime() async throws {
        var timing = ServerWorld.timing
        timing.link = 0.3
        try await ServerWorld.serving(timing: timing) { server in
            let path = try await server.linkPath()
            try await Task.sleep(for: .seconds(0.5))
            #expect(try await server.get(path).status == 401)
        }
        #expect(ServerTiming().link == 120)
        try await ServerWorld.serving { server in
            let path = try await server.linkPath()
            let head = ["HEAD \(path) HTTP/1.1", "Host: 127.0.0.1:\(server.port)"]
            #expect(try await server.exchange(head).status == 405)
            for guess in ["Sec-Purpose: prefetch", "Sec-Purpose: prerender", "Purpose: prefetch"] {
                #expect(try await server.get(path, [guess]).status == 503)
            }
            #expect(try await server.get(String(path.dropLast())).status == 401)
            #expect(try await server.get(path + "0").status == 401)
            #expect(try await server.get("/open/").status == 401)
            #expect(try await server.get(path).status == 303)
        }
    }

    @Test("names that lead to this machine are none of this server's")
    func host() async throws {
        try await ServerWorld.serving { server in
            let browser = try await server.browser()
            for path in ["/", "/api/state", "/app/main.js", try await server.linkPath()] {
                for host in [
                    "evil.test", "evil.test:\(server.port)", "127.0.0.1", "127.0.0.1:1",
                    "localhost:\(server.port).evil.test", "0.0.0.0:\(server.port)", "",
                    "127.0.0.1:\(server.port)@evil.test", "LOCALHOST:\(server.port)",
                ] {
                    let answer = try await server.exchange([
                        "GET \(path) HTTP/1.1", "Host: \(host)", "Cookie: \(browser.cookie)",
                    ])
                    #expect(answer.status == 421, "\(host) \(path)")
                    #expect(answer.field("set-cookie") == nil)
                }
            }
            let none = ["GET /api/state HTTP/1.1", "Cookie: \(browser.cookie)"]
            #expect(try await server.exchange(none).status == 421)
            let twice = none + ["Host: 127.0.0.1:\(server.port)", "Host: evil.test"]
            #expect(try await server.exchange(twice).status == 400)
            let localhost = none + ["Host: localhost:\(server.port)"]
            #expect(try await server.exchange(localhost).status == 200)
            let change = try await browser.post(
                "/api/undo", "{}", instead: ["Host": "evil.test:\(server.port)"])
            #expect(change.status == 421)
        }
    }

    @Test("nobody looks without the cookie, nor from another page")
    func looks() async throws {
        try await ServerWorld.serving { server in
            let browser = try await server.browser()
            let id = try #require(
                try await browser.get("/api/state").json["cards"][0]["id"].text)
            for path in PageAPI.reads.sorted() + ["/t/\(id)"] where path != "/api/events" {
                #expect(try await server.get(path).status == 401, "\(path)")
                for cookie in [
                    "cr_\(server.port)=", "cr_\(server.port)=0",
                    "cr_1" + browser.cookie.drop { $0 != "=" },
                    String(browser.cookie.dropLast()), browser.cookie + "0",
                ] {
                    #expect(
                        try await server.get(path, ["Cookie: \(cookie)"]).status == 401, "\(cookie)"
                    )
                }
                for site in ["same-site", "cross-site", "nonsense", ""] {
                    let answer = try await server.get(
                        path, ["Cookie: \(browser.cookie)", "Sec-Fetch-Site: \(site)"])
                    #expect(answer.status == 403, "\(site) \(path)")
                }
            }
            for fields in [[], ["Sec-Fetch-Site: none"], ["Sec-Fetch-Site: same-origin"]] {
                let answer = try await server.get(
                    "/api/state", ["Cookie: \(browser.cookie)"] + fields)
                #expect(answer.status == 200)
            }
            // Another port may have set a cookie of the same name for a longer path.
            let shadowed = "Cookie: cr_\(server.port)=0; a=b; \(browser.cookie)"
            #expect(try await server.get("/api/state", [shadowed]).status == 200)
        }
    }

    @Test(
        "a change without the page's origin, type, token and cookie changes nothing",
        arguments: [
            (["Cookie": ""], 401), (["Cookie": "cr_1=2"], 401),
            (["Origin": ""], 403), (["Origin": "null"], 403),
            (["Origin": "http://127.0.0.1:1"], 403), (["Origin": "https://127.0.0.1:PORT"], 403),
            (["Origin": "http://localhost:PORT"], 403), (["Origin": "http://evil.test"], 403),
            (["Origin": "http://127.0.0.1:PORT/"], 403),
            (["Sec-Fetch-Site": "same-site"], 403), (["Sec-Fetch-Site": "cross-site"], 403),
            (["Sec-Fetch-Site": "none"], 403),
            (["Content-Type": ""], 403), (["Content-Type": "text/plain"], 403),
            (["Content-Type": "application/x-www-form-urlencoded"], 403),
            (["Content-Type": "text/plain; application/json"], 403),
            (["X-Cleanrules-Token": ""], 403), (["X-Cleanrules-Token": "0"], 403),
            (["X-Cleanrules-Token": "COOKIE"], 403),
        ] as [([String: String], Int)])
    func changes(_ instead: [String: String], _ status: Int) async throws {
        try await ServerWorld.serving { server in
            let browser = try await server.browser()
            let cookie = try #require(browser.cookie.split(separator: "=").last)
            var fields = instead
            for (name, value) in instead {
                fields[name] =
                    value == "COOKIE"
                    ? String(cookie)
                    : value.split(separator: "PORT", omittingEmptySubsequences: false)
                        .joined(separator: "\(server.port)")
            }
            let id = try #require(
                try await browser.get("/api/state").json["cards"][0]["id"].text)
            let before = try await server.world.ledger.newestSequence()
            let bodies = [
                "/api/decide": "{\"card\":\"\(id)\",\"verdict\":\"delete\",\"key\":\"12345678\"}",
                "/api/keep-only": "{\"card\":\"\(id)\",\"key\":\"12345678\"}",
                "/api/quota/extend": "{\"reviews\":10}", "/api/plan/stage": "{\"items\":0}",
            ]
            for path in PageAPI.changes.sorted() {
                let answer = try await browser.post(path, bodies[path] ?? "{}", instead: fields)
                #expect(answer.status == status, "\(path) \(answer.text)")
            }
            #expect(try await server.world.ledger.newestSequence() == before)
        }
    }

    @Test("the token of one browser is none of another's, and both of them work")
    func tokens() async throws {
        try await ServerWorld.serving { server in
            let (one, other) = (try await server.browser(), try await server.browser())
            #expect(one.token != other.token)
            var thief = one
            thief.token = other.token
            #expect(try await thief.post("/api/undo", "{}").status == 403)
            #expect(try await one.post("/api/undo", "{}").status == 200)
            #expect(try await other.post("/api/undo", "{}").status == 200)
            let local = try await one.post(
                "/api/undo", "{}",
                instead: [
                    "Host": "localhost:\(server.port)",
                    "Origin": "http://localhost:\(server.port)",
                ])
            #expect(local.status == 200)
        }
    }

    @Test("every answer says what the page may do, and lets no other page read it")
    func fields() async throws {
        try await ServerWorld.serving { server in
            let browser = try await server.browser()
            let host = "Host: 127.0.0.1:\(server.port)"
            let answers = [
                try await server.get("/"), try await server.get("/nothing"),
                try await server.get("/favicon.ico"), try await server.get("/open/0"),
                try await server.get(try await server.linkPath()),
                try await server.get("/api/state"), try await browser.get("/api/state"),
                try await browser.get("/api/nothing"), try await browser.get("/t/x"),
                try await browser.post("/api/decide", "nonsense"),
                try await server.exchange(["GET / HTTP/1.1", "Host: evil.test"]),
                try await server.exchange(["OPTIONS /api/state HTTP/1.1", host]),
                try await server.exchange(["nonsense"]),
                try await server.exchange(["GET / HTTP/3", host]),
                try await server.exchange(
                    ["POST /api/undo HTTP/1.1", host, "Content-Length: 99999999"]),
            ]
            for answer in answers {
                let policy = try #require(answer.field("content-security-policy"))
                for part in [
                    "default-src 'none'", "script-src 'self'", "style-src 'self'",
                    "img-src 'self'", "connect-src 'self'", "base-uri 'none'",
                    "form-action 'none'", "frame-ancestors 'none'",
                ] {
                    #expect(policy.split(separator: ";").contains { $0.hasSuffix(part) })
                }
                #expect(!policy.contains("unsafe"))
                #expect(answer.field("x-content-type-options") == "nosniff")
                #expect(answer.field("referrer-policy") == "no-referrer")
                #expect(answer.field("cross-origin-resource-policy") == "same-origin")
                #expect(answer.field("cross-origin-opener-policy") == "same-origin")
                #expect(!answer.fields.contains { $0.name.hasPrefix("access-control") })
                if answer.status >= 400 {
                    #expect(answer.field("cache-control") == "no-store", "\(answer.status)")
                }
            }
            #expect(
                answers.map(\.status) == [
                    200, 404, 200, 401, 303, 401, 200, 404, 409, 400, 421, 405, 400, 505, 413,
                ])
        }
    }

    @Test("methods other than GET, HEAD and POST are not allowed, whoever asks")
    func methods() async throws {
        try await ServerWorld.serving { server in
            let browser = try await server.browser()
            for method in ["OPTIONS", "PUT", "DELETE", "PATCH", "TRACE", "CONNECT", "get"] {
                for path in ["/", "/api/state", "/api/decide", "/t/x"] {
                    let answer = try await server.exchange([
                        "\(method) \(path) HTTP/1.1", "Host: 127.0.0.1:\(server.port)",
                        "Cookie: \(browser.cookie)", "Origin: \(browser.origin)",
                    ])
                    #expect(answer.status == 405, "\(method) \(path)")
                    #expect(answer.field("allow") != nil)
                }
            }
            #expect(try await browser.post("/api/state", "{}").status == 405)
            #expect(try await browser.post("/", "{}").status == 405)
            #expect(try await browser.get("/api/decide").status == 405)
            let head = try await server.exchange([
                "HEAD / HTTP/1.1", "Host: 127.0.0.1:\(server.port)",
            ])
            #expect(head.status == 200)
            #expect(head.body.isEmpty)
            #expect(head.field("content-length") != "0")
        }
    }

    @Test("no address leads out of the page's files")
    func paths() async throws {
        try await ServerWorld.serving { server in
            for path in [
                "/../secret.js", "/app/../../secret.js", "/%2e%2e/secret.js",
                "/..%2fsecret.js", "/app/..%5c..%5csecret.js", "//secret.js", "/./app/main.js",
                "/app//main.js", "/.hidden.js", "/app/", "/app", "/notes.txt", "/link.js",
                "/app/main.js%00.js", "/app/main.js/", "/etc/passwd",
                "/\(String(repeating: "a/", count: 90))main.js",
            ] {
                let answer = try await server.get(path)
                #expect(answer.status == 404, "\(path)")
            }
            for path in ["*", "http://evil.test/", "secret.js", "..", "/a b", "/\u{e9}"] {
                let answer = try await server.get(path)
                #expect(answer.status == 400, "\(path)")
            }
        }
    }

    @Test("nothing but 127.0.0.1 is listened at")
    func address() async throws {
        try await ServerWorld.serving { server in
            let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            defer { close(file) }
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = server.port.bigEndian
            // All of 127.0.0.0/8 is this machine: a server at any address would answer here.
            address.sin_addr.s_addr = UInt32(0x7f00_0002).bigEndian
            let result = withUnsafeBytes(of: &address) {
                $0.withMemoryRebound(to: sockaddr.self) {
                    connect(file, $0.baseAddress, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            #expect(result == -1)
            #expect(errno == ECONNREFUSED)
        }
    }

    @Test("a picture is one of pixels, and says nothing of where it came from")
    func pictures() async throws {
        var services = PageServices()
        services.picture = { item, side in
            switch item.path {
            case "/a.jpg": Picture(bytes: Array("\(side)".utf8), mediaType: "image/jpeg")
            case "/b.jpg": Picture(bytes: Array("<svg/>".utf8), mediaType: "image/svg+xml")
            case "/c.jpg": Picture(bytes: Array("<html>".utf8), mediaType: "text/html")
            default: nil
            }
        }
        let names = ["/a.jpg", "/b.jpg", "/c.jpg", "/d.jpg", "/e.svg", "/f.html", "/g.jpg"]
        let world = try await ReviewWorld(names.map { ReviewWorld.item($0) })
        try await ServerWorld.serving(world, services: services) { server in
            let browser = try await server.browser()
            let cards = try await browser.get("/api/queue?n=9").json["cards"].list
            let picture = try #require(cards[0]["picture"].text)
            let answer = try await browser.get(picture)
            #expect(answer.status == 200)
            #expect(answer.text == "1024")
            #expect(answer.field("content-type") == "image/jpeg")
            #expect(
                answer.field("cache-control") == "private, max-age=31536000, immutable")
            let large = try await browser.get(try #require(cards[0]["large"].text))
            #expect(large.text == "2048")
            #expect(large.status == 200)
            let old = try await browser.get(picture + "0")
            #expect(old.field("cache-control") == "no-store")
            for side in ["0", "15", "4097", "-1", "x", "99999999999999999999"] {
                #expect(try await browser.get(picture + "&side=\(side)").status == 400)
            }
            for card in cards[1...] {
                let id = try #require(card["id"].text)
                let answer = try await browser.get("/t/\(id)")
                #expect(answer.status == 404, "\(id)")
                #expect(answer.field("content-type") == "application/json")
            }
            #expect(cards[4]["picture"] == .null)
            #expect(cards[5]["picture"] == .null)
        }
    }

    @Test("secrets are compared to the last byte, whatever their length")
    func comparison() {
        #expect(KeyRing.isEqual("abc", "abc"))
        #expect(KeyRing.isEqual("", ""))
        for other in ["abd", "bbc", "ab", "abcd", "", "ABC"] {
            #expect(!KeyRing.isEqual("abc", other))
        }
        // Equal as texts, but not as bytes.
        #expect(!KeyRing.isEqual("\u{e9}", "e\u{301}"))
    }

    @Test("links and browsers that are many push the oldest ones out")
    func manyKeys() async throws {
        let ring = KeyRing(linkSeconds: 60)
        let first = await ring.newKey()
        var keys: [String] = []
        for _ in 0..<32 { keys.append(await ring.newKey()) }
        #expect(Set(keys).count == 32)
        #expect(await ring.redeem(first, isBrowser: true) == nil)
        #expect(await ring.redeem(keys[0], isBrowser: true) != nil)
        #expect(await ring.redeem(keys[0], isBrowser: true) == nil)
        #expect(await ring.redeem(keys[31], isBrowser: true) != nil)
    }
}
