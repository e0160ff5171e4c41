// SPDX-License-Identifier: Apache-2.0

/// Bytes in base64 (RFC 4648), and back.
package enum Base64 {
    private static let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    private static let standard = Array((letters + "+/").utf8)
    private static let urlSafe = Array((letters + "-_").utf8)

    /// `bytes` in base64: padded, or for addresses (section 5) without padding.
    package static func text(_ bytes: [UInt8], forURL: Bool = false) -> String {
        bytes.withUnsafeBufferPointer { text($0, forURL: forURL) }
    }

    /// The same.
    package static func text(
        _ bytes: UnsafeBufferPointer<UInt8>, forURL: Bool = false
    ) -> String {
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
    package static func bytes(_ text: some StringProtocol) -> [UInt8]? {
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

    /// The values of letters, 0xff for none.
    private static let values: [UInt8] = (0...255).map { letter in
        value(of: letter).map { UInt8($0) } ?? 0xff
    }

    /// The `count` bytes that `letters` spell, padded; nil if they spell others. For many of them.
    package static func bytes(_ letters: UnsafeBufferPointer<UInt8>, count: Int) -> [UInt8]? {
        guard count >= 0, letters.count == (count + 2) / 3 * 4 else { return nil }
        var isRight = true
        let bytes = [UInt8](unsafeUninitializedCapacity: letters.count / 4 * 3) { bytes, length in
            values.withUnsafeBufferPointer { values in
                for group in 0..<letters.count / 4 {
                    var bits: UInt32 = 0
                    for place in group * 4..<group * 4 + 4 {
                        let isPadding = letters[place] == UInt8(ascii: "=")
                        if isPadding != (place >= (count * 4 + 2) / 3) { isRight = false }
                        let value = isPadding ? 0 : values[Int(letters[place])]
                        if value == 0xff { isRight = false }
                        bits = bits << 6 | UInt32(value & 63)
                    }
                    bytes[group * 3] = UInt8(truncatingIfNeeded: bits >> 16)
                    bytes[group * 3 + 1] = UInt8(truncatingIfNeeded: bits >> 8)
                    bytes[group * 3 + 2] = UInt8(truncatingIfNeeded: bits)
                }
            }
            length = count
        }
        return isRight ? bytes : nil
    }

    /// The value of a digit of either alphabet.
    package static func value(of letter: UInt8) -> Int? {
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
