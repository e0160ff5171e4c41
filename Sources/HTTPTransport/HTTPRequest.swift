// SPDX-License-Identifier: Apache-2.0

/// One header of a request or a response.
package struct HTTPField: Sendable, Hashable {
    /// Its name; compared without regard to case.
    package var name: String
    /// Its value, without blanks around it.
    package var value: String

    /// A header `name: value`.
    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// What a request does to its target (RFC 9110 section 9).
package enum HTTPMethod: String, Sendable, Hashable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"
}

/// One request.
package struct HTTPRequest: Sendable, Hashable {
    /// What it does.
    package var method: HTTPMethod
    /// The whole address, sent byte for byte as it stands here.
    package var url: String
    /// The headers; the access token among them is added by the caller.
    package var headers: [HTTPField]
    /// The body; nil sends none, an empty one sends `Content-Length: 0`.
    package var body: [UInt8]?
    /// Whether it may be sent again when nobody knows what became of it.
    package var isIdempotent: Bool
    /// The most bytes of a response body that are taken, after decompression.
    package var responseByteCountMax: Int
    /// The most seconds that pass before the first byte of the response; nil for the default.
    package var firstByteSeconds: Double?
    /// Until when it may leave, in seconds of `Traffic.seconds`: what it rests on is too old then,
    /// and it fails as `late` without having been sent. Nil: at any time.
    package var leavesBefore: Double?

    /// The usual most bytes of a response: 64 MiB.
    package static let usualResponseByteCountMax = 64 << 20

    /// A request without a body; a GET is idempotent.
    package init(
        _ method: HTTPMethod, _ url: String, headers: [HTTPField] = [], body: [UInt8]? = nil,
        isIdempotent: Bool? = nil,
        responseByteCountMax: Int = HTTPRequest.usualResponseByteCountMax
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.isIdempotent = isIdempotent ?? (method == .get)
        self.responseByteCountMax = responseByteCountMax
    }

    /// The value of the first header `name`, without regard to case.
    package func header(_ name: String) -> String? {
        let wanted = name.lowercased()
        return headers.first { $0.name.lowercased() == wanted }?.value
    }

    /// Whether there is a header `name`, without regard to case.
    package func hasHeader(_ name: String) -> Bool { header(name) != nil }
}

/// One response.
package struct HTTPResponse: Sendable, Hashable {
    /// The status.
    package var status: Int
    /// The headers in their order.
    package var headers: [HTTPField]
    /// The body, whole; empty where it was handed to a receiver piece by piece.
    package var body: [UInt8]

    /// A response.
    package init(status: Int, headers: [HTTPField] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The value of the first header `name`, without regard to case.
    package func header(_ name: String) -> String? {
        let wanted = name.lowercased()
        return headers.first { $0.name.lowercased() == wanted }?.value
    }
}
