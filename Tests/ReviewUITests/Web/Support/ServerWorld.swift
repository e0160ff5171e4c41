// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ReviewUI

/// A server of a review in memory, while a test runs.
struct ServerWorld: Sendable {
    let world: ReviewWorld
    let server: ReviewServer
    let port: UInt16

    /// What tests wait for is short, and what may not happen meanwhile is far away: on a busy
    /// machine a request may lie there for a while before anybody has a turn to read it.
    static var timing: ServerTiming {
        var timing = ServerTiming()
        timing.poll = 0.05
        timing.link = 3_600
        timing.moving = 600
        timing.waiting = 600
        timing.parting = 60
        return timing
    }

    /// Serves `world` while `body` runs.
    static func serving(
        _ world: ReviewWorld? = nil, port: UInt16 = 0, timing: ServerTiming = timing,
        services: PageServices = PageServices(),
        _ body: (ServerWorld) async throws -> Void
    ) async throws {
        let known: ReviewWorld
        if let world {
            known = world
        } else {
            known = try await ReviewWorld(ReviewWorld.items(8), reviewsPerDay: 25)
        }
        let server = ReviewServer(
            session: known.session(), services: services, port: port, timing: timing)
        try await serving(server, known, body)
    }

    /// Serves the page of `rules` while `body` runs.
    static func serving(
        rules: any RulesPage, _ body: (ServerWorld) async throws -> Void
    ) async throws {
        let server = ReviewServer(rules: rules, port: 0, timing: timing)
        try await serving(server, try await ReviewWorld([], reviewsPerDay: 25), body)
    }

    private static func serving(
        _ server: ReviewServer, _ known: ReviewWorld, _ body: (ServerWorld) async throws -> Void
    ) async throws {
        let (links, link) = AsyncStream.makeStream(of: String.self)
        let running = Task {
            defer { link.finish() }
            return try await server.run { link.yield($0) }
        }
        var first: String?
        for await link in links {
            first = link
            break
        }
        guard let first, let port = UInt16(first.split(separator: "/")[1].split(separator: ":")[1])
        else {
            _ = try await running.value
            throw RawClient.Unreachable()
        }
        do {
            try await body(ServerWorld(world: known, server: server, port: port))
        } catch {
            running.cancel()
            _ = try? await running.value
            throw error
        }
        running.cancel()
        _ = try await running.value
    }

    /// The path of a new link.
    func linkPath() async throws -> String {
        let link = try #require(await server.newLink())
        return "/" + link.split(separator: "/").dropFirst(2).joined(separator: "/")
    }

    /// Sends `head` and `body` as they stand, and takes everything that comes back.
    func exchange(_ head: [String], _ body: String = "") async throws -> RawAnswer {
        let client = try RawClient(port: port)
        client.send((head + ["Connection: close", "", ""]).joined(separator: "\r\n") + body)
        return try RawAnswer(await client.rest())
    }

    /// Asks for `path` as a program without cookies does.
    func get(_ path: String, _ fields: [String] = []) async throws -> RawAnswer {
        try await exchange(["GET \(path) HTTP/1.1", "Host: 127.0.0.1:\(port)"] + fields)
    }

    /// A browser that a link let in.
    func browser() async throws -> Browser {
        let answer = try await get(try await linkPath())
        #expect(answer.status == 303)
        let cookie = try #require(answer.field("set-cookie")?.split(separator: ";").first)
        var browser = Browser(server: self, cookie: String(cookie), token: "")
        browser.token = try #require(try await browser.get("/api/state").json["token"].text)
        return browser
    }
}

/// A browser with the page.
struct Browser: Sendable {
    let server: ServerWorld
    let cookie: String
    var token: String

    var origin: String { "http://127.0.0.1:\(server.port)" }

    func get(_ path: String, _ fields: [String] = []) async throws -> RawAnswer {
        try await server.get(path, ["Cookie: \(cookie)", "Sec-Fetch-Site: same-origin"] + fields)
    }

    /// Asks for a change as the page does, but for the fields that `instead` has; "": without.
    func post(
        _ path: String, _ body: String, instead: [String: String] = [:]
    ) async throws -> RawAnswer {
        var fields = [
            "Host": "127.0.0.1:\(server.port)", "Cookie": cookie, "Origin": origin,
            "Sec-Fetch-Site": "same-origin", "Content-Type": "application/json",
            "X-Cleanrules-Token": token, "Content-Length": "\(body.utf8.count)",
        ]
        for (name, value) in instead { fields[name] = value.isEmpty ? nil : value }
        return try await server.exchange(
            ["POST \(path) HTTP/1.1"] + fields.map { "\($0.key): \($0.value)" }, body)
    }

    /// Decides the next card; `key` tells the request from others.
    func decide(
        _ verdict: String, key: String, card: String? = nil, _ more: String = ""
    ) async throws -> RawAnswer {
        let next: String
        if let card {
            next = card
        } else {
            next = try #require(
                try await get("/api/queue?n=1").json["cards"][0]["id"].text)
        }
        return try await post(
            "/api/decide",
            "{\"card\":\"\(next)\",\"verdict\":\"\(verdict)\",\"key\":\"\(key)\"\(more)}")
    }
}
