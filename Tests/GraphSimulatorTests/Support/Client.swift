// SPDX-License-Identifier: Apache-2.0

import GraphSimulator
import HTTPTransport
import Testing

/// Asks the simulator as a client would, without cleverness.
struct Client {
    let graph: SimulatedGraph
    var token: String?

    /// A client of the owner of `drive`.
    init(_ drive: SimulatedDrive, scopes: Set<String> = ["User.Read", "Files.ReadWrite.All"]) {
        graph = drive.graph
        token = graph.accessToken(for: drive, scopes: scopes)
    }

    /// A client with that token, or none.
    init(_ graph: SimulatedGraph, token: String?) {
        self.graph = graph
        self.token = token
    }

    /// The answer to a request; `path` is below the version, or a whole address.
    func send(
        _ method: HTTPMethod, _ path: String, headers: [HTTPField] = [], body: GraphJSON? = nil
    ) async throws -> HTTPResponse {
        let url = path.contains("://") ? path : graph.addresses.graph + path
        var headers = headers
        if let token { headers.append(HTTPField("Authorization", "Bearer \(token)")) }
        if body != nil { headers.append(HTTPField("Content-Type", "application/json")) }
        let empty: [UInt8]? = method == .post ? [] : nil
        return try await graph.exchange(
            HTTPRequest(method, url, headers: headers, body: body?.bytes ?? empty))
    }

    /// The JSON of a successful GET.
    func get(_ path: String, headers: [HTTPField] = []) async throws -> GraphJSON {
        let response = try await send(.get, path, headers: headers)
        try #require(response.status == 200, "\(path): \(response.text)")
        return try #require(response.json)
    }

    /// The items of all pages from `path` on, and the last link.
    func pages(_ path: String) async throws -> (items: [GraphJSON], link: String?) {
        var items: [GraphJSON] = []
        var next: String? = path
        var deltaLink: String?
        while let link = next {
            let page = try await get(link)
            items += page["value"]?.elements ?? []
            next = page["@odata.nextLink"]?.text
            deltaLink = page["@odata.deltaLink"]?.text
            try #require(next == nil || deltaLink == nil)
        }
        return (items, deltaLink)
    }

    /// The responses of a batch by their ids, and their order.
    func batch(
        _ requests: [GraphJSON]
    ) async throws -> (byID: [String: GraphJSON], order: [String]) {
        let response = try await send(
            .post, "/$batch", body: ["requests": .array(requests)])
        try #require(response.status == 200, "\(response.text)")
        let list = try #require(response.json?["responses"]?.elements)
        let pairs = list.map { ($0["id"]?.text ?? "", $0) }
        return (Dictionary(pairs) { first, _ in first }, pairs.map(\.0))
    }
}

extension HTTPResponse {
    /// The body as JSON.
    var json: GraphJSON? { GraphJSON(body) }
    /// The body as text.
    var text: String { String(decoding: body, as: UTF8.self) }
    /// The outer code of an error.
    var code: String? { json?.at("error.code")?.text }
    /// All codes of an error, the outermost first.
    var codes: [String] {
        var codes: [String] = []
        var next = json?["error"]
        while let error = next {
            if let code = error["code"]?.text { codes.append(code) }
            next = error["innerError"] ?? error["innererror"]
        }
        return codes
    }
}
