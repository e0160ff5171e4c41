// SPDX-License-Identifier: Apache-2.0

/// What goes back to a browser.
struct PageAnswer: Sendable {
    /// What stands below the header fields.
    enum Body: Sendable {
        /// All of it.
        case bytes([UInt8])
        /// Piece by piece, until there is none; an error ends the connection before the end.
        case pieces(@Sendable () async throws -> [UInt8]?)
        /// What happens from now on; the browser had seen the event of that id last.
        case events(after: String?)
    }

    var status: Int
    var fields: [(name: String, value: String)]
    var body: Body
    /// Whether the connection ends after it.
    var isLast = false
    /// Whether it went to somebody who was let in.
    var isForVisitor = false

    init(_ status: Int, _ fields: [(name: String, value: String)] = [], body: Body) {
        self.status = status
        self.fields = fields
        self.body = body
    }

    /// Bytes of that media type.
    init(
        _ status: Int = 200, _ bytes: [UInt8], type: String, cache: String = "no-store"
    ) {
        self.init(
            status, [("Content-Type", type), ("Cache-Control", cache)], body: .bytes(bytes))
    }

    /// What stands on every answer, whatever it is: the page may load from here and from nowhere
    /// else, nothing may frame, embed or read it, and no address leaks.
    static let safety: [(name: String, value: String)] = [
        (
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
                + " connect-src 'self'; base-uri 'none'; form-action 'none';"
                + " frame-ancestors 'none'"
        ),
        ("X-Content-Type-Options", "nosniff"),
        ("X-Frame-Options", "DENY"),
        ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
        (
            "Permissions-Policy",
            "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()"
        ),
    ]

    /// Status line and header fields, as they are sent.
    func head(chunked: Bool) -> [UInt8] {
        var text = "HTTP/1.1 \(status) \(Self.phrase(status))\r\n"
        for field in Self.safety + fields { text += "\(field.name): \(field.value)\r\n" }
        switch body {
        case .bytes(let bytes): text += "Content-Length: \(bytes.count)\r\n"
        case .pieces, .events: if chunked { text += "Transfer-Encoding: chunked\r\n" }
        }
        if isLast { text += "Connection: close\r\n" }
        return Array((text + "\r\n").utf8)
    }

    private static func phrase(_ status: Int) -> String {
        switch status {
        case 200: "OK"
        case 303: "See Other"
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 409: "Conflict"
        case 410: "Gone"
        case 411: "Length Required"
        case 413: "Content Too Large"
        case 414: "URI Too Long"
        case 421: "Misdirected Request"
        case 422: "Unprocessable Content"
        case 429: "Too Many Requests"
        case 431: "Request Header Fields Too Large"
        case 500: "Internal Server Error"
        case 503: "Service Unavailable"
        case 505: "HTTP Version Not Supported"
        default: "Answer"
        }
    }
}
