// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import PhotoLooks
internal import RuleEngine

extension ListingParser {
    /// Takes a text as the value of `field`; false if it stands for a missing value.
    @inline(__always)
    mutating func takeText(
        _ text: TextSlice, for field: ItemField, at place: UnsafePointer<UInt8>
    ) throws(JSONFault) -> Bool {
        switch field {
        case .id: record.id = text
        case .path:
            if text.isEmpty { return false }
            if let message = path.split(text) { unsafe note(message, place) }
        case .created: record.created = unsafe seconds(text, field, place)
        case .modified: record.modified = unsafe seconds(text, field, place)
        case .mime: record.mime = text
        default: return try unsafe takeRareText(text, for: field, at: place)
        }
        return true
    }

    @inline(never)
    private mutating func takeRareText(
        _ text: TextSlice, for field: ItemField, at place: UnsafePointer<UInt8>
    ) throws(JSONFault) -> Bool {
        switch field {
        case .taken: record.taken = unsafe seconds(text, field, place)
        case .accessed: record.accessed = unsafe seconds(text, field, place)
        case .firstSeen: record.firstSeen = unsafe seconds(text, field, place)
        case .owner: record.owner = text
        case .ownerAddress: record.ownerAddress = text
        case .camera: record.camera = text
        case .link: record.link = text
        case .eTag: record.eTag = text
        case .cTag: record.cTag = text
        case .drive:
            if text.isEmpty { return false }
            record.drive = try unsafe drive(named: text, place)
        case .type: unsafe takeType(text, place)
        case .takenZone, .live:
            if text.isEmpty { return false }
            unsafe takePictureText(text, for: field, place)
        case .album:
            if text.isEmpty { return false }
            albums.names = [text.string]
        case .value: break
        default:
            unsafe note(
                String(
                    clause: "the value of \(quoted(field.key)) must be \(field.wanted), not a"
                        + " text"),
                unsafe place)
        }
        return true
    }

    private mutating func takeType(_ text: TextSlice, _ place: UnsafePointer<UInt8>) {
        if text.equals("folder") {
            record.flags.insert(.folder)
        } else if text.equals("part") {
            record.flags.insert(.undeletable)
        } else if !text.isEmpty, !text.equals("file") {
            unsafe note(
                String(
                    clause: "\"type\" is \"file\", \"folder\" or \"part\", not"
                        + " \(quoted(text.string))"),
                unsafe place)
        }
    }

    @inline(__always)
    private mutating func seconds(
        _ text: TextSlice, _ field: ItemField, _ place: UnsafePointer<UInt8>
    ) -> Int64 {
        let seconds = ListingInstant.seconds(text)
        if seconds == ListingInstant.broken { return unsafe unusualSeconds(text, field.key, place) }
        return seconds
    }

    /// What is not a timestamp: missing if it is empty, else a problem.
    @inline(never)
    private mutating func unusualSeconds(
        _ text: TextSlice, _ key: String, _ place: UnsafePointer<UInt8>
    ) -> Int64 {
        if !text.isEmpty { unsafe note(ListingParser.noTimestamp(text, key), place) }
        return Missing.date
    }

    /// What to say of `text` as the value of `key`.
    static func noTimestamp(_ text: TextSlice, _ key: String) -> String {
        String(
            clause: "the value of \(quoted(key)) must be a time such as \"2024-01-31T08:00:00Z\", "
                + "not \(quoted(text.string))")
    }

    /// Takes what is not a text as the value of `field`; the bits of what is no longer blank.
    @inline(__always)
    mutating func takeOther(
        _ field: ItemField, seen: UInt32, _ place: inout UnsafePointer<UInt8>
    ) throws(JSONFault) -> UInt32 {
        if field == .size, unsafe place[0] &- 0x30 < 10 {
            record.size = try unsafe takeNumber(field, &place)
            return field.bit
        }
        if field == .hashes, unsafe place[0] == UInt8(ascii: "{") {
            return try unsafe takeHashes(&place)
        }
        return try unsafe takeRare(field, seen: seen, &place)
    }

