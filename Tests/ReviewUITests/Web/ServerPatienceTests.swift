// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import ReviewUI

extension ServerTests {
    @Suite("goes on whatever clients do") struct Patience {}
}

extension ServerTests.Patience {
    @Test("a thousand requests at once are answered")
    func many() async throws {
        try await ServerWorld.serving { server in
            let browser = try await server.browser()
            var clients: [RawClient] = []
            for number in 0..<1_000 {
                let client = try RawClient(port: server.port)
                client.send(
                    """
                    GET \(number.isMultiple(of: 2) ? "/" : "/api/history") HTTP/1.1\r
                    Host: 127.0.0.1:\(server.port)\r
                    Cookie: \(browser.cookie)\r
                    Connection: close\r
                    \r\n
                    """)
                clients.append(client)
            }
            for answer in await RawClient.rests(clients) {
                #expect(try RawAnswer(answer).status == 200)
            }
            #expect(try await browser.get("/api/state").status == 200)
        }
    }

    @Test("connections that say nothing, or half of it, keep nobody else out for long")
    func halfOpen() async throws {
        var timing = ServerWorld.timing
        timing.connections = 40
        timing.moving = 5
        try await ServerWorld.serving(timing: timing) { server in
            let browser = try await server.browser()
            var clients: [RawClient] = []
            for number in 0..<120 {
                let client = try RawClient(port: server.port)
                if number % 3 == 1 { client.send("GET / HTTP/1.1\r\nHost: 127") }
                if number % 3 == 2 {
                    client.send(
                        "POST /api/undo HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n"
                            + "Content-Length: 10\r\n\r\n{")
                }
                clients.append(client)
            }
            // Where all are slow, one that did not ask within a second has to come again.
            var status: Int?
            while status == nil { status = try? await browser.get("/api/state").status }
            #expect(status == 200)
            #expect(await RawClient.rests(clients).allSatisfy(\.isEmpty))
        }
    }

    @Test("connections that are kept for later make room for new ones")
    func room() async throws {
        var timing = ServerWorld.timing
        timing.connections = 10
        timing.moving = 600
        timing.waiting = 600
        try await ServerWorld.serving(timing: timing) { server in
            var clients: [RawClient] = []
            for _ in 0..<10 {
                let client = try RawClient(port: server.port)
                client.send("GET / HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\r\n")
                #expect(await client.read(until: "</html>").contains(" 200 OK"))
                clients.append(client)
            }
            #expect(try await server.get("/").status == 200)
            clients.removeAll()
        }
    }

    @Test("a refusal reaches a client that is still sending")
    func refusalWhileSending() async throws {
        try await ServerWorld.serving { server in
            for _ in 0..<10 {
                let client = try RawClient(port: server.port)
                client.send("POST /api/undo HTTP/1.1\r\nContent-Length: 2000000\r\n\r\n")
                let isSent = await RawClient.apart {
                    client.send([UInt8](repeating: 0x20, count: 2_000_000))
                }
                #expect(isSent)
                client.endWriting()
                #expect(try RawAnswer(await client.rest()).status == 413)
            }
        }
    }

    @Test("a request that drips in byte by byte is not waited for without end")
    func drip() async throws {
        var timing = ServerWorld.timing
        timing.moving = 0.5
        try await ServerWorld.serving(timing: timing) { server in
            let client = try RawClient(port: server.port)
            let start = ContinuousClock.now
            var isOpen = true
            while isOpen, ContinuousClock.now - start < .seconds(600) {
                isOpen = client.send("G")
                try await Task.sleep(for: .milliseconds(50))
            }
            #expect(!isOpen)
        }
    }

    @Test("an answer that nobody takes is given up")
    func slowReader() async throws {
        final class Reader: Sendable {
            let ending: AsyncStream<Void>.Continuation
            init(_ ending: AsyncStream<Void>.Continuation) { self.ending = ending }
            deinit { ending.yield() }
        }
        var timing = ServerWorld.timing
        timing.moving = 5
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        var services = PageServices()
        services.export = {
            let reader = Reader(end)
            return PageExport(fileName: "a", mediaType: "text/plain") {
                withExtendedLifetime(reader) { Array(repeating: 0, count: 1 << 20) }
            }
        }
        try await ServerWorld.serving(timing: timing, services: services) { server in
            let browser = try await server.browser()
            let client = try RawClient(port: server.port)
            client.send(
                "GET /api/export HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n"
                    + "Cookie: \(browser.cookie)\r\n\r\n")
            // The export has no end: it is let go of, and ends, only because the server gave up.
            for await _ in ends { break }
            #expect(await client.rest().count > 0)
        }
    }

