// SPDX-License-Identifier: Apache-2.0

internal import Text

/// How one drive spells its own id, the ids of its items, and their tags.
struct ItemIDs: Sendable {
    let kind: SimulatedDriveKind
    /// The id of the drive as the service gives it.
    let driveID: String
    /// The four bytes with which the ids of all items of a SharePoint drive begin.
    let mark: [UInt8]
    /// The site, the web and the list of a SharePoint drive.
    let site: GUID
    let web: GUID
    let list: GUID
    private let prefix: [UInt8]

    /// What an id names.
    enum Key: Hashable {
        case guid(GUID)
        case number(Int32)
    }

    /// The ids of a drive that follow from `random`; a consumer's drive may be given its id.
    init(kind: SimulatedDriveKind, personalID: String?, random: inout SeededRandom) {
        self.kind = kind
        site = GUID(&random)
        web = GUID(&random)
        list = GUID(&random)
        let number = random.next()
        mark = (0..<4).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
        if kind.isPersonal {
            var digits: [UInt8] = []
            // A zero in front, so that spellings without it are seen.
            HexDigits.append(number >> 4, digits: 16, to: &digits, upper: true)
            driveID = personalID ?? String(decoding: digits, as: UTF8.self)
        } else {
            let bytes = [site, web, list].flatMap(\.littleEndianBytes)
            driveID = "b!" + Base64.text(bytes, forURL: true)
        }
        prefix = Array((driveID + "!").utf8)
    }

    // MARK: - The drive

    /// Whether `id` names the drive, in whichever spelling.
    func isDrive(_ id: some StringProtocol) -> Bool {
        kind.isPersonal
            ? Self.comparable(id) == Self.comparable(driveID) : id.utf8.elementsEqual(driveID.utf8)
    }

    /// Small letters, and zeros in front.
    private static func comparable(_ id: some StringProtocol) -> [UInt8] {
        let digits = Array(id.lowercased().utf8)
        return Array(repeating: UInt8(ascii: "0"), count: max(0, 16 - digits.count)) + digits
    }

    // MARK: - Items

    /// Appends the id of an item.
    func append(_ guid: GUID, number: Int32, to bytes: inout [UInt8]) {
        if !kind.isPersonal {
            bytes.append(UInt8(ascii: "0"))
            bytes.append(UInt8(ascii: "1"))
            return Base32.append(mark + guid.littleEndianBytes, to: &bytes)
        }
        bytes.append(contentsOf: prefix)
        if number > 0 {
            bytes.append(contentsOf: String(number).utf8)
        } else {
            bytes.append(UInt8(ascii: "s"))
            guid.appendDigits(to: &bytes, upper: false)
        }
    }

    /// The id of an item.
    func text(_ guid: GUID, number: Int32) -> String {
        var bytes: [UInt8] = []
        append(guid, number: number, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// What `id` names; nil if it is no id of this drive.
    func key(_ id: String) -> Key? {
        guard kind.isPersonal else {
            guard id.utf8.count == 34, id.hasPrefix("01"),
                let bytes = Base32.bytes(id.dropFirst(2)),
                Array(bytes.prefix(4)) == mark
            else { return nil }
            return GUID(littleEndian: bytes[4...]).map { .guid($0) }
        }
        guard let cut = id.firstIndex(of: "!"), isDrive(id[..<cut]) else { return nil }
        let rest = id[id.index(after: cut)...]
        if rest.hasPrefix("s") || rest.hasPrefix("S") {
            return GUID(digits: rest.dropFirst()).map { .guid($0) }
        }
        return Int32(rest).map { .number($0) }
    }

    // MARK: - Tags

    /// Appends the tag of an item that has seen `version` changes, quotes included.
    func appendTag(
        _ guid: GUID, number: Int32, version: Int32, ofContent: Bool, to bytes: inout [UInt8]
    ) {
        if kind == .personalLegacy {
            let text = (ofContent ? "c:" : "") + "\(text(guid, number: number)).\(version)"
            bytes.append(UInt8(ascii: "a"))
            bytes.append(contentsOf: Base64.text(Array(text.utf8), forURL: true).utf8)
            return
        }
        bytes.append(contentsOf: ofContent ? Self.contentTagStart : Self.tagStart)
        guid.append(to: &bytes, upper: true)
        bytes.append(UInt8(ascii: "}"))
        bytes.append(UInt8(ascii: ","))
        bytes.append(contentsOf: String(version).utf8)
        bytes.append(UInt8(ascii: "\""))
    }

    private static let tagStart = Array("\"{".utf8)
    private static let contentTagStart = Array("\"c:{".utf8)
}
