// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTransport
import Testing
import Text

@testable import DriveAdapters

/// One call as the service sees it, alone or as a part of a batch.
struct TestCall: Sendable {
    var method: String
    /// Below the version, with its query; the whole address elsewhere.
    var path: String
    var headers: [String: String] = [:]
    var body: String = ""
    /// Whether it came inside a batch.
    var isInner = false

    /// The path without its query.
    var plainPath: String { String(path.prefix { $0 != "?" }) }
    var line: String { "\(method) \(path)" }
}

/// What the service answers to one call.
struct TestAnswer: Sendable {
    var status = 200
    var headers: [String: String] = [:]
    var body = ""

    init(_ status: Int, _ body: String = "", headers: [String: String] = [:]) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// An error with codes from the outermost to the innermost.
    static func error(
        _ status: Int, _ codes: String..., message: String = "no", key: String = "innerError",
        headers: [String: String] = [:]
    ) -> TestAnswer {
        var text = ""
        for (index, code) in codes.enumerated().reversed() {
            let inner = text.isEmpty ? "" : ",\"\(key)\":\(text)"
            let said = index == 0 ? ",\"message\":\"\(message)\"" : ""
            text = "{\"code\":\"\(code)\"\(said)\(inner)}"
        }
        return TestAnswer(status, "{\"error\":\(text)}", headers: headers)
    }
}

/// A service that answers by a script, batches included.
final class TestServer: HTTPExchanging {
    /// What becomes of a request.
    enum Outcome: Sendable {
        case answer(TestAnswer)
        case failure(HTTPError)
        /// The request is handled, and then the connection breaks.
        case lost
        /// So much comes through, and then the connection breaks.
        case partial(String)
        /// The inner calls are handled, and then this is answered.
        case handledBut(TestAnswer)
    }

    private let script: @Sendable (TestCall) -> TestAnswer
    /// Asked for every request first; nil lets the script answer.
    private let fault: @Sendable (HTTPRequest, Int) -> Outcome?
    private let calls = Lock<(inner: [TestCall], outer: [HTTPRequest])>(([], []))
    /// Whether the answers of a batch come in the opposite order, and numbers as numbers.
    let isOdd: Bool
    /// What every batch says besides.
    private let headers: [String: String]

    init(
        isOdd: Bool = false, headers: [String: String] = [:],
        fault: @escaping @Sendable (HTTPRequest, Int) -> Outcome? = { _, _ in nil },
        script: @escaping @Sendable (TestCall) -> TestAnswer
    ) {
        self.isOdd = isOdd
        self.headers = headers
        self.script = script
        self.fault = fault
    }

    /// All calls that reached the script.
    var seen: [TestCall] { calls.withLock { $0.inner } }
    /// All requests, batches as one.
    var requests: [HTTPRequest] { calls.withLock { $0.outer } }

    func exchange(
        _ request: HTTPRequest, receiver: HTTPReceiver?
    ) async throws(HTTPError) -> HTTPResponse {
        let number = calls.withLock { calls in
            calls.outer.append(request)
            return calls.outer.count - 1
        }
        let answer: TestAnswer
        switch fault(request, number) {
        case .answer(let given): answer = given
        case .failure(let error): throw error
        case .lost:
            _ = handle(request)
            throw HTTPError(.broken, "the connection broke")
        case .partial(let text):
            _ = Array(text.utf8).withUnsafeBytes { receiver?($0) }
            throw HTTPError(.broken, "the connection broke")
        case .handledBut(let given):
            _ = handle(request)
            answer = given
        case nil: answer = handle(request)
        }
        var response = HTTPResponse(
            status: answer.status, headers: answer.headers.map { HTTPField($0.key, $0.value) },
            body: Array(answer.body.utf8))
        if let receiver, (200...299).contains(response.status) {
            let isTaken = response.body.withUnsafeBytes { $0.isEmpty || receiver($0) }
            if !isTaken { throw HTTPError(.cancelled, "the caller wants no more") }
            response.body = []
        }
        return response
    }

    private func handle(_ request: HTTPRequest) -> TestAnswer {
        let body = String(decoding: request.body ?? [], as: UTF8.self)
        let base = "https://graph.example/v1.0"
        if request.url == base + "/$batch" { return batch(body) }
        let path =
            request.url.hasPrefix(base + "/")
            ? String(request.url.dropFirst(base.count)) : request.url
        return answer(
            TestCall(
                method: request.method.rawValue, path: path,
                headers: Dictionary(
                    request.headers.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 }),
                body: body))
    }

    private func answer(_ call: TestCall) -> TestAnswer {
        calls.withLock { $0.inner.append(call) }
        return script(call)
    }

    private func batch(_ body: String) -> TestAnswer {
        guard let object = try? JSONSerialization.jsonObject(with: Data(body.utf8)),
            let list = (object as? [String: Any])?["requests"] as? [[String: Any]],
            list.count <= 20, Set(list.compactMap { $0["id"] as? String }).count == list.count
        else { return .error(400, "badRequest") }
        var entries: [String] = []
        for entry in list {
            let inner = answer(
                TestCall(
                    method: entry["method"] as? String ?? "", path: entry["url"] as? String ?? "",
                    headers: entry["headers"] as? [String: String] ?? [:],
                    body: (entry["body"] as? [String: Any]).map(Self.text) ?? "", isInner: true))
            // An answer without a status is left out.
            if inner.status == 0 { continue }
            let id = entry["id"] as? String ?? ""
            let isObject = inner.body.hasPrefix("{")
            let content =
                isObject ? inner.body : inner.body.isEmpty ? "null" : Self.quoted(inner.body)
            entries.append(
                "{\"id\":\(isOdd ? id : Self.quoted(id)),\"status\":\(inner.status),\"headers\":"
                    + "\(Self.text(inner.headers)),\"body\":\(content)}")
        }
        if isOdd { entries.reverse() }
        return TestAnswer(
            200, "{\"responses\":[\(entries.joined(separator: ","))]}", headers: headers)
    }

    private static func text(_ object: [String: Any]) -> String {
        let data = try? JSONSerialization.data(
            withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes])
        return String(decoding: data ?? Data(), as: UTF8.self)
    }

    private static func quoted(_ text: String) -> String {
        JSONString.quoted(text, .controlsAndDelete)
    }
}

/// A client of a scripted service, with all that can be looked at afterwards.
struct TestClient {
    let server: TestServer
    let traffic: TestTraffic
    let downloads: TestTraffic
    let tokens = TestTokens()
    let client: GraphClient

    init(_ server: TestServer, patience: Int = 1_000) throws {
        self.server = server
        traffic = TestTraffic(server, patience: patience)
        downloads = TestTraffic(server, patience: patience)
        client = GraphClient(
            address: try #require(ServiceAddress("https://graph.example/v1.0")),
            traffic: traffic, tokens: tokens, downloads: downloads)
    }
}
