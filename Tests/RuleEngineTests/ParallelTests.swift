// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RuleEngine

/// Fork and join.
@Suite("Parts side by side")
struct ParallelTests {
    @Test(
        "are each done once, and their results stand in their order", arguments: [0, 1, 2, 7, 300])
    func map(parts: Int) {
        #expect(Parallel.map(parts: parts) { $0 * $0 } == (0..<parts).map { $0 * $0 })
    }

    @Test("may have parts themselves")
    func nested() {
        let sums = Parallel.map(parts: 5) { outer in
            Parallel.map(parts: 6) { inner in outer * inner }.reduce(0, +)
        }
        #expect(sums == (0..<5).map { $0 * 15 })
    }
}
