// SPDX-License-Identifier: Apache-2.0

internal import HTTPTransport

/// An answer that says no, as a script wants it.
package struct SimulatedFailure: Sendable, Hashable {
    /// What the header `Retry-After` says.
    package enum RetryAfter: Sendable, Hashable {
        /// There is no such header.
        case none
        /// So many seconds; a fraction is written as one.
        case seconds(Double)
        /// The date so many seconds from now.
        case date(Double)
    }

    /// The status.
    package var status: Int
    /// The outer code; nil makes an empty body.
    package var code: String?
    /// The message.
    package var message: String
    /// The codes below the outer one.
    package var innerCodes: [String]
    /// When to come again.
    package var retryAfter = RetryAfter.none
    /// What a claims challenge asks for, as JSON; only with status 401.
    package var claims: String?
    /// Whether the body is a page for people.
    package var isHTML = false

    /// A failure with the given codes.
    package init(
        _ status: Int, _ code: String?, _ message: String = "", inner: [String] = [],
        retryAfter: RetryAfter = .none
    ) {
        self.status = status
        self.code = code
        self.message = message
        innerCodes = inner
        self.retryAfter = retryAfter
    }

    /// The failure of that name, as scripts write it; nil if there is none.
    package init?(named name: String) {
        guard let failure = Self.byName[name] else { return nil }
        self = failure
    }

    /// All names.
    package static var names: [String] { byName.keys.sorted() }

    private static let byName: [String: SimulatedFailure] = {
        var claims = SimulatedFailure(401, "InvalidAuthenticationToken", "Challenge")
        claims.claims = #"{"access_token":{"nbf":{"essential":true,"value":"1700000000"}}}"#
        var html = SimulatedFailure(502, "badGateway", "Bad gateway")
        html.isHTML = true
        return [
            "bad-request": .init(400, "invalidRequest", "Invalid request"),
            "object-handle": .init(400, "invalidRequest", "ObjectHandle is Invalid"),
            "malformed-token": .init(400, "invalidRequest", "Provided sync token is malformed"),
            "malformed-tag": .init(400, "malformedEntityTag", "The entity tag has no quotes"),
            "unauthenticated": .init(
                401, "InvalidAuthenticationToken",
                "Lifetime validation failed, the token is expired."),
            "claims-challenge": claims,
            "payment": .init(402, "paymentRequired", "The licence of the tenant has a problem"),
            "access-denied": .init(403, "accessDenied", "Access denied"),
            "held": .init(
                403, "accessDenied",
                "Request was cancelled by event received. A folder may be on hold"),
            "hidden-throttle": .init(
                403, "accessDenied", "Access denied", inner: ["throttledRequest"],
                retryAfter: .seconds(3)),
            "malware": .init(403, "malwareDetected", "The content has a virus"),
            "not-found": .init(404, "itemNotFound", "The resource could not be found."),
            "not-found-empty": .init(404, nil),
            "no-drive": .init(404, "ResourceNotFound", "User's mysite not found."),
            "method-not-allowed": .init(405, "invalidRequest", "The method is not allowed"),
            "name-exists": .init(409, "nameAlreadyExists", "The name is taken"),
            "conflict": .init(409, "conflict", "The item changed meanwhile"),
            "tag-mismatch": .init(
                412, "resourceModified", "ETag does not match current item's value"),
            "precondition-failed": .init(
                412, "notAllowed", "ETag does not match current item's value",
                inner: ["preconditionFailed"]),
            "locked": .init(423, "resourceLocked", "The resource is locked"),
            "lock-mismatch": .init(
                423, "accessDenied", "Lock token does not match existing lock",
                inner: ["lockMismatch"]),
            "throttled": .init(
                429, "activityLimitReached", "The request has been throttled",
                inner: ["throttledRequest", "quota"], retryAfter: .seconds(1)),
            "throttled-silently": .init(429, "TooManyRequests", "Too Many Requests"),
            "server-error": .init(500, "generalException", "An unspecified error has occurred."),
            "not-supported": .init(501, "notSupported", "Not supported"),
            "bad-gateway": html,
            "unavailable": .init(
                503, "serviceNotAvailable", "The service is not available. Try again.",
                retryAfter: .seconds(1)),
            "unavailable-empty": .init(503, nil),
            "gateway-timeout": .init(504, "UnknownError"),
            "out-of-space": .init(507, "quotaLimitReached", "Insufficient Space Available"),
            "bandwidth": .init(509, "bandwidthLimitExceeded", "Too much", retryAfter: .seconds(1)),
        ]
    }()

    /// The answer to a request of Graph.
    func answer(requestID: String, clientRequestID: String, login: String, now: Double)
        -> SimulatedAnswer
    {
        var headers: [HTTPField] = []
        switch retryAfter {
        case .none: break
        case .seconds(let seconds):
            let text = seconds == seconds.rounded() ? String(Int(seconds)) : "\(seconds)"
            headers.append(HTTPField("Retry-After", text))
        case .date(let seconds):
            headers.append(HTTPField("Retry-After", InstantText.header(seconds: now + seconds)))
        }
        if isHTML { return SimulatedAnswer(status, html: "<html><h1>\(message)</h1></html>") }
        guard let code else { return SimulatedAnswer(status, headers: headers) }
        var problem = GraphProblem(status, code, message, inner: innerCodes)
        if let claims {
            headers += GraphProblem.claimsChallenge(claims, login: login).headers
        } else if status == 401 {
            headers += GraphProblem.unauthenticated(message, login: login).headers
        }
        problem.headers = headers
        return SimulatedAnswer(
            status, headers: headers,
            json: problem.body(requestID: requestID, clientRequestID: clientRequestID, time: now))
    }
}
