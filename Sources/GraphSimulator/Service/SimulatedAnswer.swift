// SPDX-License-Identifier: Apache-2.0

package import HTTPTransport

/// What the simulator answers to one request, and how the answer travels.
package struct SimulatedAnswer {
    /// What the body is made of.
    package enum Body {
        /// These bytes.
        case bytes([UInt8])
        /// A part of a file's content.
        case content(SimulatedContent, Range<Int64>)

        /// How many bytes there are.
        package var count: Int64 {
            switch self {
            case .bytes(let bytes): Int64(bytes.count)
            case .content(_, let range): Int64(range.count)
            }
        }
    }

    /// What becomes of the connection.
    package enum Travel: Hashable {
        /// The answer arrives.
        case whole
        /// No byte of it arrives.
        case dropped
        /// It breaks off after so many bytes of the body.
        case truncated(Int)
    }

    /// The status of HTTP.
    package var status: Int
    /// Its header fields, in their order.
    package var headers: [HTTPField]
    /// Its body.
    package var body: Body
    /// How far it gets.
    package var travel = Travel.whole
    /// For how many seconds it is held back.
    package var delaySeconds = 0.0

    /// An answer with these bytes.
    init(_ status: Int, headers: [HTTPField] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = .bytes(body)
    }

    /// An answer in JSON.
    init(_ status: Int, headers: [HTTPField] = [], json: GraphJSON) {
        self.init(status, headers: [Self.jsonType] + headers, body: json.bytes)
    }

    /// An answer with a page.
    init(_ status: Int, html: String) {
        self.init(
            status, headers: [HTTPField("Content-Type", "text/html; charset=utf-8")],
            body: Array(html.utf8))
    }

    static let jsonType = HTTPField(
        "Content-Type",
        "application/json;odata.metadata=minimal;odata.streaming=true;charset=utf-8")

    /// The body, if it is in memory.
    var bytes: [UInt8] {
        if case .bytes(let bytes) = body { return bytes }
        return []
    }

    /// The value of a header.
    func header(_ name: String) -> String? {
        HTTPResponse(status: status, headers: headers).header(name)
    }
}
