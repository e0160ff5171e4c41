// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import PhotoLooks
internal import RuleEngine
internal import Text

/// What a line says of a picture, until the line is over.
struct ListedPicture {
    /// What was read; nil while the line says nothing of a picture.
    var facts: PhotoFacts?
    /// Whether it is a screenshot, where the line says so or not.
    var isScreenshot: Bool?
    /// The facts as text, at a stable place.
    let bytes: Column<UInt8> = Column()

    /// Adds to the facts.
    mutating func note(_ change: (inout PhotoFacts) -> Void) {
        var facts = facts ?? PhotoFacts()
        change(&facts)
        self.facts = facts
    }

    /// Makes it as it is before a line.
    mutating func forget() {
        facts = nil
        isScreenshot = nil
    }
}

extension ItemField {
    /// The bits of the fields that speak of a picture.
    static let pictureBits =
        look.bit | takenZone.bit | live.bit | screenshot.bit
}

extension ListingParser {
    /// The longest id of a Live Photo.
    private static let liveByteMax = 64

    /// Takes what a line says of a picture into the record.
    mutating func finishPicture() {
        guard let facts = picture.facts else { return }
        picture.bytes.truncate(to: 0)
        for byte in facts.text.utf8 { picture.bytes.append(byte) }
        picture.forget()
        record.photo = unsafe TextSlice(
            start: UnsafePointer(picture.bytes.base), count: picture.bytes.count)
    }

    /// `taken_zone` and `live`.
    mutating func takePictureText(
        _ text: TextSlice, for field: ItemField, _ place: UnsafePointer<UInt8>
    ) {
        if field == .takenZone {
            if text.equals("none") {
                picture.note { $0.takenIsZoneless = true }
            } else {
                unsafe note(
                    String(
                        clause: "\"taken_zone\" is \"none\" or left out, not \(quoted(text.string))"
                    ), place)
            }
        } else if unsafe text.count > Self.liveByteMax
            || text.buffer.contains(where: { $0 < 0x20 })
        {
            unsafe note(
                String(clause: "\"live\" is at most \(Self.liveByteMax) bytes of text"), place)
        } else {
            picture.note { $0.liveID = text.string }
        }
    }

    /// `screenshot` of an item or of its `look`: where both say it, they say the same.
    mutating func takeScreenshot(_ isScreenshot: Bool, _ place: UnsafePointer<UInt8>) {
        if let known = picture.isScreenshot, known != isScreenshot {
            unsafe note(
                String(clause: "\"screenshot\" in \"look\" contradicts the one beside it"), place)
        }
        picture.isScreenshot = isScreenshot
        picture.note { $0.isScreenshot = isScreenshot }
    }

    /// What a picture looks like.
    mutating func takeLook(_ place: inout UnsafePointer<UInt8>) throws(JSONFault) {
        let start = unsafe place
        let mark = json.names.mark
        var read = ReadLook()
        var seen: UInt32 = 0
        if unsafe json.open(UInt8(ascii: "}"), &place) {
            repeat {
                let keyPlace = unsafe place
                let key = try unsafe json.key(&place)
                guard let member = LookMember(key: key) else {
                    try unsafe json.addName(key, since: mark, keyPlace)
                    try unsafe json.skipValue(&place, depth: 2)
                    continue
                }
                if seen & member.bit != 0 { throw unsafe json.repeatedKey(key, keyPlace) }
                seen |= member.bit
                try unsafe takeMember(member, &read, &place)
            } while try unsafe json.another(UInt8(ascii: "}"), &place)
        }
        if json.names.mark != mark { try unsafe json.closeNames(mark, start) }
        picture.note { _ in }
        // Looks of another version are as if nobody had looked.
        if read.version != Int64(PhotoLook.version) { return }
        guard let look = read.look else {
            unsafe note(
                String(
                    clause: "\"look\" needs \"mark\" (64 hex digits), \"small\" (1,024 bytes in"
                        + " base64) and \"detail\" (0 to 100)"), start)
            return
        }
        picture.note { $0.look = look }
        if let isScreenshot = read.isScreenshot { unsafe takeScreenshot(isScreenshot, start) }
    }

    private mutating func takeMember(
        _ member: LookMember, _ read: inout ReadLook, _ place: inout UnsafePointer<UInt8>
    ) throws(JSONFault) {
        let start = unsafe place
        switch unsafe (member.form, place[0]) {
        case (_, UInt8(ascii: "n")): _ = try unsafe json.literal(&place)
        case (.flag, UInt8(ascii: "f")), (.flag, UInt8(ascii: "t")):
            read.isScreenshot = try unsafe json.literal(&place) == .true
        case (.text, UInt8(ascii: "\"")):
            unsafe place += 1
            let text = try unsafe json.text(&place)
            if member == .mark {
                read.mark = unsafe PhotoMark(hex: text.buffer)
            } else {
                read.small = Base64.bytes(text.string)
            }
        case (.number, 0x30...0x39):
            guard case .value(let value) = try unsafe json.wholeNumber(&place),
                value <= member.most
            else {
                unsafe note(
                    String(
                        clause: "the value of \(quoted(member.rawValue)) must be a whole number"
                            + " from 0 to \(member.most)"), start)
                return
            }
            read.numbers[member] = value
        default:
            try unsafe takeWrongType(member.rawValue, member.wanted, depth: 2, &place)
        }
    }
}

/// The members of `look`.
private enum LookMember: String, CaseIterable {
    case version = "v"
    case mark, small, detail, px, sharpness, brightness, screenshot

    init?(key: TextSlice) { self.init(rawValue: key.string) }

    var bit: UInt32 { 1 << UInt32(LookMember.allCases.firstIndex(of: self) ?? 0) }

    /// What its value is.
    enum Form { case text, number, flag }

    var form: Form {
        switch self {
        case .mark, .small: .text
        case .screenshot: .flag
        case .version, .detail, .px, .sharpness, .brightness: .number
        }
    }

    /// The same for messages.
    var wanted: String {
        switch form {
        case .text: String(clause: "a text")
        case .number: String(clause: "a whole number")
        case .flag: String(clause: "true or false")
        }
    }

    /// The largest number.
    var most: Int64 {
        switch self {
        case .detail, .brightness: Int64(PhotoLook.shareMax)
        case .sharpness: Int64(PhotoLook.sharpnessMax)
        case .px: 0xfffe
        default: .max
        }
    }
}

/// A look as far as it was read.
private struct ReadLook {
    var mark: PhotoMark?
    var small: [UInt8]?
    var numbers: [LookMember: Int64] = [:]
    var isScreenshot: Bool?

    var version: Int64? { numbers[.version] }

    /// The look, if all is there that it needs.
    var look: PhotoLook? {
        guard let mark, let small, small.count == PhotoLook.smallCount,
            let detail = numbers[.detail]
        else { return nil }
        return PhotoLook(
            mark: mark, small: small, detail: Int(detail),
            brightness: numbers[.brightness].map { Int($0) },
            sharpness: numbers[.sharpness].map { Int($0) },
            sourcePixels: Int(numbers[.px] ?? 0))
    }
}
