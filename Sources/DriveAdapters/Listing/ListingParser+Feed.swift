// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import RuleEngine
internal import Text

/// How the items of a live feed are read, where nobody can mend what the service sends.
struct FeedReading {
    /// The drive's id for comparison.
    let driveID: String
}

extension ListingParser {
    /// What one page says beside its items.
    struct FeedPageHead {
        /// Whether there was a list of items.
        var hasItems = false
        /// The link to the next page of the round.
        var nextLink: String?
        /// The link to the next round.
        var deltaLink: String?
    }

    /// Reads all bytes from `start` as one page of a feed.
    mutating func readFeedPage(
        from start: UnsafePointer<UInt8>
    ) throws(JSONFault) -> FeedPageHead {
        json.spansLines = true
        var place = unsafe start
        unsafe json.skipBlanks(&place)
        let head = try unsafe readPageMembers(&place)
        unsafe json.skipBlanks(&place)
        if unsafe place != json.end {
            throw unsafe JSONFault(place, String(clause: "something follows the page"))
        }
        return head
    }

    /// Reads all bytes from `start` as one item, or as nothing if they are no object.
    mutating func readFeedItem(
        from start: UnsafePointer<UInt8>
    ) throws(JSONFault) -> GraphItem {
        json.spansLines = true
        var place = unsafe start
        unsafe json.skipBlanks(&place)
        if unsafe place[0] != UInt8(ascii: "{") {
            throw unsafe json.unexpected(place, String(clause: "an item, \"{\","))
        }
        var item = GraphItem()
        try unsafe readMembers(of: .item, into: &item, &place, depth: 1)
        unsafe json.skipBlanks(&place)
        if unsafe place != json.end {
            throw unsafe JSONFault(place, String(clause: "something follows the item"))
        }
        return item
    }

    private mutating func readPageMembers(
        _ place: inout UnsafePointer<UInt8>
    ) throws(JSONFault) -> FeedPageHead {
        var head = FeedPageHead()
        if unsafe place[0] != UInt8(ascii: "{") {
            throw unsafe json.unexpected(place, String(clause: "a page, \"{\","))
        }
        let start = unsafe place
        let mark = json.names.mark
        if unsafe json.open(UInt8(ascii: "}"), &place) {
            repeat {
                let keyPlace = unsafe place
                let key = try unsafe json.key(&place)
                try unsafe json.addName(key, since: mark, keyPlace)
                if key.equals("value"), unsafe place[0] == UInt8(ascii: "[") {
                    head.hasItems = true
                    try unsafe readPage(&place)
                } else if unsafe place[0] == UInt8(ascii: "\""), key.equals("@odata.nextLink") {
                    unsafe place += 1
                    head.nextLink = unsafe try json.text(&place).string
                } else if unsafe place[0] == UInt8(ascii: "\""), key.equals("@odata.deltaLink") {
                    unsafe place += 1
                    head.deltaLink = unsafe try json.text(&place).string
                } else {
                    try unsafe json.skipValue(&place, depth: 1)
                }
            } while try unsafe json.another(UInt8(ascii: "}"), &place)
        }
        try unsafe json.closeNames(mark, start)
        return head
    }

    /// Makes a row of a live item of a feed, and notes what its place depends on. Nothing in it is
    /// an error: what makes it no ordinary item is noted with it.
    mutating func takeFeedItem(
        _ item: GraphItem, _ feed: FeedReading, _ place: UnsafePointer<UInt8>
    ) throws(JSONFault) {
        let id = item[.id]
        // Without an id it can neither be asked for nor deleted.
        if id.isEmpty { return }
        if item.facets.contains(.deleted) {
            return graph.append(.deleted, row: builder.count, id: id, line: 0)
        }
        if item.facets.contains(.root) {
            return graph.append(.root, row: builder.count, id: id, line: 0)
        }
        let facets = feedFacets(item, feed)
        var record = item.record(camera: camera(item))
        record.drive = try unsafe usualDrive(place)
        // It keeps its place in the tree, for what lies below it is no better.
        if facets.contains(.unnamed) { record.name = id }
        record.flags.formUnion(item.feedFlags)
        record.quickXor = quickXor(item[.quickXor])
        let lastYear = ListingParser.firstUnlikelySecond
        for date in [\ItemRecord.created, \ItemRecord.modified, \ItemRecord.taken]
        where record[keyPath: date] >= lastYear {
            record[keyPath: date] = Missing.date
        }
        graph.append(
            .chained, row: builder.count, id: item[.parentID], line: 0, facets: facets)
        do { try builder.append(record) } catch { throw unsafe JSONFault(place, error.message) }
    }

