// SPDX-License-Identifier: Apache-2.0

internal import CCrypto
internal import Text

/// How apps name the owner of a purchase: a UUID of version 5 (RFC 4122), which tells nobody who does
/// not know the account already who that is.
package enum AccountUUID {
    /// The name space of addresses.
    private static let space: [UInt8] = [
        0x6b, 0xa7, 0xb8, 0x11, 0x9d, 0xad, 0x11, 0xd1, 0x80, 0xb4, 0x00, 0xc0, 0x4f, 0xd4, 0x30,
        0xc8,
    ]

    /// The UUID of `subject`, an account or the id of a state, in small letters.
    package static func text(of subject: String) -> String {
        let name = Array("urn:cleanrules:subject:\(subject.lowercased())".utf8)
        var digest = [UInt8](repeating: 0, count: 20)
        let bytes = space + name
        let isDone = EVP_Digest(bytes, bytes.count, &digest, nil, EVP_sha1(), nil)
        precondition(isDone == 1, "no memory for a digest")
        digest[6] = digest[6] & 0x0f | 0x50
        digest[8] = digest[8] & 0x3f | 0x80
        let digits = HexDigits.text(Array(digest.prefix(16)))
        var groups: [Substring] = []
        var rest = digits[...]
        for count in [8, 4, 4, 4, 12] {
            groups.append(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        return groups.joined(separator: "-")
    }
}
