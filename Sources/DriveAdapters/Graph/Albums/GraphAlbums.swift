// SPDX-License-Identifier: Apache-2.0

internal import HTTPTransport
internal import RuleEngine

/// The albums of a personal OneDrive: bundles with the album facet, which no listing of the drive tells
/// of (Microsoft Graph: driveItem, bundle; "List bundles" is for personal accounts alone).
///
/// Adding a picture to an album changes nothing about the picture, and nothing says that the tag of an
/// album changes with it; so all albums are read, each time.
struct GraphAlbums: Sendable {
    /// By the id for comparison of an item: the albums that it is in, as `AlbumNames.text` writes them.
    private(set) var texts: [String: String] = [:]
    /// When reading them began, in seconds of the client's clock.
    let instant: Double

    /// The most albums that are read; a drive with more is not listed.
    private static let countMax = 2_000
    /// The most pages of albums, and of one album.
    private static let pageCountMax = 1_000
    /// How often is asked again for what is said not to be there.
    private static let attemptCountMax = 3
    /// What is asked for of an item in an album.
    private static let memberSelection = "?$select=id"

    /// The texts of the items with those ids, for comparison.
    func text(id: String) -> String? { texts[GraphID.comparable(item: id)] }

    /// Reads the albums of the drive `info`. Throws where something stands in the way that may be gone
    /// later; nil where the service has no albums for this drive to show.
    static func read(
        _ client: GraphClient, _ info: GraphDriveInfo
    ) async throws(GraphFailure) -> GraphAlbums? {
        if !info.isPersonal { return nil }
        var albums = GraphAlbums(instant: client.seconds)
        guard let found = try await list(client, info) else { return nil }
        var names: [String: Set<String>] = [:]
        let requests = found.map { request(for: $0, info) }
        for (album, answer) in zip(found, try await client.answers(to: requests)) {
            guard case .response(let response) = answer else {
                throw GraphFailure(
                    recourse: .retry(afterSeconds: 60), message: GraphText.albumUnread(album.name))
            }
            let first = try await certain(response, client, request(for: album, info))
            if first.status == 404 {
                throw GraphFailure(
                    recourse: .retry(afterSeconds: 60), status: 404,
                    message: GraphText.albumUnread(album.name))
            }
            try await take(first, of: album, client) { names[$0, default: []].insert(album.name) }
        }
        albums.texts = names.mapValues { AlbumNames.text(Array($0)) }
        return albums
    }

    /// One album.
    private struct Album {
        var id: String
        var name: String
    }

    private static func request(for album: Album, _ info: GraphDriveInfo) -> GraphRequest {
        GraphRequest(
            .get,
            GraphAddress.item(album.id, on: info.path) + "/children" + memberSelection
                + "&$top=200", cost: 2)
    }

    /// `response` to `request`, unless it says that there is no such thing: of what exists that is said
    /// about once in a hundred times. Whether it is true cannot be told, so it is asked again.
    private static func certain(
        _ response: GraphResponse, _ client: GraphClient, _ request: GraphRequest
    ) async throws(GraphFailure) -> GraphResponse {
        var response = response
        for attempt in 1...attemptCountMax where response.status == 404 {
            do throws(HTTPError) {
                try await client.traffic.backOff(attempt: attempt)
            } catch {
                return response
            }
            response = try await client.send(request)
        }
        return response
    }

    /// All albums; nil where the service knows of no such list.
    private static func list(
        _ client: GraphClient, _ info: GraphDriveInfo
    ) async throws(GraphFailure) -> [Album]? {
        var albums: [Album] = []
        var links: Set<String> = []
        var next: String? = info.path + "/bundles"
        while let link = next {
            if links.count >= pageCountMax || !links.insert(link).inserted {
                throw GraphFailure(message: GraphText.noEnd)
            }
            let request = GraphRequest(.get, link)
            let response = try await certain(try await client.send(request), client, request)
            if links.count == 1, [400, 403, 404, 405, 501].contains(response.status) { return nil }
            guard response.status == 200 else { throw GraphFailure(response) }
            guard let page = GraphPageItems(response.body) else {
                throw GraphFailure(status: 200, message: GraphText.incomplete)
            }
            for body in page.items {
                guard let found = album(body) else {
                    throw GraphFailure(status: 200, message: GraphText.incomplete)
                }
                if let found = found.album { albums.append(found) }
            }
            if albums.count > countMax { throw GraphFailure(message: GraphText.albumsTooMany) }
            next = page.nextLink
        }
        return albums
    }

