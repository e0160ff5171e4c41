// SPDX-License-Identifier: Apache-2.0

internal import HTTPTransport
internal import RuleEngine

/// What has changed on a drive since it was last listed, by the feed: one question for all items
/// that somebody wonders about.
///
/// The place in the feed that the state file keeps is only read, never moved: what the next listing
/// has to be told is still to come then.
struct GraphChanges {
    /// The last thing that the feed says of an item.
    enum Word: Hashable {
        /// It was deleted.
        case deleted
        /// It is there, new or changed.
        case there
    }

    /// By ids for comparison.
    private var words: [String: Word] = [:]
    /// What the feed says of those that are `watched`.
    private(set) var bodies: [String: [UInt8]] = [:]
    /// The ids, for comparison, of items of which more is noted than whether they are there.
    var watched: Set<String> = []

    /// More pages are not read: so much has changed that a new listing is due.
    private static let pageCountMax = 50

    /// The last word about the item with that id; nil if there is none.
    func word(on id: String) -> Word? { words[GraphID.comparable(item: id)] }

    /// Asks the service; nil where there is no place to begin at, or no complete answer.
    static func sinceListing(of drive: GraphDrive, _ info: GraphDriveInfo) async -> GraphChanges? {
        guard let first = await beginning(of: drive, info) else { return nil }
        var changes = GraphChanges()
        return await changes.read(from: first, drive.client) == nil ? nil : changes
    }

    /// The place in the feed at which the listing ended that is kept; nil if there is none.
    static func beginning(of drive: GraphDrive, _ info: GraphDriveInfo) async -> String? {
        guard let state = try? await drive.feedStore.state(), let kept = state.complete,
            kept.start.identity.utf8.elementsEqual(info.comparableID.utf8),
            kept.start.selection == FeedRun.selection, case .delta(let first)? = kept.link,
            drive.client.address.isOrigin(of: first), !first.contains("token=latest")
        else { return nil }
        return first
    }

    /// Reads the feed from `first` to its end; the link from which it goes on then, nil where there
    /// is no complete answer. `isBatched` has each page asked for in a batch.
    mutating func read(
        from first: String, _ client: GraphClient, isBatched: Bool = false
    ) async -> String? {
        var link = first
        var seen: Set<String> = []
        while seen.count < GraphChanges.pageCountMax, seen.insert(link).inserted {
            guard let response = await GraphChanges.page(link, client, isBatched),
                response.status == 200, let page = GraphPageItems(response.body),
                take(page.items)
            else { return nil }
            if let next = page.nextLink {
                link = next
            } else {
                return page.hasDeltaLink ? page.deltaLink ?? "" : nil
            }
        }
        return nil
    }

    private static func page(
        _ link: String, _ client: GraphClient, _ isBatched: Bool
    ) async -> GraphResponse? {
        let top = client.address.description
        guard isBatched, link.hasPrefix(top + "/") else {
            return try? await client.send(GraphRequest(.get, link))
        }
        let request = GraphRequest(.get, String(link.dropFirst(top.count)))
        guard case .response(let response)? = try? await client.answers(to: [request]).first
        else { return nil }
        return response
    }

    /// Takes what was told later.
    mutating func take(_ later: GraphChanges) { words.merge(later.words) { $1 } }

    /// Takes the items of a page in their order; false if one of them cannot be read.
    private mutating func take(_ items: [[UInt8]]) -> Bool {
        for body in items {
            var id: String?
            var isDeleted = false
            let isRead: Void? = unsafe JSONReader.value(of: body) {
                (reader, place) throws(JSONFault) in
                try unsafe reader.members(&place, depth: 0) {
                    (key, reader, place) throws(JSONFault) in
                    if key == "id" {
                        id = try unsafe reader.textIfAny(&place, depth: 1)
                    } else {
                        isDeleted =
                            unsafe isDeleted || key == "deleted" && place[0] == UInt8(ascii: "{")
                        try unsafe reader.skipValue(&place, depth: 1)
                    }
                }
            }
            guard isRead != nil, let id, !id.isEmpty else { return false }
            let key = GraphID.comparable(item: id)
            words[key] = isDeleted ? .deleted : .there
            if watched.contains(key) { bodies[key] = body }
        }
        return true
    }
}
