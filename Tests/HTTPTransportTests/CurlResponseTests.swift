// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HTTPTransport

@Suite("Responses", .timeLimit(.minutes(60)))
struct CurlResponseTests {
    @Test(
        "are whatever the server says, with any status",
        arguments: [200, 201, 204, 207, 301, 302, 304, 308, 400, 401, 404, 412, 429, 500, 507, 599])
    func statuses(status: Int) async throws {
        let isEmpty = status == 204 || status == 304
        let server = RawServer { _ in
            "HTTP/1.1 \(status) Whatever\r\nLocation: /elsewhere\r\nX-A: 1\r\nx-a: 2\r\n"
                + (isEmpty ? "\r\n" : "Content-Length: 4\r\n\r\nbody")
        }
        let client = try CurlClient(environment: [:])
        let response = try await client.exchange(HTTPRequest(.get, server.url()))
        #expect(response.status == status)
        #expect(response.body == (isEmpty ? [] : Array("body".utf8)))
        #expect(response.headers.prefix(3).map(\.name) == ["Location", "X-A", "x-a"])
        #expect(response.header("X-a") == "1")
        // No redirection was followed.
        #expect(server.requests.count == 1)
        await client.shutdown()
        server.stop()
    }

    @Test("may come in chunks, after interim ones, with folded headers and trailers")
    func oddForms() async throws {
        let server = RawServer { _ in
            "HTTP/1.1 100 Continue\r\nX-Interim: 1\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\n"
                + "HTTP/1.1 200\r\nX-Folded: one\r\n  two\r\nTransfer-Encoding: chunked\r\n"
                + "X-Spaced:\t a b \r\nX-None:\r\n\r\n"
                + "3\r\nabc\r\nA;x=y\r\n0123456789\r\n0\r\nX-Trailer: 1\r\n\r\n"
        }
        let client = try CurlClient(environment: [:])
        for _ in 0..<2 {
            let response = try await client.exchange(HTTPRequest(.get, server.url()))
            #expect(response.body == Array("abc0123456789".utf8))
            #expect(response.header("X-Folded") == "one two")
            #expect(response.header("X-Spaced") == "a b")
            #expect(response.header("X-None")?.isEmpty == true)
            #expect(response.header("X-Interim") == nil)
            #expect(response.header("X-Trailer") == nil)
        }
        #expect(server.connectionCount == 1)
        await client.shutdown()
        server.stop()
    }

    @Test("without a length end with the connection")
    func withoutLength() async throws {
        let server = RawServer { connection, _ in
            _ = connection.readRequest()
            connection.send("HTTP/1.0 200 OK\r\n\r\nall of it")
        }
        let client = try CurlClient(environment: [:])
        let response = try await client.exchange(HTTPRequest(.get, server.url()))
        #expect(response.body == Array("all of it".utf8))
        await client.shutdown()
        server.stop()
    }

    @Test("with more bytes than they announce are cut, and the connection is not used again")
    func tooManyBytes() async throws {
        let server = RawServer { _ in
            "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 200 OK\r\n\r\nevil"
        }
        let client = try CurlClient(environment: [:])
        for _ in 0..<3 {
            let response = try await client.exchange(HTTPRequest(.get, server.url()))
            #expect(response.body == Array("ok".utf8))
        }
        #expect(server.connectionCount == 3)
        await client.shutdown()
        server.stop()
    }

    @Test(
        "of good status go to the receiver, others into the response",
        arguments: [200, 206, 299, 300, 404, 500])
    func receivers(status: Int) async throws {
        let server = RawServer { _ in
            "HTTP/1.1 \(status) Whatever\r\nContent-Length: 100000\r\n\r\n"
                + String(repeating: "x", count: 100_000)
        }
        let client = try CurlClient(environment: [:])
        let received = Lock<[UInt8]>([])
        let response = try await client.exchange(HTTPRequest(.get, server.url())) { bytes in
            received.withLock { $0.append(contentsOf: bytes) }
            return true
        }
        let all = Array(repeating: UInt8(ascii: "x"), count: 100_000)
        let isGood = (200..<300).contains(status)
        #expect(received.withLock { $0 } == (isGood ? all : []))
        #expect(response.body == (isGood ? [] : all))
        await client.shutdown()
        server.stop()
    }

    @Test("end when the receiver has enough")
    func enough() async throws {
        let server = RawServer { connection, _ in
            _ = connection.readRequest()
            connection.send("HTTP/1.1 200 OK\r\n\r\n")
            while connection.send("a piece of it ") {}
        }
        let client = try CurlClient(environment: [:])
        let callCount = Lock(0)
        let outcome = await client.outcome(of: HTTPRequest(.get, server.url())) { _ in
            callCount.withLock { count in
                count += 1
                return count < 3
            }
        }
        #expect(outcome.error?.kind == .cancelled)
        #expect(outcome.error?.status == 200)
        #expect(callCount.withLock { $0 } == 3)
        await client.shutdown()
        server.stop()
    }

    @Test("are limited for receivers as well")
    func limits() async throws {
        let server = RawServer { connection, _ in
            _ = connection.readRequest()
            connection.send("HTTP/1.1 200 OK\r\n\r\n")
            while connection.send("a piece of it ") {}
        }
        let client = try CurlClient(environment: [:])
        let received = Lock(0)
        let request = HTTPRequest(.get, server.url(), responseByteCountMax: 1_000_000)
        let outcome = await client.outcome(of: request) { bytes in
            received.withLock { $0 += bytes.count }
            return true
        }
        #expect(outcome.error?.kind == .tooLarge)
        #expect(received.withLock { $0 } <= 1_000_000)
        await client.shutdown()
        server.stop()
    }

    @Test("may be as large as the limit, to the byte")
    func largest() async throws {
        let server = RawServer { _ in "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n12345" }
        let client = try CurlClient(environment: [:])
        for (limit, isFine) in [(4, false), (5, true)] {
            let request = HTTPRequest(.get, server.url(), responseByteCountMax: limit)
            #expect((await client.outcome(of: request).response != nil) == isFine)
        }
        await client.shutdown()
        server.stop()
    }
}
