// SPDX-License-Identifier: Apache-2.0

import HTTPTransport
import Testing

@Suite("Requests", .timeLimit(.minutes(60)))
struct CurlRequestTests {
    private static let fine = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

    @Test(
        "go to the address as it stands, byte for byte",
        arguments: [
            ("/", "/"), ("", "/"), ("/a/../b/./c", "/a/../b/./c"), ("//a//b/", "//a//b/"),
            ("/%2f%2F%7e%7E", "/%2f%2F%7e%7E"), ("?a=1", "/?a=1"),
            ("/x?b=2&a=1&b=%2f+%20&c='(!*)~", "/x?b=2&a=1&b=%2f+%20&c='(!*)~"),
            ("/a?b?c=/../d", "/a?b?c=/../d"), ("/a|b{c}[d]^`\"<>", "/a|b{c}[d]^`\"<>"),
            ("/%C3%A4?%c3%b6", "/%C3%A4?%c3%b6"), ("/a\\b", "/a\\b"), ("/a#b?c", "/a"),
        ])
    func addresses(path: String, sent: String) async throws {
        let server = RawServer { _ in Self.fine }
        let client = try CurlClient(environment: [:])
        _ = try await client.exchange(HTTPRequest(.get, server.url(path)))
        #expect(server.requests.map(\.line) == ["GET \(sent) HTTP/1.1"])
        await client.shutdown()
        server.stop()
    }

    @Test(
        "have the body that they were given, and none otherwise",
        arguments: [HTTPMethod.get, .post, .put, .patch, .delete], [nil, 0, 5, 3_000_000])
    func bodies(method: HTTPMethod, byteCount: Int?) async throws {
        let server = RawServer { _ in Self.fine }
        let client = try CurlClient(environment: [:])
        let body = byteCount.map { (0..<$0).map { UInt8(truncatingIfNeeded: $0) } }
        _ = try await client.exchange(HTTPRequest(method, server.url(), body: body))
        let request = try #require(server.requests.first)
        #expect(request.line == "\(method.rawValue) / HTTP/1.1")
        #expect(request.body == body ?? [])
        #expect(request.header("Content-Length") == byteCount.map { "\($0)" })
        for name in ["Expect", "Transfer-Encoding", "Content-Type"] {
            #expect(request.header(name) == nil)
        }
        await client.shutdown()
        server.stop()
    }

    @Test("have the headers that they were given, and few others")
    func headers() async throws {
        let server = RawServer { _ in Self.fine }
        let client = try CurlClient(environment: [:])
        let fields = [
            HTTPField("If-Match", "\"{GUID},1\""), HTTPField("X-Empty", ""),
            HTTPField("Content-Type", "application/json"), HTTPField("X-Odd", "a:b; ü\tc"),
        ]
        _ = try await client.exchange(
            HTTPRequest(.post, server.url(), headers: fields, body: [0x7b, 0x7d]))
        #expect(
            server.requests.first?.headers.sorted() == [
                "Accept-Encoding: gzip", "Accept: */*", "Content-Length: 2",
                "Content-Type: application/json", "Host: 127.0.0.1:\(server.port)",
                "If-Match: \"{GUID},1\"", "X-Empty:", "X-Odd: a:b; ü\tc",
            ])
        await client.shutdown()
        server.stop()
    }

    @Test("for a range ask for bytes as they are")
    func ranges() async throws {
        let server = RawServer { _ in Self.fine }
        let client = try CurlClient(environment: [:])
        let range = HTTPField("Range", "bytes=0-9")
        _ = try await client.exchange(HTTPRequest(.get, server.url(), headers: [range]))
        #expect(server.requests.first?.header("Accept-Encoding") == "identity")
        await client.shutdown()
        server.stop()
    }

    @Test(
        "that cannot be sent as they stand are not sent",
        arguments: [
            "", "/", "graph.microsoft.com", "ftp://127.0.0.1/", "file:///etc/passwd", "http://",
            "http://192.0.2.1/", "http://graph.microsoft.com/", "http://localhost.evil.com/",
            "http://a@127.0.0.1:PORT/", "http://127.0.0.1:PORT/a b", "http://127.0.0.1:PORT/a\nb",
            "http://127.0.0.1:PORT/a\r\nX: y", "http://127.0.0.1:PORT/\0",
            "http://127.0.0.1:PORT\\",
            "http://127.0.0.1:0/", "http://127.0.0.1:65536/", "http://127.0.0.1:PORT/\u{7f}",
            "http://127.0.0.1:PORT/" + String(repeating: "a", count: 40_000),
        ])
    func badAddresses(url: String) async throws {
        let server = RawServer { _ in Self.fine }
        let client = try CurlClient(environment: [:])
        let url = url.replacing("PORT", with: "\(server.port)")
        let error = await client.outcome(of: HTTPRequest(.get, url)).error
        #expect(error?.kind == .badAddress)
        #expect(error?.mayHaveReachedServer == false)
        #expect(server.connectionCount == 0)
        await client.shutdown()
        server.stop()
    }

    @Test(
        "cannot smuggle a header into another one",
        arguments: [
            HTTPField("X", "a\r\nY: b"), HTTPField("X", "a\nY: b"), HTTPField("X\r\nY", "a"),
            HTTPField("X: y", "a"), HTTPField("", "a"), HTTPField("X", "a\0b"),
            HTTPField("X", String(repeating: "a", count: 200_000)),
        ])
    func badHeaders(field: HTTPField) async throws {
        let server = RawServer { _ in Self.fine }
        let client = try CurlClient(environment: [:])
        let error = await client.outcome(of: HTTPRequest(.get, server.url(), headers: [field]))
            .error
        #expect(error?.kind == .badAddress)
        #expect(server.connectionCount == 0)
        await client.shutdown()
        server.stop()
    }
}
