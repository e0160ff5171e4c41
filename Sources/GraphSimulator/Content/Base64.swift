// SPDX-License-Identifier: Apache-2.0

/// Bytes in base64 (RFC 4648), and back.
enum Base64 {
    private static let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    private static let standard = Array((letters + "+/").utf8)
    private static let urlSafe = Array((letters + "-_").utf8)

    /// `bytes` in base64: padded, or for addresses without padding.
    static func text(_ bytes: [UInt8], forURL: Bool = false) -> String {
        let digits = forURL ? urlSafe : standard
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let count = min(3, bytes.count - start)
            var bits = 0
            for index in 0..<3 {
                bits = bits << 8 | (index < count ? Int(bytes[start + index]) : 0)
            }
            for index in 0...count { text.append(digits[bits >> (18 - 6 * index) & 63]) }
            if !forURL { for _ in count..<3 { text.append(UInt8(ascii: "=")) } }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes that `text` spells in either alphabet, padded or not; nil if it spells none.
    static func bytes(_ text: some StringProtocol) -> [UInt8]? {
        var bytes: [UInt8] = []
        var bits = 0
        var bitCount = 0
        for letter in text.utf8 where letter != UInt8(ascii: "=") {
            guard let value = value(of: letter) else { return nil }
            bits = (bits << 6 | value) & 0xffff
            bitCount += 6
            if bitCount >= 8 {
                bitCount -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> bitCount))
            }
        }
        return bytes
    }

    private static func value(of letter: UInt8) -> Int? {
        switch letter {
        case 0x41...0x5a: Int(letter) - 0x41
        case 0x61...0x7a: Int(letter) - 0x61 + 26
        case 0x30...0x39: Int(letter) - 0x30 + 52
        case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
        case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
        default: nil
        }
    }
}

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
