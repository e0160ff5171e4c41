// SPDX-License-Identifier: Apache-2.0

internal import HTTPTransport
internal import Text

/// One request to Graph.
struct GraphRequest: Sendable, Hashable {
    /// What it does.
    var method: HTTPMethod
    /// The path below the version, with its query, percent-encoded; or a whole link that the
    /// service gave, which is followed byte for byte.
    var path: String
    /// Headers beside those that every request has.
    var headers: [HTTPField] = []
    /// The JSON body.
    var body: [UInt8]?
    /// What it costs, in resource units.
    var cost = 1
    /// Until when it may leave, in seconds of `GraphClient.seconds`; nil: at any time.
    var leavesBefore: Double?

    /// A request.
    init(
        _ method: HTTPMethod, _ path: String, headers: [HTTPField] = [], body: [UInt8]? = nil,
        cost: Int = 1, leavesBefore: Double? = nil
    ) {
        self.method = method
        self.path = path
        self.headers = headers
        self.body = body
        self.cost = cost
        self.leavesBefore = leavesBefore
    }

    /// Whether asking twice is as good as asking once.
    var isIdempotent: Bool { method == .get }
}

extension GraphRequest {
    /// The request as one of a batch, under `id`.
    func batchText(id: Int) -> String {
        var members: [(name: String, value: JSONValue)] = [
            ("id", .text("\(id)")), ("method", .text(method.rawValue)), ("url", .text(path)),
        ]
        var fields = headers
        if body?.isEmpty == false { fields.append(HTTPField("Content-Type", "application/json")) }
        if !fields.isEmpty {
            members.append(("headers", .object(fields.map { ($0.name, .text($0.value)) })))
        }
        if let body, !body.isEmpty { members.append(("body", .raw(body))) }
        return JSONValue.object(members).line(.controlsAndDelete)
    }
}
