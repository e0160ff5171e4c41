// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTransport
import RuleEngine

@testable import DriveAdapters

/// One driveItem of a made-up feed.
struct FeedItem: Hashable {
    var id: String
    var name: String
    var parent: String?
    var isFolder = false
    var extra = ""

    /// Its JSON.
    var json: String {
        var members = [
            "\"id\":\"\(id)\"", "\"name\":\"\(name)\"", "\"eTag\":\"\\\"{\(id)},1\\\"\"",
        ]
        members.append(isFolder ? "\"folder\":{\"childCount\":0}" : "\"file\":{},\"size\":7")
        if let parent { members.append("\"parentReference\":{\"id\":\"\(parent)\"}") }
        if !extra.isEmpty { members.append(extra) }
        return "{" + members.joined(separator: ",") + "}"
    }

    static func file(_ id: String, _ name: String, _ parent: String?, _ extra: String = "")
        -> String
    { FeedItem(id: id, name: name, parent: parent, extra: extra).json }
    static func folder(_ id: String, _ name: String, _ parent: String?, _ extra: String = "")
        -> String
    { FeedItem(id: id, name: name, parent: parent, isFolder: true, extra: extra).json }
    static func root(_ id: String = "R") -> String {
        "{\"id\":\"\(id)\",\"name\":\"root\",\"root\":{},\"folder\":{}}"
    }
    static func gone(_ id: String) -> String {
        "{\"id\":\"\(id)\",\"deleted\":{\"state\":\"deleted\"}}"
    }
}

/// A page of items, and how it goes on.
func feedPage(_ items: [String], next: String? = nil, delta: String? = nil) -> [UInt8] {
    var text = "{\"value\":[" + items.joined(separator: ",") + "]"
    if let next { text += ",\"@odata.nextLink\":\"\(next)\"" }
    if let delta { text += ",\"@odata.deltaLink\":\"\(delta)\"" }
    return Array((text + "}").utf8)
}

/// What a drive holds after `pages`; the paths by id.
func feedListing(
    _ pages: [[String]], root: String = "", driveID: String = "0b5c1d2e3f4a5061"
) throws -> (listing: Listing, notes: [DriveNote]) {
    var table = FeedTable(name: "cloud", driveID: driveID)
    for page in pages { _ = try table.add(feedPage(page, delta: "d")) }
    let listed = try table.resolved(name: "cloud", root: root)
    let notes = listed.notes
    return (listed.builder.finish(), notes)
}

/// Answers requests as it is told, without waiting.
final class ScriptedTraffic: Traffic {
    private let state = Lock(State())
    private let answer: @Sendable (HTTPRequest, Int) -> Result<HTTPResponse, HTTPError>

    private struct State {
        var requests: [HTTPRequest] = []
        var backOffs = 0
    }

    /// `answer` is told the request and how many came before it.
    init(_ answer: @escaping @Sendable (HTTPRequest, Int) -> Result<HTTPResponse, HTTPError>) {
        self.answer = answer
    }

    /// The addresses that were asked, without the service's own part.
    var paths: [String] {
        state.withLock { $0.requests.map { $0.url.replacing("https://graph.test/v1.0", with: "") } }
    }
    var backOffCount: Int { state.withLock { $0.backOffs } }

    func send(
        _ request: HTTPRequest, cost: Int, count: Int, receiver: HTTPReceiver?
    ) async throws(HTTPError) -> HTTPResponse {
        let number = state.withLock { state in
            state.requests.append(request)
            return state.requests.count - 1
        }
        return try answer(request, number).get()
    }

    func pause(seconds: Double?) async throws(HTTPError) {}

    func backOff(attempt: Int) async throws(HTTPError) {
        state.withLock { $0.backOffs += 1 }
    }
}

/// A token that is always good.
struct FixedToken: AccessTokens {
    func token() async throws(AccessError) -> String { "good" }
    func replacement(
        for rejected: String, claims: String?
    ) async throws(AccessError) -> String { "better" }
}

/// A drive whose service answers each address as a table says.
struct FeedWorld {
    let traffic: ScriptedTraffic
    let store: MemoryFeedStore
    let drive: GraphDrive

    static let host = "https://graph.test/v1.0"
    static let driveJSON = "{\"id\":\"D1\",\"driveType\":\"business\"}"

    init(
        store: MemoryFeedStore = MemoryFeedStore(), now: Int64 = 1_000_000,
        root: String = "", listsFully: Bool = false,
        stopsListing: @escaping @Sendable () -> Bool = { false },
        _ answer: @escaping @Sendable (String, Int) -> Result<HTTPResponse, HTTPError>
    ) throws {
        self.store = store
        let traffic = ScriptedTraffic { request, number in
            let path = request.url.replacing(Self.host, with: "")
            if path == "/me/drive" { return .success(Self.response(200, Self.driveJSON)) }
            return answer(path, number)
        }
        self.traffic = traffic
        guard let address = ServiceAddress(Self.host) else { throw HTTPError(.badAddress, "") }
        drive = GraphDrive(
            name: "cloud",
            settings: GraphDriveSettings(place: .mine, root: root, listsFully: listsFully),
            client: GraphClient(
                address: address, traffic: traffic, tokens: FixedToken(), downloads: traffic),
            feedStore: store, now: { now }, stopsListing: stopsListing)
    }

    static func response(
        _ status: Int, _ body: String, headers: [HTTPField] = []
    ) -> HTTPResponse {
        HTTPResponse(status: status, headers: headers, body: Array(body.utf8))
    }

    static func page(
        _ items: [String], next: String? = nil, delta: String? = nil
    ) -> Result<HTTPResponse, HTTPError> {
        .success(
            HTTPResponse(
                status: 200,
                body: feedPage(items, next: next.map { host + $0 }, delta: delta.map { host + $0 })
            ))
    }

    static func failure(
        _ status: Int, _ code: String, location: String? = nil
    ) -> Result<HTTPResponse, HTTPError> {
        .success(
            response(
                status, "{\"error\":{\"code\":\"\(code)\",\"message\":\"no\"}}",
                headers: location.map { [HTTPField("Location", host + $0)] } ?? []))
    }

    /// The paths of a listing, sorted.
    func paths() async throws -> [String] {
        let listed = try await drive.list(progress: nil)
        return listed.builder.finish().paths
    }

    /// What was asked for beside the drive itself, without what is selected.
    var asked: [String] {
        traffic.paths.filter { $0 != "/me/drive" }.map { path in
            path.hasPrefix("/drives/D1/root/delta?$select=") ? "all" : path
        }
    }
}
