// SPDX-License-Identifier: Apache-2.0

/// A set of examples by their numbers.
struct Bits: Sendable, Hashable {
    private var words: [UInt64]

    /// None of `count` examples.
    init(count: Int) { words = [UInt64](repeating: 0, count: (count + 63) / 64) }

    /// Those of `count` examples that meet `condition`.
    init(count: Int, where condition: (Int) -> Bool) {
        self.init(count: count)
        for number in 0..<count where condition(number) { insert(number) }
    }

    /// Puts the example of that number in.
    mutating func insert(_ number: Int) { words[number / 64] |= 1 << UInt64(number % 64) }

    /// Whether the example of that number is in.
    func contains(_ number: Int) -> Bool { words[number / 64] >> UInt64(number % 64) & 1 == 1 }

    /// How many there are.
    var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

    /// The numbers, rising.
    var numbers: [Int] { (0..<words.count * 64).filter(contains) }

    /// Those in both.
    func and(_ other: Bits) -> Bits { combined(other) { $0 & $1 } }
    /// Those in either.
    func or(_ other: Bits) -> Bits { combined(other) { $0 | $1 } }
    /// Those that `other` does not have.
    func without(_ other: Bits) -> Bits { combined(other) { $0 & ~$1 } }

    private func combined(_ other: Bits, _ by: (UInt64, UInt64) -> UInt64) -> Bits {
        var result = self
        for index in words.indices { result.words[index] = by(words[index], other.words[index]) }
        return result
    }
}
