// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import RuleEngine
internal import Text

/// Takes the values of the lines of a dataset, one line after another.
struct DatasetValues {
    /// What was taken so far.
    private(set) var line = DatasetLine()
    /// Where the values stand, by member.
    private var addresses: [DatasetLine.Member: Int] = [:]

    private typealias Member = DatasetLine.Member
    /// By key; one after the other takes longer.
    private static let members = Dictionary(
        Member.allCases.map { ($0.rawValue, $0) }, uniquingKeysWith: { first, _ in first })

    /// Begins the line of that number, from 1.
    mutating func begin(_ number: Int) {
        line = DatasetLine()
        line.number = number
        addresses.removeAll(keepingCapacity: true)
    }

    /// Where the value of `member` stands; nil where the line has none.
    func address(of member: DatasetLine.Member?) -> Int? { member.flatMap { addresses[$0] } }

    /// Takes the value of `key` at `place`, and steps over it.
    mutating func take(
        _ key: String, _ json: inout JSONReader, _ place: inout UnsafePointer<UInt8>
    ) throws(JSONFault) {
        guard let member = Self.members[key] else {
            return try unsafe json.skipValue(&place, depth: 1)
        }
        addresses[member] = Int(bitPattern: place)
        switch member {
        case .site: line.site = try unsafe guid(member, &json, &place)
        case .web: line.web = try unsafe guid(member, &json, &place)
        case .list: line.list = try unsafe guid(member, &json, &place)
        case .item: line.item = try unsafe guid(member, &json, &place)
        case .template: line.template = try unsafe text(member, &json, &place)
        case .folder: line.folder = try unsafe text(member, &json, &place)
        case .name: line.name = try unsafe text(member, &json, &place)
        case .size: line.size = try unsafe number(member, &json, &place)
        case .created: line.created = try unsafe instant(member, &json, &place)
        case .modified: line.modified = try unsafe instant(member, &json, &place)
        case .author: try unsafe takeAuthor(&json, &place)
        case .snapshot: try unsafe takeSnapshot(&json, &place)
        case .operation: try unsafe takeOperation(&json, &place)
        case .hash: try unsafe takeHash(&json, &place)
        }
    }

    /// Looks at what no line may lack; `start` is where it begins.
    func finish(_ start: UnsafePointer<UInt8>) throws(JSONFault) {
        let needed: [(Member, Bool)] = [
            (.site, line.site.isEmpty), (.item, line.item.isEmpty),
            (.snapshot, addresses[.snapshot] == nil), (.operation, addresses[.operation] == nil),
            (.web, line.web.isEmpty && line.operation != .deleted),
            (.list, line.list.isEmpty && line.operation != .deleted),
        ]
        if let (member, _) = needed.first(where: { $0.1 }) {
            throw unsafe JSONFault(
                start, String(clause: "a line of a dataset needs \(Self.key(member))"))
        }
    }

    // MARK: Values

    /// The text at `place`; nil for null and for an empty one.
    private mutating func text(
        _ member: Member, _ json: inout JSONReader, _ place: inout UnsafePointer<UInt8>
    ) throws(JSONFault) -> String? {
        let first = unsafe place[0]
        let text = try unsafe json.textIfAny(&place, depth: 1)
        if text == nil, first != UInt8(ascii: "n") {
            note(member, String(clause: "the value of \(Self.key(member)) must be a text"))
        }
        return text?.isEmpty == false ? text : nil
    }

    /// The id at `place` in lower case; empty for null. An id that is none makes no line.
    private mutating func guid(
        _ member: Member, _ json: inout JSONReader, _ place: inout UnsafePointer<UInt8>
    ) throws(JSONFault) -> String {
        let start = unsafe place
        let isNull = unsafe place[0] == UInt8(ascii: "n")
        guard let text = try unsafe json.textIfAny(&place, depth: 1) else {
            if isNull { return "" }
            throw unsafe JSONFault(start, Self.noGUID(member))
        }
        if text.isEmpty { return "" }
        guard let guid = DatasetGUID.text(text) else {
            throw unsafe JSONFault(start, Self.noGUID(member))
        }
        return guid
    }

    private static func noGUID(_ member: Member) -> String {
        String(
            clause: "the value of \(Self.key(member)) must be a GUID such as"
                + " \"191f7f71-a950-432b-809f-09043cec1d88\"")
    }

    private mutating func number(
        _ member: Member, _ json: inout JSONReader, _ place: inout UnsafePointer<UInt8>
    ) throws(JSONFault) -> Int64? {
        let first = unsafe place[0]
        let number = try unsafe json.numberIfAny(&place, depth: 1)
        if number == nil, first != UInt8(ascii: "n") {
            note(
                member,
                String(
                    clause: "the value of \(Self.key(member)) must be a whole number from 0"
                        + " to \(Int64.max)"))
        }
        return number
    }

