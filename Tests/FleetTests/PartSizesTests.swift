// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import FleetParts

/// Sizes of items in classes, against the sizes themselves.
@Suite("Sizes in classes")
struct PartSizesTests {
    @Test("rise with the sizes, and leave no gap")
    func classes() {
        var last = -1
        for bytes in Int64(0)..<5_000 {
            let number = PartSizes.number(bytes)
            #expect(number == last || number == last + 1, "\(bytes)")
            last = number
        }
        #expect(PartSizes.number(.max) == (62 - 2) * 8 + 7)
    }

    @Test("tell what the largest items bring, to an eighth")
    func largest() {
        var random = SplitMix64(seed: 3)
        var all: [Int64] = []
        var one = PartSizes()
        var other = PartSizes()
        for place in 0..<2_000 {
            let bytes = Int64(random.below(1 << (3 + place % 28)))
            all.append(bytes)
            var count = PartEnd.Count()
            (count.items, count.bytes) = (1, bytes)
            if place % 2 == 0 { one.add(count) } else { other.add(count) }
        }
        one.add(other)
        all.sort(by: >)
        for number in [1, 20, 500, 2_000] {
            let exact = all.prefix(number).reduce(0, +)
            let found = one.bytes(ofLargest: Int64(number))
            #expect(abs(found - exact) <= exact / 8 + 8, "\(number): \(found) of \(exact)")
        }
        #expect(one.bytes(ofLargest: 5_000) == all.reduce(0, +))
    }
}
