// SPDX-License-Identifier: Apache-2.0

/// Bytes as letters (RFC 4648, section 4), as terminals take pictures.
enum Base64 {
    private static let letters = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// `bytes` with `=` at the end where needed.
    static func encoded(_ bytes: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        var at = 0
        while at < bytes.count {
            let second = at + 1 < bytes.count ? bytes[at + 1] : 0
            let third = at + 2 < bytes.count ? bytes[at + 2] : 0
            let bits = UInt32(bytes[at]) << 16 | UInt32(second) << 8 | UInt32(third)
            text.append(letters[Int(bits >> 18)])
            text.append(letters[Int(bits >> 12 & 63)])
            text.append(at + 1 < bytes.count ? letters[Int(bits >> 6 & 63)] : UInt8(ascii: "="))
            text.append(at + 2 < bytes.count ? letters[Int(bits & 63)] : UInt8(ascii: "="))
            at += 3
        }
        return text
    }
}
