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

    /// More pages are not read: so much has changed that a new listing is due.
    private static let pageCountMax = 50

    /// The last word about the item with that id; nil if there is none.
    func word(on id: String) -> Word? { words[GraphID.comparable(item: id)] }

    /// Asks the service; nil where there is no place to begin at, or no complete answer.
    static func sinceListing(of drive: GraphDrive, _ info: GraphDriveInfo) async -> GraphChanges? {
        guard let state = try? await drive.feedStore.state(), let kept = state.complete,
            kept.start.identity.utf8.elementsEqual(info.comparableID.utf8),
            kept.start.selection == FeedRun.selection, case .delta(let first)? = kept.link,
            drive.client.address.isOrigin(of: first), !first.contains("token=latest")
        else { return nil }
        var changes = GraphChanges()
        var link = first
        var seen: Set<String> = []
        while seen.count < pageCountMax, seen.insert(link).inserted {
            guard let response = try? await drive.client.send(GraphRequest(.get, link)),
                response.status == 200, let page = GraphPageItems(response.body),
                changes.take(page.items)
            else { return nil }
            guard let next = page.nextLink else { return page.hasDeltaLink ? changes : nil }
            link = next
        }
        return nil
    }

    /// Takes the items of a page in their order; false if one of them cannot be read.
    private mutating func take(_ items: [[UInt8]]) -> Bool {
        for body in items {
            var id: String?
            var isDeleted = false
            let isRead: Void? = JSONReader.value(of: body) { (reader, place) throws(JSONFault) in
                try reader.members(&place, depth: 0) { (key, reader, place) throws(JSONFault) in
                    if key == "id" {
                        id = try reader.textIfAny(&place, depth: 1)
                    } else {
                        isDeleted = isDeleted || key == "deleted" && place[0] == UInt8(ascii: "{")
                        try reader.skipValue(&place, depth: 1)
                    }
                }
            }
            guard isRead != nil, let id, !id.isEmpty else { return false }
            words[GraphID.comparable(item: id)] = isDeleted ? .deleted : .there
        }
        return true
    }
}
