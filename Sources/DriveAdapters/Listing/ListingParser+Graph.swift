// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import RuleEngine

extension ListingParser {
    /// Takes the list under a key `value`, which makes its object a page unless it has a `path`.
    mutating func takePage(
        seen: UInt32, _ place: inout UnsafePointer<UInt8>
    ) throws(JSONFault) {
        if seen & ItemField.path.bit != 0 {
            try unsafe json.skipValue(&place, depth: 1)
            return
        }
        unsafe pagePlace = unsafe place
        if isCareful {
            try unsafe json.skipValue(&place, depth: 1)
        } else {
            // Most likely it is one. What turns out wrong is done again with care.
            hasTriedPage = true
            try unsafe readPage(&place)
        }
    }

    /// Reads the list of driveItems at `place`.
    mutating func readPage(_ place: inout UnsafePointer<UInt8>) throws(JSONFault) {
        var item = GraphItem()
        guard unsafe json.open(UInt8(ascii: "]"), &place) else { return }
        repeat {
            let start = unsafe place
            let mark = json.scratch.mark
            item.clear()
            if unsafe place[0] != UInt8(ascii: "{") {
                throw unsafe json.unexpected(place, String(clause: "an item of a page, \"{\","))
            }
            try unsafe readMembers(of: .item, into: &item, &place, depth: 2)
            try unsafe takeGraphItem(item, start)
            json.scratch.release(mark)
        } while try unsafe json.another(UInt8(ascii: "]"), &place)
    }

    mutating func readMembers(
        of object: GraphObject, into item: inout GraphItem,
        _ place: inout UnsafePointer<UInt8>, depth: Int
    ) throws(JSONFault) {
        let start = unsafe place
        let mark = json.names.mark
        if unsafe json.open(UInt8(ascii: "}"), &place) {
            repeat {
                let keyPlace = unsafe place
                let key = try unsafe json.key(&place)
                try unsafe json.addName(key, since: mark, keyPlace)
                if let member = object.member(key) {
                    try unsafe readMember(member, key, into: &item, &place, depth: depth + 1)
                } else {
                    try unsafe json.skipValue(&place, depth: depth + 1)
                }
            } while try unsafe json.another(UInt8(ascii: "}"), &place)
        }
        try unsafe json.closeNames(mark, start)
    }

    private mutating func readMember(
        _ member: GraphMember, _ key: TextSlice, into item: inout GraphItem,
        _ place: inout UnsafePointer<UInt8>, depth: Int
    ) throws(JSONFault) {
        let start = unsafe place
        if unsafe place[0] == UInt8(ascii: "n") {
            _ = try unsafe json.literal(&place)
            return
        }
        switch unsafe (member, place[0]) {
        case (.text(let text), UInt8(ascii: "\"")):
            unsafe place += 1
            item[text] = try unsafe json.text(&place)
        case (.date(let date), UInt8(ascii: "\"")):
            unsafe place += 1
            let text = try unsafe json.text(&place)
            if text.isEmpty { return }
            item[date] = ListingInstant.seconds(text)
            if item[date] == ListingInstant.broken {
                if feed != nil { return item[date] = Missing.date }
                throw unsafe JSONFault(start, ListingParser.noTimestamp(text, key.string))
            }
        case (.number(let number), 0x2d), (.number(let number), 0x30...0x39):
            guard case .value(let value) = try unsafe json.wholeNumber(&place) else {
                if feed != nil { return }
                throw unsafe JSONFault(start, noWholeNumber(key.string, start, place))
            }
            item[number] = value
        case (.facet(let facet), UInt8(ascii: "{")):
            try unsafe json.skipValue(&place, depth: depth)
            item.facets.insert(facet)
        case (.object(let object), UInt8(ascii: "{")):
            if object == .file { item.facets.insert(.file) }
            if object == .specialFolder { item.facets.insert(.specialFolder) }
            try unsafe readMembers(of: object, into: &item, &place, depth: depth)
        default:
            // The service adds members and changes them; a listing file is to be right.
            if feed != nil || member.isForFeedsOnly {
                return try unsafe json.skipValue(&place, depth: depth)
            }
            try unsafe takeWrongType(key.string, member.wanted, depth: depth, &place)
            if let problem { throw problem }
        }
    }

