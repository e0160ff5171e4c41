// SPDX-License-Identifier: Apache-2.0

internal import FlyingFox
internal import FlyingSocks
internal import Glibc
package import RuleEngine
internal import Text
internal import Workflow

/// Answers programs that redeem and ask: on this machine alone, for a proxy with a certificate stands
/// before it.
package struct IssuerService: Sendable {
    private let store: IssuerStore
    private let port: UInt16
    private let names: Set<String>
    private let clock: @Sendable () -> Timestamp

    /// A service of `store` at `port` of 127.0.0.1, 0 takes a free one; `names` are those by which a
    /// proxy hands requests on.
    package init(
        _ store: IssuerStore, port: UInt16, names: [String] = [],
        clock: @escaping @Sendable () -> Timestamp
    ) {
        self.store = store
        self.port = port
        self.names = Set(["127.0.0.1", "localhost"] + names.map { $0.lowercased() })
        self.clock = clock
    }

    /// Serves until the task is cancelled; `ready` is called with the address once it answers.
    package func run(ready: @escaping @Sendable (String) -> Void) async throws {
        signal(SIGPIPE, SIG_IGN)
        let server = HTTPServer(
            address: try .inet(ip4: "127.0.0.1", port: port), timeout: 30, logger: .disabled,
            handler: IssuerHandler(
                desk: IssuerDesk(store: store, clock: clock), names: names))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await server.run() }
            group.addTask {
                try await server.waitUntilListening(timeout: 60)
                if case .ip4(let host, let port)? = await server.listeningAddress {
                    ready("http://\(host):\(port)")
                }
                try await Task.sleep(for: .seconds(1 << 32))
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }
}

/// Takes requests off the wire and puts answers on it.
private struct IssuerHandler: HTTPHandler {
    let desk: IssuerDesk
    let names: Set<String>

    /// The most bytes of a request's body.
    private static let bodyBytesMax = 64 * 1_024

    func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
        let host = (request.headers[.host] ?? "").split(separator: ":").first ?? ""
        guard names.contains(host.lowercased()) else {
            return HTTPResponse(statusCode: HTTPStatusCode(421, phrase: "Misdirected Request"))
        }
        guard request.method == .POST else { return HTTPResponse(statusCode: .methodNotAllowed) }
        guard let count = request.headers[.contentLength].flatMap({ Int($0) }),
            count <= Self.bodyBytesMax
        else { return HTTPResponse(statusCode: .payloadTooLarge) }
        let answer = desk.answer(request.path, Array(try await request.bodyData))
        var headers = HTTPHeaders()
        headers[.contentType] = "application/json"
        headers[HTTPHeader("Cache-Control")] = "no-store"
        return HTTPResponse(
            statusCode: HTTPStatusCode(answer.status, phrase: "Answered"), headers: headers,
            body: .init(answer.body.bytes()))
    }
}
