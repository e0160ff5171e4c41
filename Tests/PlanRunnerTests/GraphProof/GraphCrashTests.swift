// SPDX-License-Identifier: Apache-2.0

import DriveAdapters
import GraphSimulator
import PlanRunner
import RuleEngine
import StateLedger
import Testing

/// What is on the disk and at the service at each step of a run is taken aside, and a new process
/// goes on from there.
@Suite("A process that dies at any step of its work on a OneDrive", .tags(.crashSafety, .undoWins))
struct GraphCrashTests {
    /// A run of `errand`, with what is left at each of its steps, and what it comes to.
    private func deaths(
        _ errand: GraphErrand, _ kind: SimulatedDriveKind, in tree: LocalTree
    ) async throws -> (deaths: [GraphReaper.Death], calm: GraphWorld) {
        let calm = try await errand.prepare(kind, in: tree).world(at: tree.base + "/calm")
        let reaper = GraphReaper(folder: tree.base)
        reaper.follow(calm)
        try await errand.run(calm)
        reaper.leave(calm)
        return (reaper.deaths, calm)
    }

    @Test(
        "the next one comes to the same end, and deletes nothing twice",
        arguments: GraphErrand.allCases, [SimulatedDriveKind.personal, .business])
    func everyStep(errand: GraphErrand, kind: SimulatedDriveKind) async throws {
        let tree = try LocalTree()
        let (deaths, calm) = try await deaths(errand, kind, in: tree)
        try await errand.finish(calm)
        let wanted = try await GraphOutcome(of: calm, hasDays: errand != .purging)
        #expect(deaths.count >= 4)
        for death in deaths {
            let what: Comment = "\(errand) on \(kind), \(death.name)"
            let world = try death.remains.world(at: tree.base + "/risen")
            try await world.world.checkSoundness(what)
            world.graph.clearLog()
            try await errand.finish(world)
            // Nothing is asked to go that has gone already.
            for kind in [SimulatedRequestKind.delete, .permanentDelete] {
                #expect(world.graph.log(kind).filter { $0.status == 404 }.isEmpty, what)
            }
            let found = try await GraphOutcome(of: world, hasDays: errand != .purging)
            #expect(found.differences(from: wanted) == [], what)
            try await world.checkTruth(what)
        }
        try await calm.checkListing()
    }

    @Test("an undo that was acknowledged afterwards is never followed by the deletion")
    func undoWins() async throws {
        let tree = try LocalTree()
        let (deaths, _) = try await deaths(.execution, .personal, in: tree)
        for death in deaths {
            let what: Comment = "\(death.name)"
            let world = try death.remains.world(at: tree.base + "/risen")
            let undone = try await world.world.undo(.all).undone
            try await world.finish()
            world.pass(10 * day)
            try await world.finish()
            for item in undone {
                let isThere = world.account.item(item.order.item.id) != nil
                #expect(isThere || item.order.item.path == "/gone.tmp", what)
                #expect(try await world.world.state(item.order.item.path) == .undone, what)
            }
            try await world.checkTruth(
                what, GraphWorld.Expectations(others: ["/gone.tmp"]))
        }
    }
}
