// SPDX-License-Identifier: Apache-2.0

/// Bytes in base32 (RFC 4648) without padding, in capitals.
enum Base32 {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

    /// Appends `bytes`, whose number is a multiple of five.
    static func append(_ bytes: [UInt8], to text: inout [UInt8]) {
        var bits: UInt64 = 0
        var bitCount = 0
        for byte in bytes {
            bits = (bits << 8 | UInt64(byte)) & 0xffff
            bitCount += 8
            while bitCount >= 5 {
                bitCount -= 5
                text.append(digits[Int(bits >> UInt64(bitCount) & 31)])
            }
        }
    }

    /// The bytes that `text` spells; nil if it spells none.
    static func bytes(_ text: some StringProtocol) -> [UInt8]? {
        var bytes: [UInt8] = []
        var bits: UInt64 = 0
        var bitCount = 0
        for letter in text.utf8 {
            guard let value = digits.firstIndex(of: letter) else { return nil }
            bits = (bits << 5 | UInt64(value)) & 0xffff
            bitCount += 5
            if bitCount >= 8 {
                bitCount -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt64(bitCount)))
            }
        }
        return bytes
    }
}
