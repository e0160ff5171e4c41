// SPDX-License-Identifier: Apache-2.0

import DriveAdapters
import GraphSimulator
import HTTPTransport

/// The way to the simulator: lets a test act right before each request, and after it took effect,
/// before the client sees the answer.
final class GraphWire: HTTPExchanging {
    /// A place on the way of one request.
    enum Place: Sendable {
        case before
        case after
    }

    /// Acts at a place of the request with that number, from 0; an error takes the answer's place.
    typealias Hook = @Sendable (Place, Int, HTTPRequest) -> HTTPError?

    /// What others do meanwhile, at a place of the request with that number, from 0.
    typealias Meanwhile = @Sendable (Place, Int) async -> Void

    private struct State {
        var count = 0
        var hook: Hook?
        var meanwhile: Meanwhile?
        /// Answers that something between the client and the service gives instead.
        var stranger: (@Sendable (HTTPRequest) -> HTTPResponse?)?
    }

    let graph: SimulatedGraph
    private let state = Lock(State())

    init(_ graph: SimulatedGraph) { self.graph = graph }

    /// How many requests went out since they are counted.
    var count: Int { state.withLock { $0.count } }

    /// From now on `hook` is called, and requests are counted anew.
    func watch(_ hook: Hook?) {
        state.withLock { state in
            state.count = 0
            state.hook = hook
        }
    }

    /// From now on requests wait for what `meanwhile` does, and are counted anew.
    func pause(for meanwhile: Meanwhile?) {
        state.withLock { state in
            state.count = 0
            state.meanwhile = meanwhile
        }
    }

    /// From now on `stranger` answers in place of the service where it gives a response.
    func intercept(_ stranger: (@Sendable (HTTPRequest) -> HTTPResponse?)?) {
        state.withLock { $0.stranger = stranger }
    }

    func exchange(
        _ request: HTTPRequest, receiver: HTTPReceiver?
    ) async throws(HTTPError) -> HTTPResponse {
        let (number, hook, meanwhile, stranger) = state.withLock { state in
            defer { state.count += 1 }
            return (state.count, state.hook, state.meanwhile, state.stranger)
        }
        await meanwhile?(.before, number)
        if let error = hook?(.before, number, request) { throw error }
        if let answer = stranger?(request) { return answer }
        let result: Result<HTTPResponse, HTTPError>
        do throws(HTTPError) {
            result = .success(try await graph.exchange(request, receiver: receiver))
        } catch {
            result = .failure(error)
        }
        await meanwhile?(.after, number)
        if let error = hook?(.after, number, request) { throw error }
        return try result.get()
    }
}

extension HTTPRequest {
    /// Whether it asks, by itself or in a batch, for `method` on the item with that id.
    func asks(_ method: HTTPMethod, _ id: String) -> Bool {
        // Ids come in several spellings, all of which end alike.
        let part = id.suffix(8)
        if self.method == method, url.contains(part) { return true }
        let text = String(decoding: body ?? [], as: UTF8.self)
        return url.hasSuffix("/$batch") && text.contains(part)
            && text.contains("\"\(method.rawValue)\"")
    }
}
