// SPDX-License-Identifier: Apache-2.0

/// What a picture looks like in 256 bits: which of its 256 lowest frequencies are above their
/// median. Pictures that look alike differ in few of them.
package struct PhotoMark: Sendable, Hashable {
    /// Bits 0 to 63, the lowest frequency of rows first in the highest bit.
    package var first: UInt64
    /// Bits 64 to 127.
    package var second: UInt64
    /// Bits 128 to 191.
    package var third: UInt64
    /// Bits 192 to 255.
    package var fourth: UInt64

    /// How many bits there are.
    package static let bitCount = 256

    /// The mark of these words, bit 0 highest in the first.
    package init(_ first: UInt64, _ second: UInt64, _ third: UInt64, _ fourth: UInt64) {
        self.first = first
        self.second = second
        self.third = third
        self.fourth = fourth
    }

    /// In how many bits the two differ, 0 to 256.
    @inline(__always)
    package func distance(to other: PhotoMark) -> Int {
        (first ^ other.first).nonzeroBitCount &+ (second ^ other.second).nonzeroBitCount
            &+ (third ^ other.third).nonzeroBitCount &+ (fourth ^ other.fourth).nonzeroBitCount
    }
}

extension PhotoMark {
    /// How many digits `hex` has.
    package static let hexCount = 64

    /// The mark that 64 hex digits spell, in either case; nil if they spell none.
    package init?(hex: some Sequence<UInt8>) {
        var words: [UInt64] = [0, 0, 0, 0]
        var count = 0
        for digit in hex {
            guard count < PhotoMark.hexCount, let value = HexDigit.value(of: digit) else {
                return nil
            }
            words[count / 16] = words[count / 16] << 4 | UInt64(value)
            count += 1
        }
        guard count == PhotoMark.hexCount else { return nil }
        self.init(words[0], words[1], words[2], words[3])
    }

    /// 64 hex digits, bit 0 first.
    package var hex: String {
        [first, second, third, fourth].map { HexDigit.text(of: $0, count: 16) }.joined()
    }
}

/// Hex digits of whole numbers.
package enum HexDigit {
    private static let letters = Array("0123456789abcdef".utf8)

    /// 0 to 15, or nil.
    package static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case 48...57: digit - 48
        case 65...70: digit - 55
        case 97...102: digit - 87
        default: nil
        }
    }

    /// The last `count` digits of `number`.
    package static func text(of number: UInt64, count: Int) -> String {
        let digits = (0..<count).map { letters[Int(number >> (UInt64(count - 1 - $0) * 4) & 15)] }
        return String(decoding: digits, as: UTF8.self)
    }

    /// Adds the last `count` digits of `number` to `text`.
    package static func append(_ number: UInt64, count: Int, to text: inout [UInt8]) {
        for place in stride(from: count - 1, through: 0, by: -1) {
            let digit = UInt8(truncatingIfNeeded: number >> (UInt64(place) * 4) & 15)
            text.append(digit < 10 ? 48 + digit : 87 + digit)
        }
    }

    /// The number that `digits` spell, at most 16 of them; nil if they spell none.
    package static func number(_ digits: some Sequence<UInt8>) -> UInt64? {
        var number: UInt64 = 0
        for digit in digits {
            guard let value = value(of: digit) else { return nil }
            number = number << 4 | UInt64(value)
        }
        return number
    }
}
