// SPDX-License-Identifier: Apache-2.0

import DriveAdapters
import GraphSimulator
import PlanRunner
import RuleEngine
import StateLedger
import Testing

/// Where a state file stands with the feed of a OneDrive when a listing begins.
enum GraphFeedStage: String, CaseIterable, Sendable, CustomTestStringConvertible {
    /// Nothing was ever listed.
    case new
    /// Much has changed since the last listing.
    case changed
    /// The first listing was interrupted, and much has changed since.
    case interrupted

    var testDescription: String { rawValue }

    /// What is ready to be listed at this stage; `feedLag` is that of the service.
    func prepare(
        _ kind: SimulatedDriveKind, in tree: LocalTree, feedLag: Double = 0
    ) async throws -> GraphRemains {
        let graph = GraphWorld.graph(kind, seed: 3)
        let world = try GraphWorld(
            GraphStorm.rules, over: graph, statePath: tree.base + "/made-\(rawValue)-\(kind)")
        world.account.settings.pageItemCountMax = 6
        world.account.settings.feedOrder = kind == .personal ? .made : .reversed
        world.account.settings.feedLagSeconds = feedLag
        for folder in ["/box1", "/box2/box3", "/safe"] { try world.account.addFolder(folder) }
        var editor = GraphEditor(seed: 5)
        for _ in 0..<24 {
            _ = editor.add(world.account, world.account.truth().filter(\.isFolder))
        }
        world.pass(hour)
        switch self {
        case .new: break
        case .changed:
            try await world.sync()
            Self.change(world, &editor)
        case .interrupted:
            world.graph.play(FaultRule([.delta], .refusal("access-denied"), first: 3))
            await #expect(throws: RunnerError.self) { try await world.sync() }
            world.graph.play()
            Self.change(world, &editor)
        }
        world.pass(hour)
        world.graph.clearLog()
        return GraphRemains(of: world, to: tree.base + "/ready-\(rawValue)-\(kind)")
    }

    /// Lets other devices do many things.
    static func change(_ world: GraphWorld, _ editor: inout GraphEditor, count: Int = 30) {
        for _ in 0..<count { _ = editor.change(world.account) }
    }
}