    @Test("a request goes on after its client left, and what it decided stands")
    func leaving() async throws {
        try await ServerWorld.serving { server in
            let browser = try await server.browser()
            let body =
                "{\"card\":\"p-000000000001.0\",\"verdict\":\"delete\",\"key\":\"key-00001\"}"
            let client = try RawClient(port: server.port)
            client.send(
                """
                POST /api/decide HTTP/1.1\r
                Host: 127.0.0.1:\(server.port)\r
                Cookie: \(browser.cookie)\r
                Origin: \(browser.origin)\r
                Content-Type: application/json\r
                X-Cleanrules-Token: \(browser.token)\r
                Content-Length: \(body.utf8.count)\r
                \r
                \(body)
                """)
            client.hangUp()
            var count = 0
            while count == 0 {
                try await Task.sleep(for: .milliseconds(20))
                count = try await browser.get("/api/history").json["acts"].list.count
            }
            #expect(count == 1)
            // The page asks once more, as it cannot know.
            let again = try await browser.post("/api/decide", body)
            #expect(again.status == 200)
            #expect(try again.json["state"]["quota"]["used"].number == 1)
        }
    }

    @Test(
        "requests that are too large or not well formed are refused in words",
        arguments: [
            ("GET /\(String(repeating: "a", count: 2_100)) HTTP/1.1\r\n\r\n", 414),
            ("GET / HTTP/1.1\r\nA: \(String(repeating: "a", count: 40_000))\r\n\r\n", 431),
            (String(repeating: "a", count: 40_000), 431),
            (
                "GET / HTTP/1.1\r\n"
                    + (0...100).map { "A\($0): b\r\n" }.joined() + "\r\n", 431
            ),
            ("POST /api/undo HTTP/1.1\r\nContent-Length: 65537\r\n\r\n", 413),
            ("POST /api/undo HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n", 413),
            ("POST /api/undo HTTP/1.1\r\nContent-Length: -1\r\n\r\n", 400),
            ("POST /api/undo HTTP/1.1\r\nContent-Length: 0x1\r\n\r\n", 400),
            ("POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n12", 400),
            ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 411),
            ("GET / HTTP/1.1\r\nHost : a\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\n folded: a\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nA: b\0c\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nA: b\nHost: c\r\n\r\n", 400),
            ("GET / HTTP/2.0\r\n\r\n", 505), ("GET /\r\n\r\n", 400), ("\r\n\r\n", 400),
            ("G\u{e9}T / HTTP/1.1\r\n\r\n", 400), ("\u{16}\u{3}\u{1}\0\r\n\r\n", 400),
        ])
    func malformed(_ request: String, _ status: Int) async throws {
        try await ServerWorld.serving { server in
            let client = try RawClient(port: server.port)
            client.send(request)
            client.endWriting()
            let answer = try RawAnswer(await client.rest())
            #expect(answer.status == status)
            #expect(answer.field("connection") == "close")
            #expect(try answer.json["error"]["message"].text?.isEmpty == false)
        }
    }

    @Test("a connection serves one request after the other, also when they come in one piece")
    func keepAlive() async throws {
        try await ServerWorld.serving { server in
            let browser = try await server.browser()
            let client = try RawClient(port: server.port)
            let request =
                "GET /api/about HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n"
                + "Cookie: \(browser.cookie)\r\n"
            client.send(request + "\r\n" + request + "\r\n" + request + "Connection: close\r\n\r\n")
            let text = String(decoding: await client.rest(), as: UTF8.self)
            #expect(text.count(of: "HTTP/1.1 200 OK\r\n") == 3)
            #expect(text.count(of: "state_file") == 3)
            // In pieces that end anywhere.
            let slow = try RawClient(port: server.port)
            for byte in (request + "Connection: close\r\n\r\n").utf8 { slow.send([byte]) }
            #expect(try RawAnswer(await slow.rest()).status == 200)
        }
    }

    @Test("a body that is announced is asked for")
    func expectation() async throws {
        try await ServerWorld.serving { server in
            let browser = try await server.browser()
            let client = try RawClient(port: server.port)
            client.send(
                """
                POST /api/undo HTTP/1.1\r
                Host: 127.0.0.1:\(server.port)\r
                Cookie: \(browser.cookie)\r
                Origin: \(browser.origin)\r
                Content-Type: application/json; charset=utf-8\r
                X-Cleanrules-Token: \(browser.token)\r
                Content-Length: 2\r
                Expect: 100-continue\r
                Connection: close\r
                \r\n
                """)
            #expect(await client.read(until: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
            client.send("{}")
            #expect(try RawAnswer(await client.rest()).status == 200)
        }
    }

    @Test("nobody comes for a long time: the server stops, and says why")
    func idle() async throws {
        var timing = ServerWorld.timing
        timing.idle = 0.3
        timing.moving = 1
        let world = try await ReviewWorld(ReviewWorld.items(1))
        let server = ReviewServer(
            session: world.session(), services: PageServices(), port: 0, timing: timing)
        #expect(await server.newLink() == nil)
        #expect(try await server.run { _ in } == .idle)
        #expect(await server.newLink() == nil)
        #expect(ServerTiming().idle == 1800)
    }

    @Test("a port can be taken again at once, by one server only, and cookies of before are void")
    func restart() async throws {
        let world = try await ReviewWorld(ReviewWorld.items(5), reviewsPerDay: 25)
        var port: UInt16 = 0
        var old: (cookie: String, token: String) = ("", "")
        var idle: RawClient?
        let card = "p-000000000001.0"
        try await ServerWorld.serving(world) { server in
            port = server.port
            let browser = try await server.browser()
            old = (browser.cookie, browser.token)
            _ = try await browser.decide("delete", key: "key-00001", card: card)
            idle = try RawClient(port: port)
            let error = await #expect(throws: ReviewServerError.self) {
                try await ServerWorld.serving(port: port) { _ in }
            }
            #expect(error?.message.contains("in use") == true)
        }
        try await ServerWorld.serving(world, port: port) { server in
            #expect(server.port == port)
            #expect(
                try await server.get("/api/state", ["Cookie: \(old.cookie)"]).status == 401)
            var browser = try await server.browser()
            let token = browser.token
            browser.token = old.token
            #expect(try await browser.decide("delete", key: "key-00001", card: card).status == 403)
            // What a page could not send is sent again, and counts once.
            browser.token = token
            let again = try await browser.decide("delete", key: "key-00001", card: card)
            #expect(again.status == 200)
            #expect(try again.json["state"]["quota"]["used"].number == 1)
        }
        _ = idle
    }

    @Test("what is being done when the server stops is done")
    func stopping() async throws {
        actor Done {
            var isDone = false
            func set() { isDone = true }
        }
        let done = Done()
        var timing = ServerWorld.timing
        timing.parting = 600
        let (starts, start) = AsyncStream.makeStream(of: Void.self)
        var services = PageServices()
        services.stage = { count in
            start.yield()
            try? await Task.sleep(for: .seconds(0.5))
            if !Task.isCancelled { await done.set() }
            return StageResult(staged: count, skipped: 0, firstDue: nil, lastDue: nil)
        }
        try await ServerWorld.serving(timing: timing, services: services) { server in
            let browser = try await server.browser()
            Task { _ = try await browser.post("/api/plan/stage", "{\"items\":1}") }
            for await _ in starts { break }
        }
        #expect(await done.isDone)
    }

    @Test("when no more files can be opened, connections wait, and are served then")
    func files() async throws {
        // The limit is that of a process.
        await #expect(processExitsWith: .success) {
            var timing = ServerWorld.timing
            timing.heartbeat = 0.05
            try await ServerWorld.serving(timing: timing) { server in
                // Once a heart has beaten, all that keeps the time has its own files.
                let browser = try await server.browser()
                let listener = try RawClient(port: server.port)
                listener.send(
                    "GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n"
                        + "Cookie: \(browser.cookie)\r\nSec-Fetch-Site: same-origin\r\n\r\n")
                _ = await listener.read(until: ":\n\n")
                let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
                var whole = rlimit()
                getrlimit(resource, &whole)
                let next = dup(0)
                close(next)
                // The client's own socket is the last file there may be.
                var scarce = rlimit(rlim_cur: rlim_t(next) + 1, rlim_max: whole.rlim_max)
                setrlimit(resource, &scarce)
                let client = try RawClient(port: server.port)
                client.send(
                    "GET / HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n"
                        + "Connection: close\r\n\r\n")
                try await Task.sleep(for: .milliseconds(300))
                setrlimit(resource, &whole)
                guard try RawAnswer(await client.rest()).status == 200 else { exit(1) }
                withExtendedLifetime(listener) {}
            }
        }
    }
}