    @inline(never)
    private mutating func takeRare(
        _ field: ItemField, seen: UInt32, _ place: inout UnsafePointer<UInt8>
    ) throws(JSONFault) -> UInt32 {
        switch unsafe (field, place[0]) {
        case (.value, UInt8(ascii: "[")): try unsafe takePage(seen: seen, &place)
        case (.value, _): try unsafe json.skipValue(&place, depth: 1)
        case (_, UInt8(ascii: "n")):
            _ = try unsafe json.literal(&place)
            return 0
        case (.size, 0x2d), (.size, 0x30...0x39): record.size = try unsafe takeNumber(field, &place)
        case (.width, 0x2d), (.width, 0x30...0x39):
            record.width = try unsafe takeNumber(field, &place)
        case (.height, 0x2d), (.height, 0x30...0x39):
            record.height = try unsafe takeNumber(field, &place)
        case (.duration, 0x2d), (.duration, 0x30...0x39):
            record.duration = try unsafe takeNumber(field, &place)
        case (.shared, 0x66), (.shared, 0x74):
            let isShared = try unsafe json.literal(&place) == .true
            record.flags.formUnion(isShared ? [.sharedKnown, .shared] : .sharedKnown)
        case (.shortcut, 0x66), (.shortcut, 0x74):
            if try unsafe json.literal(&place) == .true { record.flags.insert(.shortcut) }
        case (.look, UInt8(ascii: "{")): try unsafe takeLook(&place)
        case (.album, UInt8(ascii: "[")): try unsafe takeAlbums(&place)
        case (.screenshot, 0x66), (.screenshot, 0x74):
            let start = unsafe place
            let isScreenshot = try unsafe json.literal(&place) == .true
            unsafe takeScreenshot(isScreenshot, start)
        default: try unsafe takeWrongType(field.key, field.wanted, depth: 1, &place)
        }
        return field.bit
    }

    /// Notes that a value has the wrong type, and steps over it.
    mutating func takeWrongType(
        _ key: String, _ wanted: String, depth: Int, _ place: inout UnsafePointer<UInt8>
    ) throws(JSONFault) {
        let start = unsafe place
        try unsafe json.skipValue(&place, depth: depth)
        unsafe note(
            String(
                clause:
                    "the value of \(quoted(key)) must be \(wanted), not \(unsafe typeName(start))"),
            unsafe start)
    }

    @inline(__always)
    private mutating func takeNumber(
        _ field: ItemField, _ place: inout UnsafePointer<UInt8>
    ) throws(JSONFault) -> Int64 {
        let start = unsafe place
        switch try unsafe json.wholeNumber(&place) {
        case .value(let value): return value
        case .unfit:
            unsafe note(noWholeNumber(field.key, start, place), start)
            return Missing.number
        }
    }

    /// What to say of the number between `start` and `end` as the value of `key`.
    @inline(never)
    func noWholeNumber(
        _ key: String, _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
    ) -> String {
        let number = unsafe TextSlice(start: start, count: min(end - start, 40)).string
        return String(
            clause: "the value of \(quoted(key)) must be a whole number from 0 to "
                + "\(Int64.max), not \(number)")
    }

    /// What kind of value begins at `place`.
    func typeName(_ place: UnsafePointer<UInt8>) -> String {
        switch unsafe place[0] {
        case UInt8(ascii: "{"): String(clause: "an object")
        case UInt8(ascii: "["): String(clause: "a list")
        case UInt8(ascii: "\""): String(clause: "a text")
        case UInt8(ascii: "t"), UInt8(ascii: "f"): String(clause: "true or false")
        case UInt8(ascii: "n"): "null"
        default: String(clause: "a number")
        }
    }

