// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine

/// What tells a file of this machine from all others, wherever it is moved within its file system:
/// its file system, its number there, and when it was made.
package struct FileStamp: Hashable, Sendable {
    private let device: UInt64
    private let number: UInt64
    private let created: Int64

    /// The stamp of `item` on the drive of that identity; nil if it has none: on other drives, and
    /// where it is not known when a file was made.
    package init?(_ item: RecordedItem, driveIdentity: String) {
        guard let device = DriveIdentityText(driveIdentity).device, let tag = item.eTag else {
            return nil
        }
        self.init(device: device, tag: tag, created: item.created)
    }

    /// The stamp of what has the tag `tag` on a drive whose root lies on file system `device`.
    package init?(device: UInt64, tag: String, created: Int64?) {
        let digits = tag.utf8.prefix { Self.isDigit($0) }
        guard let created, created != Missing.date, let number = Self.number(digits) else {
            return nil
        }
        self.number = number
        self.created = created
        // After an at sign stands another file system than that of the root.
        guard let sign = tag.utf8.firstIndex(of: UInt8(ascii: "@")) else {
            self.device = device
            return
        }
        let other = tag.utf8[tag.utf8.index(after: sign)...].prefix { Self.isDigit($0) }
        guard let own = Self.number(other) else { return nil }
        self.device = own
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        byte &- UInt8(ascii: "0") <= 9 || byte &- UInt8(ascii: "a") <= 5
    }

    private static func number(_ digits: Substring.UTF8View) -> UInt64? {
        UInt64(Substring(digits), radix: 16)
    }

    /// How tables write it; equal stamps have equal texts.
    var text: String {
        "\(device):\(String(number, radix: 16)):\(created)"
    }

    /// Whether only the number of the file system differs, if anything: the kernel may give another
    /// one each time the machine starts.
    func isSameBesidesDevice(as other: FileStamp) -> Bool {
        number == other.number && created == other.created
    }
}
