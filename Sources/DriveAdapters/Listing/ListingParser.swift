// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import RuleEngine

/// Turns the bytes of a listing into rows of a builder, line by line or as one document.
///
/// One parser is used by one thread; a listing is cut at newlines and each piece parsed alone.
/// No text is copied unless it has escapes, so a record points into the piece that is parsed.
@safe struct ListingParser: ~Copyable {
    /// The reader of the JSON below the items.
    var json: JSONReader
    /// Takes the rows.
    var builder: ListingBuilder
    /// What pages say beside their rows.
    var graph = GraphBatch()
    /// How many whole lines were read.
    private(set) var lineCount = 0
    /// Whether something was read as a page before it was certain that it is one.
    var hasTriedPage = false

    /// Who the drives are.
    let drives: ListingDrives
    /// Whether `value` is read only once its object is known to be a page.
    let isCareful: Bool
    /// How the items of a live feed are read; nil for listing files.
    let feed: FeedReading?
    var record = ItemRecord()
    /// What the line says of a picture.
    var picture = ListedPicture()
    /// What the line says of albums.
    var albums = ListedAlbums()
    var path = ListingPath()
    /// The fields of `record`, and hashes, that do not hold what a fresh record does.
    var filled: UInt32 = 0
    /// The first value of the current line that is not what its key asks for.
    var problem: JSONFault?
    /// Where the value of a key `value` stands that may turn out to be a page's.
    var pagePlace: UnsafePointer<UInt8>?
    var defaultDrive: UInt16?
    var lastDrive: (name: TextSlice, number: UInt16)?

    /// A parser of bytes that end at `end`; `builder` has no rows.
    init(
        end: UnsafePointer<UInt8>, drives: ListingDrives, builder: consuming ListingBuilder,
        isCareful: Bool, feed: FeedReading? = nil
    ) {
        json = unsafe JSONReader(end: end)
        self.builder = builder
        self.drives = drives
        self.isCareful = isCareful
        self.feed = feed
    }

    /// Gives away what was read.
    consuming func handOver(to outcome: ListingOutcome) {
        outcome.graph = graph
        outcome.builder = builder
    }

    /// Reads the lines from `start` to the end; the last byte is a newline.
    mutating func readLines(from start: UnsafePointer<UInt8>) throws(JSONFault) {
        var place = unsafe start
        while unsafe place < json.end {
            if unsafe place[0] <= 0x20 {
                unsafe json.skipBlanks(&place)
                if unsafe place[0] == 0x0a {
                    unsafe place += 1
                    lineCount &+= 1
                    continue
                }
            }
            let start = unsafe place
            try unsafe readLine(&place)
            if unsafe place[0] <= 0x20 { unsafe json.skipBlanks(&place) }
            if unsafe place - start > ListingPieces.Bounds.lineBytes {
                throw unsafe JSONFault(start, ListingOutcome.lineTooLong)
            }
            if unsafe place[0] != 0x0a {
                throw unsafe JSONFault(
                    place, String(clause: "a line holds one object, and this one goes on after it"))
            }
            unsafe place += 1
            lineCount &+= 1
        }
    }

    /// Reads all bytes from `start` as one page that may span lines.
    mutating func readDocument(from start: UnsafePointer<UInt8>) throws(JSONFault) {
        json.spansLines = true
        unsafe graph.countLines(from: start)
        var place = unsafe start
        unsafe json.skipBlanks(&place)
        try unsafe readLine(&place)
        unsafe json.skipBlanks(&place)
        if unsafe place != json.end {
            throw unsafe JSONFault(
                place, String(clause: "a file holds one page over many lines, or one page a line"))
        }
    }