    /// The album in `body`, none where it is a bundle of another kind; nil where that cannot be read.
    private static func album(_ body: [UInt8]) -> (album: Album?, Void)? {
        var id: String?
        var name: String?
        var isAlbum = false
        let isRead: Void? = unsafe JSONReader.value(of: body) { (reader, place) throws(JSONFault) in
            try unsafe reader.members(&place, depth: 0) { (key, reader, place) throws(JSONFault) in
                switch key {
                case "id": id = try unsafe reader.textIfAny(&place, depth: 1)
                case "name": name = try unsafe reader.textIfAny(&place, depth: 1)
                case "bundle" where unsafe place[0] == UInt8(ascii: "{"):
                    try unsafe reader.members(&place, depth: 1) {
                        (key, reader, place) throws(JSONFault) in
                        if key == "album", unsafe place[0] == UInt8(ascii: "{") { isAlbum = true }
                        try unsafe reader.skipValue(&place, depth: 2)
                    }
                default: try unsafe reader.skipValue(&place, depth: 1)
                }
            }
        }
        guard isRead != nil else { return nil }
        if !isAlbum { return (nil, ()) }
        guard let id, GraphAddress.segment(id.utf8) != nil else { return nil }
        return (Album(id: id, name: name ?? AlbumNames.nameless), ())
    }

    /// Calls `body` with the id for comparison of each item on the pages that begin with `first`.
    private static func take(
        _ first: GraphResponse, of album: Album, _ client: GraphClient, _ body: (String) -> Void
    ) async throws(GraphFailure) {
        var response = first
        var links: Set<String> = []
        while true {
            guard response.status == 200 else { throw GraphFailure(response) }
            guard let page = GraphPageItems(response.body) else {
                throw GraphFailure(status: 200, message: GraphText.incomplete)
            }
            for item in page.items {
                guard let id = GraphAlbums.id(item) else {
                    throw GraphFailure(status: 200, message: GraphText.incomplete)
                }
                body(GraphID.comparable(item: id))
            }
            guard let link = page.nextLink else { return }
            if links.count >= pageCountMax || !links.insert(link).inserted {
                throw GraphFailure(message: GraphText.noEnd)
            }
            response = try await client.send(GraphRequest(.get, link, cost: 2))
        }
    }

    private static func id(_ body: [UInt8]) -> String? {
        var id: String?
        let isRead: Void? = unsafe JSONReader.value(of: body) { (reader, place) throws(JSONFault) in
            try unsafe reader.members(&place, depth: 0) { (key, reader, place) throws(JSONFault) in
                if key == "id" {
                    id = try unsafe reader.textIfAny(&place, depth: 1)
                } else {
                    try unsafe reader.skipValue(&place, depth: 1)
                }
            }
        }
        return isRead == nil ? nil : id
    }
}

extension GraphDrive {
    /// So long what was read of albums is good for items that are looked at before deletion, in seconds.
    private static let albumSecondsMax = 60.0

    /// What was learnt of albums.
    enum AlbumKnowledge: Sendable {
        case read(GraphAlbums)
        /// The service has none to show.
        case untold(instant: Double)

        var instant: Double {
            switch self {
            case .read(let albums): albums.instant
            case .untold(let instant): instant
            }
        }
    }

    /// Puts the items of `listing` into their albums, where the drive tells of albums.
    func setAlbums(_ listing: inout DriveListing, _ info: GraphDriveInfo) async throws(DriveError) {
        guard settings.tellsAlbums, info.isPersonal else { return }
        do throws(GraphFailure) {
            guard let albums = try await GraphAlbums.read(client, info) else {
                known.withLock { $0.albums = .untold(instant: client.seconds) }
                listing.notes.append(DriveNote(path: "/", text: GraphText.albumsUntold))
                return
            }
            known.withLock { known in
                known.albums = .read(albums)
                known.hasToldAlbums = true
            }
            listing.builder.setAlbums { albums.text(id: $0.string) }
        } catch {
            throw error.driveError(.list)
        }
    }

    /// Reads the albums, unless that was a moment ago, for items that are about to be judged.
    func refreshAlbums(_ info: GraphDriveInfo) async throws(GraphFailure) {
        guard settings.tellsAlbums, info.isPersonal else { return }
        let (instant, hasTold) = known.withLock { ($0.albums?.instant, $0.hasToldAlbums) }
        if let instant, client.seconds - instant < GraphDrive.albumSecondsMax { return }
        let began = client.seconds
        let albums = try await GraphAlbums.read(client, info)
        // What is not told any more is no evidence that there is nothing.
        if albums == nil, hasTold {
            throw GraphFailure(
                recourse: .retry(afterSeconds: 60), message: GraphText.albumsSilent)
        }
        known.withLock { known in
            known.albums = albums.map { .read($0) } ?? .untold(instant: began)
            known.hasToldAlbums = albums != nil
        }
    }

    /// The albums that the item of that id is in, as far as they were read; nil where nothing is known.
    func albums(ofItem id: String?) -> [String]? {
        guard let id, case .read(let albums)? = known.withLock({ $0.albums }) else { return nil }
        return albums.text(id: id).map(AlbumNames.names(in:)) ?? []
    }
}
