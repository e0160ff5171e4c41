// SPDX-License-Identifier: Apache-2.0

internal import HTTPTransport

/// One response of Graph.
struct GraphResponse: Sendable {
    /// The status.
    var status: Int
    /// The headers.
    var headers: [HTTPField]
    /// The body.
    var body: [UInt8]
    /// The id of the batch in which it came; nil where it came by itself.
    var batchID: String?

    /// Whether the request was carried out.
    var isSuccess: Bool { (200...299).contains(status) }
    /// What the body says of an error.
    var error: GraphErrorBody { GraphErrorBody(body) }
    /// The error codes in the body, at any depth, the outermost first, in lower case.
    var codes: [String] { error.codes }
    /// The id by which the service can find the request again.
    var requestID: String? { header("request-id") ?? error.requestID }

    /// The value of a header.
    func header(_ name: String) -> String? {
        HTTPResponse(status: status, headers: headers).header(name)
    }

    /// Whether the service refused to handle the request now, so that it has had no effect.
    ///
    /// A limit may be hidden in an `accessDenied`: the codes inside tell.
    var isThrottled: Bool {
        if status == 429 { return true }
        guard status == 403 else { return false }
        return !Set(codes).isDisjoint(with: GraphResponse.throttlingCodes)
    }

    /// After how many seconds the service wants to be asked again: a number, which is a fraction in
    /// batches, or a date, which counts from the service's own.
    var retryAfterSeconds: Double? {
        let response = HTTPResponse(status: status, headers: headers)
        return WaitHint.retryAfter(response).map { min($0, GraphResponse.retryAfterMax) }
    }

    private static let throttlingCodes: Set<String> = [
        "throttledrequest", "activitylimitreached", "toomanyrequests",
    ]
    /// A day: more than anybody waits.
    private static let retryAfterMax = 86_400.0
}

/// What the body of an error says, as far as it can be read: it may be empty, a web page, or end
/// in the middle.
struct GraphErrorBody: Sendable, Hashable {
    /// The codes at any depth, the outermost first, in lower case.
    var codes: [String] = []
    /// The outermost message; only for people.
    var message: String?
    /// The id of the request.
    var requestID: String?

    /// Errors are small; no more is looked at.
    private static let byteCountMax = 1 << 20
    private static let codeCountMax = 32
    private static let codeByteMax = 100

    /// What `body` says.
    init(_ body: [UInt8]) {
        if body.isEmpty { return }
        var found = GraphErrorBody()
        // What was found before the text breaks off counts.
        _ = unsafe JSONReader.value(of: Array(body.prefix(GraphErrorBody.byteCountMax))) {
            (reader, place) throws(JSONFault) in
            try unsafe reader.members(&place, depth: 0) { (key, reader, place) throws(JSONFault) in
                if key == "error", unsafe place[0] == UInt8(ascii: "{") {
                    try unsafe found.read(&reader, &place, depth: 1)
                } else {
                    try unsafe reader.skipValue(&place, depth: 1)
                }
            }
        }
        self = found
    }

    private init() {}

    private mutating func read(
        _ reader: inout JSONReader, _ place: inout UnsafePointer<UInt8>, depth: Int
    ) throws(JSONFault) {
        var found = self
        defer { self = found }
        try unsafe reader.members(&place, depth: depth) { (key, reader, place) throws(JSONFault) in
            if unsafe place[0] == UInt8(ascii: "{") {
                return try unsafe found.read(&reader, &place, depth: depth + 1)
            }
            let text = try unsafe reader.textIfAny(&place, depth: depth + 1)
            guard let text else { return }
            switch key.lowercased() {
            case "code":
                let isPlausible =
                    !text.isEmpty && text.utf8.count <= GraphErrorBody.codeByteMax
                    && found.codes.count < GraphErrorBody.codeCountMax
                if isPlausible { found.codes.append(text.lowercased()) }
            case "message": found.message = found.message ?? text
            case "request-id": found.requestID = found.requestID ?? text
            default: break
            }
        }
    }
}
