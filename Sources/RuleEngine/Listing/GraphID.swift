// SPDX-License-Identifier: Apache-2.0

/// Ids of drives and items as they are compared; requests use them as the service spelled them.
///
/// Personal drives are 16 hex digits, but the service leaves zeros in front out and changes the
/// case, even inside one answer; ids of personal items begin with that number, and the mark behind
/// it may be percent-encoded. All other ids are compared byte for byte.
package enum GraphID {
    /// The digits of a personal drive's id.
    private static let digitCount = 16

    /// The id of a drive for comparison.
    package static func comparable(drive id: String) -> String {
        let bytes = Array(id.utf8)
        guard let digits = personalDigits(bytes[...]) else { return id }
        return String(decoding: digits, as: UTF8.self)
    }

    /// The id of an item for comparison.
    package static func comparable(item id: String) -> String {
        let bytes = Array(id.utf8)
        guard let key = comparable(item: bytes) else { return id }
        return String(decoding: key, as: UTF8.self)
    }

    /// The id of an item for comparison; nil if it is compared as it is.
    package static func comparable(item id: [UInt8]) -> [UInt8]? {
        guard let mark = id.firstIndex(where: { $0 == UInt8(ascii: "!") || $0 == encoded[0] })
        else { return nil }
        let isEncoded = id[mark...].starts(with: encoded)
        guard isEncoded || id[mark] == UInt8(ascii: "!"), let digits = personalDigits(id[..<mark])
        else { return nil }
        let rest = id[mark...].dropFirst(isEncoded ? encoded.count : 1)
        return digits + [UInt8(ascii: "!")] + rest.map(lowercased)
    }

    /// `!`, percent-encoded.
    private static let encoded = Array("%21".utf8)

    /// Whether two ids are those of one item.
    package static func isSame(item one: String, _ other: String) -> Bool {
        one.utf8.elementsEqual(other.utf8)
            || comparable(item: one).utf8.elementsEqual(comparable(item: other).utf8)
    }

    /// Sixteen lower-case digits, if `bytes` are at most so many hex digits.
    private static func personalDigits(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
        let isHex = bytes.allSatisfy { byte in
            (48...57).contains(byte) || (97...102).contains(lowercased(byte))
        }
        guard isHex, !bytes.isEmpty, bytes.count <= digitCount else { return nil }
        return [UInt8](repeating: 48, count: digitCount - bytes.count) + bytes.map(lowercased)
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        (65...90).contains(byte) ? byte | 0x20 : byte
    }
}
