// SPDX-License-Identifier: Apache-2.0

import Foundation
import GraphSimulator
import Testing

/// Thirty nights over two folders and a OneDrive, with everything that can come in between.
@Suite("Thirty nights", .serialized, .timeLimit(.minutes(60)))
struct NightsTests {
    @Test(
        "end with nothing lost, no silent night, and every message delivered or accounted for",
        arguments: StormScale.nightSeeds)
    func nights(seed: UInt64) async throws {
        let home = try ScratchHome()
        let graph = SimulatedGraph(time: SimulatedTime(secondsSinceEpoch: 0))
        var signIn = graph.signIn
        signIn.deviceIntervalSeconds = 1
        graph.signIn = signIn
        try FileManager.default.createDirectory(
            atPath: home.path + "/e", withIntermediateDirectories: false)
        try await ServedGraph.serving(graph) { environment in
            let nights = try Nights(home, graph, environment, seed: seed)
            try await nights.pass()
            print(
                """
                storm nights, seed \(seed): \(Nights.nightCount) nights, \(nights.mishapCount) \
                mishaps, \(nights.judge.goneCount) deletions, \
                \(nights.judge.notices.taken.count) messages
                """)
        }
    }
}
