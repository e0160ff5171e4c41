// SPDX-License-Identifier: Apache-2.0

internal import HTTPTransport
internal import Text

/// A refusal in the words of Graph.
struct GraphProblem: Error, Sendable, Hashable {
    var status: Int
    /// The outer code.
    var code: String
    var message: String
    /// The codes below it, the outermost first.
    var innerCodes: [String] = []
    /// Whether the member below is written `innererror`.
    var isLowerCase = false
    var headers: [HTTPField] = []

    init(
        _ status: Int, _ code: String, _ message: String, inner: [String] = [],
        isLowerCase: Bool = false, headers: [HTTPField] = []
    ) {
        self.status = status
        self.code = code
        self.message = message
        innerCodes = inner
        self.isLowerCase = isLowerCase
        self.headers = headers
    }

    /// The body; `requestID` and `time` (seconds since 1970) are the request's.
    func body(requestID: String, clientRequestID: String, time: Double) -> GraphJSON {
        let instant = InstantText.text(milliseconds: Int64(time) * 1_000)
        var inner: GraphJSON = .object([])
        inner.set("code", innerCodes.first.map { .string($0) })
        if innerCodes.count > 1 {
            let deeper = innerCodes.dropFirst().reversed().reduce(GraphJSON?.none) { below, code in
                var value: GraphJSON = ["code": .string(code)]
                value.set("innererror", below)
                return value
            }
            inner.set("innererror", deeper)
        }
        inner.set("date", .string(String(instant.dropLast())))
        inner.set("request-id", .string(requestID))
        inner.set("client-request-id", .string(clientRequestID))
        var error: GraphJSON = ["code": .string(code), "message": .string(message)]
        error.set(isLowerCase ? "innererror" : "innerError", inner)
        return ["error": error]
    }
}

/// The refusals that occur without a script.
extension GraphProblem {
    static let itemNotFound = GraphProblem(
        404, "itemNotFound", "The resource could not be found.")
    static let objectHandle = GraphProblem(400, "invalidRequest", "ObjectHandle is Invalid")
    static let accessDenied = GraphProblem(403, "accessDenied", "Access denied")
    static let noDrive = GraphProblem(404, "ResourceNotFound", "User's mysite not found.")
    static let noUser = GraphProblem(
        404, "Request_ResourceNotFound", "Resource does not exist or cannot be found.")
    static let nameExists = GraphProblem(
        409, "nameAlreadyExists", "An item with the same name already exists under the parent",
        isLowerCase: true)
    static let parentIsGone = GraphProblem(
        409, "conflict", "The folder that it was in does not exist")
    static let tagMismatch = GraphProblem(
        412, "resourceModified", "ETag does not match current item's value")
    static let tooLarge = GraphProblem(
        413, "requestEntityTooLarge", "The content is too large for one request")
    static let malformedTag = GraphProblem(
        400, "malformedEntityTag", "The entity tag in If-Match has no quotes")
    static let locked = GraphProblem(
        423, "resourceLocked", "The resource is locked")
    static let held = GraphProblem(
        403, "accessDenied",
        "Request was cancelled by event received. A folder that is not empty may be on hold")
    static let malformedToken = GraphProblem(
        400, "invalidRequest", "Provided sync token is malformed")
    static let deltaNotAtRoot = GraphProblem(
        501, "notSupported", "view.delta can only be called on the root.")
    static let methodNotAllowed = GraphProblem(
        405, "invalidRequest", "The HTTP method is not allowed on the resource.")
    static let restoreNotSupported = GraphProblem(
        405, "notSupported", "Restoring is not supported on this drive.")
    static let meNeedsPerson = GraphProblem(
        400, "BadRequest", "/me is only valid with a delegated sign-in")
    static let virus = GraphProblem(
        403, "malwareDetected", "The content has a virus",
        headers: [HTTPField("X-Virus-Infected", "true")])

    /// What the request says cannot be done.
    static func invalid(_ message: String) -> GraphProblem {
        GraphProblem(400, "invalidRequest", message)
    }

    /// Too many requests; `retryAfter` is the text of the header.
    static func throttled(retryAfter: String?) -> GraphProblem {
        GraphProblem(
            429, "activityLimitReached", "The request has been throttled",
            inner: ["throttledRequest", "quota"],
            headers: retryAfter.map { [HTTPField("Retry-After", $0)] } ?? [])
    }

    /// A token that is not accepted.
    static func unauthenticated(_ message: String, login: String) -> GraphProblem {
        let challenge =
            "Bearer realm=\"\", authorization_uri=\"\(login)/common/oauth2/authorize\", "
            + "client_id=\"00000003-0000-0000-c000-000000000000\""
        return GraphProblem(
            401, "InvalidAuthenticationToken", message,
            headers: [HTTPField("WWW-Authenticate", challenge)])
    }

    /// A token that must be replaced by one with more in it; `claims` is JSON.
    static func claimsChallenge(_ claims: String, login: String) -> GraphProblem {
        let encoded = Base64.text(Array(claims.utf8))
        let challenge =
            "Bearer realm=\"\", authorization_uri=\"\(login)/common/oauth2/authorize\", "
            + "error=\"insufficient_claims\", claims=\"\(encoded)\""
        return GraphProblem(
            401, "InvalidAuthenticationToken", "Continuous access evaluation resulted in challenge",
            headers: [HTTPField("WWW-Authenticate", challenge)])
    }
}
