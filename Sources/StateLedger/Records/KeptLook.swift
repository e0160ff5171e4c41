// SPDX-License-Identifier: Apache-2.0

package import PhotoLooks
package import RuleEngine

/// What looking at one picture brought, as it is kept.
package struct KeptLook: Sendable, Hashable {
    /// Its number, by which pairs name it.
    package let number: Int64
    /// The content that was looked at.
    package let key: PhotoKey
    /// What it brought; the small picture is kept apart.
    package var report: PictureReport
    /// When it was looked at.
    package let lookedAt: Timestamp
}

/// Two looks that are alike, by their numbers, the smaller one first.
package struct KeptPair: Sendable, Hashable {
    /// The look with the smaller number.
    package let a: Int64
    /// The other one.
    package let b: Int64
    /// Which of the eight orientations of `a` is like `b`: 0 as it is.
    package let turn: Int
    /// In how many of the 256 marks they differ.
    package let bits: Int
    /// How alike the small pictures are, -1 to 1.
    package let correlation: Double
    /// The largest difference of a block, in standard deviations.
    package let block: Double

    /// The pair of two looks, in either order.
    package init(a: Int64, b: Int64, turn: Int, bits: Int, correlation: Double, block: Double) {
        precondition(a != b, "a look is no pair with itself")
        self.a = min(a, b)
        self.b = max(a, b)
        self.turn = turn
        self.bits = bits
        self.correlation = correlation
        self.block = block
    }
}

/// Two contents that a person called different pictures, in the order of their keys.
package struct UnlikePair: Sendable, Hashable {
    /// One of them.
    package let a: PhotoKey
    /// The other.
    package let b: PhotoKey

    /// The pair of two contents, in either order; nil for a content and itself.
    package init?(_ one: PhotoKey, _ other: PhotoKey) {
        if one == other { return nil }
        a = min(one, other)
        b = max(one, other)
    }
}
