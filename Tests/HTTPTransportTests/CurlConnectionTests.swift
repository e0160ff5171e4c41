// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing
import TestSupport

@testable import HTTPTransport

@Suite("Connections", .timeLimit(.minutes(60)))
struct CurlConnectionTests {
    private static let fine = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

    /// Connections do not grow old, however slow the machine is.
    private static var patient: CurlSettings {
        var settings = CurlSettings()
        settings.idleSecondsMax = 600
        settings.cautiousIdleSecondsMax = 600
        return settings
    }

    @Test("are used again, by all methods")
    func reuse() async throws {
        let server = RawServer { _ in Self.fine }
        let client = try CurlClient(Self.patient)
        for method in [HTTPMethod.get, .delete, .post, .get, .patch] {
            _ = try await client.exchange(HTTPRequest(method, server.url()))
        }
        #expect(server.requests.count == 5)
        #expect(server.connectionCount == 1)
        await client.shutdown()
        server.stop()
    }

    @Test("are limited in number, and a hundred requests at once all get their own response")
    func manyAtOnce() async throws {
        let server = RawServer { request in
            let path = request.line.split(separator: " ")[1]
            return "HTTP/1.1 200 OK\r\nContent-Length: \(path.utf8.count)\r\n\r\n\(path)"
        }
        var settings = CurlSettings()
        settings.connectionCountMax = 5
        let client = try CurlClient(settings)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<100 {
                let url = server.url("/\(number)")
                group.addTask {
                    try await client.exchange(HTTPRequest(.get, url)).body
                        == Array("/\(number)".utf8)
                }
            }
            for try await isRight in group { #expect(isRight) }
        }
        #expect(server.requests.count == 100)
        #expect(server.connectionCountMax <= 5)
        await client.shutdown()
        server.stop()
    }

    @Test("that were idle for too long are not used for what must not be repeated")
    func age() async throws {
        let server = RawServer { _ in Self.fine }
        var settings = Self.patient
        settings.cautiousIdleSecondsMax = 1
        let client = try CurlClient(settings)
        _ = try await client.exchange(HTTPRequest(.get, server.url()))
        try await Task.sleep(for: .seconds(2.1))
        _ = try await client.exchange(HTTPRequest(.delete, server.url()))
        #expect(server.connectionCount == 2)
        await client.shutdown()
        server.stop()
    }

    @Test("are waited for without an end, since that is not the time it takes to connect")
    func waiting() async throws {
        let server = RawServer { connection, _ in
            // Longer than the second one may take to connect, which on a busy machine takes a while.
            if connection.readRequest() != nil { usleep(6_000_000) }
            repeat { connection.send(Self.fine) } while connection.readRequest() != nil
        }
        var settings = Self.patient
        settings.connectionCountMax = 1
        settings.connectSeconds = 5
        let client = try CurlClient(settings)
        let url = server.url()
        let tasks = (0..<2).map { _ in Task { await client.outcome(of: HTTPRequest(.get, url)) } }
        for task in tasks { #expect(await task.value.response?.status == 200) }
        await client.shutdown()
        server.stop()
    }

    @Test("do not hold up those to other hosts")
    func otherHosts() async throws {
        let silent = RawServer { connection, _ in connection.waitForClose() }
        let server = RawServer { _ in Self.fine }
        let client = try CurlClient(environment: [:])
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<20 {
                group.addTask { _ = await client.outcome(of: HTTPRequest(.get, silent.url())) }
            }
            let response = await client.outcome(of: HTTPRequest(.get, server.url())).response
            #expect(response?.status == 200)
            group.cancelAll()
        }
        await client.shutdown()
        silent.stop()
        server.stop()
    }

    /// A server that answers the first request on each connection and closes on the second.
    private static func fickleServer() -> RawServer {
        RawServer { connection, _ in
            guard connection.readRequest() != nil else { return }
            connection.send(Self.fine)
            _ = connection.readRequest()
        }
    }

    @Test("that turn out to be dead are replaced for what may be repeated")
    func repetition() async throws {
        let server = Self.fickleServer()
        let client = try CurlClient(Self.patient)
        for _ in 0..<3 {
            let response = try await client.exchange(HTTPRequest(.get, server.url()))
            #expect(response.status == 200)
        }
        #expect(server.requests.count == 5)
        await client.shutdown()
        server.stop()
    }

    @Test(
        "that turn out to be dead fail what must not be repeated, which is sent once",
        arguments: [HTTPMethod.post, .put, .patch, .delete], [nil, 0, 20])
    func noRepetition(method: HTTPMethod, byteCount: Int?) async throws {
        let server = Self.fickleServer()
        let client = try CurlClient(Self.patient)
        _ = try await client.exchange(HTTPRequest(.get, server.url()))
        let body = byteCount.map { Array(repeating: UInt8(0), count: $0) }
        let error = await client.outcome(of: HTTPRequest(method, server.url(), body: body)).error
        #expect(error?.kind == .broken)
        #expect(error?.mayHaveReachedServer == true)
        #expect(server.requests.count == 2)
        await client.shutdown()
        server.stop()
    }

