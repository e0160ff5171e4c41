// SPDX-License-Identifier: Apache-2.0

import Glibc
import HTTPTransport
import Testing

@Suite("What goes wrong between libcurl and a server", .timeLimit(.minutes(60)))
struct CurlFaultTests {
    /// What a server says to every request, and what must come of it.
    struct Fault: Sendable, CustomTestStringConvertible {
        enum Ending: Sendable { case close, reset, hold }

        var testDescription: String
        var text: String
        var ending = Ending.close
        var kind: HTTPError.Kind
        var status: Int?

        init(
            _ name: String, _ text: String, then ending: Ending = .close, _ kind: HTTPError.Kind,
            status: Int? = nil
        ) {
            testDescription = name
            self.text = text
            self.ending = ending
            self.kind = kind
            self.status = status
        }
    }

    private static let manyHeaders = (0..<5_000)
        .map { "X-Filler-\($0): \(String(repeating: "x", count: 80))\r\n" }.joined()

    private static let faults = [
        Fault("no answer", "", .broken),
        Fault("a reset instead of an answer", "", then: .reset, .broken),
        Fault("something that is not HTTP", "SSH-2.0-OpenSSH_9.2\r\n", .broken),
        Fault("a status line without a number", "HTTP/1.1 fine\r\n\r\n", .broken),
        Fault("a version of HTTP that does not exist", "HTTP/7.9 200 OK\r\n\r\n", .broken),
        Fault(
            "headers that end early", "HTTP/1.1 200 OK\r\nContent-Le", .broken, status: 200),
        Fault("headers without a blank line", "HTTP/1.1 204 \r\n", .broken, status: 204),
        Fault(
            "headers that are reset", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n", then: .reset,
            .broken,
            status: 200),
        Fault(
            "a body that ends early", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf",
            .broken, status: 200),
        Fault(
            "a body that is reset", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf",
            then: .reset,
            .broken, status: 200),
        Fault(
            "a chunk that ends early",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n8\r\nhalf", .broken, status: 200),
        Fault(
            "chunks without a last one",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n", .broken,
            status: 200),
        Fault(
            "a last chunk without its end",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n0\r\n", .broken,
            status: 200),
        Fault(
            "a chunk with a size that is none",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nhalf\r\n0\r\n\r\n",
            .broken, status: 200),
        Fault(
            "two lengths", "HTTP/1.1 200 OK\r\nContent-Length: 4\r\nContent-Length: 2\r\n\r\nhalf",
            .broken, status: 200),
        Fault(
            "a length that is none", "HTTP/1.1 200 OK\r\nContent-Length: -4\r\n\r\nhalf", .broken,
            status: 200),
        Fault(
            "an encoding that is broken",
            "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 8\r\n\r\nnot gzip",
            .broken, status: 200),
        Fault(
            "an encoding that nobody knows",
            "HTTP/1.1 200 OK\r\nContent-Encoding: rot13\r\nContent-Length: 4\r\n\r\nunys",
            .broken, status: 200),
        Fault(
            "too many headers", "HTTP/1.1 200 OK\r\n\(manyHeaders)\r\n", .tooLarge, status: 200),
        Fault(
            "a header without end",
            "HTTP/1.1 200 OK\r\nX-Long: \(String(repeating: "x", count: 300_000))", .tooLarge,
            status: 200),
        Fault(
            "a body that says it is too long",
            "HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n"
                + String(repeating: "x", count: 100_000), .tooLarge, status: 200),
        Fault(
            "a body that is too long without saying so",
            "HTTP/1.1 200 OK\r\n\r\n" + String(repeating: "x", count: 100_000), .tooLarge,
            status: 200),
        Fault("nothing at all, for ever", "", then: .hold, .timedOut),
        Fault(
            "headers that come to a halt", "HTTP/1.1 200 OK\r\n", then: .hold, .timedOut,
            status: 200),
        Fault(
            "a body that comes to a halt", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf",
            then: .hold, .timedOut, status: 200),
        Fault(
            "a halt right after the last interim response", "HTTP/1.1 103 Early Hints\r\n\r\n",
            then: .hold, .timedOut, status: 103),
    ]

    @Test("has its kind, its status, and may have reached the server", arguments: faults)
    func outcome(of fault: Fault) async throws {
        let server = RawServer { connection, _ in
            guard connection.readRequest() != nil else { return }
            connection.send(fault.text)
            switch fault.ending {
            case .close: break
            case .reset: connection.reset()
            case .hold: connection.waitForClose()
            }
        }
        var settings = CurlSettings()
        if fault.ending == .hold {
            settings.firstByteSeconds = 5
            settings.stallSeconds = 5
            settings.bytesPerSecondMin = 100
        }
        let client = try CurlClient(settings)
        let request = HTTPRequest(.get, server.url("/?secret"), responseByteCountMax: 50_000)
        let outcome = await client.outcome(of: request)
        #expect(outcome.error?.kind == fault.kind, "\(outcome)")
        #expect(outcome.error?.status == fault.status)
        #expect(outcome.error?.mayHaveReachedServer == true)
        #expect(outcome.error?.message.contains("127.0.0.1") == true)
        #expect(outcome.error?.message.contains("secret") == false)
        await client.shutdown()
        server.stop()
    }

    @Test(
        "A server that sends a byte now and then is given up, by its speed or by the time it takes",
        arguments: [true, false])
    func trickle(isBySpeed: Bool) async throws {
        let server = RawServer { connection, _ in
            guard connection.readRequest() != nil else { return }
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100000000\r\n\r\n")
            while connection.send("x") { usleep(20_000) }
        }
        var settings = CurlSettings()
        #expect(settings.bytesPerSecondMin >= 1_000)
        settings.stallSeconds = isBySpeed ? 1 : 1_000
        settings.responseSecondsMax = isBySpeed ? 1_000 : 1
        let client = try CurlClient(settings)
        let error = await client.outcome(of: HTTPRequest(.get, server.url("/"))).error
        #expect(error?.kind == .timedOut)
        #expect(
            error?.message.contains(isBySpeed ? "bytes a second" : "had not ended after") == true)
        await client.shutdown()
        server.stop()
    }
}
