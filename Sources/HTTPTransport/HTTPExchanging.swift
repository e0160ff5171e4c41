// SPDX-License-Identifier: Apache-2.0

/// Takes the bytes of a response body as they arrive, on any thread; false ends the exchange.
package typealias HTTPReceiver = @Sendable (UnsafeRawBufferPointer) -> Bool

/// Sends one request and returns its one response: no retries, no redirects.
///
/// Any status is a response; only what gives none is an error.
package protocol HTTPExchanging: Sendable {
    /// Sends `request`; the body of a response with a 2xx status goes to `receiver`, if there is
    /// one, any other body into the response.
    func exchange(
        _ request: HTTPRequest, receiver: HTTPReceiver?
    ) async throws(HTTPError) -> HTTPResponse
}

extension HTTPExchanging {
    /// Sends `request` and collects the body of its response.
    package func exchange(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        try unsafe await exchange(request, receiver: nil)
    }
}
