// SPDX-License-Identifier: Apache-2.0

import StateLedger
import Testing

@testable import ReviewUI

extension ServerTests {
    @Suite("tells open pages what happens") struct Events {}
}

extension ServerTests.Events {
    private func listen(
        _ browser: Browser, after last: String? = nil
    ) async throws -> RawClient {
        let client = try RawClient(port: browser.server.port)
        let id = last.map { "Last-Event-ID: \($0)\r\n" } ?? ""
        client.send(
            "GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:\(browser.server.port)\r\n\(id)"
                + "Cookie: \(browser.cookie)\r\nSec-Fetch-Site: same-origin\r\n\r\n")
        return client
    }

    @Test("a change of this page, of another one and of another program is told")
    func changes() async throws {
        try await ServerWorld.serving { server in
            let browser = try await server.browser()
            let client = try await listen(browser)
            let start = await client.read(until: "data: {\"revision\":1}\n\n")
            #expect(
                start.contains("Content-Type: text/event-stream\r\n"))
            #expect(start.contains("retry: 1000\n\n"))
            #expect(start.contains("id: 1\nevent: state\ndata: {\"revision\":1}\n\n"))
            #expect(start.contains("nosniff"))
            _ = try await browser.decide("keep", key: "key-00001")
            let mine = try await server.world.ledger.newestSequence()
            #expect(await client.read(until: "id: \(mine)\n").contains("event: state"))
            // Another process over the same state file.
            let other = server.world.session("terminal")
            _ = try await other.decide(try await other.cards(most: 1)[0].id, .delete)
            let theirs = try await server.world.ledger.newestSequence()
            #expect(theirs > mine)
            #expect(await client.read(until: "id: \(theirs)\n").contains("event: state"))
        }
        // Seen within a second.
        #expect(ServerTiming().poll < 1)
    }

    @Test("a listener that comes back is told to start anew if what it saw is not known")
    func resuming() async throws {
        try await ServerWorld.serving { server in
            let browser = try await server.browser()
            for (last, event) in [
                ("1", "state"), ("7", "reset"), ("0", "reset"), ("nonsense", "reset"),
                ("-1", "reset"), ("99999999999999999999", "reset"),
            ] {
                let client = try await listen(browser, after: last)
                let text = await client.read(until: "\"revision\"")
                #expect(text.contains("event: \(event)\n"), "\(last)")
            }
        }
    }

    @Test("four pages listen, a fifth is told to ask by itself, and a place is free again at once")
    func limit() async throws {
        try await ServerWorld.serving { server in
            let browser = try await server.browser()
            var clients: [RawClient] = []
            for _ in 0..<4 {
                let client = try await listen(browser)
                #expect(await client.read(until: "revision").contains(" 200 OK"))
                clients.append(client)
            }
            let fifth = try RawAnswer(await listen(browser).rest())
            #expect(fifth.status == 503)
            #expect(try fifth.json["error"]["code"].text == "busy")
            clients.removeLast().hangUp()
            var status = 503
            while status == 503 {
                try await Task.sleep(for: .milliseconds(50))
                let client = try await listen(browser)
                if await client.read(until: "\r\n\r\n").contains(" 200 OK") { status = 200 }
            }
            #expect(status == 200)
        }
    }

    @Test("without the cookie, or for another page, nothing is told")
    func strangers() async throws {
        try await ServerWorld.serving { server in
            let browser = try await server.browser()
            for (cookie, site, status) in [
                ("a=b", "none", 401), (browser.cookie, "same-site", 403),
                (browser.cookie, "cross-site", 403), (browser.cookie, "none", 200),
            ] {
                let client = try RawClient(port: server.port)
                client.send(
                    "GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n"
                        + "Cookie: \(cookie)\r\nSec-Fetch-Site: \(site)\r\n\r\n")
                #expect(await client.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 \(status) "))
            }
        }
    }

    @Test("a quiet stream outlives every patience of the server, and beats")
    func quiet() async throws {
        var timing = ServerWorld.timing
        timing.heartbeat = 0.1
        // Long enough for requests on a busy machine, and well over before the test is.
        timing.moving = 5
        timing.waiting = 5
        timing.idle = 6
        try await ServerWorld.serving(timing: timing) { server in
            let browser = try await server.browser()
            let client = try await listen(browser)
            _ = await client.read(until: "revision")
            try await Task.sleep(for: .seconds(13))
            _ = try await browser.decide("keep", key: "key-00001")
            let revision = try await server.world.ledger.newestSequence()
            let text = await client.read(until: "id: \(revision)\n")
            #expect(text.contains("id: \(revision)\n"))
            #expect(text.count(of: ":\n\n") >= 5)
        }
        #expect(ServerTiming().heartbeat == 15)
    }

    @Test("a stream stands for more than 15 seconds with the real times")
    func long() async throws {
        try await ServerWorld.serving(timing: ServerTiming()) { server in
            let browser = try await server.browser()
            let client = try await listen(browser)
            _ = await client.read(until: "revision")
            try await Task.sleep(for: .seconds(17))
            _ = try await browser.decide("keep", key: "key-00001")
            let revision = try await server.world.ledger.newestSequence()
            let text = await client.read(until: "id: \(revision)\n")
            #expect(text.contains(":\n\n"))
            #expect(text.contains("id: \(revision)\n"))
        }
    }

    @Test("the end is said before it comes, and the stream ends as a whole")
    func end() async throws {
        let world = try await ReviewWorld(ReviewWorld.items(3))
        var client: RawClient?
        try await ServerWorld.serving(world) { server in
            let browser = try await server.browser()
            let listener = try await listen(browser)
            _ = await listener.read(until: "revision")
            client = listener
        }
        let text = String(decoding: try await #require(client).rest(), as: UTF8.self)
        #expect(text.contains("event: bye\ndata: {\"reason\":\"stopped\"}\n\n"))
        #expect(text.hasSuffix("0\r\n\r\n"))
    }

    @Test("a listener that reads nothing is left, and the others are not kept waiting")
    func deaf() async throws {
        var timing = ServerWorld.timing
        timing.heartbeat = 0.001
        timing.moving = 5
        try await ServerWorld.serving(timing: timing) { server in
            let browser = try await server.browser()
            let deaf = try await listen(browser)
            let listener = try await listen(browser)
            _ = await listener.read(until: "revision")
            _ = try await browser.decide("keep", key: "key-00001")
            let revision = try await server.world.ledger.newestSequence()
            #expect(await listener.read(until: "id: \(revision)\n").contains("event: state"))
            deaf.hangUp()
        }
    }
}