    /// The time at `place`, in seconds since 1970; nil for null and for a year before 1601.
    private mutating func instant(
        _ member: Member, _ json: inout JSONReader, _ place: inout UnsafePointer<UInt8>
    ) throws(JSONFault) -> Int64? {
        guard unsafe place[0] == UInt8(ascii: "\"") else {
            return try unsafe text(member, &json, &place).flatMap { _ in nil }
        }
        let mark = json.scratch.mark
        unsafe place += 1
        let text = try unsafe json.text(&place)
        let seconds = ListingInstant.seconds(text)
        if seconds == ListingInstant.broken, !text.isEmpty {
            note(member, ListingParser.noTimestamp(text, member.rawValue))
        }
        json.scratch.release(mark)
        return seconds == ListingInstant.broken || seconds == Missing.date ? nil : seconds
    }

    /// The time of the whole line, without which it is none.
    private mutating func takeSnapshot(
        _ json: inout JSONReader, _ place: inout UnsafePointer<UInt8>
    ) throws(JSONFault) {
        let start = unsafe place
        let seconds = try unsafe instant(.snapshot, &json, &place)
        if let problem = line.problem, problem.member == .snapshot {
            throw unsafe JSONFault(start, problem.message)
        }
        if seconds == nil { addresses[.snapshot] = nil }
        line.snapshot = seconds ?? 0
    }

    private mutating func takeAuthor(
        _ json: inout JSONReader, _ place: inout UnsafePointer<UInt8>
    ) throws(JSONFault) {
        guard unsafe place[0] == UInt8(ascii: "{") else {
            if unsafe place[0] != UInt8(ascii: "n") {
                note(.author, String(clause: "the value of \(Self.key(.author)) must be an object"))
            }
            return try unsafe json.skipValue(&place, depth: 1)
        }
        var (name, address): (String?, String?)
        try unsafe json.members(&place, depth: 1) { (key, json, place) throws(JSONFault) in
            switch key {
            case "Name": name = try unsafe json.textIfAny(&place, depth: 2)
            case "Email": address = try unsafe json.textIfAny(&place, depth: 2)
            default: try unsafe json.skipValue(&place, depth: 2)
            }
        }
        line.owner = name?.isEmpty == false ? name : nil
        line.ownerAddress = address?.isEmpty == false ? address : nil
    }

    private mutating func takeOperation(
        _ json: inout JSONReader, _ place: inout UnsafePointer<UInt8>
    ) throws(JSONFault) {
        let start = unsafe place
        let text = try unsafe text(.operation, &json, &place)
        guard let operation = text.flatMap(DatasetLine.Operation.init(rawValue:)) else {
            throw unsafe JSONFault(
                start,
                String(
                    clause: "\(Self.key(.operation)) is \"Full\", \"Created\", \"Updated\" or"
                        + " \"Deleted\""))
        }
        line.operation = operation
    }

    /// Graph gives the same 20 bytes in Base64.
    private mutating func takeHash(
        _ json: inout JSONReader, _ place: inout UnsafePointer<UInt8>
    ) throws(JSONFault) {
        guard let text = try unsafe text(.hash, &json, &place) else { return }
        guard text.utf8.count == 40, let bytes = HexDigits.bytes(text) else {
            note(
                .hash,
                String(
                    clause: "\(Self.key(.hash)) has 40 hexadecimal digits, or is null, and"
                        + " this is \(quoted(text))"))
            return
        }
        line.quickXor = Base64.text(bytes)
    }

    /// How messages name `member`.
    private static func key(_ member: Member) -> String { quoted(member.rawValue) }

    private mutating func note(_ member: Member, _ message: String) {
        if line.problem == nil { line.problem = DatasetFault(member, message) }
    }
}

/// The ids of sites, webs, libraries and files.
package enum DatasetGUID {
    /// `text` in lower case; nil where it is no GUID.
    package static func text(_ text: String) -> String? {
        var (place, hasCapitals) = (0, false)
        for byte in text.utf8 {
            switch byte {
            case 0x2d: if !isDash(place) { return nil }
            case 0x30...0x39, 0x61...0x66: if isDash(place) { return nil }
            case 0x41...0x46:
                if isDash(place) { return nil }
                hasCapitals = true
            default: return nil
            }
            place += 1
        }
        if place != 36 { return nil }
        return hasCapitals ? text.lowercased() : text
    }

    private static func isDash(_ place: Int) -> Bool {
        place == 8 || place == 13 || place == 18 || place == 23
    }

    /// The 128 bits of a GUID in lower case.
    package static func bits(_ guid: String) -> (high: UInt64, low: UInt64) {
        var (high, low, count): (UInt64, UInt64, Int) = (0, 0, 0)
        for byte in guid.utf8 where byte != 0x2d {
            let digit = UInt64(byte < 0x3a ? byte &- 0x30 : byte &- 0x57) & 0xf
            if count < 16 { high = high << 4 | digit } else { low = low << 4 | digit }
            count += 1
        }
        return (high, low)
    }
}
