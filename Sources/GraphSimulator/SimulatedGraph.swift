// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
package import HTTPTransport

/// Microsoft Graph and its sign-in service, as far as drives are concerned, without a network.
///
/// Requests are answered in memory: it takes the place of the transport. `SimulatorServer` puts
/// it behind a socket of this machine. What is asked of it does the same whenever it is asked with
/// the same seed and at the same time.
package final class SimulatedGraph: HTTPExchanging {
    /// What it takes for now.
    package let time: SimulatedTime
    let state: Lock<GraphState>

    /// A service without accounts.
    package init(options: SimulatorOptions = SimulatorOptions(), time: SimulatedTime = .init()) {
        self.time = time
        state = Lock(GraphState(options: options, now: time.now))
    }

    // MARK: - Where it is

    /// The address of Graph with its version, and that of the sign-in service, as clients are
    /// given them.
    package var addresses: (graph: String, login: String) {
        state.withLock { ($0.addresses.graph + "/v1.0", $0.addresses.graph) }
    }

    /// The address of Graph: `http://127.0.0.1:18080/v1.0`, unless a server serves it.
    package var address: ServiceAddress {
        get throws(SimulatorError) { try Self.service(addresses.graph) }
    }

    /// The address of the sign-in service: `http://127.0.0.1:18080`, unless a server serves it.
    package var loginAddress: ServiceAddress {
        get throws(SimulatorError) { try Self.service(addresses.login) }
    }

    private static func service(_ text: String) throws(SimulatorError) -> ServiceAddress {
        guard let address = ServiceAddress(text) else {
            throw SimulatorError("'\(text)' is no address")
        }
        return address
    }

    /// From now on it is reached there; both without a slash at the end.
    package func setAddresses(graph: String, downloads: String) {
        state.withLock { $0.addresses = SimulatorAddresses(graph: graph, downloads: downloads) }
    }

    /// The origin of Graph, or that of contents.
    package func origin(isDownload: Bool) -> String {
        state.withLock { isDownload ? $0.addresses.downloads : $0.addresses.graph }
    }

    // MARK: - Requests

    /// The answer to `request`; nil if it goes to another host.
    package func answer(_ request: HTTPRequest) -> SimulatedAnswer? {
        let now = time.now
        return state.withLock { $0.answer(request, now: now) }
    }

    /// Answers `request`; a dropped connection is an error of kind `.broken`.
    package func exchange(
        _ request: HTTPRequest, receiver: HTTPReceiver?
    ) async throws(HTTPError) -> HTTPResponse {
        if Task.isCancelled {
            throw HTTPError(.cancelled, "the request was given up", mayHaveReachedServer: false)
        }
        guard let answer = answer(request) else {
            throw HTTPError(
                .unreachable, "the simulator has no such host", mayHaveReachedServer: false)
        }
        try await Self.hold(answer, request)
        if answer.travel == .dropped {
            throw HTTPError(.broken, "the connection was closed without an answer")
        }
        return try Self.deliver(answer, request, receiver)
    }

    private static func hold(
        _ answer: SimulatedAnswer, _ request: HTTPRequest
    ) async throws(HTTPError) {
        if answer.delaySeconds <= 0 { return }
        let patience = request.firstByteSeconds ?? .infinity
        do {
            try await Task.sleep(for: .seconds(min(answer.delaySeconds, patience)))
        } catch {
            throw HTTPError(.cancelled, "the request was given up")
        }
        if answer.delaySeconds > patience {
            throw HTTPError(.timedOut, "no answer came in time")
        }
    }

    private static func deliver(
        _ answer: SimulatedAnswer, _ request: HTTPRequest, _ receiver: HTTPReceiver?
    ) throws(HTTPError) -> HTTPResponse {
        let count = answer.body.count
        var headers = answer.headers
        headers.append(HTTPField("Content-Length", String(count)))
        var left = count
        if case .truncated(let limit) = answer.travel { left = min(left, Int64(limit)) }
        var response = HTTPResponse(status: answer.status, headers: headers)
        let takesPieces = (200..<300).contains(answer.status) ? receiver : nil
        var taken: Int64 = 0
        var problem: HTTPError?
        answer.body.pieces(upTo: left) { piece in
            taken += Int64(piece.count)
            if taken > request.responseByteCountMax {
                problem = HTTPError(.tooLarge, "the response is too large", status: answer.status)
            } else if let takesPieces {
                if !piece.withUnsafeBytes({ takesPieces($0) }) {
                    problem = HTTPError(.cancelled, "the receiver had enough")
                }
            } else {
                response.body += piece
            }
            return problem == nil
        }
        if let problem { throw problem }
        if taken < count {
            throw HTTPError(.broken, "the response ended early", status: answer.status)
        }
        return response
    }
}

extension SimulatedAnswer.Body {
    /// Hands over the bytes up to the first `limit`, piece by piece, until `body` gives false.
    func pieces(upTo limit: Int64, _ body: ([UInt8]) -> Bool) {
        if limit <= 0 { return }
        switch self {
        case .bytes(let bytes): _ = body(Array(bytes.prefix(Int(limit))))
        case .content(let content, let range):
            let end = min(range.upperBound, range.lowerBound + limit)
            _ = content.readPieces(of: range.lowerBound..<end, body)
        }
    }
}
