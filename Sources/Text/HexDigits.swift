// SPDX-License-Identifier: Apache-2.0

/// Bytes as hexadecimal digits, and back.
package enum HexDigits {
    private static let lower = Array("0123456789abcdef".utf8)
    private static let upper = Array("0123456789ABCDEF".utf8)

    /// The value of a digit of either case.
    @inlinable
    package static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case 0x30...0x39: digit - 0x30
        case 0x41...0x46: digit - 0x41 + 10
        case 0x61...0x66: digit - 0x61 + 10
        default: nil
        }
    }

    /// Appends the two digits of `byte`.
    package static func append(_ byte: UInt8, to bytes: inout [UInt8], upper isUpper: Bool) {
        let digits = isUpper ? upper : lower
        bytes.append(digits[Int(byte >> 4)])
        bytes.append(digits[Int(byte & 15)])
    }

    /// Appends the last `count` digits of `value`.
    package static func append(
        _ value: UInt64, digits count: Int, to bytes: inout [UInt8], upper isUpper: Bool
    ) {
        let digits = isUpper ? upper : lower
        for index in stride(from: count - 1, through: 0, by: -1) {
            bytes.append(digits[Int(value >> UInt64(index * 4) & 15)])
        }
    }

    /// `bytes` as digits.
    package static func text(_ bytes: [UInt8], upper isUpper: Bool = false) -> String {
        bytes.withUnsafeBufferPointer { text($0, upper: isUpper) }
    }

    /// `bytes` as digits.
    package static func text(
        _ bytes: UnsafeBufferPointer<UInt8>, upper isUpper: Bool = false
    ) -> String {
        let digits = isUpper ? upper : lower
        return String(unsafeUninitializedCapacity: bytes.count * 2) { text in
            for place in bytes.indices {
                text[2 * place] = digits[Int(bytes[place] >> 4)]
                text[2 * place + 1] = digits[Int(bytes[place] & 15)]
            }
            return bytes.count * 2
        }
    }

    /// `value` in so many digits, more where it needs them.
    package static func text(
        _ value: some FixedWidthInteger & UnsignedInteger, atLeast count: Int,
        upper isUpper: Bool = false
    ) -> String {
        let digits = String(value, radix: 16, uppercase: isUpper)
        return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
    }

    /// The bytes that `text` spells; nil if it is not made of pairs of digits.
    package static func bytes(_ text: some StringProtocol) -> [UInt8]? {
        let digits = Array(text.utf8)
        guard digits.count % 2 == 0 else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = value(of: digits[index]), let low = value(of: digits[index + 1])
            else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }
}
