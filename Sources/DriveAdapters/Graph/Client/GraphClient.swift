// SPDX-License-Identifier: Apache-2.0

package import HTTPTransport

/// Speaks to Microsoft Graph for one account: tokens, request ids, batches, errors.
package final class GraphClient: Sendable {
    /// The service, with its version in the path: `https://graph.microsoft.com/v1.0`.
    package let address: ServiceAddress
    let traffic: any Traffic
    let tokens: any AccessTokens
    /// For pre-authenticated addresses, which must never see a token.
    let downloads: any Traffic

    /// How often a request is repeated that is refused for its number, where the transport cannot
    /// see that.
    static let refusalCountMax = 5

    /// A client of the service at `address`.
    package init(
        address: ServiceAddress, traffic: any Traffic, tokens: any AccessTokens,
        downloads: any Traffic
    ) {
        self.address = address
        self.traffic = traffic
        self.tokens = tokens
        self.downloads = downloads
    }

    /// Seconds on a clock that never goes back, by which looks grow old.
    var seconds: Double { traffic.seconds }

    /// Sends `request` and returns the response, whatever its status but 401 and those that ask to
    /// wait.
    func send(_ request: GraphRequest) async throws(GraphFailure) -> GraphResponse {
        var headers = request.headers
        if request.body?.isEmpty == false {
            headers.append(HTTPField("Content-Type", "application/json"))
        }
        var http = HTTPRequest(
            request.method, try url(of: request), headers: headers, body: request.body)
        http.leavesBefore = request.leavesBefore
        return try await exchange(http, cost: request.cost, count: 1)
    }

    /// The whole address of `request`. A link of the service is followed only to its own host: the
    /// token goes with it.
    private func url(of request: GraphRequest) throws(GraphFailure) -> String {
        if request.path.utf8.first == UInt8(ascii: "/") {
            return address.description + request.path
        }
        let isPlain = request.path.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7f }
        guard isPlain, address.isOrigin(of: request.path) else {
            throw GraphFailure(message: GraphText.foreignLink)
        }
        return request.path
    }

    /// Sends `request` with a token; renews the token once, and waits where the service refuses
    /// the request for its number.
    func exchange(
        _ request: HTTPRequest, cost: Int, count: Int
    ) async throws(GraphFailure) -> GraphResponse {
        var token = try await token()
        var renewalCount = 0
        var refusalCount = 0
        while true {
            var request = request
            request.headers += [
                HTTPField("Authorization", "Bearer " + token),
                HTTPField("Accept", "application/json"),
            ]
            let response = try await response(to: request, cost: cost, count: count)
            if response.status == 401 {
                if !GraphClient.mayRenew(after: response, renewalCount) {
                    throw GraphFailure(
                        recourse: .signIn, status: 401, codes: response.codes,
                        message: GraphText.signInRefused)
                }
                renewalCount += 1
                token = try await replacement(for: token, after: response)
                continue
            }
            guard response.isThrottled else { return response }
            refusalCount += 1
            do throws(HTTPError) {
                try await traffic.pause(seconds: response.retryAfterSeconds)
            } catch {
                throw GraphFailure(response)
            }
            if !request.isIdempotent || refusalCount >= GraphClient.refusalCountMax {
                throw GraphFailure(response)
            }
        }
    }

    private func response(
        to request: HTTPRequest, cost: Int, count: Int
    ) async throws(GraphFailure) -> GraphResponse {
        do throws(HTTPError) {
            let response = try unsafe await traffic.send(
                request, cost: cost, count: count, receiver: nil)
            if let clause = ForeignAnswer.clause(
                response, to: request.url, mayRedirect: GraphClient.leadsElsewhere(request))
            {
                throw HTTPError(
                    .foreign, clause, status: response.status,
                    mayHaveReachedServer: !request.isIdempotent)
            }
            return GraphResponse(
                status: response.status, headers: response.headers, body: response.body)
        } catch {
            throw GraphFailure(error)
        }
    }

    /// Whether the service answers `request` with the address of a content on another host.
    private static func leadsElsewhere(_ request: HTTPRequest) -> Bool {
        request.url.prefix { $0 != "?" }.hasSuffix("/content")
    }

    // MARK: - Tokens

    /// Whether a token may be renewed after `response`, a refusal: once; and once more where the
    /// service wants more than a token says, which the second time may need a person.
    static func mayRenew(after response: GraphResponse, _ renewalCount: Int) -> Bool {
        let isChallenge = ClaimsChallenge.claims(in: response.headers) != nil
        return renewalCount < (isChallenge ? 2 : 1)
    }

    private func token() async throws(GraphFailure) -> String {
        do throws(AccessError) {
            return try await tokens.token()
        } catch {
            throw GraphFailure(error)
        }
    }

    /// A token in place of one that was refused; where the service wants more than the token says,
    /// a person may have to sign in.
    private func replacement(
        for token: String, after response: GraphResponse
    ) async throws(GraphFailure) -> String {
        do throws(AccessError) {
            return try await tokens.replacement(
                for: token, claims: ClaimsChallenge.claims(in: response.headers))
        } catch {
            var failure = GraphFailure(error)
            failure.status = 401
            failure.codes = response.codes
            throw failure
        }
    }

    /// Sees to it that the next request has another token than the last one.
    func renewToken(after response: GraphResponse) async throws(GraphFailure) {
        _ = try await replacement(for: try await token(), after: response)
    }
}
