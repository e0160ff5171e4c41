// SPDX-License-Identifier: Apache-2.0

import Testing

/// Faults, tokens that soon end, a feed that lags, other devices and accidents, all at once.
@Suite(
    "A storm over OneDrive",
    .tags(.onlyWhatWasPlanned, .protections, .copiesStay, .crashSafety, .anyAnswer, .undoWins))
struct GraphStormTests {
    /// To go through one storm again, put its seed into `CLEANRULES_SEED`; a failure says which.
    private static let seeds: [UInt64] =
        ProofScale.wantedSeed.map { [$0] }
        ?? (ProofScale.isFull ? Array(1...200) : [1, 2, 3, 4, 200])

    @Test("nothing goes that was not to go, and the state file tells the truth", arguments: seeds)
    func storm(seed: UInt64) async throws {
        var storm = try GraphStorm(seed: seed)
        for _ in 0..<25 { try await storm.step() }
        try await storm.finish()
        // A storm in which nothing happens would prove nothing.
        #expect(storm.goneCount > 0, "seed \(seed)")
        #expect(storm.faultCount > 0, "seed \(seed)")
        #expect(storm.renewalCount > 0, "seed \(seed)")
    }
}
