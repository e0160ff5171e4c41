// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import HTTPTransport

/// In processes of their own, since libcurl reads the environment of the process.
@Suite("Proxies", .timeLimit(.minutes(60)))
struct CurlProxyTests {
    /// What a process with `variable` set to `value` gets from `url`, in one line.
    private static func outcome(_ url: String, _ variable: String, _ value: String) async -> String
    {
        setenv(variable, value, 1)
        do {
            let client = try CurlClient(environment: [variable: value])
            let outcome = await client.outcome(of: HTTPRequest(.get, url))
            await client.shutdown()
            if let error = outcome.error {
                return "\(error.kind.rawValue) \(error.mayHaveReachedServer) \(error.message)"
            }
            return String(decoding: outcome.response?.body ?? [], as: UTF8.self)
        } catch {
            return error.message
        }
    }

    @Test("named in the environment are used for plain http, if they are on this machine")
    func plain() async {
        let proxy = RawServer { request in
            "HTTP/1.1 200 OK\r\nContent-Length: \(request.line.utf8.count)\r\n\r\n\(request.line)"
        }
        for variable in ["http_proxy", "all_proxy", "ALL_PROXY"] {
            await #expect(processExitsWith: .success) {
                [port = proxy.port as Int, variable = variable as String] in
                let line = await CurlProxyTests.outcome(
                    "http://127.0.0.1:9/a/../b?c", variable, "http://127.0.0.1:\(port)")
                #expect(line == "GET http://127.0.0.1:9/a/../b?c HTTP/1.1")
            }
        }
        proxy.stop()
    }

    @Test("on other machines never see what is meant for this one")
    func elsewhere() async {
        let server = RawServer { _ in "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\ndirect" }
        for proxy in ["http://192.0.2.1:3128", "192.0.2.1", "http://a:b@proxy.invalid:8080/"] {
            await #expect(processExitsWith: .success) {
                [port = server.port as Int, proxy = proxy as String] in
                let text = await CurlProxyTests.outcome(
                    "http://127.0.0.1:\(port)/", "http_proxy", proxy)
                #expect(text == "direct")
            }
        }
        server.stop()
    }

    @Test(
        "may make a tunnel, through which nothing of theirs comes",
        .enabled(if: TestAuthority.isAvailable, "the program openssl makes the certificates"))
    func tunnel() async throws {
        let authority = try TestAuthority()
        let server = try TLSServer(authority)
        let proxy = RawServer { connection, _ in
            guard connection.readRequest() != nil else { return }
            connection.send("HTTP/1.1 200 Connection established\r\nX-Proxy: 1\r\n\r\n")
            connection.relay(to: server.port)
        }
        await #expect(processExitsWith: .success) {
            [proxy = proxy.port as Int, file = authority.path("ca.pem") as String] in
            setenv("https_proxy", "http://127.0.0.1:\(proxy)", 1)
            let client = try CurlClient(environment: ["CURL_CA_BUNDLE": file])
            let response = try await client.exchange(
                HTTPRequest(
                    .get, "https://localhost/?secret",
                    headers: [HTTPField("Authorization", "Bearer secret")]))
            #expect(response.status == 200)
            #expect(response.header("X-Proxy") == nil)
            #expect(response.header("Content-Type") == "text/html")
            await client.shutdown()
        }
        #expect(proxy.requests.map(\.line) == ["CONNECT localhost:443 HTTP/1.1"])
        #expect(proxy.requests.first?.header("Authorization") == nil)
        proxy.stop()
        server.kill()
    }

    @Test("may refuse a tunnel, and then nothing has reached the server")
    func refusal() async {
        let proxy = RawServer { _ in
            "HTTP/1.1 403 Forbidden\r\nX-Proxy: 1\r\nContent-Length: 0\r\n\r\n"
        }
        await #expect(processExitsWith: .success) { [port = proxy.port as Int] in
            let line = await CurlProxyTests.outcome(
                "https://graph.microsoft.invalid/?secret", "https_proxy",
                "http://127.0.0.1:\(port)")
            #expect(
                line == "unreachable false the proxy refuses a tunnel to graph.microsoft.invalid"
                    + " with status 403")
        }
        #expect(
            proxy.requests.map(\.line) == ["CONNECT graph.microsoft.invalid:443 HTTP/1.1"])
        proxy.stop()
    }

    @Test("are passed by for the hosts of no_proxy")
    func exceptions() async {
        let proxy = RawServer { _ in "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nproxy" }
        let server = RawServer { _ in "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\ndirect" }
        await #expect(processExitsWith: .success) {
            [proxy = proxy.port as Int, port = server.port as Int] in
            setenv("no_proxy", "127.0.0.1", 1)
            let text = await CurlProxyTests.outcome(
                "http://127.0.0.1:\(port)/", "http_proxy", "http://127.0.0.1:\(proxy)")
            #expect(text == "direct")
        }
        #expect(proxy.requests.isEmpty)
        proxy.stop()
        server.stop()
    }

    @Test(
        "count as elsewhere unless they are certainly here",
        arguments: [
            ("http://127.0.0.1:1", false), ("localhost:1", false), ("http://[::1]:1/", false),
            ("http://u:p@127.0.0.1:1", false), ("socks5h://localhost:1", false),
            ("http://10.0.0.1:1", true), ("proxy", true), ("http://localhost.evil.com", true),
            ("http://127.0.0.1@evil.com:1", true), ("http://evil.com/@127.0.0.1", true),
            ("", false),
        ])
    func places(proxy: String, isElsewhere: Bool) {
        let settings = CurlSettings(environment: ["http_proxy": proxy])
        #expect(settings.isPlainProxyElsewhere == isElsewhere)
    }
}

@Suite("Signals")
struct CurlSignalTests {
    @Test("about broken pipes do not end the process")
    func brokenPipe() async {
        await #expect(processExitsWith: .success) {
            _ = try CurlLibrary.facts()
            raise(SIGPIPE)
        }
    }
}
