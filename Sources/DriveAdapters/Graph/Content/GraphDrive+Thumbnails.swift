// SPDX-License-Identifier: Apache-2.0

internal import HTTPTransport
internal import Messages
package import RuleEngine

/// Small pictures of many items, with as few requests as the service allows: those of personal
/// accounts come with what a folder holds, a page at a time; those of all others twenty to a batch.
extension GraphDrive: ThumbnailDrive {
    package func thumbnailPlaces(
        of items: [ItemValues], longestSide: Int
    ) async throws(DriveError) -> [ThumbnailPlace] {
        if items.isEmpty { return [] }
        let info = try await info(for: .picture)
        do throws(GraphFailure) {
            var places = [ThumbnailPlace?](repeating: nil, count: items.count)
            if info.isPersonal {
                for (folder, indices) in GraphDrive.byFolder(items)
                where indices.count >= GraphDrive.folderItemCountMin {
                    await takeExpanded(items, indices, in: folder, longestSide, info, &places)
                }
            }
            try await takeBatched(items, longestSide, info, &places)
            return places.map { $0 ?? .later(GraphText.noAnswer) }
        } catch {
            throw error.driveError(.picture)
        }
    }

    package func thumbnail(at address: String) async throws(DriveError) -> ThumbnailAnswer {
        do throws(GraphFailure) {
            do throws(HTTPError) {
                try await client.traffic.reserve(count: 1)
            } catch {
                throw GraphFailure(error)
            }
            return try await fetchThumbnail(address)
        } catch {
            throw error.driveError(.picture)
        }
    }

    package func areAsListed(
        _ items: [ItemValues], trustsFeed: Bool
    ) async throws(DriveError) -> [Bool] {
        if items.isEmpty { return [] }
        let info = try await info(for: .picture)
        if trustsFeed, let view = await changeView(info, asksAnew: true) {
            return items.map { item in item.id.map { !view.names($0) } ?? false }
        }
        do throws(GraphFailure) {
            var look = GraphLook(self, info)
            return try await checks(of: items, &look).map(\.isUnchanged)
        } catch {
            throw error.driveError(.picture)
        }
    }

    // MARK: - With a folder

    /// For fewer items of a folder it is not read.
    private static let folderItemCountMin = 4
    /// How many items are asked for a page.
    private static let pageItemCount = 200

    /// The places in `items` of those that lie in one folder, by the folder's path below the top.
    private static func byFolder(_ items: [ItemValues]) -> [(folder: String, indices: [Int])] {
        var order: [String] = []
        var groups: [String: [Int]] = [:]
        for (index, item) in items.enumerated() {
            guard let path = GraphItemPath(item.path), !path.components.isEmpty else { continue }
            let folder = path.parentText ?? ""
            if groups[folder] == nil { order.append(folder) }
            groups[folder, default: []].append(index)
        }
        return order.map { ($0, groups[$0] ?? []) }
    }

    /// What the pages of `folder` say of the items at `indices`; the rest stays nil. A service that
    /// gives no thumbnails with pages is not asked so again.
    private func takeExpanded(
        _ items: [ItemValues], _ indices: [Int], in folder: String, _ longestSide: Int,
        _ info: GraphDriveInfo, _ places: inout [ThumbnailPlace?]
    ) async {
        guard let path = GraphItemPath(settings.root + folder) else { return }
        let sizes = GraphThumbnailSize.lookNames(longestSide: longestSide)
        var pages = known.withLock { $0.thumbnailPages }
        if pages.isRefused { return }
        if pages.folder != folder || pages.sizes != sizes || !pages.isFresh(at: client.seconds) {
            let top =
                path.components.isEmpty
                ? info.path + "/root" : GraphAddress.item(at: path, on: info.path)
            guard let top else { return }
            pages = ThumbnailPages(
                folder: folder, sizes: sizes, since: client.seconds,
                next: top + "/children?$top=\(GraphDrive.pageItemCount)&$select=id,cTag,eTag"
                    + "&$expand=thumbnails($select=\(sizes.joined(separator: ",")))")
        }
        // More pages than these cost more than asking for each.
        var left = 2 + indices.count / GraphDrive.folderItemCountMin
        while left > 0, let next = pages.next,
            indices.contains(where: { pages.place(of: items[$0]) == nil })
        {
            left -= 1
            guard let response = try? await client.send(GraphRequest(.get, next, cost: 2)) else {
                break
            }
            if !pages.take(response) {
                pages.next = nil
                pages.isRefused =
                    !pages.hasThumbnails && [200, 400, 501].contains(response.status)
            }
        }
        for index in indices {
            guard let found = pages.place(of: items[index]) else { continue }
            if case .address(let url) = found, !client.mayFetch(url) { continue }
            places[index] = found
        }
        known.withLock { $0.thumbnailPages = pages }
    }

    // MARK: - In batches

