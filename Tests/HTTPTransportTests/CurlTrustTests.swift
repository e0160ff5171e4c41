// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HTTPTransport

@Suite(
    "Whom libcurl trusts",
    .enabled(if: TestAuthority.isAvailable, "the program openssl makes the certificates"),
    .timeLimit(.minutes(60)))
struct CurlTrustTests {
    private let authority: TestAuthority

    init() throws { authority = try TestAuthority() }

    private func outcome(
        _ host: String, _ server: TLSServer, _ environment: [String: String]
    ) async throws -> Result<HTTPResponse, HTTPError> {
        let client = try CurlClient(environment: environment)
        let url = "https://\(host):\(server.port)/?secret"
        let outcome = await client.outcome(of: HTTPRequest(.get, url))
        await client.shutdown()
        return outcome
    }

    @Test("is who an authority vouches for that the system trusts, or the environment names")
    func authorities() async throws {
        let server = try TLSServer(authority)
        let file = authority.path("ca.pem")
        let folder = authority.path("hashed")
        let missing = authority.path("missing.pem")
        let cases: [(environment: [String: String], isTrusted: Bool)] = [
            ([:], false),
            (["CURL_CA_BUNDLE": file], true),
            (["SSL_CERT_FILE": file], true),
            (["SSL_CERT_DIR": folder], true),
            (["CURL_CA_BUNDLE": "", "SSL_CERT_FILE": file], true),
            (["CURL_CA_BUNDLE": file, "SSL_CERT_FILE": missing], true),
            (["CURL_CA_BUNDLE": missing, "SSL_CERT_FILE": file], false),
            (["CURL_CA_BUNDLE": authority.path("host.key")], false),
        ]
        for (environment, isTrusted) in cases {
            let outcome = try await outcome("localhost", server, environment)
            #expect(outcome.response?.status == (isTrusted ? 200 : nil), "\(environment)")
            #expect(outcome.error?.kind == (isTrusted ? nil : .untrusted), "\(environment)")
            #expect(outcome.error?.mayHaveReachedServer != true)
            #expect(outcome.error?.message.contains("secret") != true)
        }
        server.kill()
    }

    @Test("is nobody under another name than that of the certificate")
    func names() async throws {
        let server = try TLSServer(authority)
        let environment = ["CURL_CA_BUNDLE": authority.path("ca.pem")]
        let error = try await outcome("127.0.0.1", server, environment).error
        #expect(error?.kind == .foreign)
        #expect(error?.message.contains("a certificate of another name") == true)
        #expect(error?.message.contains("127.0.0.1") == true)
        #expect(error?.mayHaveReachedServer == false)
        server.kill()
    }

    @Test("is nobody who speaks only TLS 1.1")
    func oldVersion() async throws {
        let server = try TLSServer(
            authority, options: ["-tls1_1", "-cipher", "ALL:@SECLEVEL=0"])
        let environment = ["CURL_CA_BUNDLE": authority.path("ca.pem")]
        #expect(try await outcome("localhost", server, environment).error?.kind == .untrusted)
        server.kill()
    }
}

@Suite("Before there is a connection", .timeLimit(.minutes(60)))
struct CurlHandshakeTests {
    /// What becomes of a request to a server that does `script` instead of a handshake.
    private func error(
        _ settings: CurlSettings = CurlSettings(),
        _ script: @escaping @Sendable (RawConnection) -> Void
    ) async throws -> HTTPError? {
        let server = RawServer { connection, _ in script(connection) }
        let client = try CurlClient(settings)
        let url = "https://127.0.0.1:\(server.port)/?secret"
        let error = await client.outcome(of: HTTPRequest(.delete, url)).error
        await client.shutdown()
        server.stop()
        #expect(error?.mayHaveReachedServer == false)
        #expect(error?.message.contains("secret") == false)
        return error
    }

    @Test("a server without TLS is not trusted")
    func plain() async throws {
        let error = try await error { connection in
            _ = connection.read(100)
            connection.send("HTTP/1.1 400 Bad Request\r\n\r\n")
            connection.waitForClose()
        }
        #expect(error?.kind == .untrusted)
    }

    @Test("a connection that ends in the handshake is broken, which may be better next time")
    func close() async throws {
        #expect(try await error { _ = $0.read(100) }?.kind == .broken)
    }

    @Test("a connection that is reset in the handshake is broken, too")
    func reset() async throws {
        let error = try await error { connection in
            _ = connection.read(100)
            connection.reset()
        }
        #expect(error?.kind == .broken)
    }

    @Test("a handshake that takes for ever is given up")
    func silence() async throws {
        var settings = CurlSettings()
        settings.connectSeconds = 0.3
        let error = try await error(settings) { $0.waitForClose() }
        #expect(error?.kind == .timedOut)
        #expect(error?.message == "no connection to 127.0.0.1 within 0.3 seconds")
    }

    @Test(
        "HTTP/2 is offered where it works",
        arguments: [CurlSettings.Version.automatic, .http1, .http2])
    func protocols(version: CurlSettings.Version) async throws {
        let hello = Lock<[UInt8]>([])
        var settings = CurlSettings()
        settings.version = version
        _ = try await error(settings) { connection in
            let bytes = connection.read(4_096)
            hello.withLock { $0 = bytes }
        }
        let facts = try CurlLibrary.facts()
        let offersSecond = hello.withLock { $0.contains([2, 0x68, 0x32]) }
        switch version {
        case .automatic: #expect(offersSecond == facts.isGoodWithHTTP2)
        case .http1: #expect(!offersSecond)
        case .http2: #expect(offersSecond == facts.hasHTTP2)
        }
        #expect(hello.withLock { $0.contains([8] + Array("http/1.1".utf8)) })
    }

    @Test("HTTP/2 is not relied upon in the versions of libcurl that are known to break it")
    func versions() {
        for version in ["7.68.0", "7.88.1", "8.5.0", "8.14.0"] {
            #expect(CurlLibrary.isTroubled(version))
        }
        for version in ["7.88.0", "8.6.0", "8.14.1", "8.15.0"] {
            #expect(!CurlLibrary.isTroubled(version))
        }
        #expect(CurlClient.versionText.hasPrefix("libcurl "))
    }
}
