// SPDX-License-Identifier: Apache-2.0

import HTTPTransport
import Testing
import TestSupport

@Suite("Packed responses", .timeLimit(.minutes(60)))
struct CurlPackingTests {
    @Test("are unpacked, and every request asks for them")
    func unpacking() async throws {
        let packed = try Program.packed(Array("a page of items".utf8))
        let server = server(packed)
        let client = try CurlClient(environment: [:])
        let response = try await client.exchange(HTTPRequest(.get, server.url()))
        #expect(response.body == Array("a page of items".utf8))
        #expect(server.requests.first?.header("Accept-Encoding")?.contains("gzip") == true)
        await client.shutdown()
        server.stop()
    }

    @Test("are limited by what they unpack to")
    func bomb() async throws {
        let packed = try Program.packed(Array(repeating: 0, count: 20_000_000))
        #expect(packed.count < 100_000)
        let server = server(packed)
        let client = try CurlClient(environment: [:])
        let request = HTTPRequest(.get, server.url(), responseByteCountMax: 1_000_000)
        #expect(await client.outcome(of: request).error?.kind == .tooLarge)
        await client.shutdown()
        server.stop()
    }

    @Test(
        "are broken if they end early, though the server says that this is all",
        arguments: [5, 12, 100, 1_000, 1_500])
    func earlyEnd(keptCount: Int) async throws {
        var generator = SplitMix64(seed: 7)
        let body = (0..<2_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
        let server = server(Array(try Program.packed(body).prefix(keptCount)))
        let client = try CurlClient(environment: [:])
        let outcome = await client.outcome(of: HTTPRequest(.get, server.url()))
        #expect(outcome.error?.kind == .broken, "\(outcome)")
        await client.shutdown()
        server.stop()
    }

    private func server(_ body: [UInt8]) -> RawServer {
        RawServer { connection, _ in
            while connection.readRequest() != nil {
                connection.send(
                    "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(body.count)"
                        + "\r\n\r\n")
                connection.send(body)
            }
        }
    }
}
