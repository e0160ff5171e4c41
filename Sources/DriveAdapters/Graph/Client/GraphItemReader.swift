// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import RuleEngine

/// One driveItem as the service describes it.
struct GraphItemState: Sendable {
    /// What rules may ask; the path is only `/` and the name.
    var values: ItemValues
    /// The name.
    var name: String
    /// The id, as it was spelled.
    var id: String
    /// The id of the drive that the parent lies on, as it was given.
    var driveID: String?
    /// The id of the folder that it lies in; nil for the root.
    var parentID: String?
    /// What it is.
    var facets: GraphFacets

    /// What makes it no item that this program deletes, one clause; nil if it is an ordinary file
    /// or folder.
    var obstacle: String? {
        let odd: [(facet: GraphFacets, clause: String)] = [
            (.root, String(clause: "it is the root of the drive")),
            (.package, String(clause: "it is a package such as a notebook")),
            (.remoteItem, String(clause: "it is a shortcut to another drive")),
            (.bundle, String(clause: "it is an album")),
            (.vault, String(clause: "it is the Personal Vault")),
            (.malware, String(clause: "the service says it is infected")),
            (.specialFolder, String(clause: "it is a folder that the service made itself")),
            (.foreign, String(clause: "its folder lies on another drive")),
            (.unnamed, String(clause: "its name cannot stand in a path")),
        ]
        if let found = odd.first(where: { facets.contains($0.facet) }) { return found.clause }
        return facets.isDisjoint(with: [.file, .folder])
            ? String(clause: "it is neither file nor folder") : nil
    }
}

/// Reads driveItems that are answered one by one, by the same rules as those of a listing.
enum GraphItemReader {
    /// What is taken of a drive that is not known.
    private static let anyDrive = FeedReading(driveID: "")

    /// The item in `body`; nil if it is none.
    static func item(_ body: [UInt8]) -> GraphItemState? {
        let padded = PaddedBytes(body)
        var parser = unsafe ListingParser(
            end: padded.end, drives: ListingDrives(usual: "drive"), builder: ListingBuilder(),
            isCareful: false, feed: anyDrive)
        guard let item = try? unsafe parser.readFeedItem(from: padded.start), !item[.id].isEmpty
        else {
            return nil
        }
        var facets = parser.feedFacets(item, anyDrive)
        facets.remove(.foreign)
        let state = GraphItemState(
            values: ItemValues(path: "/"), name: item[.name].string, id: item[.id].string,
            driveID: item[.parentDrive].isEmpty ? nil : item[.parentDrive].string,
            parentID: item[.parentID].isEmpty ? nil : item[.parentID].string, facets: facets)
        return unsafe complete(state, item, &parser, padded.start)
    }

    /// The values, by way of a row, as a listing would have them.
    private static func complete(
        _ state: GraphItemState, _ item: GraphItem, _ parser: inout ListingParser,
        _ place: UnsafePointer<UInt8>
    ) -> GraphItemState? {
        var live = item
        live.facets.subtract([.deleted, .root])
        // A listing leaves out the program's own folder, which is asked for here as well.
        live[.name] = item[.id]
        guard unsafe (try? parser.takeFeedItem(live, anyDrive, place)) != nil,
            parser.builder.count == 1
        else { return nil }
        let listing = parser.builder.take().finish()
        guard listing.count == 1 else { return nil }
        var state = state
        state.values = listing.values(0)
        state.values.path = "/" + state.name
        state.values.drive = nil
        return state
    }

    /// The items under `value`, and the link to the next page; nil if `body` is no page.
    static func page(_ body: [UInt8]) -> (items: [GraphItemState], nextLink: String?)? {
        guard let page = GraphPageItems(body) else { return nil }
        var items: [GraphItemState] = []
        for body in page.items {
            guard let item = item(body) else { return nil }
            items.append(item)
        }
        return (items, page.nextLink)
    }
}

/// The items of a page, each as its bytes.
struct GraphPageItems {
    /// The bytes of each item.
    private(set) var items: [[UInt8]] = []
    /// The link to the next page.
    private(set) var nextLink: String?
    /// Whether it is the last one of a round of the feed.
    private(set) var hasDeltaLink = false
    /// The link from which the feed goes on after it.
    private(set) var deltaLink: String?

    /// The items in `body`; nil if it is no page.
    init?(_ body: [UInt8]) {
        let padded = PaddedBytes(body)
        var json = unsafe JSONReader(end: padded.end)
        json.spansLines = true
        var place = unsafe padded.start
        unsafe json.skipBlanks(&place)
        guard unsafe place[0] == UInt8(ascii: "{") else { return nil }
        do throws(JSONFault) {
            var hasItems = false
            if unsafe json.open(UInt8(ascii: "}"), &place) {
                repeat {
                    let key = try unsafe json.key(&place)
                    let isItems = unsafe key.equals("value") && place[0] == UInt8(ascii: "[")
                    let isNext =
                        unsafe key.equals("@odata.nextLink") && place[0] == UInt8(ascii: "\"")
                    if isItems {
                        hasItems = true
                        try unsafe takeItems(&json, &place)
                    } else if isNext {
                        unsafe place += 1
                        nextLink = unsafe try json.text(&place).string
                    } else if key.equals("@odata.deltaLink"), unsafe place[0] == UInt8(ascii: "\"")
                    {
                        hasDeltaLink = true
                        unsafe place += 1
                        deltaLink = unsafe try json.text(&place).string
                    } else {
                        hasDeltaLink = hasDeltaLink || key.equals("@odata.deltaLink")
                        try unsafe json.skipValue(&place, depth: 1)
                    }
                } while try unsafe json.another(UInt8(ascii: "}"), &place)
            }
            unsafe json.skipBlanks(&place)
            guard hasItems, unsafe place == padded.end else { return nil }
        } catch {
            return nil
        }
    }

    private mutating func takeItems(
        _ json: inout JSONReader, _ place: inout UnsafePointer<UInt8>
    ) throws(JSONFault) {
        guard unsafe json.open(UInt8(ascii: "]"), &place) else { return }
        repeat {
            let start = unsafe place
            try unsafe json.skipValue(&place, depth: 2)
            unsafe items.append(Array(UnsafeBufferPointer(start: start, count: place - start)))
        } while try unsafe json.another(UInt8(ascii: "]"), &place)
    }
}
