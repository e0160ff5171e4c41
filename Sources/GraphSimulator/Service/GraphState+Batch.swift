// SPDX-License-Identifier: Apache-2.0

internal import HTTPTransport
internal import Text

/// `POST /$batch`: up to 20 requests in one.
extension GraphState {
    /// The most requests in one batch.
    static let batchCountMax = 20

    /// Handles each request by itself; the answers come in any order.
    mutating func batch(_ call: GraphCall) throws(GraphProblem) -> SimulatedAnswer {
        guard call.method == .post else { throw .methodNotAllowed }
        if call.isInBatch { throw GraphProblem(400, "BadRequest", "A batch holds no batch") }
        let requests = try Self.requests(of: call)
        var answers: [(id: String, status: Int, json: GraphJSON)] = []
        var whole = SimulatedAnswer(200)
        for request in requests where whole.travel == .whole {
            let failed = request.dependsOn.contains { id in
                answers.first { $0.id == id }.map { $0.status >= 400 } ?? true
            }
            let answer =
                failed
                ? SimulatedAnswer(
                    424,
                    json: [
                        "error": [
                            "code": "FailedDependency", "message": "The dependent request failed",
                        ]
                    ]) : entryAnswer(request, of: call)
            answers.append((request.id, answer.status, Self.entry(request.id, answer)))
            whole.delaySeconds += answer.delaySeconds
            // Where one request is cut off, so is the batch: what came before has happened, what
            // comes after has not.
            if answer.travel == .dropped { whole.travel = .dropped }
        }
        if options.shufflesBatches { answers.shuffle(using: &random) }
        whole.headers = [SimulatedAnswer.jsonType]
        whole.body = .bytes((["responses": .array(answers.map(\.json))] as GraphJSON).bytes)
        return whole
    }

    /// One request of a batch.
    private struct Entry {
        let id: String
        let method: HTTPMethod
        let url: String
        let headers: [HTTPField]
        let body: [UInt8]?
        let dependsOn: [String]
    }

    private static func requests(of call: GraphCall) throws(GraphProblem) -> [Entry] {
        let problem = GraphProblem(400, "BadRequest", "The batch is malformed")
        guard let list = try call.json()["requests"]?.elements, !list.isEmpty else { throw problem }
        if list.count > batchCountMax {
            throw GraphProblem(
                400, "BadRequest", "A batch holds at most \(batchCountMax) requests")
        }
        var ids: Set<String> = []
        var entries: [Entry] = []
        for value in list {
            guard let id = value["id"]?.text, !id.isEmpty, ids.insert(id.lowercased()).inserted,
                let method = value["method"]?.text.flatMap({ HTTPMethod(rawValue: $0) }),
                let url = value["url"]?.text, url.hasPrefix("/")
            else { throw problem }
            let headers = (value["headers"]?.members ?? []).compactMap { member in
                member.value.text.map { HTTPField(member.name, $0) }
            }
            let body = value["body"].flatMap { $0 == .null ? nil : $0.bytes }
            let hasType = headers.contains { $0.name.lowercased() == "content-type" }
            if body != nil, !hasType { throw problem }
            entries.append(
                Entry(
                    id: id, method: method, url: url, headers: headers, body: body,
                    dependsOn: (value["dependsOn"]?.elements ?? []).compactMap(\.text)))
        }
        return entries
    }

    private mutating func entryAnswer(_ entry: Entry, of outer: GraphCall) -> SimulatedAnswer {
        let (path, query) = Self.parts(of: entry.url[...])
        let target = (outer.isBeta ? "/beta" : "/v1.0") + entry.url
        var log = LoggedRequest(
            HTTPRequest(
                entry.method, addresses.graph + target, headers: entry.headers, body: entry.body),
            kind: .other, isInBatch: true)
        guard
            var call = call(
                entry.method, target: target, path: path, query: query, isBeta: outer.isBeta,
                headers: entry.headers, body: entry.body, isInBatch: true, now: outer.now)
        else { return failure(.invalid("The address is malformed"), nil, now: outer.now) }
        log.kind = call.kind
        log.hadToken = outer.bearer != nil
        call.bearer = outer.bearer
        let number = record.add(log)
        let answer = answer(&call)
        record.finish(number, answer)
        return answer
    }

    private static func entry(_ id: String, _ answer: SimulatedAnswer) -> GraphJSON {
        var headers: GraphJSON = .object([])
        for field in answer.headers where !field.name.hasPrefix("Cache-Control") {
            let isType = field.name.lowercased() == "content-type"
            headers.set(field.name, .string(isType ? "application/json" : field.value))
        }
        if answer.bytes.isEmpty { headers.set("Cache-Control", "no-store, no-cache") }
        // What is no JSON travels in base64.
        let body: GraphJSON =
            answer.bytes.isEmpty
            ? .null : GraphJSON(answer.bytes) ?? .string(Base64.text(answer.bytes))
        return [
            "id": .string(id), "status": .integer(Int64(answer.status)), "headers": headers,
            "body": body,
        ]
    }
}
