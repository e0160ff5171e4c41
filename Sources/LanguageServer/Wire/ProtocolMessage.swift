// SPDX-License-Identifier: Apache-2.0

internal import Text

/// What an editor sends: JSON-RPC 2.0.
enum ProtocolMessage: Equatable {
    /// A question that is answered, whatever comes of it.
    case request(id: ReceivedValue, method: String, params: ReceivedValue)
    /// What is only told.
    case notification(method: String, params: ReceivedValue)
    /// The answer to a question of ours.
    case response
    /// JSON that is no message; the id that it has, if it has one.
    case invalid(id: ReceivedValue)
    /// No JSON.
    case malformed

    /// The message that `body` holds.
    init(_ body: [UInt8]) {
        guard let value = ReceivedValue(body) else {
            self = .malformed
            return
        }
        let id = value["id"] ?? .null
        let params = value["params"] ?? .null
        switch (value["method"], id) {
        case (.text(let method)?, .integer), (.text(let method)?, .text):
            self = .request(id: id, method: method, params: params)
        case (.text(let method)?, .null) where value["id"] == nil:
            self = .notification(method: method, params: params)
        case (nil, .integer) where value["result"] != nil || value["error"] != nil,
            (nil, .text) where value["result"] != nil || value["error"] != nil:
            self = .response
        default: self = .invalid(id: id)
        }
    }
}

/// Why a request is not answered as it wishes.
struct RequestError: Error {
    /// The number that the protocol gives it.
    let code: Int
    /// Why, for the person.
    let message: String

    /// An error that is answered with `code`.
    init(_ code: Int, _ message: String) {
        self.code = code
        self.message = message
    }

    static let malformed = RequestError(-32700, "a message is no JSON")
    static let invalid = RequestError(-32600, "a message is no request")
    static let tooLong = RequestError(-32600, "a message is too long")
    static let unknown = RequestError(-32601, "no such method")
    static let parameters = RequestError(-32602, "the parameters are not what the method takes")
    static let uninitialized = RequestError(-32002, "'initialize' comes first")
    static let cancelled = RequestError(-32800, "cancelled")

    /// The edit is not made, for this reason.
    static func failed(_ message: String) -> RequestError { RequestError(-32803, message) }
}

/// Messages that are sent.
enum SentMessage {
    /// The answer to a request.
    static func response(_ id: ReceivedValue, _ result: JSONValue) -> JSONValue {
        .object([("jsonrpc", .text("2.0")), ("id", id.sent), ("result", result)])
    }

    /// The error that a request comes to.
    static func response(_ id: ReceivedValue, _ error: RequestError) -> JSONValue {
        let body: [(name: String, value: JSONValue)] = [
            ("code", .number(error.code)), ("message", .text(error.message)),
        ]
        return .object([("jsonrpc", .text("2.0")), ("id", id.sent), ("error", .object(body))])
    }

    /// What is only told.
    static func notification(_ method: String, _ params: JSONValue) -> JSONValue {
        .object([
            ("jsonrpc", .text("2.0")), ("method", .text(method)), ("params", params),
        ])
    }

    /// A question to the editor, whose answer nobody waits for.
    static func request(_ id: String, _ method: String) -> JSONValue {
        .object([
            ("jsonrpc", .text("2.0")), ("id", .text(id)), ("method", .text(method)),
        ])
    }
}
