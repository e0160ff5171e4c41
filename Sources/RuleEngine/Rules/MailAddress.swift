// SPDX-License-Identifier: Apache-2.0

/// An address of e-mail that needs no quotes: a dot-string and a domain of RFC 5321, in ASCII.
///
/// It holds no blank, bracket, comma or control character, so that it stands in a header, in a
/// command of SMTP and among arguments as it is, and begins with no minus.
public struct MailAddress: Sendable, Hashable {
    /// The address, as it was written.
    public let text: String
    /// What stands behind the `@`.
    public let domain: String

    /// RFC 5321 sections 4.5.3.1.1 to 4.5.3.1.3; a path has two brackets around its address.
    private static let localBytesMax = 64
    private static let bytesMax = 254
    private static let labelBytesMax = 63

    /// The address that `text` is; nil where it is none.
    public init?(_ text: String) {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, text.utf8.count <= Self.bytesMax, Self.isLocal(parts[0]),
            Self.isDomain(parts[1])
        else { return nil }
        self.text = text
        domain = String(parts[1])
    }

    /// RFC 5322 section 3.2.3: atoms with dots between them.
    private static func isLocal(_ text: Substring) -> Bool {
        let marks = Set("!#$%&'*+-/=?^_`{|}~".utf8)
        guard text.utf8.count <= localBytesMax, !text.hasPrefix("-") else { return false }
        return text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { atom in
            !atom.isEmpty && atom.utf8.allSatisfy { isLetterOrDigit($0) || marks.contains($0) }
        }
    }

    /// RFC 1035 section 2.3.1, and labels that begin with a digit.
    private static func isDomain(_ text: Substring) -> Bool {
        text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
            (1...labelBytesMax).contains(label.utf8.count) && !label.hasPrefix("-")
                && !label.hasSuffix("-")
                && label.utf8.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "-") }
        }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        byte &- 48 < 10 || (byte | 32) &- 97 < 26
    }
}