    /// Makes a row of a live item, and notes what chains and later lines need to know.
    private mutating func takeGraphItem(
        _ item: GraphItem, _ place: UnsafePointer<UInt8>
    ) throws(JSONFault) {
        if let feed { return try unsafe takeFeedItem(item, feed, place) }
        let line = unsafe graph.line(of: place) ?? lineCount
        if item.facets.contains(.root) || item.facets.contains(.deleted) {
            let kind: GraphBatch.Event.Kind = item.facets.contains(.root) ? .root : .deleted
            if item[.id].isEmpty { return }
            return graph.append(kind, row: builder.count, id: item[.id], line: line)
        }
        let name = item[.name]
        if unsafe !ListingPath.isComponent(name) || name.buffer.contains(UInt8(ascii: "/")) {
            throw unsafe JSONFault(
                place,
                name.isEmpty
                    ? String(clause: "an item of a page needs a \"name\" that may stand in a path")
                    : String(
                        clause: "an item of a page needs a \"name\" that may stand in a path, not"
                            + " \(quoted(name.string))"))
        }
        graph.note(drive: item[.parentDrive])
        var record = item.record(camera: camera(item))
        record.drive = try unsafe usualDrive(place)
        let path = item[.parentPath]
        let isPlaced = !path.isEmpty
        if isPlaced { record.folder = try unsafe folder(path, name, place) }
        graph.append(
            isPlaced ? .placed : .chained, row: builder.count, id: item[.parentID], line: line)
        do { try builder.append(record) } catch { throw unsafe JSONFault(place, error.message) }
    }

    /// Make and model, those that are there.
    mutating func camera(_ item: GraphItem) -> TextSlice {
        let make = item[.make]
        let model = item[.model]
        if make.isEmpty { return model }
        if model.isEmpty { return make }
        let both = unsafe json.scratch.reserve(make.count + 1 + model.count)
        unsafe both.update(from: make.start, count: make.count)
        unsafe both[make.count] = UInt8(ascii: " ")
        unsafe (both + make.count + 1).update(from: model.start, count: model.count)
        return unsafe TextSlice(start: UnsafePointer(both), count: make.count + 1 + model.count)
    }

    /// The folder that `parentReference.path` names: what follows `root:`, percent-decoded.
    private mutating func folder(
        _ path: TextSlice, _ name: TextSlice, _ place: UnsafePointer<UInt8>
    ) throws(JSONFault) -> TextSlice {
        let shown = quoted(path.string)
        guard let start = GraphPath.afterRoot(path) else {
            throw unsafe JSONFault(
                place,
                String(clause: "the \"path\" of a parentReference has a \"root:\", unlike \(shown)")
            )
        }
        let encoded = unsafe TextSlice(start: path.start + start, count: path.count - start)
        guard let folder = GraphPath.percentDecoded(encoded, into: &json.scratch) else {
            throw unsafe JSONFault(
                place,
                String(
                    clause: "the \"path\" of a parentReference is percent-encoded UTF-8,"
                        + " unlike \(shown)"
                )
            )
        }
        guard let components = ListingPath.components(of: folder) else {
            throw unsafe JSONFault(
                place,
                String(
                    clause: "the \"path\" of a parentReference, after \"root:\", is empty or "
                        + "\(ListingPath.rule), unlike \(shown)"))
        }
        if folder.count + 1 + name.count > ListingBuilder.Bounds.pathBytes
            || components >= ListingBuilder.Bounds.pathComponents
        {
            throw unsafe JSONFault(place, ListingPath.tooLong)
        }
        return folder
    }
}

extension GraphMember {
    /// Whether listing files do not speak of it, so that nothing there can be wrong with it.
    var isForFeedsOnly: Bool {
        switch self {
        case .text(let text): text == .parentDrive || text == .specialFolder
        case .facet(let facet): facet == .malware || facet == .bundle
        case .object(let object): object == .specialFolder
        case .number, .date: false
        }
    }

    /// What the value must be, for messages.
    var wanted: String {
        switch self {
        case .text: String(clause: "a text")
        case .date: String(clause: "a time")
        case .number: String(clause: "a whole number")
        case .facet, .object: String(clause: "an object")
        }
    }
}