    /// Asks for each of `items` that nothing is known of yet.
    private func takeBatched(
        _ items: [ItemValues], _ longestSide: Int, _ info: GraphDriveInfo,
        _ places: inout [ThumbnailPlace?]
    ) async throws(GraphFailure) {
        let sizes = GraphThumbnailSize.lookNames(longestSide: longestSide)
        var asked: [Int] = []
        var requests: [GraphRequest] = []
        for index in items.indices where places[index] == nil {
            guard fault(of: items[index]) == nil, let id = items[index].id else {
                places[index] = .changed
                continue
            }
            asked.append(index)
            requests.append(
                GraphRequest(
                    .get,
                    GraphAddress.item(id, on: info.path) + "/thumbnails?select="
                        + sizes.joined(separator: ",")))
        }
        for (index, answer) in zip(asked, try await client.answers(to: requests)) {
            places[index] = place(answer, sizes)
        }
    }

    private func place(_ answer: BatchAnswer, _ sizes: [String]) -> ThumbnailPlace {
        switch answer {
        case .throttled: return .later(GraphText.noAnswer)
        case .unknown(let why): return .later(why)
        case .response(let response):
            switch response.status {
            case 200:
                let urls = GraphThumbnailSize.urls(response.body)
                guard let url = sizes.compactMap({ urls[$0] }).first else { return .none }
                return client.mayFetch(url) ? .address(url) : .none
            // 406 and 415: kinds of files of which the service makes none.
            case 400, 404, 406, 415: return .none
            default: return .later(GraphText.answer(response))
            }
        }
    }
}

/// The pages of one folder, as far as they were read for the small pictures in it.
struct ThumbnailPages {
    /// The path below the top of the drive.
    var folder = ""
    /// The sizes that were asked for.
    var sizes: [String] = []
    /// When the first page was asked for, in seconds of the client's clock.
    var since = 0.0
    /// The request for the next page; nil after the last.
    var next: String?
    /// Whether the service has shown that it gives no thumbnails with pages.
    var isRefused = false
    /// Whether any item came with thumbnails, or with none of them in so many words.
    private(set) var hasThumbnails = false

    /// Addresses that are older, in seconds, are asked for anew.
    private static let secondsMax = 1_200.0

    private struct Entry {
        var cTag: String?
        var eTag: String?
        var url: String?
    }

    /// By ids for comparison.
    private var entries: [String: Entry] = [:]

    /// No page yet.
    init(folder: String = "", sizes: [String] = [], since: Double = 0, next: String? = nil) {
        self.folder = folder
        self.sizes = sizes
        self.since = since
        self.next = next
    }

    /// Whether its addresses are still good `seconds` on the client's clock.
    func isFresh(at seconds: Double) -> Bool { seconds - since < ThumbnailPages.secondsMax }

    /// What was said of `item`; nil if nothing was.
    func place(of item: ItemValues) -> ThumbnailPlace? {
        guard let id = item.id, let entry = entries[GraphID.comparable(item: id)] else {
            return nil
        }
        if let tag = entry.cTag, let listed = item.cTag {
            if tag != listed { return .changed }
        } else if let tag = entry.eTag, let listed = item.eTag, tag != listed {
            return .changed
        }
        return entry.url.map(ThumbnailPlace.address) ?? ThumbnailPlace.none
    }

    /// Takes a page; false if it is none, or says nothing of thumbnails.
    mutating func take(_ response: GraphResponse) -> Bool {
        guard response.status == 200, let page = GraphPageItems(response.body) else { return false }
        next = page.nextLink
        for body in page.items {
            guard let (id, entry) = entry(body) else { continue }
            hasThumbnails = true
            entries[GraphID.comparable(item: id)] = entry
        }
        return hasThumbnails || page.items.isEmpty
    }

    /// What `body` says of one item; nil if it says nothing of thumbnails, which is not the same as
    /// that there are none.
    private func entry(_ body: [UInt8]) -> (id: String, entry: Entry)? {
        var id: String?
        var entry = Entry()
        var hasSets = false
        let isRead: Void? = unsafe JSONReader.value(of: body) { (reader, place) throws(JSONFault) in
            try unsafe reader.members(&place, depth: 0) { (key, reader, place) throws(JSONFault) in
                switch key {
                case "id": id = try unsafe reader.textIfAny(&place, depth: 1)
                case "cTag": entry.cTag = try unsafe reader.textIfAny(&place, depth: 1)
                case "eTag": entry.eTag = try unsafe reader.textIfAny(&place, depth: 1)
                case "thumbnails" where unsafe place[0] == UInt8(ascii: "["):
                    hasSets = true
                    let urls = unsafe try GraphThumbnailSize.firstSet(&reader, &place) ?? [:]
                    entry.url = sizes.compactMap { urls[$0] }.first
                default: try unsafe reader.skipValue(&place, depth: 1)
                }
            }
        }
        guard isRead != nil, hasSets, let id else { return nil }
        return (id, entry)
    }
}