    /// 2100-01-01: the service is known to give dates far ahead for dates that nobody set.
    private static let firstUnlikelySecond: Int64 = 4_102_444_800

    /// The facets of `item`, and what its name, its parent and its special folder make it.
    func feedFacets(_ item: GraphItem, _ feed: FeedReading) -> GraphFacets {
        var facets = item.facets
        let name = item[.name]
        if unsafe !ListingPath.isComponent(name) || name.buffer.contains(UInt8(ascii: "/")) {
            facets.insert(.unnamed)
        }
        let special = item[.specialFolder]
        if !special.isEmpty, special.string.lowercased() == "vault" { facets.insert(.vault) }
        let parent = item[.parentDrive]
        if !parent.isEmpty, GraphID.comparable(drive: parent.string) != feed.driveID {
            facets.insert(.foreign)
        }
        return facets
    }

    /// A QuickXorHash in base64, also where the service wrote it in hex, as it once did.
    private mutating func quickXor(_ text: TextSlice) -> TextSlice {
        guard text.count == 40, let bytes = HexDigits.bytes(text.string) else { return text }
        let encoded = Array(Base64.text(bytes).utf8)
        let target = unsafe json.scratch.reserve(encoded.count)
        for (index, byte) in encoded.enumerated() { unsafe target[index] = byte }
        return unsafe TextSlice(start: UnsafePointer(target), count: encoded.count)
    }
}

extension GraphItem {
    /// What keeps an item of a feed from being deleted, beside what listing files know.
    ///
    /// No tag: a change would go unnoticed. No size: too little is known of it. A folder that the
    /// service made itself stays; what lies in it is ordinary.
    var feedFlags: ItemFlags {
        var flags: ItemFlags = []
        let isFile = facets.isDisjoint(with: [.folder, .package, .remoteItem])
        let isOdd = !facets.isDisjoint(with: [.package, .remoteItem, .malware, .bundle])
        let isNeither = isFile && !facets.contains(.file)
        let isUnknown = self[.eTag].isEmpty || (isFile && self[.size] == Missing.number)
        if isOdd || isNeither || isUnknown || facets.contains(.specialFolder) {
            flags.insert(.undeletable)
        }
        if facets.contains(.bundle) { flags.formUnion([.folder, .neverEmpty]) }
        return flags
    }
}

/// The bytes of a JSON text, with the room around them that the reader needs.
@safe struct PaddedBytes: ~Copyable {
    private let buffer: UnsafeMutableBufferPointer<UInt8>

    /// A copy of `bytes`.
    init(_ bytes: [UInt8]) {
        unsafe buffer = .allocate(capacity: bytes.count + 80)
        unsafe buffer.initialize(repeating: 0)
        for index in 0..<8 { unsafe buffer[index] = 0x20 }
        if !bytes.isEmpty {
            _ = unsafe UnsafeMutableBufferPointer(rebasing: buffer[8..<8 + bytes.count])
                .update(fromContentsOf: bytes)
        }
        count = bytes.count
    }

    /// How many bytes there are.
    let count: Int

    /// The first byte; not to be used beyond the life of this value.
    var start: UnsafePointer<UInt8> {
        unsafe UnsafePointer(buffer.baseAddress.unsafelyUnwrapped + 8)
    }
    /// The byte after the last.
    var end: UnsafePointer<UInt8> { unsafe start + count }

    deinit { unsafe buffer.deallocate() }
}