    /// Reads one item, or a page.
    private mutating func readLine(_ place: inout UnsafePointer<UInt8>) throws(JSONFault) {
        let start = unsafe place
        if unsafe start[0] != UInt8(ascii: "{") {
            throw unsafe json.unexpected(start, String(clause: "an object, \"{\","))
        }
        var seen: UInt32 = 0
        var given: UInt32 = 0
        record.flags = []
        if unsafe json.open(UInt8(ascii: "}"), &place) {
            repeat {
                let keyPlace = unsafe place
                let key = try unsafe json.key(&place)
                let field = ItemField(key: key)
                if field == .unknown {
                    try unsafe skipMember(key, keyPlace, &place)
                    continue
                }
                if seen & field.bit != 0 { throw unsafe json.repeatedKey(key, keyPlace) }
                seen |= field.bit
                if unsafe place[0] == UInt8(ascii: "\"") {
                    let valuePlace = unsafe place
                    unsafe place += 1
                    let text = try unsafe json.text(&place)
                    if try unsafe takeText(text, for: field, at: valuePlace) { given |= field.bit }
                } else {
                    unsafe given |= try takeOther(field, seen: seen, &place)
                }
            } while try unsafe json.another(UInt8(ascii: "}"), &place)
        }
        if json.names.mark != 0 { try unsafe json.closeNames(0, start) }
        try unsafe finishLine(start, seen: seen, given: given)
        if json.scratch.mark != 0 {
            path.forget()
            json.scratch.release(0)
        }
    }

    @inline(never)
    private mutating func skipMember(
        _ key: TextSlice, _ keyPlace: UnsafePointer<UInt8>, _ place: inout UnsafePointer<UInt8>
    ) throws(JSONFault) {
        try unsafe json.addName(key, since: 0, keyPlace)
        try unsafe json.skipValue(&place, depth: 1)
    }

    @inline(__always)
    private mutating func finishLine(
        _ start: UnsafePointer<UInt8>, seen: UInt32, given: UInt32
    ) throws(JSONFault) {
        let isUnusual =
            problem != nil || given & ItemField.path.bit == 0
            || seen & ItemField.value.bit != 0 || json.spansLines
        if isUnusual, try unsafe finishUnusual(start, seen: seen, given: given) {
            filled |= given
            picture.forget()
            albums.names = nil
            return
        }
        let stale = filled & ~given
        if stale != 0 { blank(stale) }
        filled = given
        record.folder = path.folder
        record.name = path.name
        if given & ItemField.drive.bit == 0 { record.drive = try unsafe usualDrive(start) }
        if given & ItemField.pictureBits != 0 { finishPicture() }
        if given & ItemField.album.bit != 0 { finishAlbums() }
        // A shortcut to a folder leads to items that this listing does not hold.
        if record.flags.isSuperset(of: [.folder, .shortcut]) { record.flags.insert(.neverEmpty) }
        do { try builder.append(record) } catch { throw unsafe JSONFault(start, error.message) }
    }

    /// True if the line was a page; a fault if it is neither a page nor an item.
    @inline(never)
    private mutating func finishUnusual(
        _ start: UnsafePointer<UInt8>, seen: UInt32, given: UInt32
    ) throws(JSONFault) -> Bool {
        let page = unsafe pagePlace
        unsafe pagePlace = nil
        if seen & ItemField.path.bit == 0, var page = unsafe page {
            problem = nil
            if isCareful { try unsafe readPage(&page) }
            return true
        }
        if let problem { throw problem }
        if given & ItemField.path.bit == 0 {
            throw unsafe JSONFault(
                start,
                String(clause: "an item needs a \"path\", and a page of items a list \"value\""))
        }
        if json.spansLines {
            throw unsafe JSONFault(start, String(clause: "an item is one object on one line"))
        }
        // What was read as a page before its path came up was none.
        if unsafe page != nil, !isCareful {
            throw unsafe JSONFault(start, String(clause: "an item has no list of items"))
        }
        return false
    }

    /// The number of the drive of items that name none.
    mutating func usualDrive(_ place: UnsafePointer<UInt8>) throws(JSONFault) -> UInt16 {
        if let defaultDrive { return defaultDrive }
        let number = try unsafe drive(named: drives.usual, place)
        defaultDrive = number
        return number
    }

    /// The number of the drive `name`.
    mutating func drive(
        named name: TextSlice, _ place: UnsafePointer<UInt8>
    ) throws(JSONFault) -> UInt16 {
        if let lastDrive, TextSlice.equal(lastDrive.name, name) { return lastDrive.number }
        let number = try unsafe drive(named: name.string, place)
        // What had escapes is gone at the end of the line.
        lastDrive = json.scratch.mark == 0 ? (name, number) : nil
        return number
    }

    private mutating func drive(
        named name: String, _ place: UnsafePointer<UInt8>
    ) throws(JSONFault) -> UInt16 {
        do {
            return try builder.drive(named: name, kind: drives.kind(of: name))
        } catch { throw unsafe JSONFault(place, error.message) }
    }
}
