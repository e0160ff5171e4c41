// SPDX-License-Identifier: Apache-2.0

/// Kleene's three values as bytes whose order makes "and" the smaller and "or" the larger one.
public enum Truth: UInt8, Sendable, Hashable {
    /// It does not hold.
    case no = 0
    /// What it asks for is not known.
    case unknown = 1
    /// It holds.
    case yes = 2
}

/// Truth values of a batch of rows, one byte each.
typealias Mask = UnsafeMutablePointer<UInt8>

/// Operations on whole masks; plain loops that the compiler turns into vector code.
enum MaskOperations {
    /// `target` = `target` and `other`.
    @inline(__always)
    static func and(_ target: Mask, _ other: Mask, _ count: Int) {
        for row in 0..<count { unsafe target[row] = unsafe min(target[row], other[row]) }
    }

    /// `target` = `target` or `other`.
    @inline(__always)
    static func or(_ target: Mask, _ other: Mask, _ count: Int) {
        for row in 0..<count { unsafe target[row] = unsafe max(target[row], other[row]) }
    }

    /// `target` = not `target`.
    @inline(__always)
    static func not(_ target: Mask, _ count: Int) {
        for row in 0..<count { unsafe target[row] = unsafe 2 &- target[row] }
    }

    /// `target` = no, wherever `active` is no.
    @inline(__always)
    static func restrict(_ target: Mask, to active: Mask, _ count: Int) {
        for row in 0..<count { unsafe target[row] = unsafe active[row] == 0 ? 0 : target[row] }
    }

    /// `target` = the rows that are `active` (nil: all) and not yet `judged`; whether there are any.
    @inline(__always)
    static func unanswered(
        _ judged: Mask, _ active: Mask?, into target: Mask, _ count: Int
    ) -> Bool {
        var any: UInt8 = 0
        for row in 0..<count {
            let isAsked: UInt8 =
                unsafe judged[row] == 0 && active.map { unsafe $0[row] != 0 } ?? true ? 2 : 0
            unsafe target[row] = isAsked
            any |= isAsked
        }
        return any != 0
    }

    /// Whether every byte of the mask is `value`. The mask has room for a multiple of 8 bytes.
    @inline(__always)
    static func isAll(_ mask: Mask, _ value: UInt8, _ count: Int) -> Bool {
        let expected = 0x0101_0101_0101_0101 &* UInt64(value)
        var index = 0
        while index &+ 8 <= count {
            if unsafe UnsafeRawPointer(mask + index).loadUnaligned(as: UInt64.self) != expected {
                return false
            }
            index &+= 8
        }
        while index < count {
            if unsafe mask[index] != value { return false }
            index &+= 1
        }
        return true
    }
}