    @Test("that cannot be made never reached anybody")
    func noConnection() async throws {
        let client = try CurlClient(environment: [:])
        let closed = RawServer { _ in Self.fine }
        closed.stop()
        let refused = await client.outcome(of: HTTPRequest(.delete, closed.url())).error
        #expect(refused?.kind == .unreachable)
        #expect(refused?.mayHaveReachedServer == false)
        let unknown = await client.outcome(
            of: HTTPRequest(.delete, "https://no-such-host.invalid/?secret")
        ).error
        #expect(unknown?.kind == .unreachable)
        #expect(unknown?.message == "the name no-such-host.invalid is not known")
        #expect(unknown?.mayHaveReachedServer == false)
        await client.shutdown()
    }
}

@Suite("An exchange that is given up", .timeLimit(.minutes(60)))
struct CurlCancellationTests {
    /// Waits until `server` has got `count` requests.
    private static func wait(for count: Int, at server: RawServer) async throws {
        while server.requests.count < count { try await Task.sleep(for: .milliseconds(2)) }
    }

    @Test("ends at once, and its connection with it")
    func underWay() async throws {
        let closed = Lock(false)
        let server = RawServer { connection, _ in
            _ = connection.readRequest()
            connection.waitForClose()
            closed.withLock { $0 = true }
        }
        let client = try CurlClient(environment: [:])
        let url = server.url()
        let task = Task { await client.outcome(of: HTTPRequest(.get, url)) }
        try await Self.wait(for: 1, at: server)
        task.cancel()
        let error = await task.value.error
        #expect(error?.kind == .cancelled)
        #expect(error?.mayHaveReachedServer == true)
        while !closed.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(2)) }
        await client.shutdown()
        server.stop()
    }

    @Test("before it began is not sent")
    func before() async throws {
        let server = RawServer { _ in "" }
        let client = try CurlClient(environment: [:])
        let url = server.url()
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return await client.outcome(of: HTTPRequest(.get, url))
        }
        task.cancel()
        let error = await task.value.error
        #expect(error?.kind == .cancelled)
        #expect(error?.mayHaveReachedServer == false)
        #expect(server.requests.isEmpty)
        await client.shutdown()
        server.stop()
    }

    @Test("while it waits for others is not sent")
    func waiting() async throws {
        let server = RawServer { connection, _ in
            _ = connection.readRequest()
            connection.waitForClose()
        }
        var settings = CurlSettings()
        settings.connectionCountMax = 1
        let client = try CurlClient(settings)
        let url = server.url()
        let first = Task { await client.outcome(of: HTTPRequest(.get, url)) }
        try await Self.wait(for: 1, at: server)
        let second = Task { await client.outcome(of: HTTPRequest(.get, url)) }
        second.cancel()
        #expect(await second.value.error?.mayHaveReachedServer == false)
        first.cancel()
        #expect(await first.value.error?.kind == .cancelled)
        #expect(server.requests.count == 1)
        await client.shutdown()
        server.stop()
    }

    @Test("by the end of the client has an error, under way, waiting or to come")
    func shutdown() async throws {
        let server = RawServer { connection, _ in
            _ = connection.readRequest()
            connection.waitForClose()
        }
        var settings = CurlSettings()
        settings.connectionCountMax = 2
        let client = try CurlClient(settings)
        let url = server.url()
        let tasks = (0..<6).map { _ in Task { await client.outcome(of: HTTPRequest(.get, url)) } }
        try await Self.wait(for: 2, at: server)
        await client.shutdown()
        var reachedCount = 0
        for task in tasks {
            let error = await task.value.error
            #expect(error?.kind == .cancelled)
            reachedCount += error?.mayHaveReachedServer == true ? 1 : 0
        }
        #expect(reachedCount == 2)
        #expect(await client.outcome(of: HTTPRequest(.get, url)).error?.kind == .cancelled)
        // A second time does no harm.
        await client.shutdown()
        server.stop()
    }

    @Test("at any moment leaves the client in order", arguments: [UInt64(1), 2, 3])
    func anyMoment(seed: UInt64) async throws {
        var generator = SplitMix64(seed: seed)
        let server = RawServer { _ in "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok" }
        let client = try CurlClient(environment: [:])
        let url = server.url()
        for _ in 0..<150 {
            let task = Task { await client.outcome(of: HTTPRequest(.get, url)) }
            for _ in 0..<Int.random(in: 0..<40, using: &generator) { await Task.yield() }
            task.cancel()
            let outcome = await task.value
            #expect(outcome.response?.status == 200 || outcome.error?.kind == .cancelled)
        }
        #expect(await client.outcome(of: HTTPRequest(.get, url)).response?.status == 200)
        await client.shutdown()
        server.stop()
    }

    @Test("by letting go of the client ends its thread")
    func deinitialisation() async throws {
        let server = RawServer { _ in "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok" }
        for _ in 0..<20 {
            let client = try CurlClient(environment: [:])
            _ = try await client.exchange(HTTPRequest(.get, server.url()))
        }
        while server.openConnectionCount > 0 { try await Task.sleep(for: .milliseconds(2)) }
        server.stop()
    }
}
