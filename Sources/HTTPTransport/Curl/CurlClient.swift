// SPDX-License-Identifier: Apache-2.0

/// Sends requests through libcurl: one thread, connections that are used again, TLS that is always
/// verified.
///
/// A request is sent once. libcurl itself sends one again when a connection that it had used
/// before turns out to be dead; that happens to idempotent requests only. Receivers are called on
/// the one thread, so they must be quick. A response that announces neither length nor chunks ends
/// with its connection: whoever needs all of it must know by other means what all is. Proxies are read from the environment of the process by
/// libcurl (`https_proxy`, `http_proxy`, `all_proxy`, `no_proxy`).
package final class CurlClient: HTTPExchanging {
    private let loop: CurlLoop

    /// A client with `settings`. Throws if this libcurl cannot be used.
    package init(_ settings: CurlSettings) throws(HTTPError) {
        _ = try CurlLibrary.facts()
        loop = try CurlLoop(settings)
    }

    /// A client with the usual settings, that trusts whom `environment` says.
    package convenience init(environment: [String: String]) throws(HTTPError) {
        try self.init(CurlSettings(environment: environment))
    }

    deinit {
        loop.stop()
    }

    /// What the log should say of libcurl: its version, that of TLS, and which HTTP it is used for.
    package static var versionText: String {
        do {
            let facts = try CurlLibrary.facts()
            let version =
                facts.isGoodWithHTTP2
                ? "HTTP/2" : facts.hasHTTP2 ? "HTTP/1.1, since its HTTP/2 is faulty" : "HTTP/1.1"
            return "libcurl \(facts.version), \(facts.tlsVersion), \(version)"
        } catch {
            return error.message
        }
    }

    /// Sends `request` and returns its one response.
    package func exchange(
        _ request: HTTPRequest, receiver: HTTPReceiver?
    ) async throws(HTTPError) -> HTTPResponse {
        let origin = try RequestCheck.origin(of: request)
        let loop = loop
        let number = loop.newNumber()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                unsafe loop.submit(
                    CurlJob(
                        number: number, request: request, receiver: receiver,
                        origin: origin.origin, host: origin.host, continuation: continuation))
            }
        } onCancel: {
            loop.withdraw(number)
        }
        return try result.get()
    }

    /// Ends what is under way with an error, and returns when the thread has let go of libcurl.
    package func shutdown() async {
        loop.stop()
        await loop.waitForEnd()
    }
}
