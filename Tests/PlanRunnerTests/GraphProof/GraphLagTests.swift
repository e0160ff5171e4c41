// SPDX-License-Identifier: Apache-2.0

import DriveAdapters
import GraphSimulator
import PlanRunner
import RuleEngine
import StateLedger
import Testing

/// A feed that tells of changes only after a while.
@Suite("A OneDrive whose feed lags behind", .tags(.onlyWhatWasPlanned, .anyAnswer))
struct GraphLagTests {
    private static let lag: Int64 = 600

    /// All that was to be deleted just went, and the feed does not know yet.
    private func world(_ kind: SimulatedDriveKind, in tree: LocalTree) async throws -> GraphWorld {
        let world = try await GraphErrand.execution.prepare(kind, in: tree)
            .world(at: tree.base + "/run")
        world.account.settings.feedLagSeconds = Double(Self.lag)
        try await world.execute()
        return world
    }

    @Test(
        "does not make what has just gone go again",
        arguments: [SimulatedDriveKind.personal, .business])
    func deleted(kind: SimulatedDriveKind) async throws {
        let tree = try LocalTree()
        let world = try await world(kind, in: tree)
        let gone = try await world.world.ledger.stagedItems(states: [.deleted])
        #expect(gone.count > 5)
        let listing = try await world.sync()
        let listed = Set((0..<listing.count).map(listing.id))
        #expect(gone.filter { listed.contains($0.order.item.id) }.map(\.order.item.path) == [])
        // The feed itself still has it.
        #expect(listing.count == world.live.count)
        let plan = try await world.world.plan(over: listing)
        try await world.stage(plan)
        world.graph.clearLog()
        world.pass(day + hour)
        try await world.finish()
        let states = try await world.world.ledger.stagedItems(states: nil)
        for item in gone {
            #expect(states.count { $0.order.item.id == item.order.item.id } == 1)
        }
        try await world.checkTruth(nil, GraphWorld.Expectations(others: GraphTrial.others))
        try await world.checkListing()
    }

    @Test("does not hide what has just come back", arguments: [SimulatedDriveKind.personal])
    func restored(kind: SimulatedDriveKind) async throws {
        let tree = try LocalTree()
        let world = try await world(kind, in: tree)
        world.pass(60)
        try await world.restoreAll()
        let back = try await world.world.ledger.stagedItems(states: [.restored])
        #expect(back.count > 5)
        let listing = try await world.sync()
        let listed = Set((0..<listing.count).map(listing.id))
        for item in back where item.order.item.path.hasSuffix(".tmp") {
            #expect(listed.contains(item.order.item.id), "\(item.order.item.path)")
        }
        world.pass(Self.lag + 1)
        try await world.checkListing()
        // It may go again, for it was brought back and the rules still say so.
        try await world.stageAll()
        world.pass(day + hour)
        try await world.finish()
        #expect(try await world.world.state("/a.tmp") == .deleted)
        #expect(world.account.item("/a.tmp") == nil)
    }

    @Test("does not make what others changed go", arguments: GraphFeedStage.allCases)
    func changed(stage: GraphFeedStage) async throws {
        let tree = try LocalTree()
        let world = try await stage.prepare(.business, in: tree, feedLag: Double(Self.lag))
            .world(at: tree.base + "/run")
        var editor = GraphEditor(seed: 17)
        for round in 0..<6 {
            let what: Comment = "\(stage), round \(round)"
            let observer = GraphObserver(seed: 1)
            GraphFeedStage.change(world, &editor, count: 12)
            try await world.stageAll()
            world.pass(day + hour)
            GraphFeedStage.change(world, &editor, count: 12)
            let before = Dictionary(
                uniqueKeysWithValues: world.account.truth().map { ($0.id, $0.eTag) })
            observer.follow(world)
            try await world.execute()
            // It went as it was planned, or not at all.
            for departure in observer.takeDepartures() {
                let id = departure.item.id
                let items = try await world.world.ledger.stagedItems(states: [.deleted])
                #expect(
                    items.contains {
                        $0.order.item.id == id && $0.order.item.eTag == before[id]
                            && $0.order.item.path == departure.item.path
                    }, "\(departure.item.path), \(what)")
            }
            world.wire.watch(nil)
            try await world.world.checkSoundness(what)
        }
        world.pass(Self.lag + 1)
        try await world.checkListing()
    }
}
