// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite(
    "A long time of everything in any order",
    .tags(.onlyWhatWasPlanned, .protections, .quotas, .undoWins, .history))
struct RandomWalkTests {
    /// To walk one way again, put its seed here alone; a failure says which it was.
    private static let seeds: [UInt64] = Array(1...8)
    private static let stepCount = 250

    @Test("nothing goes but what was to go, and what was said holds", arguments: seeds)
    func walk(seed: UInt64) async throws {
        var walk = try RandomWalk(seed: seed)
        for _ in 0..<Self.stepCount { try await walk.step() }
        try await walk.finish()
        // A walk on which nothing happens would prove nothing.
        #expect(walk.goneCount > 5)
        #expect(walk.crashCount > 0)
    }
}