    @inline(__always)
    private mutating func takeHashes(
        _ place: inout UnsafePointer<UInt8>
    ) throws(JSONFault) -> UInt32 {
        let start = unsafe place
        let mark = json.names.mark
        var seen: UInt32 = 0
        var given: UInt32 = 0
        if unsafe json.open(UInt8(ascii: "}"), &place) {
            repeat {
                let keyPlace = unsafe place
                let key = try unsafe json.key(&place)
                let bit = HashBits.bit(of: key)
                if bit == 0 {
                    try unsafe json.addName(key, since: mark, keyPlace)
                    try unsafe json.skipValue(&place, depth: 2)
                } else {
                    if seen & bit != 0 { throw unsafe json.repeatedKey(key, keyPlace) }
                    seen |= bit
                    if unsafe place[0] == UInt8(ascii: "\"") {
                        unsafe place += 1
                        unsafe take(hash: try json.text(&place), bit)
                        given |= bit
                    } else if unsafe place[0] == UInt8(ascii: "n") {
                        _ = try unsafe json.literal(&place)
                    } else {
                        try unsafe takeWrongType(
                            key.string, String(clause: "a text"), depth: 2, &place)
                    }
                }
            } while try unsafe json.another(UInt8(ascii: "}"), &place)
        }
        if json.names.mark != mark { try unsafe json.closeNames(mark, start) }
        return given
    }

    @inline(__always)
    private mutating func take(hash: TextSlice, _ bit: UInt32) {
        switch bit {
        case HashBits.quickXor: record.quickXor = hash
        case HashBits.sha1: record.sha1 = hash
        default: record.sha256 = hash
        }
    }

    /// Notes what is wrong with a value; only the first thing in a line is kept.
    @inline(never)
    mutating func note(_ message: String, _ place: UnsafePointer<UInt8>) {
        if problem == nil { problem = unsafe JSONFault(place, message) }
    }

    /// Makes the fields of `stale` as they are in a fresh record.
    @inline(never)
    mutating func blank(_ stale: UInt32) {
        func isStale(_ field: ItemField) -> Bool { stale & field.bit != 0 }
        if isStale(.id) { record.id = .empty }
        if isStale(.size) { record.size = Missing.number }
        if isStale(.created) { record.created = Missing.date }
        if isStale(.modified) { record.modified = Missing.date }
        if isStale(.taken) { record.taken = Missing.date }
        if isStale(.accessed) { record.accessed = Missing.date }
        if isStale(.firstSeen) { record.firstSeen = Missing.date }
        if isStale(.width) { record.width = Missing.number }
        if isStale(.height) { record.height = Missing.number }
        if isStale(.duration) { record.duration = Missing.number }
        if isStale(.mime) { record.mime = .empty }
        if isStale(.owner) { record.owner = .empty }
        if isStale(.ownerAddress) { record.ownerAddress = .empty }
        if isStale(.camera) { record.camera = .empty }
        if isStale(.album) { record.album = .empty }
        if isStale(.link) { record.link = .empty }
        if isStale(.eTag) { record.eTag = .empty }
        if isStale(.cTag) { record.cTag = .empty }
        if stale & ItemField.pictureBits != 0 { record.photo = .empty }
        if stale & HashBits.quickXor != 0 { record.quickXor = .empty }
        if stale & HashBits.sha1 != 0 { record.sha1 = .empty }
        if stale & HashBits.sha256 != 0 { record.sha256 = .empty }
    }
}

/// The bits of the hashes in the set of what a record holds, above those of the fields.
private enum HashBits {
    static let quickXor: UInt32 = 1 << 29
    static let sha1: UInt32 = 1 << 30
    static let sha256: UInt32 = 1 << 31

    /// The bit of the hash that `key` names, or 0.
    @inline(__always)
    static func bit(of key: TextSlice) -> UInt32 {
        if key.equals("quickxor") { return quickXor }
        if key.equals("sha1") { return sha1 }
        if key.equals("sha256") { return sha256 }
        return 0
    }
}
