// SPDX-License-Identifier: Apache-2.0

/// That two pictures are different ones is said of their contents, wherever these lie. It is said, heard
/// and taken back like what is said of an item, and what keeps is that they are different.
extension SyncItem {
    /// Stands where an item has its drive: no drive has such an identity.
    private static let place = "contents"
    /// The hashes by which a content is the same on every device, as keys of pictures write them.
    private static let hashes: Set<String> = ["quickxor", "sha1", "sha256"]
    /// The most bytes of the key of a content.
    private static let keyBytesMax = 128

    /// The pair of two contents in either order, by the keys of their pictures; nil for a content and
    /// itself, and where one of them is known by something else than its hash and its size.
    package init?(contents one: String, _ other: String) {
        guard Self.isContent(one), Self.isContent(other), one != other else { return nil }
        let isInOrder = one.utf8.lexicographicallyPrecedes(other.utf8)
        self.init(drive: Self.place, id: isInOrder ? "\(one)\n\(other)" : "\(other)\n\(one)")
    }

    /// The two contents, in the order of their bytes; nil for an item of a drive.
    package var contents: (one: String, other: String)? {
        let parts = id.split(separator: "\n")
        guard drive == Self.place, parts.count == 2 else { return nil }
        return (String(parts[0]), String(parts[1]))
    }

    /// Whether `key` is a hash and a size, `sha256:2cf2…:5`: what tells of a number or a path on one
    /// machine is none.
    private static func isContent(_ key: String) -> Bool {
        let parts = key.split(separator: ":", omittingEmptySubsequences: false)
        guard key.utf8.count <= keyBytesMax, parts.count == 3, hashes.contains(String(parts[0]))
        else { return false }
        return !parts[1].isEmpty && parts[1].utf8.allSatisfy(isOfHash)
            && !parts[2].isEmpty && parts[2].utf8.allSatisfy(isDigit)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    /// Whether `byte` stands in hexadecimal digits or in base64.
    private static func isOfHash(_ byte: UInt8) -> Bool {
        isDigit(byte) || (0x41...0x5a).contains(byte & 0xdf) || byte == 0x2b || byte == 0x2f
            || byte == 0x3d
    }
}
