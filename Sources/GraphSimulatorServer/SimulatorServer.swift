// SPDX-License-Identifier: Apache-2.0

internal import FlyingFox
internal import FlyingSocks
internal import Glibc
package import GraphSimulator
internal import HTTPTransport

/// Serves a simulator over HTTP to programs on this machine, and to nobody else.
///
/// Contents and thumbnails come from a second port, for with the service they come from another
/// origin.
package struct SimulatorServer: Sendable {
    private let graph: SimulatedGraph
    private let port: UInt16

    /// A server for `graph` at `port` of 127.0.0.1; 0 takes a free one.
    package init(_ graph: SimulatedGraph, port: UInt16 = 0) {
        self.graph = graph
        self.port = port
    }

    /// Serves until the task is cancelled. Once both ports answer, `ready` is called with the
    /// address of the simulator, without a slash at the end.
    package func run(ready: @escaping @Sendable (String) -> Void) async throws {
        // Clients hang up whenever they like; write(2) must not end the process for that.
        signal(SIGPIPE, SIG_IGN)
        let graphServer = try server(port: port, isDownload: false)
        let downloadServer = try server(port: 0, isDownload: true)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await graphServer.run() }
            group.addTask { try await downloadServer.run() }
            group.addTask {
                let first = try await Self.address(of: graphServer)
                let second = try await Self.address(of: downloadServer)
                graph.setAddresses(graph: first, downloads: second)
                ready(first)
                try await Task.sleep(for: .seconds(1 << 32))
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    private func server(port: UInt16, isDownload: Bool) throws -> HTTPServer {
        HTTPServer(
            address: try .inet(ip4: "127.0.0.1", port: port), timeout: 4_000,
            pool: PromptPool(), logger: .disabled,
            handler: SimulatorHandler(graph: graph, isDownload: isDownload))
    }

    private static func address(of server: HTTPServer) async throws -> String {
        try await server.waitUntilListening(timeout: 60)
        guard case .ip4(let host, let port)? = await server.listeningAddress else {
            throw SimulatorError("the port is not known")
        }
        return "http://\(host):\(port)"
    }
}

/// Takes requests off the wire and puts answers on it.
private struct SimulatorHandler: HTTPHandler {
    let graph: SimulatedGraph
    let isDownload: Bool

    /// The most bytes of a request's body.
    private static let bodyByteCountMax = 4 << 20

    func handleRequest(_ request: FlyingFox.HTTPRequest) async throws -> FlyingFox.HTTPResponse {
        guard Self.isLocal(request.headers[.host] ?? "") else {
            return FlyingFox.HTTPResponse(statusCode: HTTPStatusCode(421, phrase: "Misdirected"))
        }
        guard let method = HTTPTransport.HTTPMethod(rawValue: request.method.rawValue) else {
            return FlyingFox.HTTPResponse(statusCode: .methodNotAllowed)
        }
        let count = request.headers[.contentLength].flatMap { Int($0) }
        guard count ?? 0 <= Self.bodyByteCountMax else {
            return FlyingFox.HTTPResponse(statusCode: .payloadTooLarge)
        }
        let body = count == nil ? nil : Array(try await request.bodyData)
        let fields = request.headers.map { HTTPField($0.key.rawValue, $0.value) }
        let base = graph.origin(isDownload: isDownload)
        let answer = graph.answer(
            HTTPTransport.HTTPRequest(
                method, base + request.target.rawValue, headers: fields, body: body))
        guard let answer else { return FlyingFox.HTTPResponse(statusCode: .notFound) }
        if answer.delaySeconds > 0 { try await Task.sleep(for: .seconds(answer.delaySeconds)) }
        return Self.response(answer)
    }

    /// Whether a request was meant for this machine, and not for a name that leads here.
    private static func isLocal(_ host: String) -> Bool {
        let name = host.split(separator: ":").first ?? ""
        return name == "127.0.0.1" || name.lowercased() == "localhost"
    }

    private static func response(_ answer: SimulatedAnswer) -> FlyingFox.HTTPResponse {
        var headers = HTTPHeaders()
        for field in answer.headers { headers.addValue(field.value, for: HTTPHeader(field.name)) }
        let status = HTTPStatusCode(answer.status, phrase: "Simulated")
        switch answer.travel {
        case .dropped:
            // The server writes nothing before it has the frames of a web socket, and hangs up if
            // there are none.
            return FlyingFox.HTTPResponse(headers: headers, webSocket: HangUp())
        case .truncated(let byteCount):
            return FlyingFox.HTTPResponse(
                statusCode: status, headers: headers,
                body: body(answer.body, upTo: Int64(byteCount)))
        case .whole:
            return FlyingFox.HTTPResponse(
                statusCode: status, headers: headers, body: body(answer.body, upTo: .max))
        }
    }

    private static func body(_ body: SimulatedAnswer.Body, upTo limit: Int64) -> HTTPBodySequence {
        HTTPBodySequence(
            from: AnswerBytes(answer: body, limit: limit), count: Int(body.count),
            suggestedBufferSize: Int(SimulatedContent.pieceByteCount))
    }
}

/// Why a connection ends before its answer does.
private struct HangUp: Error, WSHandler {
    func makeFrames(
        for client: AsyncThrowingStream<WSFrame, any Error>
    ) async throws -> AsyncStream<WSFrame> { throw self }
}

/// The bytes of an answer, piece by piece; past `limit` the connection ends.
private struct AnswerBytes: AsyncBufferedSequence {
    typealias Element = UInt8

    let answer: SimulatedAnswer.Body
    let limit: Int64

    func makeAsyncIterator() -> Iterator { Iterator(bytes: self) }

    struct Iterator: AsyncBufferedIteratorProtocol {
        let bytes: AnswerBytes
        private var position: Int64 = 0

        init(bytes: AnswerBytes) { self.bytes = bytes }

        mutating func next() async throws -> UInt8? {
            try await nextBuffer(suggested: 1)?.first
        }

        mutating func nextBuffer(suggested count: Int) async throws -> [UInt8]? {
            let end = Swift.min(bytes.answer.count, bytes.limit)
            if position >= end {
                if end < bytes.answer.count { throw HangUp() }
                return nil
            }
            let size = Swift.min(Int64(count), end - position, SimulatedContent.pieceByteCount)
            guard let piece = bytes.answer.read(position..<position + size), !piece.isEmpty else {
                throw HangUp()
            }
            position += Int64(piece.count)
            return piece
        }
    }
}

extension SimulatedAnswer.Body {
    /// The bytes of `range`; nil if a file cannot be read any more.
    fileprivate func read(_ range: Range<Int64>) -> [UInt8]? {
        switch self {
        case .bytes(let bytes): Array(bytes[Int(range.lowerBound)..<Int(range.upperBound)])
        case .content(let content, let whole):
            content.read(whole.lowerBound + range.lowerBound..<whole.lowerBound + range.upperBound)
        }
    }
}
