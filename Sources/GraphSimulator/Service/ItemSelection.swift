// SPDX-License-Identifier: Apache-2.0

/// Which members of an item were asked for.
struct ItemSelection: Sendable {
    /// The members, in the order in which they are written.
    enum Member: Int, CaseIterable {
        case createdDateTime, eTag, id, lastModifiedDateTime, name, webUrl, cTag, size, description
        case createdBy, lastModifiedBy, parentReference, file, fileSystemInfo, folder, image
        case location, photo, video, package, remoteItem, bundle, shared, malware, specialFolder
        case root, deleted, sharepointIds, thumbnails
    }

    private let bits: UInt64
    /// Whether the client made a selection at all.
    let isMade: Bool

    /// Everything.
    static let everything = ItemSelection(nil)

    private static let bitByName: [String: UInt64] = Dictionary(
        uniqueKeysWithValues: Member.allCases.map {
            (String(describing: $0), UInt64(1) << UInt64($0.rawValue))
        })

    /// What `$select` names; names are told apart by case, unknown ones are passed over.
    init(_ select: String?) {
        isMade = select?.isEmpty == false
        guard isMade, let select else {
            bits = .max ^ 1 << UInt64(Member.sharepointIds.rawValue)
            return
        }
        bits = select.split(separator: ",").reduce(0) { bits, name in
            bits | (ItemSelection.bitByName[name.trimmed] ?? 0)
        }
    }

    /// Whether `member` is wanted.
    func has(_ member: Member) -> Bool { bits >> UInt64(member.rawValue) & 1 == 1 }
}

extension StringProtocol {
    /// Without blanks around it.
    var trimmed: String {
        var part = self[...]
        while part.first == " " { part.removeFirst() }
        while part.last == " " { part.removeLast() }
        return String(part)
    }
}
