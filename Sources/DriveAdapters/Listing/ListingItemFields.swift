// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import RuleEngine

/// The keys of an item line that mean something; raw values number bits of a set.
enum ItemField: UInt8, CaseIterable {
    case id, drive, path, type, size, created, modified, taken, accessed, mime, hashes, shared
    case owner, ownerAddress, width, height, camera, eTag, cTag, firstSeen, shortcut, link
    case look, takenZone, live, screenshot, album, duration
    /// Not a key of items, but that of the items of a Graph page.
    case value
    case unknown

    /// The bit of this field in a set of fields.
    @inline(__always)
    var bit: UInt32 { 1 << UInt32(rawValue) }

    /// The key as it is written.
    var key: String {
        switch self {
        case .ownerAddress: "owner_address"
        case .eTag: "etag"
        case .cTag: "ctag"
        case .firstSeen: "first_seen"
        case .takenZone: "taken_zone"
        default: "\(self)"
        }
    }

    /// What its value must be, for messages.
    var wanted: String {
        switch self {
        case .size, .width, .height, .duration: String(clause: "a whole number")
        case .shared, .shortcut, .screenshot: String(clause: "true or false")
        case .hashes, .look: String(clause: "an object")
        case .album: String(clause: "a text or a list of texts")
        case .type: String(clause: "\"file\", \"folder\" or \"part\"")
        default: String(clause: "a text")
        }
    }

    /// The field that `key` names. Eight bytes from its start must be readable.
    ///
    /// Told apart by length and first bytes, as numbers with the first letter lowest.
    @inline(__always)
    init(key: TextSlice) {
        let word = unsafe ByteWords.load(key.start)
        let half = UInt32(truncatingIfNeeded: word)
        switch key.count {
        case 2: self = UInt16(truncatingIfNeeded: word) == 0x6469 ? .id : .unknown
        case 4: self = ItemField(four: half)
        case 5: self = ItemField(five: word & 0xff_ffff_ffff)
        case 6: self = ItemField(six: word & 0xffff_ffff_ffff)
        case 7: self = word & 0xff_ffff_ffff_ffff == 0x64_6574_6165_7263 ? .created : .unknown
        case 8: self = ItemField(eight: word)
        case 10, 13: self = ItemField(long: key)
        default: self = .unknown
        }
    }

    @inline(__always)
    private init(four word: UInt32) {
        switch word {
        case 0x6874_6170: self = .path
        case 0x657a_6973: self = .size
        case 0x656d_696d: self = .mime
        case 0x6570_7974: self = .type
        case 0x6761_7465: self = .eTag
        case 0x6761_7463: self = .cTag
        case 0x6b6e_696c: self = .link
        case 0x6b6f_6f6c: self = .look
        case 0x6576_696c: self = .live
        default: self = .unknown
        }
    }

    @inline(__always)
    private init(five word: UInt64) {
        switch word {
        case 0x65_7669_7264: self = .drive
        case 0x6e_656b_6174: self = .taken
        case 0x72_656e_776f: self = .owner
        case 0x68_7464_6977: self = .width
        case 0x65_756c_6176: self = .value
        case 0x6d_7562_6c61: self = .album
        default: self = .unknown
        }
    }

    @inline(__always)
    private init(six word: UInt64) {
        switch word {
        case 0x7365_6873_6168: self = .hashes
        case 0x6465_7261_6873: self = .shared
        case 0x7468_6769_6568: self = .height
        case 0x6172_656d_6163: self = .camera
        default: self = .unknown
        }
    }

    @inline(__always)
    private init(eight word: UInt64) {
        switch word {
        case 0x6465_6966_6964_6f6d: self = .modified
        case 0x6465_7373_6563_6361: self = .accessed
        case 0x7475_6374_726f_6873: self = .shortcut
        case 0x6e6f_6974_6172_7564: self = .duration
        default: self = .unknown
        }
    }

    private init(long key: TextSlice) {
        if key.equals("first_seen") {
            self = .firstSeen
        } else if key.equals("taken_zone") {
            self = .takenZone
        } else if key.equals("screenshot") {
            self = .screenshot
        } else if key.equals("owner_address") {
            self = .ownerAddress
        } else {
            self = .unknown
        }
    }
}

extension TextSlice {
    /// Whether the bytes are those of `text`.
    @inline(__always)
    func equals(_ text: StaticString) -> Bool {
        unsafe count == text.utf8CodeUnitCount && compareBytes(start, text.utf8Start, count) == 0
    }
}
