// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTransport

@testable import AccountAccess

/// One answer of a service that follows a script.
enum ScriptedAnswer: Sendable {
    /// A response.
    case response(HTTPResponse)
    /// No response.
    case fails(HTTPError)

    /// A response with a JSON body.
    static func json(
        _ status: Int, _ members: [String: Any], _ headers: [String: String] = [:]
    ) -> ScriptedAnswer {
        let data = (try? JSONSerialization.data(withJSONObject: members)) ?? Data()
        let fields = headers.map { HTTPField($0.key, $0.value) }
        return .response(HTTPResponse(status: status, headers: fields, body: [UInt8](data)))
    }

    /// A response with whatever body.
    static func bytes(_ status: Int, _ bytes: [UInt8]) -> ScriptedAnswer {
        .response(HTTPResponse(status: status, body: bytes))
    }

    /// What a sign-in service says when it says no.
    static func refusal(
        _ code: String, _ number: Int? = nil, status: Int = 400, _ more: [String: Any] = [:]
    ) -> ScriptedAnswer {
        var members = more
        members["error"] = code
        if let number {
            members["error_codes"] = [number]
            members["error_description"] = "AADSTS\(number): What happened. Trace ID: trace-1"
            members["trace_id"] = "trace-1"
        }
        return .json(status, members)
    }

    /// Tokens.
    static func tokens(
        _ access: String = "ACCESS-1", refresh: String? = "REFRESH-1", seconds: Any = 3_600,
        scope: String? = "Files.ReadWrite User.Read"
    ) -> ScriptedAnswer {
        var members: [String: Any] = [
            "token_type": "Bearer", "access_token": access, "expires_in": seconds,
        ]
        members["refresh_token"] = refresh
        members["scope"] = scope
        return .json(200, members)
    }
}

/// Traffic with a service that gives one answer after the other, and notes what it was asked.
actor ScriptedTraffic: Traffic {
    private var answers: [ScriptedAnswer]
    private(set) var requests: [HTTPRequest] = []
    private let gate: Gate?

    /// A service that gives `answers` in turn; each only once `gate` is open.
    init(_ answers: [ScriptedAnswer], gate: Gate? = nil) {
        self.answers = answers
        self.gate = gate
    }

    func send(
        _ request: HTTPRequest, cost: Int, count: Int, receiver: HTTPReceiver?
    ) async throws(HTTPError) -> HTTPResponse {
        requests.append(request)
        if let gate { await gate.pass() }
        if answers.isEmpty { throw HTTPError(.failed, "the script is over") }
        switch answers.removeFirst() {
        case .response(let response): return response
        case .fails(let error): throw error
        }
    }

    func pause(seconds: Double?) async throws(HTTPError) {}

    func backOff(attempt: Int) async throws(HTTPError) {}

    /// The fields of the forms that were sent, in their order.
    var forms: [[String: String]] {
        requests.map { request in
            let text = String(decoding: request.body ?? [], as: UTF8.self)
            let fields = FormText.fields(text[...]) ?? []
            return Dictionary(fields.map { ($0.name, $0.value) }) { first, _ in first }
        }
    }

    /// The paths of the addresses that were asked.
    var paths: [String] {
        requests.map { "/" + ($0.url.split(separator: "/", maxSplits: 2).last ?? "") }
    }
}

/// Lets nobody pass before it is opened.
actor Gate {
    private var isOpen = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func pass() async {
        if isOpen { return }
        await withCheckedContinuation { waiting.append($0) }
    }

    func open() {
        isOpen = true
        for continuation in waiting { continuation.resume() }
        waiting = []
    }
}
